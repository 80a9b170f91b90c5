"""Packages: the names that several files share, and the members that one puts on the types of another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from graph.builds import is_usual, may_meet
from graph.code.symbols import type_name
from graph.code.things import NOTHING, Thing, Things, interface_key, joined, scaled
from graph.facts import ALL, GLOBAL, LINKAGE, MEMBERS, STRUCTURAL, UNKNOWN, Interface

if TYPE_CHECKING:
    from graph.code.evaluation import Evaluation


def shares_names(package: str) -> bool:
    """Whether the files of a package see each other's names as their own."""
    return not package.startswith((LINKAGE, MEMBERS, GLOBAL, STRUCTURAL))


_NUMBERED: Final = ("box", "parameter", "self", "super")
"""Kinds of values whose `of` is no place, and that no type is written as."""


class _Package(NamedTuple):
    """The names of a package."""

    names: Mapping[str, list[tuple[str, int]]]
    """(file, place of the value) of all that bears a name."""
    members: Mapping[tuple[str, str], list[tuple[str, int, int]]]
    """(file, place of the type, place of the value) by the names of a type and of a member that is put on it."""
    members_of: Mapping[str, list[str]]
    """The names of the members that are put on a type, by its name."""
    files: tuple[str, ...]


class Packages:
    """Answers questions about packages for an evaluation, which knows what values come to."""

    def __init__(self, evaluation: Evaluation, files: Callable[[str], Iterable[str]]) -> None:
        """Ask this evaluation; `files` gives the files of a package, sorted."""
        self._ask, self._files = evaluation, files
        self._known: dict[str, _Package] = {}

    def named(self, package: str, name: str, asker: str = "") -> Things:
        """What the files of a package call by a name, as the file `asker` sees it."""
        build = self.build(asker)
        return self._ask.remembered((package, "named", name, build), self._named, package, name, build)

    def _named(self, package: str, name: str, build: str) -> Things:
        found = self._shares(package, name, build)
        return joined(scaled(self._ask.things(path, place), share) for path, place, share in found)

    def shares(self, package: str, name: str, asker: str = "") -> list[tuple[str, int, float]]:
        """(file, place of the value, how surely it is meant) of all that bears a name in a package, and may be built
        with the file `asker`."""
        return self._shares(package, name, self.build(asker))

    def _shares(self, package: str, name: str, build: str) -> list[tuple[str, int, float]]:
        """What is built without being asked for is meant if that is one; else nobody knows which build is."""
        self._ask.keys.add(interface_key(package, name))
        places = self._package(package).names.get(name, [])
        if len(places) > 1:
            places = [each for each in places if may_meet(build, self.build(each[0]))]
        usual = [each for each in places if is_usual(self.build(each[0]))]
        return [(*each, 1.0 if usual == [each] else 1 / len(places)) for each in places]

    def build(self, path: str) -> str:
        """The constraint of the builds that a file is a part of; "" of no file."""
        return self._ask.file(path).interface.build if path else ""

    def imported(self, package: str, name: str, asker: str = "") -> Things:
        """What an import of a name of a package ("" for the package itself) gives in the file `asker`."""
        if name:
            return self.named(package, name, asker)
        self._ask.keys.add(interface_key(package, ""))
        place = asker if self.build(asker) else ""
        return {Thing("package", place, 0, package): 1.0} if self._package(package).files else NOTHING

    def put_on(self, owner: Thing, name: str) -> Things:
        """A member that is put on a type from outside of its body, in any file of its package."""
        file = self._ask.file(owner.path)
        if not file.interface.packages:
            return NOTHING
        own = type_name(file.interface.definitions[owner.at].name)
        answers: list[Things] = []
        for package in file.interface.packages:
            if package.startswith(STRUCTURAL):
                continue
            if self._ask.dialect(owner.path).qualified and not package.startswith(LINKAGE):
                continue
            self._ask.keys.add(interface_key(package, f"{own}.{name}"))
            answers += self._put_on(package, owner, own, name)
        return joined(answers)

    def all_put_on(self, owner: Thing) -> dict[str, Things]:
        """All members that are put on a type from outside of its body, by their names."""
        file = self._ask.file(owner.path)
        own = type_name(file.interface.definitions[owner.at].name)
        found: dict[str, Things] = {}
        for package in filter(shares_names, file.interface.packages):
            self._ask.keys.add(interface_key(package, f"{own}.{ALL}"))
            for name in self._package(package).members_of.get(own, ()):
                if things := joined(self._put_on(package, owner, own, name)):
                    found.setdefault(name, things)
        return found

    def _put_on(self, package: str, owner: Thing, own: str, name: str) -> Iterator[Things]:
        """What the files of a package put under a name on a type that is called `own`."""
        for path, at, place in self._package(package).members.get((own, name), ()):
            if any(each[:3] == ("class", owner.path, owner.at) for each in self._ask.things(path, at)):
                yield self._ask.things(path, place)

    def _package(self, package: str) -> _Package:
        known = self._known.get(package)
        if known is None:
            known = self._known[package] = self._gathered(package)
        return known

    def _gathered(self, package: str) -> _Package:
        names: dict[str, list[tuple[str, int]]] = {}
        members: dict[tuple[str, str], list[tuple[str, int, int]]] = {}
        files = tuple(self._files(package))
        for path in files:
            interface = self._ask.file(path).interface
            for name, place in interface.definitions[0].members:
                if place != UNKNOWN and interface.values[place].kind != "import":
                    names.setdefault(name, []).append((path, place))
            for owner, name, place in interface.extended:
                members.setdefault((spelled(interface, owner), name), []).append((path, owner, place))
        members_of: dict[str, list[str]] = {}
        for own, name in members:
            members_of.setdefault(own, []).append(name)
        return _Package(names, members, members_of, files)


def spelled(interface: Interface, place: int) -> str:
    """The last name by which a value is called, "" if it has none, or is made of itself."""
    seen: set[int] = set()
    while place != UNKNOWN and place not in seen:
        seen.add(place)
        value = interface.values[place]
        if value.kind == "definition":
            return type_name(interface.definitions[value.of].name)
        if value.kind in ("free", "attribute") or (value.kind == "import" and value.name):
            return value.name.rpartition(".")[2]
        if value.kind in _NUMBERED:
            return ""
        place = value.parts[0] if value.kind in ("any", "either") else value.of
    return ""
