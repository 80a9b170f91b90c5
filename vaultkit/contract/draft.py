"""A note under check: what the rules ask of it, read when they ask."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from extractors.lines import Lines
from extractors.properties.frontmatter import Place, read_frontmatter
from extractors.properties.yaml12 import Path
from graph.model import Problem
from vaultkit.contract.findings import Edit, Finding, Fix
from vaultkit.rulebook import RULEBOOK

if TYPE_CHECKING:
    from extractors.markdown.parsed import Note

_HARMLESS: Final = frozenset({"value-truncated-by-comment", "bom"})
"""Problems that leave the value before them as it was meant."""
START: Final = Place(1, 1, 0, 0)


class Item(NamedTuple):
    """One item of a list property, or its only value."""

    path: Path
    value: object
    place: Place


class Draft:
    """One note, its frontmatter read; the body is read when a rule needs it."""

    def __init__(self, path: str, text: str) -> None:
        """Read the frontmatter of the note at the root-relative `path`."""
        self.path = path
        self.text = text
        self.frontmatter = read_frontmatter(text, path)
        faults = (problem for problem in self.frontmatter.problems if problem.rule not in _HARMLESS)
        self._faulty = sorted({problem.line for problem in faults})

    @cached_property
    def note(self) -> Note:
        """The whole note, read."""
        from extractors.markdown.parsed import read_note  # only rules about the body need what reads it

        return read_note(self.path, self.text, self.frontmatter)

    @cached_property
    def lines(self) -> Lines:
        """Offsets to lines."""
        return Lines(self.text)

    @property
    def has_block(self) -> bool:
        """Whether there is frontmatter."""
        return self.frontmatter.end > 0

    @property
    def broken(self) -> bool:
        """Whether something may be missing from the properties because it could not be read."""
        return not self.has_block or any(problem.severity == "error" for problem in self.frontmatter.problems)

    def key(self, name: str) -> str | None:
        """How the author wrote a property's name; None without it."""
        key = self.frontmatter.key(name)
        return key if key in self.frontmatter.data else None

    def raw(self, place: Place) -> str:
        """The source of a value."""
        return self.text[place.start : place.end]

    def place(self, key: str) -> Place:
        """The place of a property's value, of its key if it has none."""
        return self.frontmatter.places.get((key,)) or self.key_place(key)

    def key_place(self, key: str) -> Place:
        """The place of a key."""
        return self.frontmatter.key_places.get(key, START)

    def is_sound(self, key: str) -> bool:
        """Whether the reader finds no fault from the line of a key to the last line of its value."""
        first, value = self.key_place(key).line, self.place(key)
        last = max(first, value.line + self.raw(value).count("\n"))
        return not self._faulty or bisect_left(self._faulty, first) == bisect_right(self._faulty, last)

    def values_between(self, start: int, end: int) -> list[tuple[Path, Place]]:
        """The values that start in [start, end], by their places; what stands inside a value follows it."""
        low, high = bisect_left(self._starts, start), bisect_right(self._starts, end)
        return self._values[low:high]

    def key_above(self, offset: int) -> str:
        """The last property whose key stands before an offset, "" if none does."""
        index = bisect_right(self._keys, offset, key=lambda each: each[0])
        return self._keys[index - 1][1] if index else ""

    @cached_property
    def _keys(self) -> list[tuple[int, str]]:
        return sorted((place.start, key) for key, place in self.frontmatter.key_places.items())

    @cached_property
    def _values(self) -> list[tuple[Path, Place]]:
        return sorted(self.frontmatter.places.items(), key=lambda value: (value[1].start, len(value[0])))

    @cached_property
    def _starts(self) -> list[int]:
        return [place.start for _, place in self._values]

    def items(self, key: str) -> Iterator[Item]:
        """The items of a list, or the value itself as the only one."""
        value = self.frontmatter.data[key]
        if isinstance(value, list):
            for index, each in enumerate(value):
                yield Item((key, index), each, self.frontmatter.places.get((key, index)) or self.place(key))
        else:
            yield Item((key,), value, self.place(key))

    @cached_property
    def tags(self) -> tuple[tuple[str, Item], ...]:
        """(tag without `#`, item) of every text among the tags (release notes 1.4.4: a leading `#` is optional).

        A text with commas or blanks in place of a list is none.
        """
        key = self.key("tags")
        if key is None or not self.is_sound(key):
            return ()
        listed = isinstance(self.frontmatter.data[key], list)
        texts = ((item.value.strip(), item) for item in self.items(key) if isinstance(item.value, str))
        return tuple(
            (text.removeprefix("#"), item)
            for text, item in texts
            if text and "," not in text and (listed or len(text.split()) == 1)
        )

    def finding(self, place: Place, rule: str, message: str, fix: Fix | None = None) -> Finding:
        """A finding at a place, as grave as the rulebook has it."""
        return Finding(Problem(self.path, place.line, place.column, RULEBOOK[rule], rule, message), fix)


def fix(does: str, key: str, *edits: Edit) -> Fix:
    """A fix that changes the value of one property."""
    return Fix(does, tuple(sorted(edits)), frozenset({key}))
