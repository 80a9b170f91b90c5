"""Classes that stand in several parts: the parts of each, what they bind together, and the one node of them all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from graph.code.modules import MANIFESTS
from graph.code.packages import spelled
from graph.code.symbols import counted_names, symbol_id, whole_id
from graph.code.things import Thing, interface_key
from graph.facts import BASES, LINKAGE

if TYPE_CHECKING:
    from graph.code.evaluation import Evaluation


class _Class(NamedTuple):
    """A class of one project, with its parts."""

    parts: tuple[Thing, ...]
    """The one first that stands for all."""
    members: Mapping[str, list[tuple[str, int]]]
    """(file, place of the value) of what the parts bind, by name."""
    attributes: Mapping[str, list[tuple[str, int]]]
    """The same of what their methods put on the instance."""


class Parts:
    """Answers questions about classes in parts for an evaluation, which knows what values come to."""

    def __init__(self, evaluation: Evaluation, files: Callable[[str], Iterable[str]]) -> None:
        """Ask this evaluation; `files` gives the files of a package, sorted."""
        self._ask, self._files = evaluation, files
        self._tables: dict[str, dict[str, dict[str, list[Thing]]]] = {}
        """By what is linked together, the name of a class in full, its project: the parts."""
        self._classes: dict[tuple[str, str, str], _Class] = {}
        self._ids: dict[tuple[str, int], str] = {}

    def first(self, thing: Thing) -> Thing:
        """The part that stands for a class in parts; anything else itself."""
        is_class = thing.kind in ("class", "instance", "super")
        name = self._ask.file(thing.path).partial.get(thing.at) if is_class else None
        if name is None:
            return thing
        project, linked = self._project(thing.path), self._linked(thing.path)
        self._ask.keys.add(interface_key(linked, name))
        return self._class(linked, name, project).parts[0]._replace(kind=thing.kind)

    def named(self, path: str, name: str) -> dict[Thing, float]:
        """The class in parts that a file means by a name in full: that of its own project, else any; none of others."""
        linked = self._linked(path)
        projects = self._table(linked).get(name, {})
        if not projects:
            return {}
        own = self._project(path)
        meant = [own] if own in projects else sorted(projects)
        return {self._class(linked, name, project).parts[0]: 1 / len(meant) for project in meant}

    def bound(self, owner: Thing, name: str) -> list[tuple[str, int]]:
        """(file, place of the value) of what the body of a class binds under a name, in any of its parts."""
        found = self._of(owner, name)
        if found is not None:
            return found.members.get(name, [])
        place = self._ask.file(owner.path).members[owner.at].get(name)
        return [] if place is None else [(owner.path, place)]

    def put_inside(self, owner: Thing, name: str) -> list[tuple[str, int]]:
        """The same of what the methods of a class put on its instance."""
        found = self._of(owner, name)
        if found is not None:
            return found.attributes.get(name, [])
        place = self._ask.file(owner.path).attributes[owner.at].get(name)
        return [] if place is None else [(owner.path, place)]

    def bases(self, owner: Thing) -> Iterator[tuple[str, int]]:
        """(file, place of the value) of the bases of a class; of a name that several parts give the first."""
        found = self._of(owner, BASES)
        if found is not None:
            yield from found.members.get(BASES, ())
            return
        for place in self._ask.definition(owner).bases:
            yield owner.path, place

    def identity(self, path: str, number: int) -> str:
        """The id of a class in parts, whichever of them is asked for; "" for anything else."""
        file = self._ask.file(path)
        name = file.partial.get(number)
        if name is None:
            return ""
        known = self._ids.get((path, number))
        project = self._project(path)
        if known is None:
            own = file.interface.definitions[number].name
            known = self._ids[path, number] = whole_id(project, name.removesuffix(counted_names(own)).rstrip("."), own)
        return known

    def identities(self, path: str) -> dict[str, str]:
        """The ids of the classes of a file that stand in parts, by those that they would have as others."""
        file = self._ask.file(path)
        names = {at: file.interface.definitions[at].name for at in sorted(file.partial, reverse=True)}
        return {symbol_id(path, name): self.identity(path, at) for at, name in names.items()}

    def _of(self, owner: Thing, name: str) -> _Class | None:
        """A class in parts, if `owner` is one; the answer is about one of its names."""
        full = self._ask.file(owner.path).partial.get(owner.at)
        if full is None:
            return None
        linked = self._linked(owner.path)
        self._ask.keys |= {interface_key(linked, full), interface_key(linked, f"{full}.{name}")}
        return self._class(linked, full, self._project(owner.path))

    def _project(self, path: str) -> str:
        self._ask.keys.add(MANIFESTS)
        return self._ask.modules.project(path, self._ask.dialect(path).manifest)

    def _linked(self, path: str) -> str:
        packages = self._ask.file(path).interface.packages
        return next((package for package in packages if package.startswith(LINKAGE)), "")

    def _class(self, linked: str, name: str, project: str) -> _Class:
        known = self._classes.get((linked, name, project))
        if known is None:
            parts = sorted(self._table(linked)[name][project], key=_rank)
            known = self._classes[linked, name, project] = _Class(tuple(parts), *self._gathered(parts))
        return known

    def _gathered(
        self, parts: list[Thing]
    ) -> tuple[dict[str, list[tuple[str, int]]], dict[str, list[tuple[str, int]]]]:
        """What the parts bind, their bases too, and what their methods put on the instance."""
        members: dict[str, list[tuple[str, int]]] = {}
        attributes: dict[str, list[tuple[str, int]]] = {}
        bases: dict[str, tuple[str, int]] = {}
        for part in parts:
            file = self._ask.file(part.path)
            for name, place in file.members[part.at].items():
                members.setdefault(name, []).append((part.path, place))
            for name, place in file.attributes[part.at].items():
                attributes.setdefault(name, []).append((part.path, place))
            for place in file.interface.definitions[part.at].bases:
                bases.setdefault(spelled(file.interface, place) or f"{part.path} {place}", (part.path, place))
        members[BASES] = list(bases.values())
        return members, attributes

    def _table(self, linked: str) -> dict[str, dict[str, list[Thing]]]:
        known = self._tables.get(linked)
        if known is None:
            known = self._tables[linked] = {}
            for path in self._files(linked):
                for at, name in self._ask.file(path).partial.items():
                    projects = known.setdefault(name, {})
                    projects.setdefault(self._project(path), []).append(Thing("class", path, at))
        return known


def _rank(thing: Thing) -> tuple[int, str, int]:
    """Of parts the first is the one in the file with the shortest path: `A.cs` before `A.More.cs`."""
    return len(thing.path), thing.path, thing.at
