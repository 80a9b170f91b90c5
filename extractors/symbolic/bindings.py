"""What names and members hold: assignments, loops, patterns, containers that are filled, values that are returned."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from extractors.symbolic.companions import Companions
from extractors.symbolic.drafts import Reading
from extractors.symbolic.expressions import Expressions
from extractors.symbolic.matching import Record
from extractors.symbolic.namespaces import names_in
from extractors.symbolic.targets import Targets
from extractors.symbolic.values import NAME
from graph.facts import UNKNOWN, Value


class Bindings:
    """Carries out the statements of a file, one by one."""

    def __init__(self, reading: Reading, expressions: Expressions, of: Companions) -> None:
        """Add to `reading`; `of` tells the types of bindings."""
        self._reading, self._expressions, self._of = reading, expressions, of
        self._values = reading.values
        self._targets = Targets(reading, expressions)

    def _bind(self, record: Record) -> None:
        target, value = record.parts["target"][0], record.one("value")
        place = self._expressions.value(value)
        place = self._promised(place, self._expressions.type(self._of.types.get(record.node.id)))
        self._targets.bind(target, place)

    def _bind_typed(self, record: Record) -> None:
        if record.node.id not in self._of.valued:
            self._targets.bind(record.parts["target"][0], self._expressions.type(record.one("type")))

    def _bind_field(self, record: Record) -> None:
        value, name = record.one("value"), record.parts["name"][0]
        if value is None and record.node.id in self._of.valued:
            return
        typed = self._expressions.type(self._of.types.get(record.node.id))
        called = self._reading.language.fields + self._reading.name(name)
        self._reading.bind(called, self._promised(self._expressions.value(value), typed), name)

    def _bind_item(self, record: Record) -> None:
        """A name for something that is always the same, of the type that is written."""
        name = record.parts["name"][0]
        typed, value = self._expressions.type(record.one("type")), self._expressions.value(record.one("value"))
        place = self._values.either(typed, value)
        self._reading.bind(self._reading.name(name), place, name)

    def _bind_place(self, record: Record) -> None:
        """A field without a name is called by its place."""
        scope = self._reading.scope
        names = scope.names()
        number = next(each for each in range(len(names) + 1) if f"{self._reading.language.fields}{each}" not in names)
        scope.bind(f"{self._reading.language.fields}{number}", self._expressions.type(record.one("type")))

    def _bind_instance(self, record: Record) -> None:
        """A name for one of the instances of the class around it."""
        name = record.parts["name"][0]
        self._reading.bind(self._reading.name(name), self._reading.scope.receiver, name)

    def _promised(self, place: int, typed: int) -> int:
        """A value of which a type is written down: that counts, unless the value is a function or class itself."""
        if place != UNKNOWN and self._values[place].kind == "definition":
            self._reading.drafts[self._values[place].of].expected = typed
            return place
        return self._values.either(typed, place)

    def _bind_each(self, record: Record) -> None:
        iterable = record.parts["iterable"][0]
        place = self._expressions.value(iterable)
        self._reading.use("iterates", place, iterable)
        element = UNKNOWN if place == UNKNOWN else self._values.add("element", of=place)
        typed = self._expressions.type(record.one("type"))
        self._targets.bind(record.parts["target"][0], self._values.either(typed, element))

    def _call(self, record: Record) -> None:
        place = self._expressions.value(record.node)
        if place == UNKNOWN or self._values[place].kind != "call":
            return
        callee = record.one("callee")
        named = self._expressions.named(callee) if callee is not None else record.parts["member"][0]
        self._reading.use("calls", place, named)
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
            element = self._values.add("element", of=place)
            self._reading.drafts[self._reading.scope.number].yields.append(element)

    def _read(self, record: Record) -> None:
        self._expressions.read(record.node)

    def _amend(self, record: Record) -> None:
        """What a statement says of a thing that this file defines elsewhere; of the file if it does not."""
        place = self._reading.read(self._reading.name(record.parts["owner"][0]))
        value = self._values[place] if place != UNKNOWN else Value("")
        by = value.of if value.kind == "definition" else None
        for node in record.all("value"):
            self._reading.use("references", self._expressions.value(node, read=False), node, by)

    def _inherit(self, record: Record) -> None:
        """Names of bases of the class at work, with blanks between them."""
        reading, number = self._reading, self._reading.scope.number
        if reading.scope.is_class:
            for name in reading.name(record.parts["base"][0]).split():
                place = reading.qualified(names_in(name))
                reading.drafts[number].bases.append(place)
                reading.use("inherits", place, record.node, number)

    def _declare_module(self, record: Record) -> None:
        for name in record.all("name"):
            self._reading.scope.elsewhere[self._reading.text(name)] = self._reading.scopes[0]

    def _declare_later(self, record: Record) -> None:
        self._reading.scope.later.update(map(self._reading.name, record.all("name")))

    def _declare_type(self, record: Record) -> None:
        """A type of the class around it, which is defined outside of that."""
        reading, name = self._reading, self._reading.name(record.parts["name"][0])
        place = self._values.add(NAME, f"{reading.drafts[reading.scope.number].name}.{name}", 0)
        reading.scope.bind(name, place)
        reading.use("contains", place, record.node)

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
    "bind.item": Bindings._bind_item,
    "bind.place": Bindings._bind_place,
    "bind.instance": Bindings._bind_instance,
    "bind.each": Bindings._bind_each,
    "expr.call": Bindings._call,
    "expr.call.macro": Bindings._call,
    "expr.call.token": Bindings._call,
    "expr.call.bare": Bindings._call,
    "expr.call.new": Bindings._call,
    "expr.call.raise": Bindings._call,
    "expr.call.render": Bindings._call,
    "return": Bindings._return,
    "yield": Bindings._yield,
    "yield.all": Bindings._yield_all,
    "read": Bindings._read,
    "amended": Bindings._amend,
    "inherits.here": Bindings._inherit,
    "declare.module": Bindings._declare_module,
    "declare.later": Bindings._declare_later,
    "declare.type": Bindings._declare_type,
    "declare.outer": Bindings._declare_outer,
}
"""What is done, by role."""
USES: Final = frozenset(role for role in STATEMENTS if role.startswith("expr.call") or role == "read")
"""What only uses something, and binds nothing."""
