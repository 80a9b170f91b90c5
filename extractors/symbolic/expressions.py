"""Nodes of a syntax tree to symbolic values, by the role their records give them. No language is known here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from tree_sitter import Node

from extractors.symbolic import boxes
from extractors.symbolic.drafts import Reading
from extractors.symbolic.environment import Scope
from extractors.symbolic.matching import Record
from graph.code.symbols import counted_name
from graph.facts import UNKNOWN, Value

_DEEPEST: Final = 60
"""How deep expressions are followed into one another."""


class Expressions:
    """The values of the nodes of one file; each is worked out once, when the program gets there."""

    def __init__(self, reading: Reading, records: Mapping[int, Record]) -> None:
        """Read expressions by their `records`, which are found by the ids of their nodes."""
        self._reading, self._records = reading, records
        self.values = reading.values
        self._known: dict[int, int] = {}
        self._depth = 0
        self._boxes: dict[int, int] = {}
        self._in_types = 0
        """How many types are around what is read now."""

    def value(self, node: Node | None, *, read: bool = True) -> int:
        """The value of a node; a name or member that is `read` here is referred to."""
        if node is None:
            return UNKNOWN
        identity = node.id
        known = self._known.get(identity)
        if known is not None:
            return known
        record = self._records.get(identity)
        if record is None:
            return self.variable(node, read)
        if self._depth > _DEEPEST:
            return UNKNOWN
        self._depth += 1
        way = ROLES.get(record.role)
        place = self._definition(record) if way is None else way(self, record)
        self._depth -= 1
        if way is not None:
            self._known[identity] = place
        if read and record.role in _REFERRING:
            self._refer(self._head(place), self.named(node))
        return place

    def _head(self, place: int) -> int:
        """Of a type with arguments the type; anything else itself."""
        value = self.values[place] if place != UNKNOWN else Value("")
        return value.of if value.kind == "index" else place

    def reached(self, node: Node | None) -> int:
        """The value of a node an item of which is read, or on which something is put: a variable in it is used."""
        place = self.value(node, read=False)
        if node is not None:
            self._reading.use("reaches", place, self.named(node))
        return place

    def read(self, node: Node) -> None:
        """Work a node out here and now, whoever asks for it later."""
        self._known[node.id] = self.value(node)

    def named(self, node: Node) -> Node:
        """The name that an expression ends with, of a chain of members over several lines that of the last one."""
        record = self._records.get(node.id)
        member = record.one("member") if record is not None else None
        return member or node

    def name(self, node: Node) -> str:
        """The name that a node spells."""
        return self._reading.name(node)

    def record(self, node: Node) -> Record | None:
        """The record of an expression."""
        return self._records.get(node.id)

    def box_of(self, node: Node) -> int:
        """The container that a node makes, known before its items are."""
        place = self._boxes.get(node.id)
        if place is None:
            place = self._boxes[node.id] = self.values.box("object", ())
        return place

    def item(self, place: int, key: str) -> int:
        """An item of a container by a constant key: what was put there last, if that is known."""
        literal = self.values.add("literal", key)
        return self.indexed(place, literal)

    def indexed(self, place: int, key: int) -> int:
        """An item of a container."""
        if key != UNKNOWN and self.values[key].kind == "literal":
            latest = self.values.latest(self.bare(place), key)
            if latest is not None:
                return latest
        return UNKNOWN if place == UNKNOWN else self.values.add("index", of=place, parts=(key,))

    def member(self, place: int, name: str) -> int:
        """A member of a value."""
        if place == UNKNOWN:
            return UNKNOWN
        bare = self.values[self.bare(place)]
        if bare.kind == "box" and bare.name == "object":
            return self.item(place, f"'{name}'")
        return self.values.add("attribute", name, place)

    def bare(self, place: int) -> int:
        """The value that a variable holds."""
        while place != UNKNOWN and self.values[place].kind == "variable":
            place = self.values[place].of
        return place

    # by role

    def variable(self, node: Node, read: bool) -> int:
        """The value of a name, which is referred to if it is `read`."""
        if node.type not in self._reading.language.names:
            return UNKNOWN
        place = self._reading.read(self._reading.name(node))
        if read:
            self._refer(place, node)
        return place

    def _refer(self, place: int, node: Node) -> None:
        """Note that a name is referred to; in a type it means one, whatever member may be called so."""
        in_type = self._in_types > 0 and self._reading.language.implied
        self._reading.use("types" if in_type else "references", place, node)

    def _attribute(self, record: Record) -> int:
        name, given = self._reading.joined(record.all("member")), record.one("arguments")
        owner = self.value(record.one("object"), read=False) if name else UNKNOWN
        if given is not None and record.role == "expr.attribute":
            counted = self.member(owner, counted_name(name, _count(given)))
            return self.values.either(counted, self.member(owner, name))
        return self.member(owner, name)

    def _field(self, record: Record) -> int:
        """A member that is no method, where both may bear one name."""
        owner, member = self.value(record.one("object"), read=False), record.one("member")
        return self.member(owner, self._reading.language.fields + self._reading.name(member)) if member else UNKNOWN

    def _scoped(self, record: Record) -> int:
        """What a path of modules and types leads to: it begins with one of them, whatever variable is called so."""
        begin, member = record.one("object"), record.one("member")
        if begin is None or member is None:
            return UNKNOWN
        known = begin.id in self._records or begin.type not in self._reading.language.names
        place = self.value(begin, read=False) if known else self.head(self._reading.name(begin))
        return self.member(place, self._reading.name(member))

    def head(self, name: str, *, outside: bool = False) -> int:
        """What the first name of a path means: an item, else (or if it is known to be `outside`) a package."""
        values = self.values
        if name == "self":
            return self._reading.module()
        own = UNKNOWN if outside else self._reading.item(name)
        if name in _KEYWORDS or name in self._reading.language.builtin or not name[:1].islower():
            return own
        return values.either(own, values.add("import", labels=(name,)))

    def spelled(self, node: Node) -> str:
        """The last name of a type, without what it is given and what stands before it."""
        for _ in range(_DEEPEST):
            record = self._records.get(node.id)
            parts = record.parts if record is not None else {}
            inner = next((parts[each][0] for each in ("member", "object", "part", "item") if each in parts), None)
            if inner is None:
                break
            node = inner
        return "".join(self._reading.name(node).split())

    def _call(self, record: Record) -> int:
        member = record.one("member")
        callee = self._attribute(record) if member else self.value(record.one("callee"), read=False)
        arguments, labels = self._arguments(record)
        if callee == UNKNOWN:
            return UNKNOWN
        for number, place in enumerate(arguments):
            if place != UNKNOWN and self.values[place].kind == "definition":
                expected = self.values.add("argument", str(number), callee)
                self._reading.drafts[self.values[place].of].expect(expected)
        name = record.role.removeprefix("expr.call").lstrip(".")
        return self.values.add("call", name, callee, tuple(arguments), tuple(labels) if any(labels) else ())

    def _macro(self, record: Record) -> int:
        """A call of a macro whose arguments are no expressions."""
        callee, member = record.one("callee"), record.one("member")
        if callee is not None:
            place = self._reading.read(self._reading.name(callee) + "!")
        else:
            path = self._scoped(record)
            owner = self.values[path].of if path != UNKNOWN else UNKNOWN
            place = self.member(owner, self._reading.name(member) + "!") if member else UNKNOWN
        return UNKNOWN if place == UNKNOWN else self.values.add("call", "", place)

    def _bare(self, record: Record) -> int:
        """A name that may be called as it stands there."""
        place = self._reading.read(self._reading.name(record.node))
        return self.values.add("call", "", place)

    def _own(self, record: Record) -> int:
        """A member of the receiver that is named without it."""
        return self.member(self._reading.scope.receiver, self._reading.name(record.node))

    def _token(self, record: Record) -> int:
        """A call, or one of a macro, among tokens that are no expressions: of a name that is part of nothing else."""
        node, data = record.parts["callee"][0], self._reading.data
        before, after = data[node.start_byte - 1 : node.start_byte], data[node.end_byte : node.end_byte + 1]
        if before in (b".", b":", b"!", b"$") or after not in (b"(", b"!"):
            return UNKNOWN
        place = self._reading.read(self._reading.name(node) + ("!" if after == b"!" else ""))
        return self.values.add("call", "", place)

    def _arguments(self, record: Record) -> tuple[list[int], list[str]]:
        nodes = record.all("only")
        for parent in record.all("arguments"):
            nodes = [node for node in parent.named_children if not node.is_extra]
        places, labels = [], []
        for node in nodes:
            argument = self._records.get(node.id)
            if argument is not None and argument.role.startswith("argument"):
                label = argument.one("label")
                labels.append(self._reading.text(label) if label else _SPREADS.get(argument.role, ""))
                node = argument.parts["value"][0]
            else:
                labels.append("")
            places.append(self.value(node))
        return places, labels

    def _path(self, record: Record) -> int:
        return self._reading.qualified(self._reading.names(record.node))

    def _joined(self, record: Record) -> int:
        return self._reading.read(self._reading.joined(record.all("name")))

    def _index(self, record: Record) -> int:
        return self.indexed(self.reached(record.one("object")), self.value(record.one("key")))

    def _generic(self, record: Record) -> int:
        """A generic type with its arguments: another one than that of its name with more or fewer."""
        place = self._reading.read(self._counted(record))
        return self.indexed(place, self.value(record.one("key")))

    def _generic_function(self, record: Record) -> int:
        """A function that is called with types as arguments: that with so many, else any of its name."""
        name = self._reading.name(record.parts["object"][0])
        return self.values.either(self._reading.read(self._counted(record)), self._reading.read(name))

    def _counted(self, record: Record) -> str:
        return counted_name(self._reading.name(record.parts["object"][0]), _count(record.parts["arguments"][0]))

    def _any(self, record: Record) -> int:
        return self.values.any([self.value(part) for part in record.all("part") or record.node.named_children])

    def _cast(self, record: Record) -> int:
        typed = self.type(record.one("type"))
        return self.values.either(typed, self.value(record.one("part")))

    def _instance(self, record: Record) -> int:
        return self.type(record.one("type"))

    def _literal(self, record: Record) -> int:
        text = self._reading.text(record.node)
        return self.values.add("literal", f"'{text[1:-1]}'" if text[:1] in "\"'`" else text[:80])

    def _self(self, record: Record) -> int:
        return self._reading.scope.receiver

    def _class(self, record: Record) -> int:
        scope: Scope | None = self._reading.scope
        while scope is not None and not scope.is_class:
            scope = scope.parent
        return self.values.add("definition", of=scope.number) if scope else UNKNOWN

    def _super(self, record: Record) -> int:
        scope = self._reading.scope
        while scope.parent is not None and not scope.parent.is_class:
            scope = scope.parent
        return self.values.add("super", of=scope.parent.number) if scope.parent else UNKNOWN

    def _element(self, record: Record) -> int:
        place = self.value(record.one("part"))
        return UNKNOWN if place == UNKNOWN else self.values.add("element", of=place)

    def _import(self, record: Record) -> int:
        module, name = record.one("module"), record.one("name")
        wanted = self._reading.name(name) if name else ""
        return self.values.add("import", wanted, labels=(self._reading.name(module),)) if module else UNKNOWN

    def _module_named(self, record: Record) -> int:
        """A module by its name: one of this file, else a file that is called so."""
        name = self._reading.name(record.node)
        own, file = self._reading.read(name), self.values.add("import", labels=(name,))
        return UNKNOWN if own == UNKNOWN else self.values.either(own, file)

    def _module(self, record: Record) -> int:
        return self._reading.module()

    def _definition(self, record: Record) -> int:
        number = self._reading.made.get(record.node.id)
        return UNKNOWN if number is None else self.values.add("definition", of=number)

    def _assigned(self, record: Record) -> int:
        return self.value(record.one("value"), read=False)

    # types

    def type(self, node: Node | None) -> int:
        """An instance of what an annotation names; a name may stand in quotes."""
        if node is None:
            return UNKNOWN
        record = self._records.get(node.id)
        if record is not None and record.role == "expr.literal":
            place = self._quoted(self._reading.name(node))
        else:
            self._in_types += 1
            place = self.value(node)
            self._in_types -= 1
        if record is not None and record.role == "expr.tuple.of":
            return place
        if record is not None and record.role == "expr.tuple":
            items = self.values.items(place) or []
            return items[1] if len(items) == 2 else place
        return UNKNOWN if place == UNKNOWN else self.values.add("typed", of=place)

    def _quoted(self, text: str) -> int:
        names = text.partition("[")[0].split(".")
        if not all(name.isidentifier() for name in names):
            return UNKNOWN
        place = self._reading.read(names[0])
        for name in names[1:]:
            place = self.member(place, name)
        return place


_PIECES: Final = ("pair", "pair.short", "pair.default", "argument", "argument.rest", "argument.named", "splat")
"""Roles that mean nothing by themselves, but to the expression around them."""
_KEYWORDS: Final = ("crate", "super", "self", "Self")
_REFERRING: Final = ("expr.attribute", "expr.scoped", "expr.joined", "expr.index", "expr.generic")
"""Roles of expressions that refer to what they name."""
_SPREADS: Final = {"argument.rest": "*", "argument.named": "**"}
ROLES: Final[Mapping[str, Callable[[Expressions, Record], int]]] = {
    "expr.attribute": Expressions._attribute,
    "expr.field": Expressions._field,
    "expr.scoped": Expressions._scoped,
    "expr.tuple.of": boxes.typed,
    "expr.unpacked": Expressions._definition,
    "expr.call": Expressions._call,
    "expr.call.macro": Expressions._macro,
    "expr.call.token": Expressions._token,
    "expr.call.bare": Expressions._bare,
    "expr.own": Expressions._own,
    "expr.call.new": Expressions._call,
    "expr.call.raise": Expressions._call,
    "expr.call.render": Expressions._call,
    "expr.call.make": Expressions._call,
    "expr.path": Expressions._path,
    "expr.joined": Expressions._joined,
    "expr.index": Expressions._index,
    "expr.generic": Expressions._generic,
    "expr.generic.function": Expressions._generic_function,
    "expr.list": boxes.listed,
    "expr.first": Expressions._any,
    "expr.list.of": boxes.endless,
    "expr.dict": boxes.keyed,
    "expr.object": boxes.named,
    "expr.any": Expressions._any,
    "expr.cast": Expressions._cast,
    "expr.instance": Expressions._instance,
    "expr.tuple": boxes.results,
    "expr.element": Expressions._element,
    "expr.literal": Expressions._literal,
    "expr.self": Expressions._self,
    "expr.class": Expressions._class,
    "expr.super": Expressions._super,
    "expr.import": Expressions._import,
    "expr.module": Expressions._module,
    "expr.module.named": Expressions._module_named,
    "bind": Expressions._assigned,
    **dict.fromkeys(_PIECES, Expressions._definition),
}
"""What a node comes to, by role; definitions apart."""


def _count(arguments: Node) -> int:
    """How many types are given in a list of them, be they told or not (`Box<,>`)."""
    return sum(each.type == "," for each in arguments.children) + 1
