"""The types of the parameters and results of a function as they are written, with a hole for each name in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from tree_sitter import Node

from extractors.symbolic.companions import Companions
from extractors.symbolic.drafts import Reading
from extractors.symbolic.expressions import Expressions
from extractors.symbolic.matching import Record
from graph.facts import HOLE, RESULTS, UNKNOWN, Shape

_DEEPEST: Final = 40
"""Types nested deeper are not told."""
_LONGEST: Final = 400
"""More is written for one parameter by machines only."""
_MOST: Final = 64
"""So are more parameters than these."""


_TOO_LONG: Final = Shape((HOLE, RESULTS), (UNKNOWN,))


class Shapes:
    """Tells the shapes of the functions of one file."""

    def __init__(self, reading: Reading, expressions: Expressions, of: Companions) -> None:
        """Read names by `expressions`, when what they stand in has been read."""
        self._reading, self._expressions, self._of = reading, expressions, of
        self._holes: list[int] = []
        self._own: Mapping[str, int] = {}
        """The parameters of the generic type around, by their places; UNKNOWN for those of a function around that."""

    def of(self, record: Record, around: Node) -> Shape:
        """The shape of a definition; `around` is the node around it."""
        self._holes, own, outer = [], self._generic(record.node), self._generic(around)
        if "parameters" in record.parts:
            self._own, returns = own or outer, record.one("returns")
            parts = [each for node in record.all("parameters") for each in self._parts(node.named_children)]
            parts += [RESULTS, *(self._results(returns) if returns is not None else ())]
        else:
            self._own = {**dict.fromkeys(outer, UNKNOWN), **own}
            bounds = [bound for _, bound in self._of.generics.get(record.node.id, ()) if bound is not None]
            bases = record.all("base") if record.role == "def.alias" else self._of.bases.get(record.node.id, [])
            parts = [*self._parts(bounds), RESULTS, *self._parts(bases)]
            if parts == [RESULTS]:
                return Shape()
        return Shape(tuple(parts), tuple(self._holes)) if len(parts) <= _MOST else _TOO_LONG

    def _generic(self, node: Node) -> dict[str, int]:
        names = (self._reading.name(name) for name, _ in self._of.generics.get(node.id, ()))
        return {name: number for number, name in enumerate(names)}

    def _parts(self, nodes: list[Node], depth: int = 0) -> Iterator[str]:
        """What each parameter among the nodes is written as, once for each name that it binds."""
        names = self._reading.language.names
        for node in nodes:
            if node.is_extra:
                continue
            known, mark = self._of.parameters.get(node.id), len(self._holes)
            typed = known.one("type") if known is not None else None
            text, holes = self._spelled(typed or node, depth + 1), self._holes[mark:]
            if "{" in text.replace("{ }", "") or len(text) > _LONGEST or node.has_error:
                text, holes = HOLE, [UNKNOWN]
            bound = node.children_by_field_name("name") if known is not None else []
            times = max(1, sum(each.type in names for each in bound))
            self._holes[mark:] = holes * times
            yield from [text] * times

    def _results(self, node: Node, depth: int = 0) -> Iterator[str]:
        children = node.named_children
        is_list = any(child.id in self._of.parameters for child in children)
        return self._parts(children if is_list else [node], depth)

    def _spelled(self, node: Node, depth: int) -> str:
        """The words of a type, with blanks between them."""
        if node.type in self._reading.language.names:
            return self._name(node)
        children, record = node.children, self._expressions.record(node)
        role = record.role if record is not None else ""
        if depth > _DEEPEST or (role == "expr.any" and children and children[0].type == "("):
            return self._hole(UNKNOWN)
        if role == "expr.attribute":
            return self._hole(self._expressions.value(node, read=False))
        if not children:
            return self._reading.text(node) if HOLE not in self._reading.text(node) else self._hole(UNKNOWN)
        if node.id in self._of.parameters:  # it has no type but its own, without its name
            bound = {each.id for each in node.children_by_field_name("name")}
            children = [each for each in children if each.id not in bound]
        result = node.child_by_field_name("result")
        return " ".join(
            self._child(each, result is not None and each.id == result.id, depth)
            for each in children
            if not each.is_extra
        )

    def _child(self, node: Node, is_result: bool, depth: int) -> str:
        """The words of a part of a type: results stand in parentheses, parameters once for each name."""
        if is_result:
            return f"( {' , '.join(self._results(node, depth))} )"
        if node.id in self._of.parameters:
            return " , ".join(self._parts([node], depth))
        return self._spelled(node, depth + 1)

    def _name(self, node: Node) -> str:
        number = self._own.get(self._reading.name(node))
        if number is None:
            return self._hole(self._expressions.value(node, read=False))
        return f"${number}" if number != UNKNOWN else self._hole(UNKNOWN)

    def _hole(self, place: int) -> str:
        self._holes.append(place)
        return HOLE
