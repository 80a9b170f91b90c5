"""Imports that are written as trees of paths: `a::{b, c::{self, d as e}, f::*}`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

_TOKEN: Final = re.compile(r"//[^\n]*|/\*.*?\*/|\s+|(r#)?(?P<token>\w+|::|[{},*])|.", re.DOTALL)
_DEEPEST: Final = 40


class Leaf(NamedTuple):
    """One thing that is imported."""

    path: tuple[str, ...]
    alias: str
    """The name it is bound to: "*" for all that is in it, "_" for none."""
    offset: int
    """Where in the text it ends."""


def leaves(text: str) -> list[Leaf]:
    """What a tree imports, in the order of the text."""
    tokens = [(found["token"], found.end()) for found in _TOKEN.finditer(text) if found["token"]]
    return list(_tree(iter([*tokens, ("", len(text))]), (), 0))


def _tree(tokens: Iterator[tuple[str, int]], prefix: tuple[str, ...], depth: int) -> Iterator[Leaf]:
    """The leaves of trees that commas part, up to the brace that ends them."""
    path, alias, end, named = prefix, "", 0, False
    for token, at in tokens:
        if token in (",", "}", ""):
            if len(path) > len(prefix) or alias:
                yield _leaf(path, alias, end)
            if token != ",":
                return
            path, alias = prefix, ""
        elif token == "{" and depth < _DEEPEST:
            yield from _tree(tokens, path, depth + 1)
            path = prefix
        elif token == "*":
            alias, end = "*", at
        elif token == "as":
            named = True
        elif token != "::":
            path, alias, end = (path, token, at) if named else ((*path, token), alias, at)
            named = False


def _leaf(path: tuple[str, ...], alias: str, end: int) -> Leaf:
    if path[-1] == "self" and len(path) > 1:
        path = path[:-1]
    return Leaf(path, alias or path[-1], end)
