"""Reads JSON and remembers where each value stands, so that an error can point at it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from vaultkit.errors import VaultkitError
from vaultkit.memory.shelf.jse.tree import Data

DEEPEST: Final = 64
"""Levels of brackets."""
_TOKEN: Final = re.compile(r'[ \t\r\n]*([\[\]{},:]|"[^"\\]*(?:\\.[^"\\]*)*"|[^\s\[\]{},:"]+|")', re.DOTALL)
_SHOWN: Final = 24
"""Characters of the expression that are shown on each side of a fault."""


class Item(NamedTuple):
    """A value of the text and where it begins."""

    value: str | int | float | bool | list[Item] | dict[str, Item] | None
    at: int


class ExpressionError(VaultkitError):
    """A fault in an expression, and where."""

    def __init__(self, text: str, at: int, what: str, remedy: str = "") -> None:
        """The expression `text` is wrong from the character `at` on."""
        before, after = text[max(0, at - _SHOWN) : at], text[at : at + _SHOWN]
        shown = f"{'…' if at > _SHOWN else ''}{before}⟦{after}⟧{'…' if at + _SHOWN < len(text) else ''}"
        super().__init__(f"JSE, character {at + 1}: {what} ({shown})", remedy)
        self.at = at


class _Token(NamedTuple):
    text: str
    at: int


def read(text: str) -> Item:
    """The value of a JSON text. Raises ExpressionError, also for a key that stands twice in an object."""
    tokens = _tokens(text)
    item = _value(text, next(tokens), tokens, 0)
    rest = next(tokens)
    if rest.text:
        raise ExpressionError(text, rest.at, "there is more after the end of the expression", "check the brackets")
    return item


def plain(item: Item) -> Data:
    """The value without its places."""
    if isinstance(item.value, list):
        return [plain(each) for each in item.value]
    if isinstance(item.value, dict):
        return {key: plain(each) for key, each in item.value.items()}
    return item.value


def _tokens(text: str) -> Iterator[_Token]:
    """The tokens, and for ever an empty one at the end."""
    at = 0
    while match := _TOKEN.match(text, at):
        at = match.end()
        yield _Token(match[1], match.start(1))
    if text[at:].strip(" \t\r\n"):
        raise ExpressionError(text, at, "this is no JSON")
    while True:
        yield _Token("", len(text))


def _value(text: str, token: _Token, tokens: Iterator[_Token], depth: int) -> Item:
    if depth > DEEPEST:
        raise ExpressionError(text, token.at, f"brackets go deeper than {DEEPEST} levels", "flatten the expression")
    if token.text == "[":
        return Item(_array(text, tokens, depth), token.at)
    if token.text == "{":
        return Item(_object(text, tokens, depth), token.at)
    return Item(_scalar(text, token), token.at)


def _scalar(text: str, token: _Token) -> str | int | float | bool | None:
    if not token.text:
        raise ExpressionError(text, token.at, "the expression ends too early", "check the brackets")
    try:
        value: str | int | float | bool | None = json.loads(token.text, parse_constant=_no_constant)
    except ValueError as fault:
        raise ExpressionError(text, token.at, "this is no JSON value", "texts stand in double quotes") from fault
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _array(text: str, tokens: Iterator[_Token], depth: int) -> list[Item]:
    items: list[Item] = []
    token = next(tokens)
    while token.text != "]":
        items.append(_value(text, token, tokens, depth + 1))
        token = _after_item(text, tokens, "]")
    return items


def _object(text: str, tokens: Iterator[_Token], depth: int) -> dict[str, Item]:
    items: dict[str, Item] = {}
    token = next(tokens)
    while token.text != "}":
        key = _scalar(text, token)
        if not isinstance(key, str):
            raise ExpressionError(text, token.at, "a key is a text in double quotes")
        if key in items:
            raise ExpressionError(text, token.at, f"the key {key!r} stands twice in one object")
        colon = next(tokens)
        if colon.text != ":":
            raise ExpressionError(text, colon.at, "a colon is missing here")
        items[key] = _value(text, next(tokens), tokens, depth + 1)
        token = _after_item(text, tokens, "}")
    return items


def _after_item(text: str, tokens: Iterator[_Token], end: str) -> _Token:
    """The first token of the next item, or the end."""
    token = next(tokens)
    if token.text == end:
        return token
    if token.text != ",":
        what = f"a comma or {end} is missing here" if token.text else "the expression ends too early"
        raise ExpressionError(text, token.at, what, "check the brackets")
    following = next(tokens)
    if following.text == end:
        raise ExpressionError(text, following.at, "a comma has nothing after it")
    return following
