"""Stretches of a file, and what lies in one of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate

from tree_sitter import Node


class Spans:
    """The stretches that some nodes take up, each in another one or apart from it."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        """Of these nodes, in whatever order they come."""
        spans = sorted((each.start_byte, each.end_byte) for each in nodes)
        self._starts = [start for start, _ in spans]
        self._ends = list(accumulate((end for _, end in spans), max))

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self._starts)

    def hold(self, node: Node) -> bool:
        """Whether a node lies in one of them."""
        if not self._starts:
            return False
        at = bisect_right(self._starts, node.start_byte) - 1
        return at >= 0 and self._ends[at] >= node.end_byte
