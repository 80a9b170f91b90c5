"""Communities of a graph: Leiden over sorted edges, each named after its hub."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import graspologic_native

from graph.insight.codemap import USES
from graph.insight.journal import is_journal
from graph.insight.units import is_project_code, is_test
from graph.model import Node
from graph.naming import is_code
from graph.sheaf import Ties

WEIGHTS: Final[Mapping[str, float]] = {
    "links_to": 1.0,
    "embeds": 1.0,
    "mentions": 0.3,
    "tagged": 0.5,
    "imports": 0.5,
    "references": 0.7,
    "inherits": 2.0,
    "tests": 0.2,
}
"""How much a relation binds; properties bind like links."""
_OF_TESTS: Final = 0.1
"""How much what tests do binds: they touch many parts, and belong to the one they touch most."""
RESOLUTION: Final = 1.0
_SEED: Final = 20
_SEVERAL: Final = 4
"""How many must need a class that a community of code is called after."""
_UNBINDING: Final = ("#type/", "#scope/")
"""Tags that say what a note is, not what it is about."""

Bonds = Mapping[tuple[int, int, int], int]
"""(source, target, kind) of edges between parts, by their places, and how many such edges there are."""


class Communities(NamedTuple):
    """Who belongs together."""

    of: dict[str, str]
    """Node id to community id, which is the id of the community's hub. Nodes without a binding edge have none."""
    sizes: dict[str, int]
    """Community id to number of nodes, the largest first."""


def find_communities(nodes: Sequence[Node], ties: Ties, parts: Mapping[str, str]) -> Communities:
    """The communities of a graph. The same graph gives the same communities, whatever was there before."""
    bonds = _bonds(nodes, parts, ties)
    weights = _weights(nodes, bonds, ties, bool(parts))
    if not weights:
        return Communities({}, {})
    pairs = [(one, other, weights[one, other]) for one, other in sorted(weights)]
    _, found = graspologic_native.leiden(
        edges=[(nodes[one].id, nodes[other].id, weight) for one, other, weight in pairs],
        resolution=RESOLUTION,
        randomness=0.001,
        iterations=2,
        use_modularity=True,
        seed=_SEED,
        trials=1,
    )
    numbers = {place: found[node.id] for place, node in enumerate(nodes) if node.id in found}
    hubs = _hubs_of_code(nodes, bonds, ties, numbers) if any(map(is_code, nodes)) else {}
    communities = _named(nodes, pairs, numbers, hubs)
    return _with_parts(communities, parts) if parts else communities


def _with_parts(communities: Communities, parts: Mapping[str, str]) -> Communities:
    """The communities of the parts, with all that belongs to each."""
    of = dict(communities.of)
    of.update((key, of[part]) for key, part in parts.items() if part in of)
    sizes = Counter(of.values())
    ordered = dict(sorted(sizes.items(), key=lambda item: (-item[1], item[0])))
    return Communities(dict(sorted(of.items())), ordered)


def _bonds(nodes: Sequence[Node], parts: Mapping[str, str], ties: Ties) -> Bonds:
    """The edges between the parts of a graph."""
    place = {node.id: place for place, node in enumerate(nodes)}
    part = [place[parts.get(node.id, node.id)] for node in nodes]
    bonds = Counter(zip(map(part.__getitem__, ties.source), map(part.__getitem__, ties.target), ties.kind, strict=True))
    return {bond: count for bond, count in bonds.items() if bond[0] != bond[1]}


def _weights(nodes: Sequence[Node], bonds: Bonds, ties: Ties, has_parts: bool) -> dict[tuple[int, int], float]:
    """How strongly two nodes are bound, both directions and all relations together.

    Big tags bind less, and so does code that everybody needs. What lies outside of a project of code binds nothing.
    """
    crowds, code = [0] * len(nodes), [is_code(node) for node in nodes]
    unbinding = [node.id.startswith(_UNBINDING) or (has_parts and node.kind == "external") for node in nodes]
    binding = [(bond, count) for bond, count in bonds.items() if not unbinding[bond[1]]]
    for (_, target, kind), count in binding:
        relation = ties.kinds[kind].relation
        if relation == "tagged" or (relation != "contains" and code[target]):
            crowds[target] += count
    shares = [_OF_TESTS if is_test(node) else 1.0 for node in nodes]
    strengths = [WEIGHTS.get(kind.relation, 1.0) * kind.score for kind in ties.kinds]
    weights: dict[tuple[int, int], float] = {}
    for (source, target, kind), count in binding:
        pair = (source, target) if source < target else (target, source)
        weight = count * strengths[kind] * shares[source] / (crowds[target] or 1) ** 0.5
        weights[pair] = weights.get(pair, 0.0) + weight
    return weights


def _hubs_of_code(nodes: Sequence[Node], bonds: Bonds, ties: Ties, numbers: Mapping[int, int]) -> dict[int, str]:
    """The hubs of the communities with code of the project: the class that most of the code needs; where none is needed
    by several the file that holds half of the community; else what is needed most."""
    uses, testing = [kind.relation in USES for kind in ties.kinds], [is_test(node) for node in nodes]
    needing = {(source, target) for source, target, kind in bonds if uses[kind] and not testing[source]}
    needs = Counter(nodes[target].id for _, target in needing)
    members: dict[int, list[Node]] = {}
    for place, number in numbers.items():
        if is_project_code(nodes[place]):
            members.setdefault(number, []).append(nodes[place])
    return {number: _hub_of_code(found, needs) for number, found in members.items()}


def _hub_of_code(found: Sequence[Node], needs: Mapping[str, int]) -> str:
    held = Counter(node.source_file for node in found if node.kind != "file")

    def standing(node: Node) -> tuple[int, int, str]:
        need = needs.get(node.id, 0)
        is_class = node.kind == "class" and not node.label.startswith("_")
        if is_class and need >= _SEVERAL:
            return 0, -need, node.id
        if node.kind == "file" and held[node.source_file] * 2 >= held.total() > 0:
            return 1, -held[node.source_file], node.id
        return 2 if is_class else {"file": 4, "variable": 5}.get(node.kind, 3), -need, node.id

    return min(found, key=standing).id


def _named(
    nodes: Sequence[Node],
    pairs: Sequence[tuple[int, int, float]],
    numbers: Mapping[int, int],
    of_code: Mapping[int, str],
) -> Communities:
    """Numbers replaced by hubs: of code those given, else the node with the strongest bonds inside; a note before
    anything else, but for those of the journal."""
    inside: dict[int, float] = dict.fromkeys(numbers, 0.0)
    for one, other, weight in pairs:
        if numbers[one] == numbers[other]:
            inside[one] += weight
            inside[other] += weight
    members: dict[int, list[int]] = {}
    for place, number in numbers.items():
        members.setdefault(number, []).append(place)
    hubs = {
        number: nodes[min(group, key=lambda each: (_standing(nodes[each]), -round(inside[each], 6), each))].id
        for number, group in members.items()
        if number not in of_code
    }
    hubs.update(of_code)
    sizes = {hubs[number]: len(group) for number, group in members.items()}
    ordered = dict(sorted(sizes.items(), key=lambda item: (-item[1], item[0])))
    return Communities({nodes[place].id: hubs[number] for place, number in numbers.items()}, ordered)


def _standing(node: Node) -> int:
    if is_code(node):
        return 8 if is_test(node) else {"file": 6, "variable": 7}.get(node.kind, 5)
    if node.kind == "note" and is_journal(node):
        return 4
    return {"note": 0, "concept": 1, "canvas": 2, "tag": 3}.get(node.kind, 4)
