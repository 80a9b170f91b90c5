"""How two readings of a file of code differ for those that ask it for names."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from graph.contracts import sought_names
from graph.facts import ALL, UNKNOWN, Definition, Interface
from graph.packages import spelled


def changed_names(old: Interface, new: Interface) -> set[str]:
    """The names whose answers may differ: definitions, names of the module, "" and "*" for the module as a whole.

    Where in the file a definition stands makes no difference.
    """
    before, after = _entries(old), _entries(new)
    return {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}


def _entries(interface: Interface) -> dict[str, list[Hashable]]:
    """Everything that may be asked for, by name, in a form that does not hang on places in the table."""
    values = _Digests(interface)
    found: dict[str, list[Hashable]] = {"": [interface.language, interface.is_test], "*": [interface.stars]}
    for definition in interface.definitions:
        found.setdefault(definition.name, []).append(_told(definition, values))
    for definition in interface.definitions[:1]:
        for name, place in definition.members:
            found.setdefault(name, []).append(("member", values.of(place)))
    for name, place in interface.exports:
        found.setdefault(name, []).append(("export", values.of(place)))
    for name in sought_names(interface):
        found.setdefault(name, []).append("sought")
    put: dict[str, set[str]] = {}
    for owner, name, value in interface.extended:
        put.setdefault(f"{spelled(interface, owner)}.{ALL}", set()).add(name)
        found.setdefault(f"{spelled(interface, owner)}.{name}", []).append(("put", values.of(owner), values.of(value)))
    for owned, names in put.items():
        found.setdefault(owned, []).append(tuple(sorted(names)))
    found[""].append(tuple((values.of(owner), name, values.of(value)) for owner, name, value in interface.extended))
    return found


def _told(definition: Definition, values: _Digests) -> Hashable:
    is_file = definition.kind == "file"
    return (
        definition.kind,
        definition.flags,
        (definition.shape.parts, tuple(map(values.of, definition.shape.holes))),
        tuple(
            (each.name, each.spread, values.of(each.type), values.of(each.default)) for each in definition.parameters
        ),
        tuple(map(values.of, definition.returns)),
        tuple(map(values.of, definition.yields)),
        tuple(map(values.of, definition.bases)),
        () if is_file else tuple((name, values.of(place)) for name, place in definition.members),
        tuple((name, values.of(place)) for name, place in definition.attributes),
    )


class _Digests:
    """A number for each value of an interface that is equal for values that say the same."""

    def __init__(self, interface: Interface) -> None:
        self._values, self._definitions = interface.values, interface.definitions
        self._known: dict[int, int] = {}

    def of(self, place: int) -> int:
        """The digest of the value at a place."""
        pending = [place]
        waiting: set[int] = set()
        while pending:
            at = pending[-1]
            if at == UNKNOWN or at in self._known:
                pending.pop()
                continue
            needs = [each for each in self._needs(at) if each not in self._known and each not in waiting]
            if needs and at not in waiting:
                waiting.add(at)
                pending += needs
                continue
            self._known[at] = self._digest(at)
            pending.pop()
        return self._known.get(place, 0)

    def _needs(self, at: int) -> Iterator[int]:
        value = self._values[at]
        if value.kind not in _NUMBERED and value.of != UNKNOWN:
            yield value.of
        yield from (part for part in value.parts if part != UNKNOWN)

    def _digest(self, at: int) -> int:
        """Of what a value says; what is still being worked out counts as the same."""
        value = self._values[at]
        if value.kind == "box":
            of: Hashable = ""
        elif value.kind in _NUMBERED:
            of = self._definitions[value.of].name
        else:
            of = self._known.get(value.of, 0)
        parts = tuple(self._known.get(part, 0) for part in value.parts)
        return hash((value.kind, value.name, of, parts, value.labels))


_NUMBERED = frozenset(["definition", "parameter", "self", "super", "box"])
"""Kinds whose `of` is no place but the number of a definition, or of a box."""
