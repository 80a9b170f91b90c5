"""What questions ask of a graph, and which nodes are meant by a name."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Final, NamedTuple, Protocol

from graph.asking.rank import Candidate, Groups, Statistics
from graph.model import Edge, Node
from graph.naming import (
    fits_steps,
    has_generics_of,
    has_steps,
    has_types,
    is_code,
    is_told_whole,
    last_step,
    spoken_name,
    steps,
    without_types,
)
from graph.text import fold

NEAR: Final = 5
"""How many near names are offered for an unknown one."""
CANDIDATES: Final = 20
"""How many candidates of an ambiguous name are listed."""
REAL_PART: Final = 3
"""Characters from which a part of a name is looked for."""
_AFTER_COMMAS: Final = re.compile(r"(?<=,)\s+")
_WIKILINK: Final = re.compile(r"!?\[\[([^\[\]|#]+)(?:[#|].*)?\]\]", re.DOTALL)


class Bond(NamedTuple):
    """An edge without its evidence: enough to walk on."""

    source: str
    target: str
    relation: str
    score: float


class Community(NamedTuple):
    """Who belongs together."""

    id: str
    """The id of its hub."""
    name: str


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

    def community(self, identity: str, /) -> Community | None:
        """The community of a node, None if it has none."""

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


class Meant(NamedTuple):
    """What a name means."""

    nodes: tuple[Node, ...]
    """One, or all overloads of one name."""
    is_exact: bool
    """Whether it is called so: by its label, qualified name, id or an alias, not only by something like it."""


def find_node(view: GraphView, name: str) -> Node | Ambiguous | Unknown:
    """The one node that is called so, as `look_up` finds it; of overloads none is."""
    found = look_up(view, name)
    if not isinstance(found, Meant):
        return found
    return found.nodes[0] if len(found.nodes) == 1 else Ambiguous(name, found.nodes)


def look_up(view: GraphView, name: str) -> Meant | Ambiguous | Unknown:
    """What is called so: by id or path, else by label, else by alias, else by a part that only one has.

    A wikilink stands for the note it leads to (help: Internal links), a dotted name for the symbol or file of code
    whose place ends so: `Session.send`, `cli.main`, `requests/sessions.py::Session`; types in parentheses tell
    overloads apart and are not part of the name. Of names that differ in case only, the one that is spelt so is meant.
    A class is meant before its constructors and other members of its name; overloads are meant all together.
    """
    spelt = _WIKILINK.sub(r"\1", name.strip()).strip()
    key = fold(spelt)
    called, is_exact = _called(view, spelt, key)
    best = min((standing for _, standing in called), default=0)
    fits = sorted({identity for identity, standing in called if standing == best})
    alike = [each for each in fits if last_step(each) == last_step(spelt)] or fits
    if has_types(spelt):
        typed = [each for each in alike if each.endswith(_AFTER_COMMAS.sub(",", spelt))]
        fits, is_exact = typed or alike, is_exact and bool(typed)
    else:
        fits = _made_by(alike, fits)
    if not fits and len(key) >= REAL_PART:
        fits, is_exact = sorted(view.containing(key)), False
    nodes = _first_meant([node for node in map(view.node, fits) if node is not None])
    if nodes and len({without_types(node.id) for node in nodes}) == 1:
        return Meant(tuple(nodes), is_exact and all(_is_spelt(node, spelt) for node in nodes))
    if nodes:
        ordered = sorted(nodes, key=lambda node: (-view.degree(node.id), node.id))
        return Ambiguous(name, tuple(ordered[:CANDIDATES]))
    return Unknown(name, _near(view, key))


def _called(view: GraphView, spelt: str, key: str) -> tuple[list[tuple[str, int]], bool]:
    """(id, standing) of what is called so, and whether that is its name rather than something like it."""
    if not key:
        return [], True
    if called := view.called(key):
        return called, True
    dotted, is_exact = _dotted(view, spelt)
    return (dotted, is_exact) if dotted else (view.called(spoken_name(key)), True)


def _is_spelt(node: Node, spelt: str) -> bool:
    """Whether the case of a name is right, where that tells names apart: in code."""
    last = last_step(spelt)
    return not is_code(node) or last in node.id or fold(last) not in fold(node.id)


def _made_by(alike: list[str], fits: Collection[str]) -> list[str]:
    """Those that end as a name is spelt; if all of them are constructors their classes, which are called so as well:
    of a generic one, only `Store<T>.Store(int)` ends as `Store` is spelt."""
    around = {without_types(each).rpartition(".")[0] for each in alike}
    return sorted(around) if around.issubset(fits) else alike


def _first_meant(nodes: list[Node]) -> list[Node]:
    """Of nodes that are called alike those that the name means first: a class, rather than its own constructors; the
    only class, rather than members of others."""
    classes = [node for node in nodes if node.kind == "class"]
    made = tuple(f"{node.id}." for node in classes)
    left = [node for node in nodes if not (node.kind == "method" and node.id.startswith(made))]
    is_only = len(classes) == 1 and all(node.kind == "method" for node in left if node is not classes[0])
    return classes if is_only else left


def _dotted(view: GraphView, name: str) -> tuple[list[tuple[str, int]], bool]:
    """(id, standing) of the code that a dotted name or the end of a path fits; else of that whose place has its steps.

    The second is for names as others import them: `requests.get` is `get` in `requests/api.py`, which
    `requests/__init__.py` hands on. It is what the name says if that holds, or tells all but folders and file.
    """
    wanted = steps(name)
    lasts = dict.fromkeys(map(fold, wanted[-2:]))  # `utils.py` is a file called `utils`
    found = {(identity, standing) for last in lasts for identity, standing in view.called(last)}
    nodes = [(view.node(identity), standing) for identity, standing in sorted(found)]
    code = [(node, standing) for node, standing in nodes if node is not None and is_code(node)]
    fitting = [(node, standing) for node, standing in code if fits_steps(node, wanted)]
    spelt = [each for each in fitting if has_generics_of(each[0], wanted)]
    if fitting:
        return [(_first_of(view, node, wanted[-1]), standing) for node, standing in spelt or fitting], True
    passed = [(node.id, standing) for node, standing in code if has_steps(node, wanted)]
    handed_on = _handed_on(view, wanted[:-1]) if passed else set()
    passed_on = [each for each in passed if each[0] in handed_on]
    return passed_on or passed, bool(passed_on) or all(is_told_whole(identity, wanted) for identity, _ in passed)


def _first_of(view: GraphView, node: Node, name: str) -> str:
    """A file, or the class in it that has its name: `shop.Cart` is the class in `shop/Cart.java`."""
    inside = view.node(f"{node.id}::{name}") if node.kind == "file" else None
    return inside.id if inside is not None and inside.kind == "class" else node.id


def _handed_on(view: GraphView, wanted: list[str]) -> set[str]:
    """What the files that these steps name import, and so offer under their own names."""
    called = view.called(fold(wanted[-1])) if wanted else []
    files = [node for node in (view.node(identity) for identity, _ in called) if node is not None and is_code(node)]
    named = [node for node in files if node.kind == "file" and fits_steps(node, wanted)]
    return {edge.target for node in named for edge in view.edges_from(node.id) if edge.relation == "imports"}


def known(view: GraphView, identity: str) -> Node:
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
