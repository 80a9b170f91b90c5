"""The questions one can ask a graph, as functions: command line, hooks and MCP call these same ones."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

from extractors.source import MAX_BYTES
from graph.asking.dependents import Affected, farther
from graph.asking.dependents import affected as find_affected
from graph.asking.explaining import Explanation, Neighbour
from graph.asking.explaining import explain as explain_node
from graph.asking.paths import Path as GraphPath
from graph.asking.paths import find_path
from graph.asking.query import Ambiguous, Meant, Unknown, look_up
from graph.model import Node
from graph.text import DEFAULT_BUDGET
from vaultkit.building.artifacts import GRAPH
from vaultkit.building.collector import without_collector
from vaultkit.building.standing import reasons, root_of, standing
from vaultkit.config import OUT_NAME, absolute, current_folder, find_graph_root
from vaultkit.disk.contents import read_text
from vaultkit.disk.database import IndexChanged
from vaultkit.errors import VaultkitError
from vaultkit.indexing.index import NAME, open_for_reading
from vaultkit.indexing.reader import Reader

if TYPE_CHECKING:
    from graph.asking.answering import Scored
    from graph.asking.budget import Cut

T = TypeVar("T")
_TRIES: Final = 3
_ALL: Final = -1
"""No limit, in SQL."""

Unclear = Ambiguous | Unknown


class Taken(NamedTuple):
    """What was taken for a name, as nothing else is called like it."""

    name: str
    node: Node


class Asked(NamedTuple, Generic[T]):
    """An answer, and how the graph stands to its files."""

    answer: T
    behind: str
    """What is behind, in words; "" if the graph is up to date."""
    taken: tuple[Taken, ...] = ()
    """What was taken for names that no node bears."""


class Narrowing(NamedTuple):
    """What a question is limited to."""

    tags: tuple[str, ...] = ()
    """Only nodes with all of these tags, or tags below them."""
    depth: int = 1
    """How many steps along the edges a match widens."""
    budget: int = DEFAULT_BUDGET
    """Tokens that the answer may cost."""


def find_out(graph: Path | None, start: Path | None = None) -> Path:
    """The folder of the graph that is meant: of this file, else the nearest one to `start`, else the vault's.

    `start` is the current folder if it is None. Raises VaultkitError.
    """
    out = find_graph_root(start or current_folder()).out if graph is None else _folder_of(graph)
    if not (out / GRAPH).is_file() and not (out / NAME).is_file():
        raise VaultkitError(f"there is no graph in {out}", "build it: graphify PATH")
    return absolute(out)


def root_folder(out: Path) -> Path:
    """The folder that the graph in `out` was built from. Raises VaultkitError."""
    with open_for_reading(out / NAME) as index:
        return root_of(index, out)


def _folder_of(graph: Path) -> Path:
    """The folder of a graph.json, which may be named itself or by the vault around it."""
    if not graph.is_dir():
        if graph.name != GRAPH:
            raise VaultkitError(f"{graph} is no {GRAPH}", f"name the {GRAPH} of a graph, or its vault")
        return graph.parent
    return graph / OUT_NAME if (graph / OUT_NAME).is_dir() else graph


def gods(out: Path, top: int, tags: Sequence[str] = ()) -> Asked[list[tuple[Node, int]]]:
    """The best god nodes with their degrees, of those with all of these tags."""

    def ask(reader: Reader, root: Path) -> list[tuple[Node, int]]:
        only = _tagged(reader, tags)
        if only is None:
            return reader.gods(top)
        return [(node, degree) for node, degree in reader.gods(_ALL) if node.id in only][:top]

    return _ask(out, ask)


def query(out: Path, question: str, narrowing: Narrowing) -> Asked[Cut]:
    """The answer to a question in words, cut to its budget; its lines are read from the files now."""
    from graph.asking.answering import answer  # who asks for a name needs no search
    from graph.asking.budget import cut

    def ask(reader: Reader, root: Path) -> Cut:
        only = _tagged(reader, narrowing.tags)
        whole = answer(reader, question, _line_reader(root), only=only, depth=narrowing.depth)
        return cut(whole, narrowing.budget, "" if whole.nodes else reader.covered())

    return _ask(out, ask)


def search(out: Path, text: str, tags: Sequence[str], limit: int) -> Asked[list[Scored]]:
    """The nodes in which the words stand, best first."""
    from graph.asking.answering import search as search_nodes

    return _ask(out, lambda reader, root: search_nodes(reader, text, _tagged(reader, tags), limit))


def path(
    out: Path, start: str, goal: str, *, undirected: bool
) -> Asked[tuple[Sequence[Node], Sequence[Node], GraphPath] | Unclear]:
    """The best path between two names; of names of overloads, between any of them."""
    taken: dict[str, Node] = {}

    def ask(reader: Reader, root: Path) -> tuple[Sequence[Node], Sequence[Node], GraphPath] | Unclear:
        ends = [_named(reader, name, taken) for name in (start, goal)]
        for end in ends:
            if isinstance(end, Ambiguous | Unknown):
                return end
        one, other = (end for end in ends if not isinstance(end, Ambiguous | Unknown))
        return one, other, find_path(reader, one, other, undirected=undirected)

    return _with(_ask(out, ask), taken)


def explain(out: Path, name: str, tags: Sequence[str] = ()) -> Asked[Explanation | Unclear]:
    """What a name means and is connected with; of what it is connected with only that with all of these tags."""
    taken: dict[str, Node] = {}

    def ask(reader: Reader, root: Path) -> Explanation | Unclear:
        nodes, only = _named(reader, name, taken), _tagged(reader, tags)
        if isinstance(nodes, Ambiguous | Unknown):
            return nodes
        found = explain_node(reader, nodes)
        return found if only is None else _only(found, only)

    return _with(_ask(out, ask), taken)


def affected(out: Path, name: str, depth: int, tags: Sequence[str] = ()) -> Asked[Affected | Unclear]:
    """What depends on a name, by distance; only that with all of these tags."""
    taken: dict[str, Node] = {}

    def ask(reader: Reader, root: Path) -> Affected | Unclear:
        only, nodes = _tagged(reader, tags), _named(reader, name, taken)
        if isinstance(nodes, Ambiguous | Unknown):
            return nodes
        dependents = find_affected(reader, nodes, depth)
        beyond = farther(reader, nodes, dependents)
        if only is not None:
            dependents = [each for each in dependents if each.node.id in only]
            beyond &= only
        return Affected(nodes, dependents, depth, len(beyond))

    return _with(_ask(out, ask), taken)


def _named(reader: Reader, name: str, taken: dict[str, Node]) -> tuple[Node, ...] | Unclear:
    """The nodes that a name means; noted in `taken` if none is called so."""
    found = look_up(reader, name)
    if not isinstance(found, Meant):
        return found
    if not found.is_exact:
        taken[name] = found.nodes[0]
    return found.nodes


def _with(asked: Asked[T], taken: dict[str, Node]) -> Asked[T]:
    return asked._replace(taken=tuple(Taken(name, node) for name, node in taken.items()))


def _only(found: Explanation, only: Collection[str]) -> Explanation:
    """An explanation with the neighbours with these ids alone."""
    out, into, dispatched = (_among(each, only) for each in (found.out, found.into, found.dispatched))
    return Explanation(found.nodes, found.community, out, into, dispatched)


def _among(groups: Mapping[str, Sequence[Neighbour]], only: Collection[str]) -> dict[str, list[Neighbour]]:
    """The neighbours with these ids; without relations that lead to none of them."""
    kept = {relation: [each for each in group if each.node.id in only] for relation, group in groups.items()}
    return {relation: group for relation, group in kept.items() if group}


def _ask(out: Path, question: Callable[[Reader, Path], T]) -> Asked[T]:
    """Put a question to the index; again if a build replaced it meanwhile."""
    for tries_left in reversed(range(_TRIES)):
        try:
            with without_collector():
                with open_for_reading(out / NAME) as index:
                    found = question(Reader(index.connection), root_of(index, out))
                return Asked(found, _behind(out))
        except IndexChanged:
            if not tries_left:
                raise
    raise AssertionError("unreachable")


def _behind(out: Path) -> str:
    """What of the graph is behind, in words; an answer comes even when its root is gone."""
    try:
        stands = standing(out)
    except IndexChanged:
        raise
    except VaultkitError as fault:
        return f"nobody knows how far the graph is behind: {fault}"
    if not stands.behind:
        return ""
    remedy = f"bring it up to date: graphify {stands.root or 'PATH'}"
    return f"the graph {stands.may_be_behind} ({'; '.join(reasons(stands))}); {remedy}"


def _tagged(reader: Reader, tags: Sequence[str]) -> set[str] | None:
    if not tags:
        return None
    return set.intersection(*(_carriers(reader, tag) for tag in tags))


def _carriers(reader: Reader, tag: str) -> set[str]:
    carriers = reader.tagged(tag)
    if not carriers:
        raise VaultkitError(f"no note carries the tag {tag!r}", "see the tags of a note with: graphify explain NOTE")
    return carriers


def _line_reader(root: Path) -> Callable[[str], Sequence[str]]:
    """Reads the lines of a note as they are now, none if it is gone or has become a way out of the root."""

    def read_lines(source_file: str) -> Sequence[str]:
        file = root / source_file
        try:
            if not file.is_file() or file.stat().st_size > MAX_BYTES or not file.resolve().is_relative_to(root):
                return ()
            text = read_text(file, errors="replace").removeprefix("\ufeff")
        except OSError:
            return ()
        return text.split("\n")

    return read_lines
