"""What symbols names and members mean where they are referred to: a variable is itself, not what it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from graph.code.evaluation import Evaluation
from graph.code.things import Thing, Things, interface_key
from graph.facts import ALL, REACHED, STRUCTURAL, UNKNOWN, Value, variable_of

Surely = tuple[Thing, float]
"""A thing and how sure it is."""


class Meant:
    """Asks an evaluation for the symbols that values of files mean."""

    def __init__(self, evaluation: Evaluation) -> None:
        """Ask this evaluation."""
        self._ask = evaluation
        self._active: set[tuple[str, int | str]] = set()
        """What is being worked out: what means itself in the end means nothing."""

    def by(self, path: str, place: int) -> list[Surely]:
        """The symbols that the value at a place in a file means."""
        value = self._ask.file(path).values[place]
        way = WAYS.get(value.kind)
        if way is None or (path, place) in self._active:
            return []
        self._active.add((path, place))
        found = list(way(self, path, place, value))
        self._active.remove((path, place))
        return found

    def types(self, path: str, place: int) -> list[Surely]:
        """The same where a type is written: what a member of the same name is, nobody means."""
        value = self._ask.file(path).values[place]
        for part in value.parts if value.kind == "either" else (place,):
            if found := [each for each in self.by(path, part) if each[0].kind not in ("function", "bound")]:
                return found
        return []

    def holders(self, path: str, place: int) -> Iterator[Surely]:
        """The variable of a module that a value is, or that it is a member or item of, however far inside."""
        values = self._ask.file(path).values
        trail: list[int] = []
        while place != UNKNOWN and values[place].kind in ("attribute", "index"):
            trail.append(place)
            place = values[place].of
        if place == UNKNOWN or values[place].kind not in REACHED:
            return
        for at in (place, *reversed(trail)):
            value = values[at]
            way = _HOLDERS.get(value.kind)
            if way is not None and (found := list(way(self, path, at, value))):
                yield from found
                return

    def _of_module(self, path: str, place: int, value: Value) -> Iterator[Surely]:
        """A variable of a module, as a member of that."""
        for owner, score in self._ask.things(path, value.of).items():
            if owner.kind == "module":
                yield from ((each, score * own) for each, own in self._variables(owner.path, value.name))

    def _imported(self, path: str, place: int, value: Value) -> Iterator[Surely]:
        """A variable of another module, by the name under which that has it."""
        if value.name:
            found = self._ask.modules.find(value.labels[0], path, self._ask.dialect(path))
            self._ask.key_sets.add(found.keys)
            for other in found.files[:1]:
                yield from self._variables(other, value.name)

    def _of_variable(self, path: str, place: int, value: Value) -> Iterator[Surely]:
        if name := variable_of(self._ask.file(path).values, place):
            yield Thing("variable", path, 0, name), 1.0

    def _of_import(self, path: str, place: int, value: Value) -> Iterator[Surely]:
        ask = self._ask
        if not value.name:
            return
        variables = list(self._imported(path, place, value))
        yield from variables or _telling(ask.things(path, place))

    def _of_attribute(self, path: str, place: int, value: Value) -> Iterator[Surely]:
        ask = self._ask
        for owner, score in ask.settled(ask.things(path, value.of)).items():
            if owner.kind == "package":
                for other, at, share in ask.packages.shares(owner.name, value.name, owner.path):
                    yield from ((each, certainty * share) for each, certainty in self.by(other, at))
                continue
            variables = list(self._variables(owner.path, value.name)) if owner.kind == "module" else []
            if variables:
                yield from ((each, score * own) for each, own in variables)
                continue
            for target, certainty in _telling(ask.members.member(owner, value.name)):
                yield target, score * certainty
            yield from ((each, score) for each in ask.members.properties(owner, value.name))

    def _of_definition(self, path: str, place: int, value: Value) -> Iterator[Surely]:
        return _telling(self._ask.things(path, place if value.kind == "definition" else value.of))

    def _of_either(self, path: str, place: int, value: Value) -> Iterator[Surely]:
        for part in value.parts:
            if (found := self.by(path, part)) or self._ask.is_member(path, part):
                return iter(found)
        return iter(())

    def _of_free(self, path: str, place: int, value: Value) -> Iterator[Surely]:
        """What a name means that the file does not bind itself."""
        if self._ask.dialect(path).qualified:
            for each in self._ask.linkage.places(path, value.name):
                yield from self.by(each.path, each.place)
            return
        packages = self._ask.file(path).interface.packages
        for package in (each for each in packages if not each.startswith(STRUCTURAL)):
            for other, at, share in self._ask.packages.shares(package, value.name, path):
                yield from ((each, certainty * share) for each, certainty in self.by(other, at))

    def _variables(self, path: str, name: str) -> Iterator[Surely]:
        """The variable that a module calls by a name: its own, or one that it takes over from another."""
        file, ask = self._ask.file(path), self._ask
        ask.keys.add(interface_key(path, name))
        places = [table[name] for table in (file.exports, file.members[0]) if table.get(name, UNKNOWN) != UNKNOWN]
        own = next(filter(None, (variable_of(file.values, place) for place in places)), "")
        value = file.values[places[0]] if places else None
        if own:
            yield Thing("variable", path, 0, own), 1.0
        elif value is not None and value.kind == "import":
            yield from self._once(path, name, lambda: self._imported(path, UNKNOWN, value))
        elif not places and file.interface.stars and not name.startswith("_"):
            ask.keys.add(interface_key(path, ALL))
            yield from self._once(path, name, lambda: self._starred(path, name))

    def _starred(self, path: str, name: str) -> Iterator[Surely]:
        """The variable of the first of the modules, all of whose names a file takes over, that has one of a name."""
        for star in self._ask.file(path).interface.stars:
            found = self._ask.modules.find(star, path, self._ask.dialect(path))
            self._ask.key_sets.add(found.keys)
            for other in found.files[:1]:
                if variables := list(self._variables(other, name)):
                    yield from variables
                    return

    def _once(self, path: str, name: str, way: Callable[[], Iterator[Surely]]) -> list[Surely]:
        """What comes of following a name of a module, nothing where that leads back to it."""
        if (path, name) in self._active:
            return []
        self._active.add((path, name))
        found = list(way())
        self._active.remove((path, name))
        return found


def _telling(things: Things) -> Iterator[Surely]:
    return ((thing, score) for thing, score in things.items() if thing.kind in ("function", "bound", "class"))


WAYS: Final[Mapping[str, Callable[[Meant, str, int, Value], Iterator[Surely]]]] = {
    "variable": Meant._of_variable,
    "any": Meant._of_variable,
    "import": Meant._of_import,
    "attribute": Meant._of_attribute,
    "definition": Meant._of_definition,
    "decorated": Meant._of_definition,
    "either": Meant._of_either,
    "free": Meant._of_free,
}
"""By the kinds of values: those of `facts.NAMING`."""
_HOLDERS: Final[Mapping[str, Callable[[Meant, str, int, Value], Iterator[Surely]]]] = {
    "variable": Meant._of_variable,
    "any": Meant._of_variable,
    "import": Meant._imported,
    "attribute": Meant._of_module,
}
