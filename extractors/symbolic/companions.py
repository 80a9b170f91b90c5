"""What records say of nodes that other records make something of: names, types, flags, decorators, bases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from tree_sitter import Node

from extractors.symbolic.matching import Record, Records


class Companions:
    """Look-ups by the id of a node."""

    def __init__(self, records: Records) -> None:
        """Sort the records by what they tell of other nodes."""
        self.naming: dict[int, Record] = {}
        """What a value is bound to: its name, and the owner it is put on."""
        self.titles: dict[int, Node] = {}
        """What a function without a name is called for: the title of a test."""
        self.types: dict[int, Node] = {}
        self.valued: set[int] = set()
        """Bindings with a value; others have only a type."""
        self.parameters: dict[int, Record] = {}
        self.fields: set[int] = set()
        """Parameters that are put on the instance as well."""
        self.receivers: set[int] = set()
        """Parameters that are what a method is called on."""
        self.begins: dict[int, int] = {}
        """The byte at which something begins with what is applied to it."""
        self.decorators: dict[int, list[Node]] = {}
        self.flags: dict[int, list[Node]] = {}
        self.bases: dict[int, list[Node]] = {}
        self.implemented: set[int] = set()
        """Bases that are promised rather than extended."""
        self.generics: dict[int, list[tuple[Node, Node | None]]] = {}
        """The parameters of generic definitions, with what bounds them."""
        self.extended: dict[int, Node] = {}
        """The types that functions are put on which stand elsewhere and take an instance first."""
        self.docs: dict[int, Node] = {}
        for record in records.of(ROLES):
            ROLES[record.role](self, record)

    def _name(self, record: Record) -> None:
        self.naming[record.parts["named"][0].id] = record

    def _entitle(self, record: Record) -> None:
        self.titles[record.parts["named"][0].id] = record.parts["text"][0]

    def _type(self, record: Record) -> None:
        if "type" in record.parts:
            self.types[record.node.id] = record.parts["type"][0]
        if "value" in record.parts:
            self.valued.add(record.node.id)

    def _parameter(self, record: Record) -> None:
        known = self.parameters.get(record.node.id)
        if known is None or (known.role == "parameter" and len(record.parts) >= len(known.parts)):
            self.parameters[record.node.id] = record

    def _field(self, record: Record) -> None:
        self.fields.add(record.node.id)

    def _decorate(self, record: Record) -> None:
        self.decorators.setdefault(record.parts["decorated"][0].id, []).append(record.parts["decorator"][0])

    def _decorate_last(self, record: Record) -> None:
        """Each of the children is applied to the last one; what is applied stands in it."""
        children = [each for each in record.node.named_children if not each.is_extra]
        for each in children[:-1]:
            self.decorators.setdefault(children[-1].id, []).extend(each.named_children[:1])

    def _decorate_next(self, record: Record) -> None:
        """What is applied to the next node that is neither a comment nor applied itself."""
        node = record.node.next_named_sibling
        while node is not None and (node.is_extra or node.type == record.node.type):
            node = node.next_named_sibling
        if node is not None:
            self.decorators.setdefault(node.id, []).append(record.parts["decorator"][0])
            self.begins.setdefault(node.id, record.node.start_byte)

    def _receive(self, record: Record) -> None:
        self.receivers.add(record.node.id)

    def _flag(self, record: Record) -> None:
        self.flags.setdefault(record.node.id, []).extend(record.all("flag"))

    def _inherit(self, record: Record) -> None:
        self.bases.setdefault(record.node.id, []).append(record.parts["base"][0])

    def _implement(self, record: Record) -> None:
        self._inherit(record)
        self.implemented.add(record.parts["base"][0].id)

    def _generalise(self, record: Record) -> None:
        self.generics.setdefault(record.node.id, []).append((record.parts["name"][0], record.one("type")))

    def _extend(self, record: Record) -> None:
        self.extended[record.node.id] = record.parts["type"][0]

    def _document(self, record: Record) -> None:
        self.docs.setdefault(record.node.id, record.parts["text"][0])


ROLES: Final[Mapping[str, Callable[[Companions, Record], None]]] = {
    "naming": Companions._name,
    "naming.item": Companions._name,
    "naming.target": Companions._name,
    "naming.title": Companions._entitle,
    "bind": Companions._type,
    "bind.each": Companions._type,
    "bind.typed": Companions._type,
    "bind.field": Companions._type,
    "promising": Companions._type,
    "parameter": Companions._parameter,
    "parameter.rest": Companions._parameter,
    "parameter.named": Companions._parameter,
    "parameter.receiver": Companions._receive,
    "parameter.field": Companions._field,
    "decoration": Companions._decorate,
    "decoration.next": Companions._decorate_next,
    "decorations": Companions._decorate_last,
    "flagged": Companions._flag,
    "inherits": Companions._inherit,
    "implements": Companions._implement,
    "generic": Companions._generalise,
    "extension": Companions._extend,
    "documented": Companions._document,
}
