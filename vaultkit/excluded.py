"""Which files Obsidian excludes: its filters are path prefixes, or regular expressions between slashes."""

from __future__ import annotations

import re
from typing import NamedTuple

from graph.model import Problem


class Excluded(NamedTuple):
    """What the filters of a root exclude."""

    prefixes: tuple[str, ...]
    expressions: tuple[re.Pattern[str], ...]
    problems: tuple[Problem, ...] = ()

    def has(self, path: str) -> bool:
        """Whether a root-relative path is excluded."""
        return path.startswith(self.prefixes) or any(each.search(path) for each in self.expressions)


def excluder(filters: tuple[str, ...]) -> Excluded:
    """Obsidian's filters (help: Settings, Excluded files)."""
    prefixes = tuple(item for item in filters if not _is_expression(item))
    expressions = []
    for item in filter(_is_expression, filters):
        try:
            expressions.append(re.compile(item[1:-1]))
        except (re.error, OverflowError, RecursionError):
            prefixes += (item,)
    return Excluded(prefixes, tuple(expressions))


def _is_expression(item: str) -> bool:
    return len(item) > 2 and item.startswith("/") and item.endswith("/")
