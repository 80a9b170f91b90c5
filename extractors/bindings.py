"""What names and members hold: assignments, loops, patterns, containers that are filled, values that are returned."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from tree_sitter import Node

from extractors.companions import Companions
from extractors.drafts import Reading
from extractors.expressions import Expressions
from extractors.matching import Record
from graph.facts import UNKNOWN, Value


class Bindings:
    """Carries out the statements of a file, one by one."""

    def __init__(self, reading: Reading, expressions: Expressions, of: Companions) -> None:
        """Add to `reading`; `of` tells the types of bindings."""
        self._reading, self._expressions, self._of = reading, expressions, of
        self._values = reading.values

    def _bind(self, record: Record) -> None:
        target, value = record.parts["target"][0], record.one("value")
        place = self._expressions.value(value)
        annotation = self._of.types.get(record.node.id)
        if annotation is not None:
            place = self._expressions.either(place, self._expressions.type(annotation))
        self._bind_target(target, place)

    def _bind_typed(self, record: Record) -> None:
        if record.node.id not in self._of.valued:
            self._bind_target(record.parts["target"][0], self._expressions.type(record.one("type")))

    def _bind_field(self, record: Record) -> None:
        value, name = record.one("value"), record.parts["name"][0]
        if value is None and record.node.id in self._of.valued:
            return
        typed = self._expressions.type(self._of.types.get(record.node.id))
        self._reading.bind(
            self._reading.name(name), self._expressions.either(self._expressions.value(value), typed), name
        )

    def _bind_each(self, record: Record) -> None:
        iterable = record.parts["iterable"][0]
        place = self._expressions.value(iterable)
        self._reading.use("iterates", place, iterable)
        element = UNKNOWN if place == UNKNOWN else self._values.add(Value("element", of=place))
        self._bind_target(record.parts["target"][0], element)

    def _bind_target(self, target: Node, place: int) -> None:
        expressions, reading = self._expressions, self._reading
        record = expressions.record(target)
        if record is None:
            if target.type in reading.language.names:
                reading.bind(reading.text(target), place, target)
            return
        if record.role == "expr.list":
            self._bind_items([node for node in target.named_children if not node.is_extra], place)
        elif record.role == "expr.object":
            self._bind_members(target, place)
        elif record.role == "expr.attribute":
            owner = expressions.value(record.one("object"), read=False)
            self._put(owner, reading.name(record.parts["member"][0]), place)
        elif record.role == "expr.index":
            owner = expressions.bare(expressions.value(record.one("object"), read=False))
            key = expressions.value(record.one("key"))
            if self._values.items(owner) is not None:
                self._values.put(owner, key, place)
            else:
                reading.later.append((owner, key, place))
        elif record.role == "expr.any" and record.all("part"):
            self._bind_target(record.parts["part"][0], place)

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
                self._bind_target(splat.parts["value"][0], self._values.box("list", keyed))
                self._bind_rest(targets[position + 1 :], place, count)
                return
            self._bind_target(target, self._expressions.item(place, str(position)))

    def _bind_rest(self, targets: list[Node], place: int, count: int | None) -> None:
        for number, target in enumerate(targets):
            item = UNKNOWN if count is None else self._expressions.item(place, str(count - len(targets) + number))
            self._bind_target(target, item)

    def _literal(self, number: int) -> int:
        return self._values.add(Value("literal", str(number)))

    def _bind_members(self, pattern: Node, place: int) -> None:
        for node in pattern.named_children:
            pair = self._expressions.record(node)
            if pair is None:
                continue
            if pair.role == "pair.short":
                name = self._reading.text(node)
                self._reading.bind(name, self._expressions.member(place, name), node)
            elif pair.role == "pair":
                member = self._expressions.member(place, self._reading.name(pair.parts["key"][0]))
                self._bind_target(pair.parts["value"][0], member)
            elif pair.role == "pair.default":
                target = pair.parts["value"][0]
                name = self._reading.text(target)
                default = self._expressions.value(pair.one("default"))
                self._bind_target(target, self._values.any([self._expressions.member(place, name), default]))

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
            self._values.put(bare, self._values.add(Value("literal", f"'{member}'")), place)
        else:
            self._reading.extended.append((bare, member, place))

    def _call(self, record: Record) -> None:
        place = self._expressions.value(record.node)
        if place == UNKNOWN or self._values[place].kind != "call":
            return
        self._reading.use("calls", place, record.parts["callee"][0])
        self._fill(self._values[place])

    def _fill(self, call: Value) -> None:
        """Methods of containers that put their arguments into them."""
        callee = self._values[call.of]
        how = self._reading.language.fillers.get(callee.name) if callee.kind == "attribute" else None
        owner = self._expressions.bare(callee.of) if how else UNKNOWN
        if how is None or owner == UNKNOWN or self._values.items(owner) is None:
            return
        for argument in call.parts:
            bare = self._expressions.bare(argument)
            if how == "item":
                self._values.put(owner, UNKNOWN, argument)
            elif bare != UNKNOWN:
                more = list(self._values.items(bare) or ())
                for key, item in zip(more[::2], more[1::2], strict=True):
                    self._values.put(owner, key, item)

    def _return(self, record: Record) -> None:
        self._reading.drafts[self._reading.scope.number].returns.append(self._expressions.value(record.one("value")))

    def _yield(self, record: Record) -> None:
        self._reading.drafts[self._reading.scope.number].yields.append(self._expressions.value(record.one("value")))

    def _yield_all(self, record: Record) -> None:
        place = self._expressions.value(record.one("iterable"))
        if place != UNKNOWN:
            element = self._values.add(Value("element", of=place))
            self._reading.drafts[self._reading.scope.number].yields.append(element)

    def _read(self, record: Record) -> None:
        self._expressions.value(record.node)

    def _declare_module(self, record: Record) -> None:
        for name in record.all("name"):
            self._reading.scope.elsewhere[self._reading.text(name)] = self._reading.scopes[0]

    def _declare_outer(self, record: Record) -> None:
        scope = self._reading.scope.parent
        while scope is not None and scope.is_class:
            scope = scope.parent
        for name in record.all("name"):
            if scope is not None:
                self._reading.scope.elsewhere[self._reading.text(name)] = scope


STATEMENTS: Final[Mapping[str, Callable[[Bindings, Record], None]]] = {
    "bind": Bindings._bind,
    "bind.typed": Bindings._bind_typed,
    "bind.field": Bindings._bind_field,
    "bind.each": Bindings._bind_each,
    "expr.call": Bindings._call,
    "expr.call.new": Bindings._call,
    "expr.call.raise": Bindings._call,
    "expr.call.render": Bindings._call,
    "return": Bindings._return,
    "yield": Bindings._yield,
    "yield.all": Bindings._yield_all,
    "read": Bindings._read,
    "declare.module": Bindings._declare_module,
    "declare.outer": Bindings._declare_outer,
}
"""What is done, by role."""
