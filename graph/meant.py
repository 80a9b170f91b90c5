"""What symbols names and members mean where they are referred to: a variable is itself, not what it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from graph.evaluation import Evaluation
from graph.facts import STRUCTURAL, UNKNOWN, Value
from graph.things import Thing, Things, interface_key

Surely = tuple[Thing, float]
"""A thing and how sure it is."""


class Meant:
    """Asks an evaluation for the symbols that values of files mean."""

    def __init__(self, evaluation: Evaluation) -> None:
        """Ask this evaluation."""
        self._ask = evaluation
        self._active: set[tuple[str, int]] = set()
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

    def _of_variable(self, path: str, place: int, value: Value) -> Iterator[Surely]:
        yield Thing("variable", path, 0, value.name), 1.0

    def _of_import(self, path: str, place: int, value: Value) -> Iterator[Surely]:
        ask = self._ask
        if not value.name:
            return
        found = ask.modules.find(value.labels[0], path, ask.dialect(path))
        ask.key_sets.add(found.keys)
        for other in found.files[:1]:
            variable = self._variable(other, value.name)
            if variable is not None:
                yield variable, 1.0
                return
        yield from _telling(ask.things(path, place))

    def _of_attribute(self, path: str, place: int, value: Value) -> Iterator[Surely]:
        ask = self._ask
        for owner, score in ask.settled(ask.things(path, value.of)).items():
            if owner.kind == "package":
                for other, at in ask.packages.places(owner.name, value.name):
                    yield from self.by(other, at)
                continue
            variable = self._variable(owner.path, value.name) if owner.kind == "module" else None
            if variable is not None:
                yield variable, score
                continue
            for target, certainty in _telling(ask.members.member(owner, value.name)):
                yield target, score * certainty

    def _of_definition(self, path: str, place: int, value: Value) -> Iterator[Surely]:
        return _telling(self._ask.things(path, place if value.kind == "definition" else value.of))

    def _of_either(self, path: str, place: int, value: Value) -> Iterator[Surely]:
        return iter(next(filter(None, (self.by(path, part) for part in value.parts)), ()))

    def _of_free(self, path: str, place: int, value: Value) -> Iterator[Surely]:
        """What a name means that the file does not bind itself."""
        if self._ask.dialect(path).qualified:
            for each in self._ask.linkage.places(path, value.name):
                yield from self.by(each.path, each.place)
            return
        packages = self._ask.file(path).interface.packages
        for package in (each for each in packages if not each.startswith(STRUCTURAL)):
            for other, at in self._ask.packages.places(package, value.name):
                yield from self.by(other, at)

    def _variable(self, path: str, name: str) -> Thing | None:
        """The variable of a module that bears a name."""
        file = self._ask.file(path)
        self._ask.keys.add(interface_key(path, name))
        value = file.values[place] if (place := file.members[0].get(name, UNKNOWN)) != UNKNOWN else None
        return Thing("variable", path, 0, value.name) if value is not None and value.kind == "variable" else None


def _telling(things: Things) -> Iterator[Surely]:
    return ((thing, score) for thing, score in things.items() if thing.kind in ("function", "bound", "class"))


WAYS: Final[Mapping[str, Callable[[Meant, str, int, Value], Iterator[Surely]]]] = {
    "variable": Meant._of_variable,
    "import": Meant._of_import,
    "attribute": Meant._of_attribute,
    "definition": Meant._of_definition,
    "decorated": Meant._of_definition,
    "either": Meant._of_either,
    "free": Meant._of_free,
}
"""By the kinds of values: those of `facts.NAMING`."""
