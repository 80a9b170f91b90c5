"""Answers as text for people and agents, and as records for programs. The only place that words them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from graph.codec import edge_record, node_record
from graph.model import EXTRACTED, Edge, Node
from graph.query import Ambiguous

if TYPE_CHECKING:
    from graph.answering import Quote, Scored
    from graph.paths import Path
    from graph.query import Dependent, Explanation, Neighbour, Unknown

CONNECTIONS: Final = "Connections:\n"
_SHOWN: Final = 20
"""Neighbours listed of one relation."""


# Text


def place_of(node: Node) -> str:
    """Where a node stands: its file and line, or what it is if it has no file."""
    if not node.source_file:
        return {"unresolved": "no such note yet"}.get(node.kind, node.kind)
    line = node.source_location.removeprefix("L")
    return one_line(f"{node.source_file}:{line}" if node.file_type == "code" and line else node.source_file)


def heading(number: int, node: Node, *, brief: bool = False) -> str:
    """A numbered node with its place and, unless `brief`, its summary."""
    summary = "" if brief else node.attrs.get("summary", "")
    return f"{number}. {one_line(node.label)} ({place_of(node)})\n" + (f"   {one_line(summary)}\n" if summary else "")


def quote_line(quote: Quote) -> str:
    """A line of a note, with its number."""
    return f"   L{quote.line}: {one_line(quote.text)}\n"


def edge_line(edge: Edge, names: Mapping[str, str]) -> str:
    """A connection in one line: who, how, whom, how sure and where it stands."""
    source, target = (one_line(names.get(each, each)) for each in edge[:2])
    return f"- {source} {_arrow(edge)} {target} ({certainty(edge)})\n"


def certainty(edge: Edge) -> str:
    """How sure an edge is, and the line that states it."""
    file = one_line(edge.source_file)
    place = f"{file}:{edge.source_location}" if edge.source_file != edge.source else edge.source_location
    if edge.confidence == EXTRACTED:
        return place
    candidates = f", one of {len(edge.attrs['candidates'])}" if "candidates" in edge.attrs else ""
    return f"{place}, {edge.confidence} {edge.confidence_score:.2g}{candidates}"


def cut_line(nodes: int, edges: int) -> str:
    """What was left out of an answer."""
    counts = ((nodes, "note"), (edges, "connection"))
    left = (f"{count:,} more {what}{'s' if count != 1 else ''}" for count, what in counts if count)
    return f"Cut: {' and '.join(left) or 'more lines'}; raise --budget, or ask more narrowly.\n"


def nothing_found(question: str, covered: str) -> str:
    """What is said when there is no answer."""
    return f"Nothing in the graph matches {one_line(question)!r}.{' It covers ' + covered + '.' if covered else ''}\n"


def hits_text(hits: Sequence[Scored]) -> str:
    """A ranked list."""
    return "".join(heading(number, hit.node) for number, hit in enumerate(hits, start=1))


def gods_text(gods: Sequence[tuple[Node, int]]) -> str:
    """God nodes, one a line: how many refer to it, its name, its summary."""
    if not gods:
        return "No note refers to another yet.\n"
    return "".join(f"{degree:>5}  {one_line(node.label)}{_dash(node)}\n" for node, degree in gods)


def _dash(node: Node) -> str:
    summary = node.attrs.get("summary", "")
    return f": {one_line(summary)}" if summary else ""


def path_text(path: Path, start: Node, goal: Node) -> str:
    """A path, a hop a line, or that there is none."""
    if not path.found:
        return f"No path leads from {one_line(start.label)} to {one_line(goal.label)}.\n"
    names = {node.id: node.label for node in path.nodes}
    steps = zip(path.hops, path.nodes[1:], strict=True)
    lines = (
        f"  {_arrow(hop.edge, forward=hop.forward)} {one_line(names[node.id])} ({certainty(hop.edge)})\n"
        for hop, node in steps
    )
    return f"{one_line(path.nodes[0].label)} ({place_of(path.nodes[0])})\n" + "".join(lines)


def _arrow(edge: Edge, *, forward: bool = True) -> str:
    relation = one_line(edge.relation)
    return f"--{relation}-->" if forward else f"<--{relation}--"


def explanation_text(explanation: Explanation) -> str:
    """A node with its summary, tags and neighbours, grouped by direction and relation."""
    node, attrs = explanation.node, explanation.node.attrs
    parts = [f"{one_line(node.label)} ({place_of(node)})\n"]
    if attrs.get("summary"):
        parts.append(f"  {one_line(attrs['summary'])}\n")
    lists = ((name, attrs[name]) for name in ("aliases", "tags") if attrs.get(name))
    parts += [f"  {name}: {one_line(', '.join(items))}\n" for name, items in lists]
    if explanation.hub is not None and explanation.hub.id != node.id:
        parts.append(f"  community: {one_line(explanation.hub.label)}\n")
    parts += _neighbours_text("->", explanation.out)
    parts += _neighbours_text("<-", explanation.into)
    return "".join(parts)


def _neighbours_text(arrow: str, groups: Mapping[str, Sequence[Neighbour]]) -> Iterable[str]:
    for relation, neighbours in groups.items():
        yield f"{arrow} {one_line(relation)} ({len(neighbours)})\n"
        for each in neighbours[:_SHOWN]:
            yield f"     {one_line(each.node.label)} ({certainty(each.edge)})\n"
        if len(neighbours) > _SHOWN:
            yield f"     and {len(neighbours) - _SHOWN} more (--json lists all)\n"


def dependents_text(node: Node, dependents: Sequence[Dependent]) -> str:
    """What depends on a node, by distance."""
    if not dependents:
        return f"Nothing refers to {one_line(node.label)}.\n"
    return "".join(
        f"{each.distance}  {one_line(each.node.label)} ({place_of(each.node)}) "
        f"{_arrow(each.via)} {one_line(each.via.target)} ({certainty(each.via)})\n"
        for each in dependents
    )


def unclear_text(unclear: Ambiguous | Unknown) -> str:
    """Why a name could not be followed, and what could be meant."""
    name = one_line(unclear.name)
    others = unclear[1]
    if isinstance(unclear, Ambiguous):
        words = f"{name!r} fits several nodes; name one by its path:\n"
    else:
        words = f"no node is called {name!r}" + ("; near are:\n" if others else "; try `graphify search`\n")
    return words + "".join(f"  {one_line(node.id)}  ({one_line(node.label)})\n" for node in others)


def one_line(text: str) -> str:
    """Untrusted text without line breaks and control characters."""
    return "".join(character if character.isprintable() else " " for character in " ".join(text.split()))


# Records


def scored_record(hit: Scored) -> dict[str, Any]:
    """A node with its score, brief."""
    node = hit.node
    return {
        "id": node.id,
        "label": node.label,
        "kind": node.kind,
        "source_file": node.source_file,
        "source_location": node.source_location,
        "summary": node.attrs.get("summary", ""),
        "score": hit.score,
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


def quote_record(quote: Quote) -> dict[str, Any]:
    """A quoted line."""
    return quote._asdict()


def path_record(path: Path) -> dict[str, Any]:
    """A path: found, hops, nodes."""
    hops = [{**edge_record(hop.edge), "forward": hop.forward} for hop in path.hops]
    return {"found": path.found, "hops": hops, "nodes": [node_record(node) for node in path.nodes]}


def explanation_record(explanation: Explanation) -> dict[str, Any]:
    """A node with its edges by direction and relation."""

    def edges(groups: Mapping[str, Sequence[Neighbour]]) -> dict[str, list[dict[str, Any]]]:
        return {relation: [edge_record(each.edge) for each in group] for relation, group in groups.items()}

    community = explanation.hub.id if explanation.hub else None
    node = node_record(explanation.node, {"community": community})
    return {"node": node, "out": edges(explanation.out), "in": edges(explanation.into)}


def dependents_record(node: Node, dependents: Sequence[Dependent]) -> dict[str, Any]:
    """What depends on a node."""
    affected = [
        node_record(each.node, {"distance": each.distance, "via": edge_record(each.via)}) for each in dependents
    ]
    return {"node": node_record(node), "affected": affected}


def unclear_record(unclear: Ambiguous | Unknown) -> dict[str, Any]:
    """Why a name could not be followed."""
    nodes = [node_record(node) for node in unclear[1]]
    if isinstance(unclear, Ambiguous):
        return {"error": "ambiguous", "name": unclear.name, "candidates": nodes}
    return {"error": "unknown", "name": unclear.name, "near": nodes}
