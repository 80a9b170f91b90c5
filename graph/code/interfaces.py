"""How two readings of a file of code differ for those that ask it for names."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from graph.code.contracts import sought_names
from graph.code.linkage import is_shared
from graph.code.packages import spelled
from graph.code.things import partial_classes
from graph.facts import ALL, BASES, BOXES, HEIRS, UNKNOWN, Definition, Interface


def changed_names(old: Interface, new: Interface) -> set[str]:
    """The names whose answers may differ: definitions, names of the module, "" and "*" for the module as a whole.

    Where in the file a definition stands makes no difference, where in its table a container does makes one.
    """
    before, after = _entries(old), _entries(new)
    return {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)}


def _entries(interface: Interface) -> dict[str, list[Hashable]]:
    """Everything that may be asked for, by name, in a form that does not hang on places in the table."""
    values = _Digests(interface)
    found: dict[str, list[Hashable]] = {"": [interface.language, interface.is_test], "*": [interface.stars]}
    for name, what in _asked_for(interface, values):
        found.setdefault(name, []).append((interface.build, what) if interface.build else what)
    found[""].append(tuple((values.of(owner), name, values.of(value)) for owner, name, value in interface.extended))
    return found


def _asked_for(interface: Interface, values: _Digests) -> Iterator[tuple[str, Hashable]]:
    for definition in interface.definitions:
        yield definition.name, _told(definition, values)
    for definition in interface.definitions[:1]:
        for name, place in definition.members:
            yield name, ("member", values.of(place), is_shared(interface, place))
    for name, place in interface.exports:
        yield name, ("export", values.of(place))
    if heirs := {each.name for each in interface.definitions if each.kind == "class" and each.bases}:
        yield HEIRS, tuple(sorted(heirs))
    if boxes := [place for place, value in enumerate(interface.values) if value.kind == "box"]:
        yield BOXES, tuple(boxes)
    for owner, name, value in interface.extended:
        yield f"{spelled(interface, owner)}.{name}", ("put", values.of(owner), values.of(value))
    yield from _of_parts(interface, values)
    for name in sought_names(interface):
        yield name, "sought"
    yield from _sets(interface, values)


def _of_parts(interface: Interface, values: _Digests) -> Iterator[tuple[str, Hashable]]:
    """What the file adds to classes that stand in parts, by their names in full."""
    for at, full in partial_classes(interface).items():
        definition = interface.definitions[at]
        yield full, "part"
        yield f"{full}.{BASES}", tuple(map(values.of, definition.bases))
        for name, place in (*definition.members, *definition.attributes):
            yield f"{full}.{name}", ("part", values.of(place))


def _sets(interface: Interface, values: _Digests) -> Iterator[tuple[str, Hashable]]:
    """Of which names there are any: the members put on a type, the namespaces that bind a name."""
    found: dict[str, set[tuple[str, int, int]]] = {}
    for owner, name, value in interface.extended:
        put = name, values.of(owner), values.of(value)
        found.setdefault(f"{spelled(interface, owner)}.{ALL}", set()).add(put)
    for name, _ in interface.definitions[0].members if interface.definitions else ():
        around, dot, own = name.rpartition(".")
        if dot:
            found.setdefault(f"{ALL}.{own}", set()).add((around, 0, 0))
    yield from ((name, tuple(sorted(several))) for name, several in found.items())


def _told(definition: Definition, values: _Digests) -> Hashable:
    is_file = definition.kind == "file"
    return (
        definition.kind,
        definition.flags,
        values.around(definition),
        (definition.shape.parts, tuple(map(values.of, definition.shape.holes))),
        tuple(
            (each.name, each.spread, values.of(each.type), values.of(each.default)) for each in definition.parameters
        ),
        tuple(map(values.of, definition.returns)),
        tuple(map(values.of, definition.yields)),
        tuple(map(values.of, definition.bases)),
        () if is_file else tuple((name, values.of(place)) for name, place in definition.members),
        tuple((name, values.of(place)) for name, place in definition.attributes),
        values.of(definition.expected),
    )


class _Digests:
    """A number for each value of an interface that is equal for values that say the same."""

    def __init__(self, interface: Interface) -> None:
        self._values, self._definitions = interface.values, interface.definitions
        self._known: dict[int, int] = {}

    def around(self, definition: Definition) -> tuple[str, tuple[str, ...]]:
        """What kind of thing a definition lies in."""
        parent = self._definitions[definition.parent]
        return parent.kind, parent.flags

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
