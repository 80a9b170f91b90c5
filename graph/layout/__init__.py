"""Where each node stands on the map: worked out from ids, edges and communities alone, with no history.

The same graph gives the same integers on every machine: only additions, multiplications, divisions and square roots
are used, which IEEE 754 rounds alike everywhere, and sums whose order is given. Nothing is drawn at random: a node
starts where the hash of its id says, so that a small change moves little.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from graph.layout.few import place_few

FEW: Final = 64
"""Up to so many nodes every pair is looked at; numpy, slower to import than that takes, is left alone."""
SPACING: Final = 20
"""How far apart neighbours stand, in units of the map."""

Place = tuple[int, int]
Ends = tuple[Sequence[int], Sequence[int]]
"""The sources and the targets of edges, as places in a list of nodes."""


def layout(ids: Sequence[str], edges: Iterable[tuple[str, str]], community: Mapping[str, str]) -> list[Place]:
    """The place (x, y) of each node in the order of `ids`; the middle of the map is about (0, 0), y points up.

    `ids` sorted; an edge with an end that is no node is left out. Those of one community stand together in a region of
    their own; those with no edges at all stand around the map. Linear in nodes and edges.
    """
    position = {identity: index for index, identity in enumerate(ids)}
    known = [(position[one], position[other]) for one, other in edges if one in position and other in position]
    return lay_out(ids, ([one for one, _ in known], [other for _, other in known]), community, {})


def lay_out(ids: Sequence[str], ends: Ends, community: Mapping[str, str], parts: Mapping[str, str]) -> list[Place]:
    """The same; `parts` says of which other node some are a part: they are placed around it before they settle."""
    if len(ids) <= FEW:
        places = place_few(ids, ends, community)
    else:
        from graph.layout.many import place_many

        places = place_many(ids, ends, community, parts)
    return [(round(x * SPACING), round(y * SPACING)) for x, y in places]
