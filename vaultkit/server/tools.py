"""The table of tools: what each is for, what it takes, and the function of the command line that answers it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from graph.asking.dependents import Dependent
from graph.asking.explaining import Explanation, Neighbour
from graph.asking.query import Ambiguous, Unknown
from graph.asking.wording import (
    CONDITIONS,
    answer_record,
    bond_record,
    brief_record,
    explanation_record,
    overloads_record,
    path_record,
    through_record,
    unclear_record,
)
from graph.model import Edge, Node
from vaultkit import clock
from vaultkit.asking import questions
from vaultkit.asking.questions import Asked, Narrowing, Unclear, find_out
from vaultkit.asking.router import notes, why_none
from vaultkit.config import Root, find_vault, is_own_root, read_root
from vaultkit.errors import UsageError
from vaultkit.layers.ask import ask
from vaultkit.layers.question import Question
from vaultkit.server import arguments as takes
from vaultkit.server.fitting import fitted
from vaultkit.server.remembering import remember


class Served(NamedTuple):
    """For whom a server answers."""

    graph: Path | None
    """The graph.json that was named; None: the nearest one, found anew for each question."""
    folder: Path
    """Where the agent works."""

    def out(self) -> Path:
        """The folder of the graph, as it lies now. Raises VaultkitError."""
        return find_out(self.graph, self.folder)


class Answer(NamedTuple):
    """What a tool answers."""

    record: dict[str, Any]
    is_error: bool = False


class Tool(NamedTuple):
    """A row of the table."""

    about: str
    """For the agent: what it gets, and when to ask."""
    takes: type[takes.Arguments]
    answer: Callable[[Served, Any], Answer]
    writes: bool = False


def query_graph(served: Served, asked: takes.QueryGraph) -> Answer:
    """`graphify query`."""
    narrowing = Narrowing(_tags(asked.tags), asked.depth, asked.budget)
    found = questions.query(served.out(), asked.question, narrowing)
    record = answer_record(asked.question, found.answer)
    return _told(found, record if found.answer.nodes else {**record, "why": found.answer.text.strip()}, asked)


def get_node(served: Served, asked: takes.GetNode) -> Answer:
    """`graphify explain`, with the neighbours counted."""
    found = questions.explain(served.out(), asked.node)
    if not isinstance(found.answer, Explanation):
        return _unclear(found, found.answer, asked)
    whole = explanation_record(found.answer)
    ways = [way for way in _WAYS if way in whole]
    counts = {way: {relation: len(group) for relation, group in whole[way].items()} for way in ways}
    return _told(found, {**whole, **counts}, asked)


_WAYS: Final = {"out": "out", "in": "in", "dispatch": "in"}
"""Into which direction an edge leads; those that reach a method by one that it overrides are told apart."""


def neighbors(served: Served, asked: takes.Neighbors) -> Answer:
    """`graphify explain`, with the neighbours told."""
    found = questions.explain(served.out(), asked.node, _tags(asked.tags))
    if not isinstance(found.answer, Explanation):
        return _unclear(found, found.answer, asked)
    ways: dict[str, Mapping[str, Sequence[Neighbour]]] = {"out": found.answer.out, "in": found.answer.into}
    if found.answer.dispatched:
        ways["dispatch"] = found.answer.dispatched
    there = sorted({relation for groups in ways.values() for relation in groups})
    if asked.relation and asked.relation not in there and not asked.tags:
        what = f"{asked.node!r} has no relation {asked.relation!r}"
        raise UsageError(what, f"it has: {', '.join(there)}" if there else "it has none")
    shown = {way: _neighbors(ways[way], asked.relation) for way in ways if asked.direction in (_WAYS[way], "both")}
    total = sum(len(group) for groups in shown.values() for group in groups.values())
    return _told(found, {**_asked_for(found.answer.nodes), "total": total, **shown}, asked)


def shortest_path(served: Served, asked: takes.ShortestPath) -> Answer:
    """`graphify path`."""
    found = questions.path(served.out(), asked.source, asked.target, undirected=asked.undirected)
    if isinstance(found.answer, Ambiguous | Unknown):
        return _unclear(found, found.answer, asked)
    record = path_record(found.answer[2])
    if not record["found"] and not asked.undirected:
        record["why"] = "no edges lead there; against their direction there may be a path: undirected"
    return _told(found, record, asked)


def god_nodes(served: Served, asked: takes.GodNodes) -> Answer:
    """`graphify gods`."""
    found = questions.gods(served.out(), asked.top, _tags(asked.tags))
    return _told(found, {"gods": [{**brief_record(node), "degree": degree} for node, degree in found.answer]}, asked)


def affected(served: Served, asked: takes.Affected) -> Answer:
    """`graphify affected`."""
    found = questions.affected(served.out(), asked.node, asked.depth, _tags(asked.tags))
    if isinstance(found.answer, Ambiguous | Unknown):
        return _unclear(found, found.answer, asked)
    nodes, dependents, _, beyond = found.answer
    told = [_dependent(each) for each in dependents]
    record = {**_asked_for(nodes), "total": len(told), "farther": beyond, "affected": told}
    return _told(found, record, asked)


def search_notes(served: Served, asked: takes.SearchNotes) -> Answer:
    """`vaultkit notes`, on the vault that is served."""
    root, tags, text = _vault(served), _tags(asked.tags), asked.text.strip()
    if not text and not tags:
        raise UsageError("search_notes: neither text nor tags say what to search for", "give words, tags or both")
    found = [entry._asdict() for entry in notes(root, tags, text, asked.top)]
    why = {} if found else {"why": why_none(root, tags)}
    return Answer(fitted({"vault": str(root.path), "notes": found, **why}, asked.budget))


def recall(served: Served, asked: takes.Recall) -> Answer:
    """`vaultkit ask`."""
    question = Question(asked.question.strip(), served.folder, clock.now())
    return Answer(fitted(ask(question, asked.layers, asked.budget, asked.top).record(), asked.budget))


def keep(served: Served, wanted: takes.Remember) -> Answer:
    """`vaultkit mem remember`, else `vaultkit shelf remember`."""
    return Answer(remember(served.folder, wanted))


TOOLS: Final[Mapping[str, Tool]] = {
    "query_graph": Tool(
        "Answers a question from the knowledge graph of notes and code: the nodes that match best, how they are "
        "connected, and the lines that say so, with their files. Ask it before you read files.",
        takes.QueryGraph,
        query_graph,
    ),
    "get_node": Tool(
        "What a node is: kind, file and line, summary or signature, tags, community, and how many edges of each "
        "relation leave and reach it.",
        takes.GetNode,
        get_node,
    ),
    "neighbors": Tool(
        "What a node is connected with, by direction and relation, each with its confidence and the place that states "
        "it: links of notes, callers and callees of code.",
        takes.Neighbors,
        neighbors,
    ),
    "shortest_path": Tool(
        "How one node leads to another: the best path, a hop for each edge.", takes.ShortestPath, shortest_path
    ),
    "god_nodes": Tool(
        "The entry points of the map: what most of the rest refers to. A good start in an unknown vault or project.",
        takes.GodNodes,
        god_nodes,
    ),
    "search_notes": Tool(
        "The notes of the vault in which words stand or that carry tags, told by their summaries, best first.",
        takes.SearchNotes,
        search_notes,
    ),
    "affected": Tool(
        "What depends on a node, by distance: what to look at before you change it.", takes.Affected, affected
    ),
    "recall": Tool(
        "One question to all memories: the vault, what happened when, what was remembered in git and on the shelf. "
        "One ranked answer, each hit with its layer, place, date and why.",
        takes.Recall,
        recall,
    ),
    "remember": Tool(
        "Keeps a decision, a preference or a lesson for later sessions: in git notes of the repository, else on the "
        "shelf. The answer says where.",
        takes.Remember,
        keep,
        writes=True,
    ),
}


def _neighbors(groups: Mapping[str, Sequence[Neighbour]], relation: str) -> dict[str, list[dict[str, Any]]]:
    return {
        name: [{**brief_record(each.node), "edge": _place(each.edge)} for each in group]
        for name, group in groups.items()
        if relation in ("", name)
    }


def _asked_for(nodes: Sequence[Node]) -> dict[str, Any]:
    """The node that was asked for, brief; of overloads all."""
    return {"node": brief_record(nodes[0]), **overloads_record(nodes, brief_record)}


def _dependent(each: Dependent) -> dict[str, Any]:
    edge = bond_record(each.certain)
    return {**brief_record(each.node), "distance": each.distance, "via": edge, **through_record(each)}


def _place(edge: Edge) -> dict[str, Any]:
    """How sure an edge is, where it is stated, in which words and when: its ends and its relation are known already."""
    ends = ("source", "target", "relation")
    more = {name: edge.attrs[name] for name in ("evidence", *CONDITIONS) if name in edge.attrs}
    return {name: value for name, value in bond_record(edge).items() if name not in ends} | more


def _told(asked: Asked[Any], record: dict[str, Any], arguments: takes.Question) -> Answer:
    """An answer within its budget, with what was taken for names that no node bears, and what the graph lags behind."""
    behind = {"behind": asked.behind} if asked.behind else {}
    taken = {"taken": {each.name: each.node.id for each in asked.taken}} if asked.taken else {}
    return Answer(fitted({**record, **taken, **behind}, arguments.budget))


def _unclear(asked: Asked[Any], unclear: Unclear, arguments: takes.Question) -> Answer:
    """Why a name could not be followed, with the nodes that may be meant."""
    record = unclear_record(unclear)
    which = "candidates" if "candidates" in record else "near"
    return _told(asked, {**record, which: [brief_record(node) for node in unclear[1]]}, arguments)._replace(
        is_error=True
    )


def _tags(given: Sequence[str]) -> tuple[str, ...]:
    """Tags as the graph knows them, with or without `#` and the slash of `tool/`."""
    return tuple(filter(None, (tag.strip().removeprefix("#").rstrip("/") for tag in given)))


def _vault(served: Served) -> Root:
    """The vault whose graph was named, else the one that `vaultkit notes` would ask. Raises VaultkitError."""
    if served.graph is not None:
        folder = questions.root_folder(served.out())
        if is_own_root(folder):
            return read_root(folder)
    return find_vault(None, served.folder)
