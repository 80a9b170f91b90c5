"""Answers as text for people and agents, and as records for programs. The only place that words them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import prod
from typing import TYPE_CHECKING, Any, Final

from graph.asking.query import Ambiguous
from graph.codec import edge_record, node_record
from graph.facts import ENTERS, FOR_TYPES, LATE
from graph.model import EXTRACTED, Edge, Node, ends_in_doubt
from graph.naming import is_code, names_apart, qualified_name, without_types
from graph.text import counted

if TYPE_CHECKING:
    from graph.asking.answering import Quote, Scored
    from graph.asking.budget import Cut
    from graph.asking.dependents import Affected, Dependent
    from graph.asking.explaining import Explanation, Neighbour
    from graph.asking.paths import Hop, Path
    from graph.asking.query import Unknown

    Groups = Mapping[str, Sequence[Neighbour]]
    """Neighbours by relation."""

CONNECTIONS: Final = "Connections:\n"
_UNKNOWN_WIDTH: Final = 120
_CALLED: Final = {
    "calls": ("calls", "called by"),
    "contains": ("contains", "contained in"),
    ENTERS: ("enters at", "entry point of"),
    "imports": ("imports", "imported by"),
    "inherits": ("inherits from", "inherited by"),
    "implements": ("implements", "implemented by"),
    "overrides": ("overrides", "overridden by"),
    "references": ("refers to", "referred to by"),
    "tests": ("tests", "tested by"),
}
"""Relations of code in words, from either end."""
CONDITIONS: Final = ("names", "when", "build")
"""Attributes of edges of code: by what name, when, and in which builds they hold."""
_WHEN: Final = {LATE: "not at load", FOR_TYPES: "for types alone"}
_SHOWN: Final = 20
"""Neighbours listed of one relation."""


# Text


def name_of(node: Node) -> str:
    """What a node is called in an answer: its label, a symbol of code with what it belongs to."""
    return one_line(qualified_name(node))


def names_of(nodes: Sequence[Node]) -> str:
    """What a node is called, or what the overloads of one name are called together."""
    return name_of(nodes[0]) if len(nodes) == 1 else f"{without_types(name_of(nodes[0]))} ({len(nodes)} overloads)"


def about(node: Node) -> list[str]:
    """What is known of a node in a line each: its signature, its summary."""
    attrs = node.attrs
    return [one_line(each) for each in (attrs.get("signature"), attrs.get("summary") or attrs.get("docstring")) if each]


def place_of(node: Node) -> str:
    """Where a node stands: its file and line, or what it is if it has no file."""
    if not node.source_file:
        return {"unresolved": "no such note yet"}.get(node.kind, node.kind)
    line = node.source_location.removeprefix("L")
    return one_line(f"{node.source_file}:{line}" if node.file_type == "code" and line else node.source_file)


def heading(number: int, node: Node, *, brief: bool = False) -> str:
    """A numbered node with its place and, unless `brief`, its signature and summary."""
    lines = "" if brief else "".join(f"   {line}\n" for line in about(node))
    return f"{number}. {name_of(node)} ({place_of(node)})\n{lines}"


def quote_line(quote: Quote) -> str:
    """A line of a note, with its number."""
    return f"   L{quote.line}: {one_line(quote.text)}\n"


def edge_line(edge: Edge, names: Mapping[str, str]) -> str:
    """A connection in one line: who, how, whom, how sure and where it stands."""
    source, target = (one_line(names.get(each, each)) for each in edge[:2])
    return f"- {source} {_arrow(edge)} {target} ({certainty(edge)})\n"


def certainty(edge: Edge) -> str:
    """How sure an edge is, the line that states it, and when or where it holds."""
    file = one_line(edge.source_file)
    line = edge.source_location
    place = (line if edge.source_file == edge.source else f"{file}:{line}") if line else file
    place += "".join(f", {_told_apart(edge.attrs, name)}" for name in CONDITIONS if name in edge.attrs)
    if edge.confidence == EXTRACTED:
        return place
    doubts = prod(map(len, ends_in_doubt(edge)))
    return f"{place}, {edge.confidence} {edge.confidence_score:.2g}" + (f", one of {doubts}" if doubts > 1 else "")


def _told_apart(attrs: Mapping[str, Any], name: str) -> str:
    """One of the conditions of an edge, in words."""
    if name == "names":
        return one_line(f"as {', '.join(attrs[name])}")
    return f"builds with {one_line(attrs[name])}" if name == "build" else _WHEN[attrs[name]]


def _proof(edge: Edge, margin: str) -> str:
    """The words of a note that an edge rests on, in a line; "" where its place says all."""
    words = edge.attrs.get("evidence")
    return f'{margin}"{one_line(words)}"\n' if words else ""


def cut_line(nodes: int, edges: int) -> str:
    """What was left out of an answer."""
    counts = ((nodes, "node"), (edges, "connection"))
    left = (counted(count, f"more {what}") for count, what in counts if count)
    return f"Cut: {' and '.join(left) or 'more lines'}; raise --budget, or ask more narrowly.\n"


def unknown_line(words: Sequence[str]) -> str:
    """The words of a question that stand nowhere."""
    return f"Nowhere in the graph: {', '.join(map(one_line, words[:8]))}.\n"[:_UNKNOWN_WIDTH] if words else ""


def nothing_found(question: str, covered: str) -> str:
    """What is said when there is no answer."""
    return f"Nothing in the graph matches {one_line(question)!r}.{' It covers ' + covered + '.' if covered else ''}\n"


def hits_text(hits: Sequence[Scored]) -> str:
    """A ranked list."""
    return "".join(heading(number, hit.node) for number, hit in enumerate(hits, start=1))


def gods_text(gods: Sequence[tuple[Node, int]]) -> str:
    """God nodes, one a line: how many refer to it (of code: need it or are needed by it), its name, its summary."""
    if not gods:
        return "No note refers to another yet.\n"
    return "".join(f"{degree:>5}  {name_of(node)}{_dash(node)}\n" for node, degree in gods)


def _dash(node: Node) -> str:
    place = f" ({place_of(node)})" if is_code(node) else ""
    summary = node.attrs.get("summary") or node.attrs.get("docstring", "")
    return f"{place}: {one_line(summary)}" if summary else place


def path_text(path: Path, starts: Sequence[Node], goals: Sequence[Node]) -> str:
    """A path, a hop a line, or that there is none."""
    if not path.found:
        return f"No path leads from {names_of(starts)} to {names_of(goals)}.\n"
    names = names_apart(path.nodes)
    steps = zip(path.hops, path.nodes[1:], strict=True)
    lines = (
        f"  {_arrow(hop.edge, forward=hop.forward)} {one_line(names[node.id])} ({_hop_certainty(hop)})\n"
        f"{_proof(hop.edge, '     ')}"
        for hop, node in steps
    )
    last = path.nodes[-1]
    is_goal = last.id in {goal.id for goal in goals}
    part = "" if is_goal else f"{name_of(last)} is a part of {names_of(goals)}.\n"
    return f"{name_of(path.nodes[0])} ({place_of(path.nodes[0])})\n" + "".join(lines) + part


def _hop_certainty(hop: Hop) -> str:
    """How sure a step is; of one to a method that overrides another, why it is one."""
    why = ": a call of what it overrides may reach it" if hop.is_dispatch else ""
    return certainty(hop.edge) + why


def _arrow(edge: Edge, *, forward: bool = True) -> str:
    relation = one_line(edge.relation)
    return f"--{relation}-->" if forward else f"<--{relation}--"


def explanation_text(explanation: Explanation) -> str:
    """A node with its summary, tags and neighbours, grouped by direction and relation."""
    nodes = explanation.nodes
    is_one = len(nodes) == 1
    parts = [] if is_one else [f"{names_of(nodes)}\n"]
    for node in nodes if is_one else nodes[:_SHOWN]:
        parts += [f"{name_of(node)} ({place_of(node)})\n", *_described(node)]
    if len(nodes) > _SHOWN:
        parts.append(f"and {len(nodes) - _SHOWN} more (--json lists all)\n")
    community = one_line(explanation.community.name) if explanation.community else ""
    if community not in ("", name_of(nodes[0])):
        parts.append(f"  community: {community}\n")
    ways = (explanation.out, explanation.into)
    others = (each.node for way in (*ways, explanation.dispatched) for group in way.values() for each in group)
    names = names_apart((*nodes, *others))
    for arrow, way in zip(("->", "<-"), ways, strict=True):
        parts += _neighbours_text(arrow, way, names, is_code(nodes[0]))
    return "".join([*parts, *_dispatched_text(explanation, names)])


def _dispatched_text(explanation: Explanation, names: Mapping[str, str]) -> Iterable[str]:
    """Who may reach a method by one that it overrides."""
    for relation, neighbours in explanation.dispatched.items():
        words = _CALLED.get(relation, (relation, relation))[1]
        yield f"<- {one_line(words)}, via dispatch of what it overrides ({len(neighbours)})\n"
        for each in neighbours[:_SHOWN]:
            base = without_types(_called(each.edge.target))
            yield f"     {one_line(names[each.node.id])} --> {base} ({certainty(each.edge)})\n"
        if len(neighbours) > _SHOWN:
            yield f"     and {len(neighbours) - _SHOWN} more (--json lists them)\n"
    if explanation.dispatched_more:
        yield f"   {explanation.dispatched_more:,} more reach it so (graphify affected)\n"


def _described(node: Node) -> Iterable[str]:
    """What is known of a node itself, a line each."""
    yield from (f"  {line}\n" for line in about(node))
    for name in ("aliases", "tags", "decorators", "remarks"):
        if items := node.attrs.get(name):
            yield f"  {name}: {one_line(', '.join(items))}\n"


def _neighbours_text(arrow: str, groups: Groups, names: Mapping[str, str], of_code: bool) -> Iterable[str]:
    for relation, neighbours in groups.items():
        words = _CALLED.get(relation, (relation, relation)) if of_code else (relation, relation)
        yield f"{arrow} {one_line(words[arrow == '<-'])} ({len(neighbours)})\n"
        for each in neighbours[:_SHOWN]:
            yield f"     {one_line(names[each.node.id])} ({certainty(each.edge)})\n{_proof(each.edge, '       ')}"
        if len(neighbours) > _SHOWN:
            yield f"     and {len(neighbours) - _SHOWN} more (--json lists all)\n"


def affected_text(affected: Affected) -> str:
    """What depends on a node, by distance, and how much more does at more steps."""
    if not affected.dependents and not affected.farther:
        return f"Nothing refers to {names_of(affected.nodes)}.\n"
    lines = [_dependent_line(each) for each in affected.dependents]
    if affected.farther:
        deeper = affected.depth + 1
        lines.append(f"and {affected.farther:,} more at {deeper} or more steps: --depth {deeper}\n")
    return "".join(lines)


def _dependent_line(each: Dependent) -> str:
    """Who depends on what, how surely, and over which overridden method."""
    said = certainty(each.certain)
    if each.through:
        said += f": through what {without_types(_called(each.through[0].source))} overrides"
    forward = each.via.source == each.node.id
    other = _called(each.via.target if forward else each.via.source)
    arrow = _arrow(each.via, forward=forward)
    return f"{each.distance}  {name_of(each.node)} ({place_of(each.node)}) {arrow} {other} ({said})\n"


def _called(identity: str) -> str:
    """The end of an edge of which only the id is known."""
    return one_line(identity.partition("::")[2] or identity)


def unclear_text(unclear: Ambiguous | Unknown) -> str:
    """Why a name could not be followed, and what could be meant."""
    name = one_line(unclear.name[:_UNKNOWN_WIDTH])
    others = unclear[1]
    if isinstance(unclear, Ambiguous):
        words = f"{name!r} fits several nodes; name one by its path:\n"
    else:
        words = f"no node is called {name!r}" + ("; near are:\n" if others else "; try `graphify search`\n")
    return words + "".join(f"  {one_line(node.id)}  ({_told(node)})\n" for node in others)


def taken_line(name: str, node: Node) -> str:
    """What was taken for a name, as no node bears it."""
    return f"no node is called {one_line(name[:_UNKNOWN_WIDTH])}; taken: {name_of(node)} ({place_of(node)})"


def _told(node: Node) -> str:
    """What tells one candidate from another beside its id."""
    return f"{node.kind}, {place_of(node)}" if is_code(node) else one_line(node.label)


def one_line(text: str) -> str:
    """Untrusted text without line breaks and control characters."""
    return "".join(character if character.isprintable() else " " for character in " ".join(text.split()))


# Records


def scored_record(hit: Scored) -> dict[str, Any]:
    """A node with its score, brief."""
    return {**brief_record(hit.node), "score": hit.score}


def brief_record(node: Node) -> dict[str, Any]:
    """What tells a node from others, and what it is about; of a symbol of code its signature too."""
    signature = {"signature": node.attrs["signature"]} if "signature" in node.attrs else {}
    return {
        "id": node.id,
        "label": node.label,
        "kind": node.kind,
        "source_file": node.source_file,
        "source_location": node.source_location,
        **signature,
        "summary": node.attrs.get("summary") or node.attrs.get("docstring", ""),
    }


def bond_record(edge: Edge) -> dict[str, Any]:
    """An edge, brief."""
    return {
        "source": edge.source,
        "target": edge.target,
        "relation": edge.relation,
        "confidence": edge.confidence,
        "confidence_score": edge.confidence_score,
        "source_file": edge.source_file,
        "source_location": edge.source_location,
    }


def answer_record(question: str, found: Cut) -> dict[str, Any]:
    """An answer to a question: nodes, edges and lines, and what its text costs."""
    return {
        "question": question,
        "nodes": [scored_record(each) for each in found.nodes],
        "edges": [bond_record(edge) for edge in found.edges],
        "lines": [quote_record(quote) for quote in found.quotes],
        "tokens": found.tokens,
        "truncated": found.truncated,
    }


def gods_record(gods: Sequence[tuple[Node, int]]) -> dict[str, Any]:
    """God nodes with their degrees."""
    return {"gods": [node_record(node, {"degree": degree}) for node, degree in gods]}


def quote_record(quote: Quote) -> dict[str, Any]:
    """A quoted line."""
    return quote._asdict()


def path_record(path: Path) -> dict[str, Any]:
    """A path: found, hops, nodes."""
    hops = [{**edge_record(hop.edge), "forward": hop.forward, "dispatch": hop.is_dispatch} for hop in path.hops]
    return {"found": path.found, "hops": hops, "nodes": [node_record(node) for node in path.nodes]}


def explanation_record(explanation: Explanation) -> dict[str, Any]:
    """A node with its edges by direction and relation."""

    def edges(groups: Groups) -> dict[str, list[dict[str, Any]]]:
        return {relation: [edge_record(each.edge) for each in group] for relation, group in groups.items()}

    community, name = explanation.community or (None, None)
    node = node_record(explanation.nodes[0], {"community": community, "community_name": name})
    return {
        "node": node,
        **overloads_record(explanation.nodes, node_record),
        "out": edges(explanation.out),
        "in": edges(explanation.into),
        **dispatched_record(explanation, edges),
    }


def dispatched_record(explanation: Explanation, told: Callable[[Groups], dict[str, Any]]) -> dict[str, Any]:
    """What may reach a method by one that it overrides, by relation, and how much more does; nothing without any."""
    found = {"dispatch": told(explanation.dispatched)} if explanation.dispatched else {}
    return found | ({"dispatch_more": explanation.dispatched_more} if explanation.dispatched_more else {})


def overloads_record(nodes: Sequence[Node], record: Callable[[Node], dict[str, Any]]) -> dict[str, Any]:
    """All overloads of a name that is asked for without types; nothing where it means one node."""
    return {"overloads": [record(node) for node in nodes]} if len(nodes) > 1 else {}


def affected_record(affected: Affected) -> dict[str, Any]:
    """What depends on a node."""
    dependents = [
        node_record(each.node, {"distance": each.distance, "via": edge_record(each.certain), **through_record(each)})
        for each in affected.dependents
    ]
    return {
        "node": node_record(affected.nodes[0]),
        **overloads_record(affected.nodes, node_record),
        "affected": dependents,
        "farther": affected.farther,
    }


def through_record(dependent: Dependent) -> dict[str, Any]:
    """The overridden methods over which something depends on a node, the farthest last; nothing without any."""
    return {"through": [edge.target for edge in dependent.through]} if dependent.through else {}


def unclear_record(unclear: Ambiguous | Unknown) -> dict[str, Any]:
    """Why a name could not be followed."""
    nodes = [node_record(node) for node in unclear[1]]
    if isinstance(unclear, Ambiguous):
        return {"error": "ambiguous", "name": unclear.name, "candidates": nodes}
    return {"error": "unknown", "name": unclear.name, "near": nodes}
