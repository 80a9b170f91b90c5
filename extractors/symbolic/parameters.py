"""The parameters of definitions: what they are called, what they take and expect, and what they bind."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from tree_sitter import Node

from extractors.symbolic.companions import Companions
from extractors.symbolic.drafts import Draft, Reading
from extractors.symbolic.environment import Scope
from extractors.symbolic.expressions import Expressions
from extractors.symbolic.matching import Record
from graph.facts import RECEIVER, UNKNOWN, Parameter

_ARGUMENTS: Final = re.compile(r"<[^<>]*>")
_WORDS: Final = re.compile(r"\b(?:final|const|volatile|struct|class|union|enum|typename)\b|@\w+")
_GAPS: Final = re.compile(r"\s*([<>,{}])\s*")
_BRACES: Final = str.maketrans("()", "{}")
"""Tuples stand in braces: parentheses are those around all of the types."""
_DEFAULT_LENGTH: Final = 60


class Parameters:
    """Reads the parameters of the definitions of a file."""

    def __init__(self, reading: Reading, expressions: Expressions, of: Companions) -> None:
        """Read for `reading`; `of` tells which nodes are parameters."""
        self._reading, self._expressions, self._of = reading, expressions, of
        self._values = reading.values

    def note(self, record: Record, draft: Draft, scope: Scope) -> list[tuple[Node, int]]:
        """Note the parameters and bind those that have names; the others take arguments apart: (pattern, value)."""
        nodes = record.all("only") or list(self._declared_in(record))
        receives = (
            self._reading.language.receiver == "parameter" and draft.kind == "method" and "static" not in draft.flags
        )
        patterns: list[tuple[Node, int]] = []
        receiver = record.one("receiver")
        if receiver is not None:
            scope.bind(self._reading.name(receiver), scope.receiver)
        for node, pattern, parameter in self._parameters(nodes):
            position = len(draft.parameters)
            draft.parameters.append(parameter)
            if position == 0 and receives:
                scope.bind(parameter.name, scope.receiver)
                draft.flags[RECEIVER] = None
                continue
            place = self._values.add("parameter", parameter.name, scope.number)
            patterns += [(pattern, place)]
            if node.id in self._of.fields:
                owner = draft if draft.kind == "class" else self._reading.drafts[draft.parent]
                owner.attributes.setdefault(parameter.name, []).append(place)
        return patterns

    def results(self, returns: Node | None) -> Iterator[tuple[Node, int]]:
        """The results of a function that have names, with their types."""
        for node in returns.named_children if returns is not None else ():
            known = self._of.parameters.get(node.id)
            if known is not None and known.role == "parameter":
                for name in node.children_by_field_name("name"):
                    yield name, self._expressions.type(known.one("type"))

    def written_types(self, record: Record) -> Iterator[str]:
        """The types of the parameters, as they are written; without the arguments of generic types where these are no
        others by their arguments."""
        for node in self._declared_in(record):
            known = self._of.parameters.get(node.id)
            typed = known.one("type") if known is not None else None
            if typed is not None and typed.id == node.id:
                typed = next((each for each in node.named_children if each.type != "modifiers"), node)
                yield self._written(typed) + "..."
            elif known is not None and typed is not None:
                name = known.one("name")
                end = name.start_byte if name is not None and name.start_byte > typed.end_byte else node.end_byte
                marks = self._reading.data[typed.end_byte : end].partition(b"=")[0].decode("utf-8", "replace")
                yield self._written(typed) + "".join(mark for mark in marks if mark in "*&[]")

    def _written(self, node: Node) -> str:
        text = _WORDS.sub("", self._reading.text(node))
        if self._reading.language.counted:
            return _GAPS.sub(r"\1", " ".join(text.split()).translate(_BRACES))
        while "<" in text and (shorter := _ARGUMENTS.sub("", text)) != text:
            text = shorter
        return " ".join(text.split()).rpartition("::")[2]

    def _declared_in(self, record: Record) -> Iterator[Node]:
        """The nodes of the parameters; a list that has the type and name of its last one itself stands for that.
        Without a list they stand right below the definition."""
        for parent in record.all("parameters"):
            rest = self._of.parameters.get(parent.id)
            parts = [rest.one("type"), rest.one("name")] if rest is not None else []
            ids = {part.id for part in parts if part is not None}
            yield from (node for node in parent.named_children if not node.is_extra and node.id not in ids)
            if rest is not None:
                yield parent
        if "parameters" not in record.parts:
            yield from (node for node in record.node.named_children if node.id in self._of.parameters)

    def _parameters(self, nodes: Iterable[Node]) -> Iterator[tuple[Node, Node, Parameter]]:
        """The node, pattern and meaning of each parameter; one node may declare several, or one without a name."""
        position = 0
        for node in nodes:
            if node.id in self._of.receivers:
                continue
            names = node.children_by_field_name("name")
            if len(names) > 1:
                names = [name for name in names if name.type in self._reading.language.names]
            for name in names if len(names) > 1 else [node]:
                pattern, parameter = self._parameter(node, position)
                if len(names) > 1:
                    pattern, parameter = name, parameter._replace(name=self._parameter_name(name, position))
                yield node, pattern, parameter
                position += 1

    def _parameter(self, node: Node, position: int) -> tuple[Node, Parameter]:
        """A parameter and what it binds; one that takes its argument apart is called by its number."""
        known = self._of.parameters.get(node.id)
        if known is None:
            return node, Parameter(self._parameter_name(node, position))
        target = known.one("name") or node
        if target.id != node.id and target.id in self._of.parameters:
            return self._parameter(target, position)
        spread = {"parameter.rest": "*", "parameter.named": "**"}.get(known.role, "")
        typed, written = self._expressions.type(known.one("type")), known.one("default")
        default = self._expressions.value(written)
        if written is not None and default == UNKNOWN and self._reading.language.overloads:
            default = self._values.add("literal", self._reading.text(written)[:_DEFAULT_LENGTH])
        return target, Parameter(self._parameter_name(target, position), spread, typed, default)

    def _parameter_name(self, node: Node, position: int) -> str:
        return self._reading.text(node) if node.type in self._reading.language.names else f"#{position}"
