"""The table of symbolic values of a file while it is filled: equal values are one, names wait until all is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from graph.facts import UNKNOWN, Value

_DEEPEST: Final = 24
"""Chains of members and calls that are longer say nothing that anybody could follow."""
_MOST: Final = 12
"""Alternatives of one value that are worth keeping."""

NAME: Final = "name"
"""A value that stands for what a name turns out to mean; gone when the table is finished."""


class Values:
    """Every value of a file, by place."""

    def __init__(self) -> None:
        """An empty table."""
        self._values: list[Value] = []
        self._places: dict[tuple[str, str, int, tuple[int, ...], tuple[str, ...]], int] = {}
        self._depths: list[int] = []
        self._boxes: dict[int, list[int]] = {}
        self._latest: dict[tuple[int, int], int] = {}

    def __getitem__(self, place: int) -> Value:
        """The value at a place."""
        return self._values[place]

    def add(
        self, kind: str, name: str = "", of: int = UNKNOWN, parts: tuple[int, ...] = (), labels: tuple[str, ...] = ()
    ) -> int:
        """The place of such a `Value`; UNKNOWN if it is made of too many others."""
        value = (kind, name, of, parts, labels)
        place = self._places.get(value)
        if place is None:
            depths = self._depths
            depth = depths[of] if of != UNKNOWN and kind not in NUMBERED else 0
            for part in parts:
                if part != UNKNOWN and depths[part] > depth:
                    depth = depths[part]
            if depth >= _DEEPEST:
                return UNKNOWN
            place = self._places[value] = self._append(Value._make(value), depth + 1)
        return place

    def box(self, kind: str, items: Iterable[int]) -> int:
        """The place of a container made here, with keys and items by turns; it can be filled later."""
        place = self._append(Value("box", kind, len(self._values)), 1)
        self._boxes[place] = []
        given = list(items)
        for key, item in zip(given[::2], given[1::2], strict=True):
            self.put(place, key, item)
        return place

    def put(self, box: int, key: int, item: int) -> None:
        """Put an item into a container that `box` made."""
        self._boxes[box] += (key, item)
        self._latest[box, key] = item

    def latest(self, box: int, key: int) -> int | None:
        """What was put last under a key into a container, None if nothing was."""
        return self._latest.get((box, key))

    def items(self, place: int) -> list[int] | None:
        """Keys and items by turns of a container, None for any other value."""
        return self._boxes.get(place)

    def any(self, places: Iterable[int]) -> int:
        """The place of a value that is one of these; unknown ones say nothing."""
        known = list(dict.fromkeys(self._alternatives(places)))[:_MOST]
        if len(known) < 2:
            return known[0] if known else UNKNOWN
        return self.add("any", parts=tuple(known))

    def either(self, *places: int) -> int:
        """The place of the first of several values of which anything will be known."""
        known = [place for place in dict.fromkeys(places) if place != UNKNOWN]
        if len(known) < 2:
            return known[0] if known else UNKNOWN
        return self.add("either", parts=tuple(known))

    def _alternatives(self, places: Iterable[int]) -> Iterable[int]:
        for place in places:
            if place != UNKNOWN:
                value = self._values[place]
                yield from value.parts if value.kind == "any" else (place,)

    def _append(self, value: Value, depth: int) -> int:
        self._values.append(value)
        self._depths.append(depth)
        return len(self._values) - 1

    # finishing

    def finish(self, meaning: Callable[[int, str], int], wanted: Iterable[int]) -> Finished:
        """Settle what every name means, `meaning(scope, name)` giving its place, and number the wanted values anew.

        `wanted` come first, in order, with all that they are made of.
        """
        return Finished(self._values, self._boxes, meaning, wanted)


NUMBERED: Final = frozenset(["definition", "parameter", "self", "super", "box", NAME])
"""Kinds whose `of` is no place but a number."""


class Finished:
    """A table without names; `place(old)` gives the place of what was at `old`."""

    def __init__(
        self,
        values: list[Value],
        boxes: dict[int, list[int]],
        meaning: Callable[[int, str], int],
        wanted: Iterable[int],
    ) -> None:
        """Number what is wanted; see `Values.finish`."""
        self._old, self._boxes, self._meaning = values, boxes, meaning
        self._settled: dict[int, int] = {}
        self._new: dict[int, int] = {}
        self._order: list[int] = []
        self.want(wanted)

    def want(self, places: Iterable[int]) -> None:
        """Number these too, and all that they are made of."""
        pending, new, order = list(places), self._new, self._order
        while pending:
            place = pending.pop()
            if place == UNKNOWN or place in new:  # a name has no number of its own
                continue
            place = self._settle(place)
            if place != UNKNOWN and place not in new:
                new[place] = len(order)
                order.append(place)
                pending += self._needs(place)

    def place(self, old: int) -> int:
        """Where the value is now that was at a place; UNKNOWN for nothing and for what nobody wanted."""
        place = self._new.get(old)  # a name has no number of its own
        return self._new.get(self._settle(old), UNKNOWN) if place is None else place

    def kind(self, old: int) -> str:
        """What kind of value a name at a place means, "" for nothing."""
        place = self._settle(old)
        return "" if place == UNKNOWN else self._old[place].kind

    def root(self, old: int) -> str:
        """What kind of value that at a place is a member or an item of, however far inside."""
        place = self._settle(old)
        while place != UNKNOWN and self._old[place].kind in ("attribute", "index"):
            place = self._settle(self._old[place].of)
        return self.named(place)

    def named(self, old: int) -> str:
        """What kind of value a name at a place means, "" for one of several of which none is a variable."""
        kind = self.kind(old)
        if kind == "any" and "variable" not in map(self.kind, self._old[self._settle(old)].parts):
            return ""
        return kind

    def __len__(self) -> int:
        """How many values have a number."""
        return len(self._order)

    def table(self, start: int = 0) -> tuple[Value, ...]:
        """The finished values from a place on."""
        return tuple(self._rewritten(place) for place in self._order[start:])

    def _settle(self, place: int) -> int:
        """Follow names to what they mean; one that means itself in the end means nothing."""
        if place == UNKNOWN or self._old[place].kind != NAME:
            return place
        known = self._settled.get(place)
        if known is not None:
            return known
        trail: list[int] = []
        end = place
        while end != UNKNOWN and self._old[end].kind == NAME and end not in self._settled:
            self._settled[end] = UNKNOWN
            trail.append(end)
            end = self._meaning(self._old[end].of, self._old[end].name)
        end = self._settled.get(end, end)
        self._settled.update(dict.fromkeys(trail, end))
        return end

    def _needs(self, place: int) -> list[int]:
        kind, _, of, parts, _ = self._old[place]
        needs = [*parts, *self._boxes.get(place, ())]
        if of != UNKNOWN and kind not in NUMBERED:
            needs.append(of)
        return needs

    def _rewritten(self, place: int) -> Value:
        kind, name, of, parts, labels = self._old[place]
        if of != UNKNOWN and kind not in NUMBERED:
            of = self.place(of)
        items = self._boxes.get(place, parts)
        return Value._make((kind, name, of, tuple(map(self.place, items)) if items else (), labels))
