"""What a file says by itself together with what came of it; and that of which it may tell only a part."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from graph.facts import BODILESS, PARTIAL
from graph.model import Edge, Fragment, Node
from graph.notes.resolve import Part, Resolved


def whole(fragment: Fragment, resolved: Resolved) -> Resolved:
    """What came of a file, together with what it says by itself; parts of classes stand apart from its other nodes."""
    ids, texts = resolved.renamed, dict(fragment.texts)
    own = [node for node in fragment.nodes if node.id not in ids]
    told = (node for node in fragment.nodes if node.id in ids and (node.kind == "class" or ids[node.id] == node.id))
    parts = (Part(node._replace(id=ids[node.id]), texts.get(node.id, "")) for node in told)
    edges = (_renamed(edge, ids) for edge in fragment.edges) if ids else fragment.edges
    return resolved._replace(
        nodes=(*own, *resolved.nodes),
        edges=(*edges, *resolved.edges),
        problems=fragment.problems,
        parts=tuple(parts),
    )


def is_part(node: Node) -> bool:
    """Whether a file tells by this node only a part of a class, or a method whose body may stand elsewhere."""
    flags = node.attrs.get("flags", ())
    return BODILESS in flags or (node.kind == "class" and PARTIAL in flags)


def _renamed(edge: Edge, ids: Mapping[str, str]) -> Edge:
    return edge._replace(source=ids.get(edge.source, edge.source), target=ids.get(edge.target, edge.target))


def joined(parts: Iterable[Part]) -> Part:
    """The one node of a class in parts, which stands where the first of them does and tells where the others are; or
    of a method that no other part has a body for."""
    ordered = sorted(parts, key=lambda part: (len(part.node.source_file), part.node.source_file))
    first, *others = (part.node for part in ordered)
    attrs: dict[str, Any] = dict(first.attrs)
    for other in others:
        for name, value in other.attrs.items():
            known = attrs.setdefault(name, value)
            if isinstance(value, list):
                attrs[name] = list(dict.fromkeys([*known, *value]))
    if first.kind != "class":  # a method whose body stands nowhere
        return ordered[0]
    attrs.pop("lines", None)
    attrs["places"] = [place for part in ordered for place in _places(part.node)]
    return Part(first._replace(attrs=attrs), "\n".join(part.text for part in ordered if part.text))


def _places(node: Node) -> list[str]:
    """Where a part stands: more than once if the file has several."""
    lines = node.attrs.get("lines") or [int(node.source_location[1:])]
    return [f"{node.source_file}:L{line}" for line in lines]
