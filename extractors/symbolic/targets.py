"""What is assigned to: names, members, items, and patterns that take a value apart."""

from __future__ import annotations

from typing import Final

from tree_sitter import Node

from extractors.symbolic.drafts import Reading
from extractors.symbolic.expressions import Expressions
from extractors.symbolic.matching import Record
from graph.facts import UNKNOWN

_DEEPEST: Final = 60
"""How deep patterns in patterns are followed."""


class Targets:
    """Binds the targets of assignments, loops and parameters."""

    def __init__(self, reading: Reading, expressions: Expressions) -> None:
        """Bind in the scope at work of `reading`."""
        self._reading, self._expressions = reading, expressions
        self._values = reading.values
        self._depth = 0

    def bind(self, target: Node, place: int) -> None:
        """Let a target hold a value from here on."""
        if self._depth > _DEEPEST:
            return
        self._depth += 1
        self._bind(target, place)
        self._depth -= 1

    def _bind(self, target: Node, place: int) -> None:
        expressions, reading = self._expressions, self._reading
        record = expressions.record(target)
        if record is None or record.role == "bind":
            if target.type in reading.language.names and not self._is_item(target):
                reading.bind(reading.name(target), place, target)
            return
        if record.role == "expr.list":
            self._bind_items([node for node in target.named_children if not node.is_extra], place)
        elif record.role == "expr.object":
            self._bind_members(target, place)
        elif record.role == "expr.attribute":
            owner = expressions.reached(record.one("object"))
            self._put(owner, reading.name(record.parts["member"][0]), place)
        elif record.role == "expr.index":
            owner = expressions.bare(expressions.reached(record.one("object")))
            key = expressions.value(record.one("key"))
            if self._values.items(owner) is not None:
                self._values.put(owner, key, place)
            else:
                reading.later.append((owner, key, place))
        else:
            self._bind_pattern(target, record, place)

    def _bind_pattern(self, target: Node, record: Record, place: int) -> None:
        """Bind what is inside of a pattern that tells what it takes apart."""
        if record.role == "expr.own":
            self._put(self._reading.scope.receiver, self._reading.name(target), place)
        elif record.role == "expr.any":
            for part in record.all("part")[:1] or target.named_children:
                self.bind(part, place)
        elif record.role == "expr.element":
            element = UNKNOWN if place == UNKNOWN else self._values.add("element", of=place)
            self.bind(record.parts["part"][0], element)
        elif record.role == "expr.unpacked":
            self._unpack(target, record.parts["type"][0])

    def _is_item(self, target: Node) -> bool:
        """Whether a name in a pattern is that of a constant or variant, which it is compared with."""
        return self._reading.language.items and self._reading.text(target)[:1].isupper()

    def _unpack(self, target: Node, typed: Node) -> None:
        """Take something of a type apart, by the names or by the places of its fields."""
        place, fields = self._expressions.type(typed), self._reading.language.fields
        self._bind_members(target, place)
        inner = (each for each in target.named_children if not each.is_extra and each.id != typed.id)
        for number, node in enumerate(inner):
            known = self._expressions.record(node)
            if known is None or not known.role.startswith("pair"):
                self.bind(node, self._expressions.member(place, f"{fields}{number}"))

    def _bind_items(self, targets: list[Node], place: int) -> None:
        """Take a container apart; a starred target takes what the others leave."""
        items = self._values.items(self._expressions.bare(place)) if place != UNKNOWN else None
        count = len(items) // 2 if items is not None else None
        for position, target in enumerate(targets):
            splat = self._expressions.record(target)
            if splat is not None and splat.role in ("splat", "argument.rest"):
                after = len(targets) - position - 1
                rest = range(position, max(position, count - after)) if count is not None else ()
                taken = [self._expressions.item(place, str(number)) for number in rest]
                keyed = [each for number, item in enumerate(taken) for each in (self._literal(number), item)]
                self.bind(splat.parts["value"][0], self._values.box("list", keyed))
                self._bind_rest(targets[position + 1 :], place, count)
                return
            self.bind(target, self._expressions.item(place, str(position)))

    def _bind_rest(self, targets: list[Node], place: int, count: int | None) -> None:
        for number, target in enumerate(targets):
            item = UNKNOWN if count is None else self._expressions.item(place, str(count - len(targets) + number))
            self.bind(target, item)

    def _literal(self, number: int) -> int:
        return self._values.add("literal", str(number))

    def _bind_members(self, pattern: Node, place: int) -> None:
        fields = self._reading.language.fields
        for node in pattern.named_children:
            pair = self._expressions.record(node)
            if pair is None:
                continue
            if pair.role == "pair.short":
                name = self._reading.text(node)
                self._reading.bind(name, self._expressions.member(place, fields + name), node)
            elif pair.role == "pair":
                member = self._expressions.member(place, fields + self._reading.name(pair.parts["key"][0]))
                self.bind(pair.parts["value"][0], member)
            elif pair.role == "pair.default":
                target = pair.parts["value"][0]
                name = self._reading.text(target)
                default = self._expressions.value(pair.one("default"))
                self.bind(target, self._values.any([self._expressions.member(place, name), default]))

    def _put(self, owner: int, member: str, place: int) -> None:
        """Put a member on a value."""
        bare = self._expressions.bare(owner)
        if bare == UNKNOWN or place == UNKNOWN:
            return
        value = self._values[bare]
        if value.kind in ("self", "definition"):
            self._reading.drafts[value.of].attributes.setdefault(member, []).append(place)
        elif value.kind == "attribute" and value.name == "prototype" and self._values[value.of].kind == "definition":
            self._reading.drafts[self._values[value.of].of].attributes.setdefault(member, []).append(place)
        elif self._values.items(bare) is not None:
            self._values.put(bare, self._values.add("literal", f"'{member}'"), place)
        else:
            self._reading.extended.append((bare, member, place))
