"""Where symbols stand, how their heads read, and on which lines edges are stated, from tests/cases/places/.

The cases are those of test_cases.py, but for what is expected: after `at` each symbol with its line, after `signed`
with its signature, and after a relation its edges with their lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from graph.model import Edge, Node
from tests.code.graphs import graph_of
from tests.code.test_cases import Case, read_cases

CASES = Path(__file__).parents[1] / "cases" / "places"


def told(case: Case) -> Iterator[str]:
    nodes, edges = graph_of(case.files)
    for what in case.relations:
        if what in ("at", "signed"):
            yield from (line for node in nodes.values() if (line := of_node(what, node)))
        yield from (of_edge(edge) for edge in edges if edge.relation == what)


def of_node(what: str, node: Node) -> str:
    told = node.source_location if what == "at" else node.attrs.get("signature", "")
    return f"{node.id} {what} {told}" if told and node.kind not in ("file", "module") else ""


def of_edge(edge: Edge) -> str:
    return f"{edge.source} {edge.relation} {edge.target} {' '.join(f'L{line}' for line in edge.lines)}"


@pytest.mark.parametrize(
    "case", [case for file in sorted(CASES.glob("*.txt")) for case in read_cases(file)], ids=lambda case: case.name
)
def test_places(case: Case) -> None:
    assert sorted(told(case)) == sorted(case.edges)
