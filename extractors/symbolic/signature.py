"""The head of a definition on one line, as a reader wants it: without comments, annotations and other branches."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final

from tree_sitter import Node

from extractors.symbolic.drafts import Draft, Reading
from extractors.symbolic.preprocessing import without_branches
from graph.facts import NAMELESS

_LONGEST: Final = 200
_READ: Final = 4 * _LONGEST
"""Bytes that are looked at: more than a signature has with its blanks."""
_DIRECTIVE: Final = re.compile(rb"^[ \t]*#[^\n]*", re.MULTILINE)
_GAPS: Final = re.compile(r"(?<=\() | (?=\))")
_BRANCH: Final = b"#if\n"
"""A signature may begin in a branch: what stands in the next one is left out, too."""


def signature(reading: Reading, draft: Draft, comments: Sequence[Node], annotations: Sequence[Node]) -> str:
    """The signature of a definition, cut where it gets long; "" for a file. Comments and annotations are sorted."""
    if draft.kind == "file":
        return ""
    start, place, end = draft.node.start_byte, draft.place.start_byte, draft.signature_end
    asides = sorted((*_within(annotations, start, place), *_within(comments, start, end)))
    text = b" ".join(_pieces(reading.data, start, end, asides))
    if reading.language.conditional and b"#" in text:
        text = _DIRECTIVE.sub(b"", without_branches(_BRANCH + text))
    written = _GAPS.sub("", " ".join(text.decode("utf-8", "replace").split())).rstrip(" :{")
    name = draft.label
    spelled = written.lower() if reading.language.folded else written
    if name not in spelled and NAMELESS not in draft.flags:
        written = f"{name} {written}".rstrip()
    return written if len(written) <= _LONGEST else written[:_LONGEST] + ".."


def _within(nodes: Sequence[Node], start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where those nodes stand that lie in a stretch of the text."""
    for at in range(bisect_left(nodes, start, key=lambda node: node.start_byte), len(nodes)):
        if nodes[at].end_byte > end:
            return
        yield nodes[at].start_byte, nodes[at].end_byte


def _pieces(data: bytes, start: int, end: int, asides: Sequence[tuple[int, int]]) -> Iterator[bytes]:
    """What stands between the asides of a stretch, as far as it is looked at."""
    left = _READ
    for begin, after in (*asides, (end, end)):
        piece = data[start : max(start, min(begin, start + left))]
        yield piece
        left -= len(piece)
        start = max(start, after)
