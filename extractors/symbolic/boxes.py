"""Containers that code makes: lists, dictionaries, objects, tuples, with the items that are known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from tree_sitter import Node

from extractors.symbolic.drafts import Reading
from extractors.symbolic.matching import Record
from graph.facts import UNKNOWN

if TYPE_CHECKING:
    from extractors.symbolic.expressions import Expressions


class Boxes:
    """The containers of one file, for the expressions that tell what is in them."""

    def __init__(self, reading: Reading, expressions: Expressions, records: Mapping[int, Record]) -> None:
        """Ask these expressions for items; `records` are found by the ids of their nodes."""
        self._reading, self._ask, self._records = reading, expressions, records
        self._values = reading.values
        self._known: dict[int, int] = {}

    def box_of(self, node: Node) -> int:
        """The container that a node makes, known before its items are."""
        place = self._known.get(node.id)
        if place is None:
            place = self._known[node.id] = self._values.box("object", ())
        return place

    def listed(self, record: Record) -> int:
        """Several items, each known by its number."""
        return self._values.box("list", self._numbered(record, self._ask.value))

    def endless(self, record: Record) -> int:
        """Items of one kind, however many."""
        return self._values.box("list", (UNKNOWN, self._ask.value(record.one("item"))))

    def keyed(self, record: Record) -> int:
        """Items under keys."""
        return self._values.box("dict", self._pairs(record, self._ask.value))

    def named(self, record: Record) -> int:
        """Items under names, which methods may be too."""
        place = self.box_of(record.node)
        items = self._pairs(record, lambda node: self._values.add("literal", f"'{self._reading.name(node)}'"))
        for key, item in zip(items[::2], items[1::2], strict=True):
            self._values.put(place, key, item)
        return place

    def results(self, record: Record) -> int:
        """Several results, each of the type that is written: a container whose items are known."""
        items: list[int] = []
        for node in record.node.named_children:
            for _ in node.children_by_field_name("name") or [node]:
                if node.id in self._records:
                    items += (self._values.add("literal", str(len(items) // 2)), self._ask.value(node))
        return self._values.box("tuple", items)

    def typed(self, record: Record) -> int:
        """A container of things of these types."""
        return self._values.box("tuple", self._numbered(record, self._ask.type))

    def _numbered(self, record: Record, value: Callable[[Node], int]) -> list[int]:
        items: list[int] = []
        for number, node in enumerate(each for each in record.node.named_children if not each.is_extra):
            items += (self._values.add("literal", str(number)), value(node))
        return items

    def _pairs(self, record: Record, key: Callable[[Node], int]) -> list[int]:
        items: list[int] = []
        for node in record.node.named_children:
            pair = self._records.get(node.id)
            if pair is None:
                continue
            if pair.role == "pair":
                items += (key(pair.parts["key"][0]), self._ask.value(pair.one("value")))
            elif pair.role == "pair.short":
                items += (key(node), self._ask.variable(node, True))
            elif pair.role == "def.method":
                items += (key(pair.parts["name"][0]), self._ask.value(node))
        return items
