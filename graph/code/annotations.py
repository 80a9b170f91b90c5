"""What annotations name: the instances of the types that are written, seen through generics and other names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.code.things import NOTHING, OUTSIDE, Thing, Things, as_instances, joined
from graph.facts import ALIAS, UNKNOWN, Value

if TYPE_CHECKING:
    from graph.code.evaluation import Evaluation


class Annotations:
    """Answers questions about written types for an evaluation, which knows what values come to."""

    def __init__(self, evaluation: Evaluation) -> None:
        """Ask this evaluation."""
        self._ask = evaluation

    def instances(self, path: str, place: int) -> Things:
        """The instances of what an annotation names."""
        if place == UNKNOWN:
            return NOTHING
        return self._ask.remembered((path, "instances", place), self._instances, path, place)

    def _instances(self, path: str, place: int) -> Things:
        value, dialect = self._ask.file(path).values[place], self._ask.dialect(path)
        if value.kind == "box":
            return self._written_out(path, place, value)
        if value.kind == "any":
            return joined(self.instances(path, part) for part in value.parts)
        if value.kind == "either" and dialect.qualified:
            return self._first_type(path, value.parts)
        if value.kind == "index":
            return self._generic(path, value)
        things = self._ask.things(path, place)
        return self._of_types(things) if dialect.qualified else as_instances(things, dialect.static)

    def _generic(self, path: str, value: Value) -> Things:
        """The instances of a type with arguments; of one from outside a container of what its first argument names."""
        heads, unchanged = self._ask.things(path, value.of), self._ask.dialect(path).unchanged
        if any(head.kind in OUTSIDE and head.name.rpartition(".")[2] in unchanged for head in heads):
            return self.instances(path, value.parts[0])
        if value.parts[0] != UNKNOWN and any(self._is_outside(head) for head in heads):
            return {Thing("container", path, value.parts[0]): 1.0}
        return as_instances(heads)

    def _written_out(self, path: str, place: int, value: Value) -> Things:
        """The instances of a tuple of types, of a list of one, or of several of which it is any."""
        if value.name == "tuple":
            return self._ask.things(path, place)
        known = [part for part in value.parts[1::2] if part != UNKNOWN]
        if value.name == "list" and len(known) == 1:
            return {Thing("container", path, known[0]): 1.0}
        return joined(self.instances(path, part) for part in known)

    def _of_types(self, things: Things) -> Things:
        """The instances of those things that are types, another name of a type being what it stands for."""
        types = {thing: score for thing, score in things.items() if thing.kind != "function"}
        named = [self._named_type(thing) for thing in types if self._is_alias(thing)]
        others = {thing: score for thing, score in types.items() if not self._is_alias(thing)} if named else types
        return joined([*named, as_instances(others, True)]) if named else as_instances(others, True)

    def _is_alias(self, thing: Thing) -> bool:
        return thing.kind == "class" and ALIAS in self._ask.definition(thing).flags

    def _named_type(self, alias: Thing) -> Things:
        """The instances of what another name of a type stands for; of that name where nothing is known of it."""
        types = joined(self.instances(alias.path, place) for place in self._ask.definition(alias).bases)
        return types if any(each.kind != "foreign" for each in types) else {alias._replace(kind="instance"): 1.0}

    def _first_type(self, path: str, places: tuple[int, ...]) -> Things:
        """The instances of the first of several that is a type of the root; else of one from outside."""
        outside = NOTHING
        for place in places:
            found = self.instances(path, place)
            if any(thing.kind != "foreign" for thing in found):
                return found
            outside = found or outside
        return outside

    def _is_outside(self, head: Thing) -> bool:
        """Whether a generic type comes from outside, or is another name for one that does."""
        if head.kind != "class" or ALIAS not in self._ask.definition(head).flags:
            return head.kind in OUTSIDE
        bases = [base for place in self._ask.definition(head).bases for base in self._heads(head.path, place)]
        return any(base.kind in OUTSIDE for base in bases)

    def _heads(self, path: str, place: int) -> Things:
        value = self._ask.file(path).values[place]
        return self._ask.things(path, value.of if value.kind == "index" else place)
