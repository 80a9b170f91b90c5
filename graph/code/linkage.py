"""What is linked together: the names that all its files share, seen through includes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, NamedTuple

from graph.code.modules import MANIFESTS
from graph.code.symbols import own_types
from graph.code.things import Thing, Things, interface_key, joined, scaled
from graph.facts import ALL, GLOBAL, LINKAGE, Interface

if TYPE_CHECKING:
    from graph.code.evaluation import Evaluation


class Place(NamedTuple):
    """Where a name is bound."""

    path: str
    place: int
    is_shared: bool
    """Whether it is seen without including the file."""


class Linkage:
    """Answers questions about names in full for an evaluation, which knows what values come to."""

    def __init__(self, evaluation: Evaluation, files: Callable[[str], Collection[str]]) -> None:
        """Ask this evaluation; `files` gives the files of a package, sorted."""
        self._ask, self._files = evaluation, files
        self._tables: dict[str, dict[str, list[Place]]] = {}
        self._namespaces: dict[str, dict[str, list[str]]] = {}
        self._opened: dict[tuple[str, str], Mapping[str, int]] = {}
        self._included: dict[str, tuple[frozenset[str], frozenset[str]]] = {}

    def named(self, path: str, name: str) -> Things:
        """What a file calls by a name that it does not bind itself: what it includes, else what is linked with it."""
        return self._ask.remembered((path, "linked", name), self._named, path, name)

    def _named(self, path: str, name: str) -> Things:
        places = self.places(path, name)
        around, dot, own = name.rpartition(".")
        if not places and dot:
            return self._ask.members.of(self.named(path, around), own)
        if whole := self._ask.parts.named(path, name) if places else {}:
            return whole
        if len(places) < 2:
            return joined(self._ask.things(each.path, each.place) for each in places)
        found: dict[str, list[Things]] = {}
        for each in places:
            for thing, score in self._ask.things(each.path, each.place).items():
                for one in self._ask.overloads.each([thing]):
                    found.setdefault(self.signature(one), []).append({one: score})
        return joined(scaled(one, 1 / len(same)) for same in found.values() for one in same)

    def signature(self, thing: Thing) -> str:
        """What tells a function from others of its name; "" for all that are no functions."""
        return own_types(self._ask.definition(thing).name) if thing.kind == "function" else ""

    def places(self, path: str, name: str) -> list[Place]:
        """Where the things stand that a file means by a name that it does not bind itself."""
        places = self.anywhere(path, name)
        if not places and "." not in name:
            places = self._opened_anywhere(path, name)
        if not places:
            return []
        included = self._all_included(path)
        near = [each for each in places if each.path in included]
        return near or [each for each in places if each.is_shared and each.path != path]

    def _opened_anywhere(self, path: str, name: str) -> list[Place]:
        """Where a name is bound in the first namespace that has it of those that are opened for all files."""
        opened = self._opened_everywhere(path)
        if not opened:
            return []
        linked = self._linked(path)
        self._ask.keys.add(interface_key(linked, f"{ALL}.{name}"))
        around = [each for each in self._ends(linked).get(name, ()) if each in opened]
        return self.anywhere(path, f"{min(around, key=opened.__getitem__)}.{name}") if around else []

    def _ends(self, linked: str) -> dict[str, list[str]]:
        """The namespaces in which something is bound under a name."""
        known = self._namespaces.get(linked)
        if known is None:
            known = self._namespaces[linked] = {}
            for name in self._table(linked):
                around, dot, own = name.rpartition(".")
                if dot:
                    known.setdefault(own, []).append(around)
        return known

    def _opened_everywhere(self, path: str) -> Mapping[str, int]:
        """The namespaces that any file of the project of a file opens for all of them, in their order."""
        file = self._ask.file(path)
        package = GLOBAL + file.interface.language
        self._ask.keys.add(interface_key(package, ALL))
        if not self._files(package):
            return {}
        self._ask.keys.add(MANIFESTS)
        manifest, modules = self._ask.dialect(path).manifest, self._ask.modules
        project = modules.project(path, manifest)
        known = self._opened.get((package, project))
        if known is None:
            ours = [each for each in self._files(package) if modules.project(each, manifest) == project]
            stars = dict.fromkeys(star for each in ours for star in self._ask.file(each).interface.stars)
            known = self._opened[package, project] = {star: number for number, star in enumerate(stars)}
        return known

    def anywhere(self, path: str, name: str) -> list[Place]:
        """Where a name is bound in what a file is linked with."""
        linked = self._linked(path)
        self._ask.keys.add(interface_key(linked, name))
        return self._table(linked).get(name, [])

    def _linked(self, path: str) -> str:
        packages = self._ask.file(path).interface.packages
        return next((each for each in packages if each.startswith(LINKAGE)), "")

    def _all_included(self, path: str) -> frozenset[str]:
        """The files that a file includes, and those that they include."""
        known = self._included.get(path)
        if known is None:
            keys, found, pending = set(), {path}, [path]
            while pending:
                each = pending.pop()
                keys.add(interface_key(each, ALL))
                for star in self._ask.file(each).interface.stars:
                    answer = self._ask.modules.find(star, each, self._ask.dialect(each))
                    keys |= answer.keys
                    new = [other for other in answer.files[:1] if other not in found]
                    found.update(new)
                    pending += new
            known = self._included[path] = frozenset(found), frozenset(keys)
        self._ask.key_sets.add(known[1])
        return known[0]

    def _table(self, linked: str) -> dict[str, list[Place]]:
        known = self._tables.get(linked)
        if known is None:
            known = self._tables[linked] = {}
            for path in self._files(linked):
                interface = self._ask.file(path).interface
                for name, place in interface.definitions[0].members if interface.definitions else ():
                    known.setdefault(name, []).append(Place(path, place, is_shared(interface, place)))
        return known


def is_shared(interface: Interface, place: int) -> bool:
    """Whether what a name of a file is bound to is seen in what is linked with it without including the file."""
    if place < 0:
        return False
    value = interface.values[place]
    if value.kind == "overloads":
        return any(is_shared(interface, part) for part in value.parts)
    return value.kind == "definition" and "static" not in interface.definitions[value.of].flags
