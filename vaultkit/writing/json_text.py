"""Where strings stand in JSON text, so that one can be edited and every other byte stays."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Final

from vaultkit.findings import Edit

Path = tuple[str | int, ...]

_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*+"|[{}\[\]:,]|[^\s{}\[\]:,"]+', re.DOTALL)
_UNIT: Final = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|.", re.DOTALL
)
"""What one character of a string is written as (RFC 8259, section 7)."""


def string_spans(text: str, depth: int) -> dict[Path, tuple[int, int]]:
    """Path to the offsets of each string value, quotes included, `depth` steps below the top of valid JSON."""
    spans: dict[Path, tuple[int, int]] = {}
    steps: list[str | int] = []
    at_key = False
    for match in _TOKEN.finditer(text):
        token = match.group()
        if token in "{[":
            steps.append("" if token == "{" else 0)
            at_key = token == "{"
        elif token in "}]":
            steps.pop()
        elif token == ",":
            step = steps[-1]
            at_key = isinstance(step, str)
            if isinstance(step, int):
                steps[-1] = step + 1
        elif token == ":":
            at_key = False
        elif token[0] == '"' and at_key:
            steps[-1] = json.loads(token, strict=False)
        elif token[0] == '"' and len(steps) == depth:
            spans[tuple(steps)] = match.span()
    return spans


def inner_edits(text: str, span: tuple[int, int], edits: Iterable[Edit]) -> list[Edit]:
    """Edits of a string's value as edits of the JSON text it is written in."""
    starts = [match.start() for match in _UNIT.finditer(text, span[0] + 1, span[1] - 1)]
    starts.append(span[1] - 1)
    return [Edit(starts[edit.start], starts[edit.end], _escaped(edit.text)) for edit in edits]


def _escaped(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]
