"""Knots are the strongly connected groups, in any order of any graph, and found in linear time."""

from __future__ import annotations

import networkx
from hypothesis import given
from hypothesis import strategies as st

from graph.insight.cycles import knots

ids = st.sampled_from("abcdefgh")


@given(st.dictionaries(ids, st.sets(ids, max_size=4)))
def test_against_networkx(leads_to: dict[str, set[str]]) -> None:
    edges = [(one, other) for one, others in leads_to.items() for other in others]
    groups = networkx.strongly_connected_components(networkx.DiGraph(edges))
    assert sorted(knots(leads_to)) == sorted(sorted(group) for group in groups if len(group) > 1)


def test_a_long_ring_needs_no_recursion() -> None:
    ring = {str(number): {str((number + 1) % 50_000)} for number in range(50_000)}
    assert [len(knot) for knot in knots(ring)] == [50_000]
