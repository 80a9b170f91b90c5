"""What a member of a thing is: looked up in modules, along the lineage of classes, in objects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from graph.code.things import HELD, NOTHING, SUBCLASS, Thing, Things, as_bases, interface_key, joined, merged, scaled
from graph.facts import ALL, BASES, HEIRS, RECEIVER, UNKNOWN

if TYPE_CHECKING:
    from graph.code.evaluation import Evaluation

_LONGEST: Final = 200
"""How many classes of a lineage are looked into."""


class Members:
    """Answers questions about members for an evaluation, which knows what values come to."""

    def __init__(self, evaluation: Evaluation) -> None:
        """Ask this evaluation."""
        self._ask = evaluation

    def of(self, owners: Things, name: str) -> Things:
        """What a member is of any of these."""
        return joined([scaled(self.member(owner, name), score) for owner, score in owners.items()])

    def member(self, owner: Thing, name: str) -> Things:
        """A member of a thing."""
        if way := _MEMBERS_OF_CLASSES.get(owner.kind):
            return self._ask.remembered((owner, name), way, self, owner, name)
        way = _MEMBERS.get(owner.kind)
        return way(self, owner, name) if way else NOTHING

    def _module_member(self, owner: Thing, name: str) -> Things:
        return self._ask.imports.exported(owner.path, name)

    def _package_member(self, owner: Thing, name: str) -> Things:
        return self._ask.packages.named(owner.name, name, owner.path)

    def _external_member(self, owner: Thing, name: str) -> Things:
        dialect = self._ask.dialect(owner.path)
        longer = f"{owner.name}.{name}"
        if dialect.modules == "dotted":
            found = self._ask.modules.find(longer, owner.path, dialect)
            self._ask.key_sets.add(found.keys)
            if found.files:
                return self._ask.imports.module(found.files[0])
        return {owner._replace(name=longer): 1.0}

    def _box_member(self, owner: Thing, name: str) -> Things:
        return (
            self._ask.containers.item(owner, {Thing("literal", "", 0, f"'{name}'"): 1.0})
            if owner.name == "object"
            else NOTHING
        )

    def _class_member(self, owner: Thing, name: str) -> Things:
        found = self._seen(owner, name, "class")
        if not found:
            everything = self._ask.file(owner.path).members[owner.at].get(ALL)
            return NOTHING if everything is None else self.of(self._ask.things(owner.path, everything), name)
        return found

    def _instance_member(self, owner: Thing, name: str) -> Things:
        found = self._seen(owner, name, "instance")
        dialect = self._ask.dialect(owner.path)
        if not found and name in dialect.keepers:
            return {owner._replace(kind="keeper"): 1.0}
        if found or dialect.static:
            return found
        heirs = self._heirs(owner)
        answers = [self._inherited([heir], name, "instance") for heir in heirs]
        return joined(scaled(answer, SUBCLASS) for answer in answers)

    def _seen(self, owner: Thing, name: str, seen_as: str) -> Things:
        """A member that a class or its bases have; of interfaces it counts after all others where they are apart."""
        lineage = list(self.lineage(owner))
        if self._ask.dialect(owner.path).apart and len(lineage) > 1:
            own = [each for each in lineage if each == lineage[0] or not self._is_interface(each)]
            if len(own) < len(lineage) and not self._is_interface(lineage[0]):
                return self._inherited(own, name, seen_as) or self._inherited(lineage, name, seen_as)
        return self._inherited(lineage, name, seen_as)

    def _is_interface(self, thing: Thing) -> bool:
        return "interface" in self._ask.definition(thing).flags

    def _container_member(self, owner: Thing, name: str) -> Things:
        """A method of a thing from outside that holds something: what calling it gives is known of some."""
        dialect = self._ask.dialect(owner.path)
        if name in dialect.takers:
            return {Thing("taker", owner.path, owner.at): 1.0}
        kind = "caller" if name in dialect.callers else "keeper"
        kept = "container" if name in dialect.keepers else "nothing"
        return {Thing(kind, owner.path, owner.at, kept): 1.0} if dialect.keepers else NOTHING

    def _super_member(self, owner: Thing, name: str) -> Things:
        return self._inherited(list(self.lineage(owner))[1:], name, "instance")

    def _inherited(self, lineage: Iterable[Thing], name: str, seen_as: str) -> Things:
        """The first member of that name along a lineage, and everything that is put on instances under it."""
        put: list[Things] = []
        for each in lineage:
            self._ask.definition(each)
            bound = self._ask.parts.bound(each, name)
            if bound:
                put.append(joined(self._bound(self._ask.things(*place), seen_as) for place in bound))
                if not any(thing.kind == "overloads" or self._is_overload(thing) for thing in put[-1]):
                    break
                continue
            if outside := self._ask.packages.put_on(each, name):
                put.append(self._bound(outside, seen_as))
                break
            for path, place in self._ask.parts.put_inside(each, name):
                put.append(scaled(self._ask.things(path, place), self._certainty(path, place)))
        return joined(put)

    def _is_overload(self, thing: Thing) -> bool:
        """Whether functions of the same name in the bases stay in reach."""
        return thing.kind == "function" and "(" in self._ask.definition(thing).name

    def _certainty(self, path: str, place: int) -> float:
        """How sure it is what an instance holds: sure if its type is written down."""
        file = self._ask.file(path)
        value = file.values[place]
        if value.kind == "parameter":
            parameters = file.interface.definitions[value.of].parameters
            return 1.0 if any(each.name == value.name and each.type != UNKNOWN for each in parameters) else HELD
        return 1.0 if value.kind in ("typed", "either") else HELD

    def _bound(self, members: Things, seen_as: str) -> Things:
        answers: list[Things] = []
        for member, score in members.items():
            if member.kind == "function":
                flags = self._ask.definition(member).flags
                if "property" in flags and (seen_as == "instance" or "static" in flags):
                    answers.append(scaled(self._ask.returned(member._replace(kind="bound")), score))
                    continue
                bound = RECEIVER in flags and (seen_as == "instance" or "class" in flags)
                member = member._replace(kind="bound" if bound else "function")
            answers.append({member: score})
        return joined(answers)

    def properties(self, owner: Thing, name: str) -> Iterator[Thing]:
        """The property of a name that an instance has: the function itself, and not what it gives."""
        if owner.kind not in ("instance", "super"):
            return
        for each in self.lineage(owner):
            bound = self._ask.parts.bound(each, name)
            things = (thing for place in bound for thing in self._ask.overloads.each(self._ask.things(*place)))
            yield from (
                thing
                for thing in things
                if thing.kind == "function" and "property" in self._ask.definition(thing).flags
            )
            if bound:
                return

    def methods(self, owner: Thing, names: Iterable[str]) -> Iterator[Thing]:
        """The methods of a class that bear these names, in its lineage."""
        lineage = self.lineage(owner)
        for name in names:
            for member in self._ask.overloads.each(self._inherited(lineage, name, "instance")):
                if member.kind in ("function", "bound"):
                    yield member

    def constructors(self, owner: Thing, name: str) -> Things:
        """The constructors of a class that bear a name: its own, else where they are inherited those of a base."""
        if self._ask.dialect(owner.path).inherits_constructors:
            return self.nearest_methods(owner, name)
        found = self._ask.overloads.each(self._inherited([self._ask.parts.first(owner)], name, "instance"))
        return {member: 1.0 for member in found if member.kind in ("function", "bound")}

    def nearest_methods(self, owner: Thing, name: str) -> Things:
        """The methods of the first class in the lineage of one that has any of a name: constructors hide others."""
        question = (owner.path, owner.at, "nearest", name)
        return self._ask.remembered(question, self._nearest_methods, owner, name)

    def _nearest_methods(self, owner: Thing, name: str) -> Things:
        for each in self.lineage(owner):
            found = self._ask.overloads.each(self._inherited([each], name, "instance"))
            if methods := {member: 1.0 for member in found if member.kind in ("function", "bound")}:
                return methods
        return NOTHING

    # lineage

    def lineage(self, owner: Thing) -> Things:
        """A class and its bases in the order in which members are looked up (C3, as in Python's documentation)."""
        start = self._ask.parts.first(Thing("class", owner.path, owner.at))
        question = (start.path, "lineage", start.at)
        return self._ask.remembered(question, self._lineage, start) or {start: 1.0}

    def _lineage(self, start: Thing) -> Things:
        bases: list[Thing] = []
        for things in (
            *(self._ask.things(*place) for place in self._ask.parts.bases(start)),
            self._ask.packages.put_on(start, BASES),
        ):
            bases += [thing for thing in as_bases(things) if thing.kind in ("class", "function") and thing != start]
        chains = [list(self.lineage(base)) for base in bases]
        if len(chains) == 1:
            return dict.fromkeys((start, *chains[0][:_LONGEST]), 1.0)
        others = merged([*chains, [base._replace(kind="class") for base in bases]])
        return dict.fromkeys((start, *others[:_LONGEST]), 1.0)

    def bases(self, owner: Thing) -> Iterator[Things]:
        """The things of each base of a class."""
        return (self._ask.things(*place) for place in self._ask.parts.bases(owner))

    def _heirs(self, owner: Thing) -> Things:
        """The classes of the same file that have this one in their lineage, if they are few."""
        question = (owner.path, "heirs", owner.at)
        return self._ask.remembered(question, self._find_heirs, owner)

    def _find_heirs(self, owner: Thing) -> Things:
        definitions = self._ask.file(owner.path).interface.definitions
        self._ask.keys.add(interface_key(owner.path, HEIRS))
        start = Thing("class", owner.path, owner.at)
        classes = [
            Thing("class", owner.path, at) for at, each in enumerate(definitions) if each.kind == "class" and each.bases
        ]
        heirs = [each for each in classes if each != start and start in self.lineage(each)]
        return joined([dict.fromkeys(heirs, 1.0)])


_MEMBERS: Final[Mapping[str, Callable[[Members, Thing, str], Things]]] = {
    "module": Members._module_member,
    "package": Members._package_member,
    "external": Members._external_member,
    "box": Members._box_member,
    "container": Members._container_member,
}
_MEMBERS_OF_CLASSES: Final[Mapping[str, Callable[[Members, Thing, str], Things]]] = {
    "class": Members._class_member,
    "function": Members._class_member,
    "instance": Members._instance_member,
    "super": Members._super_member,
}
