"""Where symbols stand, what is said of them, and on which lines edges are stated, from tests/cases/places/.

The cases are those of test_cases.py, but for what is expected: after `at` each symbol with its line, after `signed`
with its signature, after `said` with its documentation, and after a relation its edges with their lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from graph.model import Edge, Node
from tests.code.graphs import graph_of
from tests.code.test_cases import Case, read_cases

SAID = {"signed": "signature", "said": "docstring"}
CASES = Path(__file__).parents[1] / "cases" / "places"


def told(case: Case, line_end: str = "\n") -> Iterator[str]:
    nodes, edges = graph_of({path: text.replace("\n", line_end) for path, text in case.files.items()})
    for what in case.relations:
        if what in ("at", *SAID):
            yield from (line for node in nodes.values() if (line := of_node(what, node)))
        yield from (of_edge(edge) for edge in edges if edge.relation == what)


def of_node(what: str, node: Node) -> str:
    told = node.source_location if what == "at" else node.attrs.get(SAID[what], "")
    return f"{node.id} {what} {told}" if told and node.kind not in ("file", "module") else ""


def of_edge(edge: Edge) -> str:
    return f"{edge.source} {edge.relation} {edge.target} {' '.join(f'L{line}' for line in edge.lines)}"


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize(
    "case", [case for file in sorted(CASES.glob("*.txt")) for case in read_cases(file)], ids=lambda case: case.name
)
def test_places(case: Case, line_end: str) -> None:
    assert sorted(told(case, line_end)) == sorted(case.edges)
