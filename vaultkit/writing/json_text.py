"""Where strings stand in JSON text, so that one can be edited and every other byte stays."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Final

from vaultkit.contract.findings import Edit
from vaultkit.writing.json_tree import Member, read_tree

Path = tuple[str | int, ...]

_UNIT: Final = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|.", re.DOTALL
)
"""What one character of a string is written as (RFC 8259, section 7)."""


def string_spans(text: str, depth: int) -> dict[Path, tuple[int, int]]:
    """Path to the offsets of each string value, quotes included, `depth` steps below the top of valid JSON."""
    level: list[tuple[Path, Member]] = [((), read_tree(text))]
    for _ in range(depth):
        level = [((*path, member.step), member) for path, around in level for member in around.members]
    return {path: (member.value_start, member.end) for path, member in level if member.kind == '"'}


def inner_edits(text: str, span: tuple[int, int], edits: Iterable[Edit]) -> list[Edit]:
    """Edits of a string's value as edits of the JSON text it is written in."""
    starts = [match.start() for match in _UNIT.finditer(text, span[0] + 1, span[1] - 1)]
    starts.append(span[1] - 1)
    return [Edit(starts[edit.start], starts[edit.end], _escaped(edit.text)) for edit in edits]


def _escaped(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]
