"""Macros whose arguments the grammar leaves as tokens: those that read as the arguments of a call are made one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from tree_sitter import Node, Parser, Query, QueryCursor

NESTED: Final = 4_000
"""What is nested deeper was written by a machine, and is left out: queries take the square of the depth."""
_DEEPEST = 6
"""How deep macros are followed into one another."""


def unfolded(parser: Parser, query: Query, data: bytes) -> Node:
    """The tree of a file in which `name!(..)` is a call of what the text still calls `name!`.

    As many bytes are parsed as the file has: nodes keep their places. `query` captures invocations as @name and
    @tokens, those that stand where no call may as @items, those that take a pattern behind a value as @pattern.
    """
    text = bytearray(data)
    root = parser.parse(data).root_node
    tried: set[int] = set()
    for _ in range(_DEEPEST):
        found = [each for each in _invocations(query, root, text) if each[1].start_byte not in tried]
        tried |= {tokens.start_byte for _, tokens in found}
        calls = [each for each in found if _reads_as_arguments(parser, text, each[1])]
        if not calls:
            break
        for name, tokens in calls:
            _write_call(text, name, tokens)
        inside = parser.parse(bytes(text)).root_node
        if inside.has_error and not root.has_error:
            break
        root = inside
        if not any(_may_hold_macros(text, tokens) for _, tokens in calls):
            break
    return root


def _invocations(query: Query, root: Node, text: bytearray) -> Iterator[tuple[Node, Node]]:
    """The names and the tokens of all invocations without a blank between name and mark; patterns are blanked."""
    cursor = QueryCursor(query)
    cursor.set_max_start_depth(NESTED)
    found = [parts for _, parts in cursor.matches(root)]
    items = {parts["items"][0].id for parts in found if "items" in parts}
    for tokens in (parts["pattern"][0] for parts in found if "pattern" in parts):
        comma = next((each.start_byte for each in tokens.children if each.type == ","), tokens.end_byte - 1)
        text[comma : tokens.end_byte - 1] = re.sub(rb"[^\n]", b" ", text[comma : tokens.end_byte - 1])
    for name, tokens in ((parts["name"][0], parts["tokens"][0]) for parts in found if "name" in parts):
        if tokens.id not in items and text[name.end_byte : name.end_byte + 1] == b"!":
            yield name, tokens


def _may_hold_macros(text: bytearray, tokens: Node) -> bool:
    return text.find(b"!", tokens.start_byte, tokens.end_byte) >= 0


def _reads_as_arguments(parser: Parser, text: bytearray, tokens: Node) -> bool:
    inside = bytes(text[tokens.start_byte + 1 : tokens.end_byte - 1])
    return not parser.parse(b"fn f(){f(" + inside + b");}").root_node.has_error


def _write_call(text: bytearray, name: Node, tokens: Node) -> None:
    start, end = tokens.start_byte, tokens.end_byte
    if text[start : start + 1] == b"{" and text[end : end + 1] == b"\n":
        text[end : end + 1] = b";"  # what ends a statement by its brace does not when it is a call
    text[name.end_byte : name.end_byte + 1] = b"_"
    text[start : start + 1], text[end - 1 : end] = b"(", b")"
