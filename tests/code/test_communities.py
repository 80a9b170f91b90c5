"""A community of code is called after its most needed class or module: no test, no external name, no document."""

from __future__ import annotations

import pytest

from graph.insight.units import is_project_code
from graph.model import EXTRACTED, Edge, Node
from tests.code.graphs import analysis_of, graph_of

USERS = "".join(f"def use{number}(): return {{}}\n\n" for number in range(5))
CASES = {
    "the class that most need": (
        {"a.py": f"class Store: ...\n\nclass Other: ...\n\n{USERS.format(*['Store()'] * 5)}"},
        "a.py::Store",
    ),
    "the file where no class is needed by several": (
        {"a.py": f"class Other: ...\n\ndef most(): return Other()\n\n{USERS.format(*['most()'] * 5)}"},
        "a.py",
    ),
    "no test": (
        {
            "a.py": f"class Store: ...\n\n{USERS.format(*['Store()'] * 5)}",
            "test_a.py": "from a import *\n\nclass TestAll:\n    def test(self): use0(); use1(); use2(); use3()\n",
        },
        "a.py::Store",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_it_is_called_after(case: str) -> None:
    files, hub = CASES[case]
    nodes, edges = graph_of(files)
    note = Node("README.md", "README", "note", "document", "README.md", "", {})
    links = [
        Edge(note.id, each, "links_to", EXTRACTED, 1.0, note.id, "L1", (1,), {})
        for each, node in sorted(nodes.items())
        if is_project_code(node)
    ]
    analysis = analysis_of([*nodes.values(), note], [*edges, *links])
    assert analysis.communities.of[hub] == hub
    assert note.id not in analysis.communities.sizes


def test_a_surprise_names_both_communities() -> None:
    names = ["a0", "a1", "a2", "b0", "b1", "b2"]
    nodes = [Node(f"{name}.md", name, "note", "document", f"{name}.md", "", {}) for name in names]
    pairs = [("a1", "a0"), ("a2", "a0"), ("a2", "a1"), ("b1", "b0"), ("b2", "b0"), ("b2", "b1"), ("a2", "b1")]
    edges = [
        Edge(f"{one}.md", f"{other}.md", "links_to", EXTRACTED, 1.0, f"{one}.md", "L1", (1,), {})
        for one, other in sorted(pairs)
    ]
    analysis = analysis_of(nodes, edges)
    hubs = [analysis.communities.of[f"{name}.md"].removesuffix(".md") for name in ("a2", "b1")]
    assert [each.reason for each in analysis.surprises] == [
        f"the only connection between the communities {hubs[0]} and {hubs[1]}"
    ]
