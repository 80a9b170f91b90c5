"""Communities of a graph: Leiden over sorted edges, each named after its hub."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import graspologic_native

from graph.codemap import USES
from graph.model import Edge, Node
from graph.naming import is_code
from graph.units import is_project_code, is_test, units

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

Pair = tuple[str, str]


class Communities(NamedTuple):
    """Who belongs together."""

    of: dict[str, str]
    """Node id to community id, which is the id of the community's hub. Nodes without a binding edge have none."""
    sizes: dict[str, int]
    """Community id to number of nodes, the largest first."""


def find_communities(nodes: Mapping[str, Node], edges: Sequence[Edge]) -> Communities:
    """The communities of a graph. The same graph gives the same communities, whatever was there before."""
    parts = units(nodes)
    weights = _weights(nodes, parts, edges)
    if not weights:
        return Communities({}, {})
    pairs = [(one, other, weights[one, other]) for one, other in sorted(weights)]
    _, numbers = graspologic_native.leiden(
        edges=pairs, resolution=RESOLUTION, randomness=0.001, iterations=2, use_modularity=True, seed=_SEED, trials=1
    )
    hubs = _hubs_of_code(nodes, parts, edges, numbers) if any(map(is_code, nodes.values())) else {}
    communities = _named(nodes, pairs, numbers, hubs)
    return _with_parts(communities, parts) if parts else communities


def _with_parts(communities: Communities, parts: Mapping[str, str]) -> Communities:
    """The communities of the parts, with all that belongs to each."""
    of = dict(communities.of)
    of.update((key, of[part]) for key, part in parts.items() if part in of)
    sizes = Counter(of.values())
    ordered = dict(sorted(sizes.items(), key=lambda item: (-item[1], item[0])))
    return Communities(dict(sorted(of.items())), ordered)


def _weights(nodes: Mapping[str, Node], parts: Mapping[str, str], edges: Iterable[Edge]) -> dict[Pair, float]:
    """How strongly two nodes are bound, both directions and all relations together; code by its `parts`.

    Big tags bind less, and so does code that everybody needs. What lies outside of a project of code binds nothing.
    """
    tagged: dict[str, int] = {}
    bonds: list[tuple[str, str, float]] = []
    for edge in edges:
        source, target = parts.get(edge.source, edge.source), parts.get(edge.target, edge.target)
        if source == target or target.startswith(_UNBINDING) or (parts and nodes[edge.target].kind == "external"):
            continue
        if edge.relation == "tagged" or (edge.relation != "contains" and is_code(nodes[target])):
            tagged[target] = tagged.get(target, 0) + 1
        weight = WEIGHTS.get(edge.relation, 1.0) * edge.confidence_score
        if is_test(nodes[source]):
            weight *= _OF_TESTS
        bonds.append((source, target, weight))
    weights: dict[Pair, float] = {}
    for source, target, weight in bonds:
        pair = (source, target) if source < target else (target, source)
        weights[pair] = weights.get(pair, 0.0) + weight / tagged.get(target, 1) ** 0.5
    return weights


def _hubs_of_code(
    nodes: Mapping[str, Node], parts: Mapping[str, str], edges: Iterable[Edge], numbers: Mapping[str, int]
) -> dict[int, str]:
    """The hubs of the communities with code of the project: the class that most of the code needs; where none is needed
    by several the file that holds half of the community; else what is needed most."""
    users: dict[str, set[str]] = {}
    for edge in edges:
        source, target = parts.get(edge.source, edge.source), parts.get(edge.target, edge.target)
        if edge.relation in USES and source != target and not is_test(nodes[source]):
            users.setdefault(target, set()).add(source)
    members: dict[int, list[str]] = {}
    for identity in sorted(numbers):
        if is_project_code(nodes[identity]):
            members.setdefault(numbers[identity], []).append(identity)
    return {number: _hub_of_code(nodes, found, users) for number, found in members.items()}


def _hub_of_code(nodes: Mapping[str, Node], found: Sequence[str], users: Mapping[str, set[str]]) -> str:
    held = Counter(nodes[each].source_file for each in found if nodes[each].kind != "file")

    def standing(identity: str) -> tuple[int, int, str]:
        kind, need = nodes[identity].kind, len(users.get(identity, ()))
        is_class = kind == "class" and not nodes[identity].label.startswith("_")
        if is_class and need >= _SEVERAL:
            return 0, -need, identity
        if kind == "file" and held[nodes[identity].source_file] * 2 >= held.total() > 0:
            return 1, -held[nodes[identity].source_file], identity
        return 2 if is_class else {"file": 4, "variable": 5}.get(kind, 3), -need, identity

    return min(found, key=standing)


def _named(
    nodes: Mapping[str, Node],
    pairs: list[tuple[str, str, float]],
    numbers: Mapping[str, int],
    of_code: Mapping[int, str],
) -> Communities:
    """Numbers replaced by hubs: of code those given, else the node with the strongest bonds inside; a note before
    anything else."""
    inside: dict[str, float] = dict.fromkeys(numbers, 0.0)
    for one, other, weight in pairs:
        if numbers[one] == numbers[other]:
            inside[one] += weight
            inside[other] += weight
    members: dict[int, list[str]] = {}
    for identity in sorted(numbers):
        members.setdefault(numbers[identity], []).append(identity)
    hubs = {
        number: min(group, key=lambda each: (_standing(nodes[each]), -round(inside[each], 6), each))
        for number, group in members.items()
        if number not in of_code
    }
    hubs.update(of_code)
    sizes = {hubs[number]: len(group) for number, group in members.items()}
    ordered = dict(sorted(sizes.items(), key=lambda item: (-item[1], item[0])))
    return Communities({identity: hubs[number] for identity, number in sorted(numbers.items())}, ordered)


def _standing(node: Node) -> int:
    if is_code(node):
        return 8 if is_test(node) else {"file": 6, "variable": 7}.get(node.kind, 5)
    return {"note": 0, "concept": 1, "canvas": 2, "tag": 3}.get(node.kind, 4)
