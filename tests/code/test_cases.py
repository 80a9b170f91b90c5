"""Small programs and the edges that come of them, from tests/cases/code/.

A case begins with `# name`. `== path` begins a file of it, and `=> relation ..` the edges expected of these relations:
all of them, one a line, as `source relation target`, with the score if it is not proved (`~0.8`), and of an import
when it runs if that is not as the file is loaded (`late`, `types`), and in `[]` what must hold of a build
that has it, and `as` how what is entered is called.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from graph.model import EXTRACTED, Edge
from tests.code.graphs import graph_of

CASES = Path(__file__).parents[1] / "cases" / "code"


class Case(NamedTuple):
    name: str
    files: dict[str, str]
    relations: tuple[str, ...]
    edges: list[str]


def read_cases(file: Path) -> list[Case]:
    cases: list[Case] = []
    for text in file.read_text(encoding="utf-8").split("\n# ")[1:]:
        title, _, rest = text.partition("\n")
        program, _, expected = rest.partition("\n=> ")
        files = {}
        for part in ("\n" + program).split("\n== ")[1:]:
            path, _, content = part.partition("\n")
            files[path.strip()] = content + "\n"
        relations, _, edges = expected.partition("\n")
        lines = [" ".join(line.split()) for line in edges.splitlines() if line.strip()]
        cases.append(Case(f"{file.stem}: {title.strip()}", files, tuple(relations.split()), lines))
    return cases


def shown(edge: Edge) -> str:
    sure = "" if edge.confidence == EXTRACTED else f" ~{round(edge.confidence_score, 2):g}"
    when = f" {edge.attrs['when']}" if "when" in edge.attrs else ""
    names = f" as {', '.join(edge.attrs['names'])}" if "names" in edge.attrs else ""
    build = f" [{edge.attrs['build']}]" if "build" in edge.attrs else ""
    return f"{edge.source} {edge.relation} {edge.target}{sure}{when}{build}{names}"


@pytest.mark.parametrize(
    "case", [case for file in sorted(CASES.glob("*.txt")) for case in read_cases(file)], ids=lambda case: case.name
)
def test_edges(case: Case) -> None:
    nodes, edges = graph_of(case.files)
    assert {edge.source for edge in edges} | {edge.target for edge in edges} <= nodes.keys()
    assert sorted(shown(edge) for edge in edges if edge.relation in case.relations) == sorted(case.edges)
