"""Which files Obsidian excludes: its filters are path prefixes, or regular expressions between slashes."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from graph.model import Problem


class Excluded(NamedTuple):
    """What the filters of a root exclude."""

    prefixes: tuple[str, ...]
    expressions: tuple[re.Pattern[str], ...]
    problems: tuple[Problem, ...]
    """Filters that are not used."""

    def has(self, path: str) -> bool:
        """Whether a root-relative path is excluded."""
        return path.startswith(self.prefixes) or any(each.search(path) for each in self.expressions)


def excluder(filters: tuple[str, ...]) -> Excluded:
    """Obsidian's filters (help: Settings, Excluded files).

    A vault may come from anybody: an expression that could match for ever excludes nothing, and that is told.
    """
    prefixes = tuple(item for item in filters if not _is_expression(item))
    expressions, problems = [], []
    for item in filter(_is_expression, filters):
        if not _is_quick(item[1:-1]):
            what = f"the filter {item[:100]} could match for ever, so it excludes nothing"
            message = f"{what}; repeat less, and no group with choices in it"
            problems.append(Problem(".obsidian/app.json", 0, 0, "warning", "excluded-files", message))
            continue
        try:
            expressions.append(re.compile(item[1:-1]))
        except (re.error, OverflowError, RecursionError):
            prefixes += (item,)
    return Excluded(prefixes, tuple(expressions), tuple(problems))


def _is_expression(item: str) -> bool:
    return len(item) > 2 and item.startswith("/") and item.endswith("/")


_TOKEN: Final = re.compile(
    r"\\.|\[\^?\]?(?:\\.|[^\]\\])*+\]|\((?:\?(?:P?<\w++>|<?[=!]|[a-zA-Z-]*+:|>))?+|\{\d*+,?+\d*+\}|.", re.DOTALL
)
_MOST_REPEATS: Final = 3
"""Each multiplies the work by the length of the path."""
_MOST_CHOICES: Final = 8
"""Each doubles it."""


def _is_quick(expression: str) -> bool:
    """Whether backtracking over a path comes to an end soon: nothing is repeated in which there is a choice."""
    groups, last_has_choice, after_repeat = [False], False, False
    repeats = choices = 0
    for token in map(re.Match.group, _TOKEN.finditer(expression)):
        is_repeat = token in ("*", "+") or (token[0] == "{" and len(token) > 1)
        if after_repeat and token in ("?", "+"):  # lazy or possessive, no repeat of its own
            after_repeat = False
            continue
        if (is_repeat and last_has_choice) or (token[0] == "\\" and token[1:].isdigit()):
            return False
        if token[0] == "(":
            groups.append(False)
        elif token in ("|", "?") or is_repeat:
            groups[-1] = True
            repeats += is_repeat
            choices += token == "?" or (token == "|" and len(groups) > 1)
        last_has_choice = token == ")" and groups[-1]
        if token == ")" and len(groups) > 1:
            has_choice = groups.pop()
            groups[-1] = groups[-1] or has_choice
        after_repeat = is_repeat
    starts = 0 if expression.startswith("^") else 1  # a search tries every place of the path
    return repeats + starts <= _MOST_REPEATS and choices <= _MOST_CHOICES
