"""Properties that stand twice: readers keep the first, whoever changes a note has to see all of them."""

from __future__ import annotations

import re
from typing import NamedTuple

from extractors.properties.frontmatter import read_frontmatter
from extractors.properties.yaml12 import duplicate_message
from graph.model import Fragment, Problem

RULE = "yaml-duplicate-key"
_SHOWN = re.compile(r"[^\r\n]")


class Second(NamedTuple):
    """The next reading of a note in which properties stand twice."""

    text: str
    """The note with all blanked that was read, every offset kept; "" if there is nothing left."""
    unread: tuple[Problem, ...]
    """Properties that stand twice in a way that cannot be read a second time."""


def has_doubles(fragment: Fragment) -> bool:
    """Whether a file has properties that its fragment says nothing of."""
    return any(problem.rule == RULE for problem in fragment.problems)


def second_reading(path: str, text: str) -> Second:
    """The note as a reader would see it who has read the first of each property already."""
    front = read_frontmatter(text, path)
    told = {problem.message: problem for problem in front.problems if problem.rule == RULE}
    doubles = {key: told[message] for key in front.data if (message := duplicate_message(key)) in told}
    if not doubles:
        return Second("", ())
    blanked = text
    for key in front.data:
        place, value = front.key_places[key], front.places.get((key,))
        end = value.end if value is not None else text.index("\n", place.end)
        blanked = blanked[: place.start] + _SHOWN.sub(" ", text[place.start : end]) + blanked[end:]
    after = read_frontmatter(blanked)
    if after.end == front.end and after.data.keys() == doubles.keys():
        return Second(blanked, ())
    message = "`{}` stands twice and only the first was looked at; keep one of them"
    left = (
        problem._replace(severity="warning", rule="double-left", message=message.format(key))
        for key, problem in doubles.items()
    )
    return Second("", tuple(left))
