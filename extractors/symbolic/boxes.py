"""Containers that code makes: lists, dictionaries, objects, tuples, with the items that are known."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tree_sitter import Node

from extractors.symbolic.matching import Record
from graph.facts import UNKNOWN

if TYPE_CHECKING:
    from extractors.symbolic.expressions import Expressions


def listed(ask: Expressions, record: Record) -> int:
    """Several items, each known by its number."""
    return ask.values.box("list", _numbered(ask, record, ask.value))


def endless(ask: Expressions, record: Record) -> int:
    """Items of one kind, however many."""
    return ask.values.box("list", (UNKNOWN, ask.value(record.one("item"))))


def keyed(ask: Expressions, record: Record) -> int:
    """Items under keys."""
    return ask.values.box("dict", _pairs(ask, record, ask.value))


def named(ask: Expressions, record: Record) -> int:
    """Items under names, which methods may be too."""
    place = ask.box_of(record.node)
    items = _pairs(ask, record, lambda node: ask.values.add("literal", f"'{ask.name(node)}'"))
    for key, item in zip(items[::2], items[1::2], strict=True):
        ask.values.put(place, key, item)
    return place


def results(ask: Expressions, record: Record) -> int:
    """Several results, each of the type that is written: a container whose items are known."""
    items: list[int] = []
    for node in record.node.named_children:
        for _ in node.children_by_field_name("name") or [node]:
            if ask.record(node) is not None:
                items += (ask.values.add("literal", str(len(items) // 2)), ask.value(node))
    return ask.values.box("tuple", items)


def typed(ask: Expressions, record: Record) -> int:
    """A container of things of these types."""
    return ask.values.box("tuple", _numbered(ask, record, ask.type))


def _numbered(ask: Expressions, record: Record, value: Callable[[Node], int]) -> list[int]:
    items: list[int] = []
    for number, node in enumerate(each for each in record.node.named_children if not each.is_extra):
        items += (ask.values.add("literal", str(number)), value(node))
    return items


def _pairs(ask: Expressions, record: Record, key: Callable[[Node], int]) -> list[int]:
    items: list[int] = []
    for node in record.node.named_children:
        pair = ask.record(node)
        if pair is None:
            continue
        if pair.role == "pair":
            items += (key(pair.parts["key"][0]), ask.value(pair.one("value")))
        elif pair.role == "pair.short":
            items += (key(node), ask.variable(node, True))
        elif pair.role == "def.method":
            items += (key(pair.parts["name"][0]), ask.value(node))
    return items
