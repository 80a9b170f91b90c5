"""Where the bodies of methods stand that their classes only declare: outside of the class, or in another part of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from graph.code.symbols import bare_name, own_types
from graph.code.things import Thing
from graph.facts import BODILESS, CONSTRUCTOR, DECLARED, PARTIAL, UNKNOWN

if TYPE_CHECKING:
    from graph.code.evaluation import Evaluation

_DECLARING: Final = frozenset([DECLARED, BODILESS])


class Bodies:
    """Answers for an evaluation, which knows what values come to."""

    def __init__(self, evaluation: Evaluation) -> None:
        """Ask this evaluation."""
        self._ask = evaluation

    def of(self, thing: Thing) -> Thing:
        """The definition of what a thing only declares, itself if there is none or it is one."""
        declared = self._ask.file(thing.path).interface.definitions[thing.at]
        if _DECLARING.isdisjoint(declared.flags):
            return thing
        definition, file = self._ask.definition(thing), self._ask.file(thing.path)
        around = bare_name(file.interface.definitions[definition.parent].name)
        own = CONSTRUCTOR if bare_name(definition.name) == around else bare_name(definition.name)
        found = self._in_parts(thing, own) if PARTIAL in definition.flags else self._outside(thing, own)
        bodies, types = list(found), own_types(definition.name)
        same = [each for each in bodies if self._ask.linkage.signature(each) == types]
        if same:
            return same[0]
        place = file.members[definition.parent].get(own, UNKNOWN)
        is_alone = place != UNKNOWN and file.values[place].kind == "definition"
        return bodies[0] if is_alone and len(bodies) == 1 else thing

    def _outside(self, thing: Thing, own: str) -> Iterator[Thing]:
        """The functions that stand outside of the class of a method and bear its name `own`."""
        file, linkage = self._ask.file(thing.path), self._ask.linkage
        around = file.interface.definitions[self._ask.definition(thing).parent].name
        while around:
            found = [
                self._ask.things(each.path, each.place) for each in linkage.anywhere(thing.path, f"{around}.{own}")
            ]
            for things in found:
                yield from (each for each in self._ask.overloads.each(things) if each.kind == "function")
            if any(found):
                return
            around = around.partition(".")[2]

    def _in_parts(self, thing: Thing, own: str) -> Iterator[Thing]:
        """The methods with a body that any part of the class around a method has under its name `own`."""
        owner = self._ask.parts.first(Thing("class", thing.path, self._ask.definition(thing).parent))
        for path, place in self._ask.parts.bound(owner, own):
            for each in self._ask.overloads.each(self._ask.things(path, place)):
                if each.kind == "function" and BODILESS not in self._ask.definition(each).flags:
                    yield each
