"""Questions about one node: who is meant, what it is connected with, what hangs on it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Final, NamedTuple, Protocol

from graph.model import Edge, Node
from graph.naming import fits_steps, has_steps, has_types, is_code, last_step, spoken_name, steps
from graph.rank import Candidate, Groups, Statistics
from graph.text import fold

NEAR: Final = 5
"""How many near names are offered for an unknown one."""
CANDIDATES: Final = 20
"""How many candidates of an ambiguous name are listed."""
REAL_PART: Final = 3
"""Characters from which a part of a name is looked for."""
_NO_NEED: Final = frozenset({"mentions", "contains"})
"""Relations that make nothing depend on what they lead to."""
_WIKILINK: Final = re.compile(r"!?\[\[([^\[\]|#]+)(?:[#|].*)?\]\]", re.DOTALL)


class Bond(NamedTuple):
    """An edge without its evidence: enough to walk on."""

    source: str
    target: str
    relation: str
    score: float


class GraphView(Protocol):
    """What questions ask of a graph; the index answers from disk."""

    def node(self, identity: str, /) -> Node | None:
        """The node with this id."""

    def called(self, key: str, /) -> list[tuple[str, int]]:
        """(id, standing) of the nodes with this folded name."""

    def containing(self, part: str, /) -> list[str]:
        """The ids of nodes whose folded name has this part."""

    def all_names(self) -> Iterable[str]:
        """Every folded name."""

    def edges_from(self, identity: str, /) -> list[Edge]:
        """The edges that leave a node, sorted."""

    def edges_to(self, identity: str, /) -> list[Edge]:
        """The edges that reach a node, sorted."""

    def bonds_from(self, identity: str, /) -> Iterable[Bond]:
        """The edges that leave a node, in no order."""

    def bonds_to(self, identity: str, /) -> Iterable[Bond]:
        """The edges that reach a node, in no order."""

    def parts(self, beginning: str, /) -> list[str]:
        """The ids that begin with these characters and go on, sorted."""

    def hub(self, identity: str, /) -> str:
        """The id of a node's community, "" if it has none."""

    def degree(self, identity: str, /) -> int:
        """With how many nodes a node is connected over real relations."""

    def languages(self) -> list[str]:
        """The languages of the notes."""

    def find(self, groups: Groups, only: Collection[str] | None, /) -> list[Candidate]:
        """The documents that may answer."""

    def statistics(self) -> Statistics:
        """What ranking needs to know of all documents."""

    def tagged(self, tag: str, /) -> set[str]:
        """The ids of the nodes that carry a tag or one below it."""


class Ambiguous(NamedTuple):
    """Several nodes are called so."""

    name: str
    candidates: tuple[Node, ...]


class Unknown(NamedTuple):
    """No node is called so."""

    name: str
    near: tuple[Node, ...]


class Neighbour(NamedTuple):
    """An edge and the node at its other end."""

    edge: Edge
    node: Node


class Explanation(NamedTuple):
    """A node and all it is connected with."""

    node: Node
    hub: Node | None
    """The node its community is named after."""
    out: dict[str, list[Neighbour]]
    """By relation."""
    into: dict[str, list[Neighbour]]


class Affected(NamedTuple):
    """A node and what depends on it."""

    node: Node
    dependents: list[Dependent]
    """Those at most so many steps away, the nearest first."""
    depth: int
    farther: int
    """How many depend on it at more steps."""


class Dependent(NamedTuple):
    """A node that depends on another."""

    node: Node
    distance: int
    via: Edge
    """The edge that makes it depend on a nearer one."""


def find_node(view: GraphView, name: str) -> Node | Ambiguous | Unknown:
    """The node that is called so: by id or path, else by label, else by alias, else by a part that only one has.

    A wikilink stands for the note it leads to (help: Internal links), a dotted name for the symbol or file of code
    whose place ends so: `Session.send`, `cli.main`, `requests/sessions.py::Session`; types in parentheses tell
    overloads apart and are not part of the name. Of names that differ in case only, the one that is spelt so is meant.
    """
    spelt = _WIKILINK.sub(r"\1", name.strip()).strip()
    key = fold(spelt)
    called = (view.called(key) or _dotted(view, spelt) or view.called(spoken_name(key))) if key else []
    best = min((standing for _, standing in called), default=0)
    fits = sorted({identity for identity, standing in called if standing == best})
    fits = [each for each in fits if last_step(each) == last_step(spelt)] or fits
    if has_types(spelt):
        fits = [each for each in fits if each.endswith(spelt)] or fits
    if not fits and len(key) >= REAL_PART:
        fits = sorted(view.containing(key))
    nodes = [node for node in map(view.node, fits) if node is not None]
    if len(nodes) == 1:
        return nodes[0]
    if nodes:
        ordered = sorted(nodes, key=lambda node: (-view.degree(node.id), node.id))
        return Ambiguous(name, tuple(ordered[:CANDIDATES]))
    return Unknown(name, _near(view, key))


def _dotted(view: GraphView, name: str) -> list[tuple[str, int]]:
    """(id, standing) of the code that a dotted name or the end of a path fits; else of that whose place has its steps.

    The second is for names as others import them: `requests.get` is `get` in `requests/api.py`, which
    `requests/__init__.py` hands on.
    """
    wanted = steps(name)
    lasts = dict.fromkeys(map(fold, wanted[-2:]))  # `utils.py` is a file called `utils`
    found = {(identity, standing) for last in lasts for identity, standing in view.called(last)}
    nodes = [(view.node(identity), standing) for identity, standing in sorted(found)]
    code = [(node, standing) for node, standing in nodes if node is not None and is_code(node)]
    exact = [(node.id, standing) for node, standing in code if fits_steps(node, wanted)]
    if exact:
        return exact
    passed = [(node.id, standing) for node, standing in code if has_steps(node, wanted)]
    handed_on = _handed_on(view, wanted[:-1]) if len(passed) > 1 else set()
    return [each for each in passed if each[0] in handed_on] or passed


def _handed_on(view: GraphView, wanted: list[str]) -> set[str]:
    """What the files that these steps name import, and so offer under their own names."""
    called = view.called(fold(wanted[-1])) if wanted else []
    files = [node for node in (view.node(identity) for identity, _ in called) if node is not None and is_code(node)]
    named = [node for node in files if node.kind == "file" and fits_steps(node, wanted)]
    return {edge.target for node in named for edge in view.edges_from(node.id) if edge.relation == "imports"}


def explain(view: GraphView, node: Node) -> Explanation:
    """What a node links to and what links to it, the surest first."""
    hub = view.node(view.hub(node.id))
    out = [_neighbour(view, edge, edge.target) for edge in view.edges_from(node.id)]
    into = [_neighbour(view, edge, edge.source) for edge in view.edges_to(node.id)]
    return Explanation(node, hub, _grouped(out), _grouped(into))


def affected(view: GraphView, node: Node, depth: int) -> list[Dependent]:
    """What depends on a node over real relations, by distance, at most `depth` steps away; each node once.

    On a file or class depends what depends on anything in it. What holds something does not depend on it.
    """
    own = _members(view, node.id)
    found: dict[str, Dependent] = {}
    level = sorted(own)
    for distance in range(1, depth + 1):
        edges = [edge for identity in level for edge in view.edges_to(identity) if edge.relation not in _NO_NEED]
        level = []
        if not edges:
            break
        for edge in sorted(edges, key=_by_source):
            if edge.source not in own and edge.source not in found:
                found[edge.source] = Dependent(_known(view, edge.source), distance, edge)
                level.append(edge.source)
    return list(found.values())


def farther(view: GraphView, node: Node, dependents: Iterable[Dependent]) -> set[str]:
    """The ids of what depends on a node beyond those that are known to: at more steps than theirs."""
    near = {each.node.id for each in dependents}
    seen = near | _members(view, node.id)
    pending = sorted(seen)
    found: set[str] = set()
    while pending:
        bonds = view.bonds_to(pending.pop())
        fresh = {bond.source for bond in bonds if bond.relation not in _NO_NEED} - seen
        seen |= fresh
        found |= fresh
        pending += fresh
    return found


def _members(view: GraphView, identity: str) -> set[str]:
    """A node and all that it contains."""
    members, pending = {identity}, [identity]
    while pending:
        inside = {edge.target for edge in view.edges_from(pending.pop()) if edge.relation == "contains"}
        pending += sorted(inside - members)
        members |= inside
    return members


def _grouped(neighbours: Iterable[Neighbour]) -> dict[str, list[Neighbour]]:
    groups: dict[str, list[Neighbour]] = {}
    for each in sorted(neighbours, key=_by_relation):
        groups.setdefault(each.edge.relation, []).append(each)
    return groups


def _by_source(edge: Edge) -> tuple[str, float, str, str, str]:
    return edge.source, -edge.confidence_score, edge.relation, edge.target, edge.source_file


def _by_relation(each: Neighbour) -> tuple[str, float, str, str]:
    return each.edge.relation, -each.edge.confidence_score, each.node.id, each.edge.source_file


def _neighbour(view: GraphView, edge: Edge, identity: str) -> Neighbour:
    return Neighbour(edge, _known(view, identity))


def _known(view: GraphView, identity: str) -> Node:
    """The node at the end of an edge; every edge has one."""
    node = view.node(identity)
    if node is None:
        raise LookupError(f"the graph has an edge to {identity!r}, but no such node")
    return node


def _near(view: GraphView, key: str) -> tuple[Node, ...]:
    """The nodes whose names are spelt most like `key`."""
    from difflib import get_close_matches

    names = [name for name in view.all_names() if abs(len(name) - len(key)) <= 1 + len(key) // 3]
    found: dict[str, Node] = {}
    for name in get_close_matches(key, names, NEAR, 0.6):
        for identity, _ in sorted(view.called(name)):
            node = view.node(identity)
            if node is not None:
                found.setdefault(identity, node)
    return tuple(found.values())[:NEAR]
