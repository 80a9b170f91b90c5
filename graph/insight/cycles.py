"""Knots of a directed graph: groups of nodes each of which leads to all others of its group."""

from __future__ import annotations

from collections.abc import Iterator, Mapping


def knots(leads_to: Mapping[str, set[str]]) -> list[list[str]]:
    """The strongly connected groups of two and more, each sorted; in one pass (Tarjan 1972), without recursion."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    held: dict[str, None] = {}
    found: list[list[str]] = []
    for root in sorted(leads_to):
        if root in order:
            continue
        path = [(root, _onward(leads_to, root))]
        order[root] = lowest[root] = len(order)
        held[root] = None
        while path:
            here, onward = path[-1]
            there = next(onward, None)
            if there is None:
                path.pop()
                if path:
                    above = path[-1][0]
                    lowest[above] = min(lowest[above], lowest[here])
                if lowest[here] == order[here]:
                    found.append(_taken(held, here))
            elif there not in order:
                order[there] = lowest[there] = len(order)
                held[there] = None
                path.append((there, _onward(leads_to, there)))
            elif there in held:
                lowest[here] = min(lowest[here], order[there])
    return [sorted(group) for group in found if len(group) > 1]


def _onward(leads_to: Mapping[str, set[str]], here: str) -> Iterator[str]:
    return iter(sorted(leads_to.get(here, ())))


def _taken(held: dict[str, None], last: str) -> list[str]:
    """What is held down to a node, taken out."""
    group = []
    while True:
        node, _ = held.popitem()
        group.append(node)
        if node == last:
            return group
