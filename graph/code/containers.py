"""What containers hold: the items of those made in code, and what iterating over anything gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graph.code.things import HELD, NOTHING, ONE_OF_SEVERAL, Thing, Things, joined, scaled
from graph.facts import UNKNOWN

if TYPE_CHECKING:
    from graph.code.evaluation import Evaluation


class Containers:
    """Answers questions about containers for an evaluation, which knows what values come to."""

    def __init__(self, evaluation: Evaluation) -> None:
        """Ask this evaluation."""
        self._ask = evaluation

    def item(self, owner: Thing, keys: Things) -> Things:
        """The items of a container under these keys; under all of them if the keys are not known."""
        ask = self._ask
        values = ask.file(owner.path).values if owner.kind == "box" else ()
        if owner.at >= len(values):  # no container, or one that only its own file knows
            return NOTHING
        parts = values[owner.at].parts
        pairs = list(zip(parts[::2], parts[1::2], strict=True))
        wanted = {key for key in keys if key.kind == "literal"}
        if wanted:
            pairs = [
                (key, item)
                for key, item in pairs
                if key == UNKNOWN
                or not wanted.isdisjoint(ask.things(owner.path, key))
                or not any(each.kind == "literal" for each in ask.things(owner.path, key))
            ]
        alone = 1.0 if wanted and owner.name in ("object", "tuple") else HELD
        scale = alone if len(pairs) == 1 else ONE_OF_SEVERAL
        return joined(scaled(ask.things(owner.path, item), scale) for _, item in pairs)

    def elements(self, owner: Thing) -> Things:
        """What iterating over a thing gives."""
        ask = self._ask
        if owner.kind == "box":
            return self.item(owner, NOTHING)
        if owner.kind == "container":
            return ask.instances(owner.path, owner.at)
        if owner.kind == "generator":
            return ask.yielded(owner)
        if owner.kind == "instance":
            if contained := self._contained(owner):
                return contained
            methods = list(ask.members.methods(owner, ask.dialect(owner.path).iteration[-1:]))
            found = joined(ask.returned(method) for method in methods)
            return joined(map(self.elements, found)) if ask.dialect(owner.path).takers else found
        return NOTHING

    def at_pointer(self, owner: Thing) -> Things:
        """What an index gives that is put to a thing, or to a pointer to it."""
        found = [self._ask.returned(method) for method in self._ask.members.methods(owner, ["operator[]"])]
        return joined(found) if found else self._contained(owner) or {owner: 1.0}

    def _contained(self, owner: Thing) -> Things:
        """The items of a class that is a container by one of its bases."""
        answers = []
        for place in self._ask.parts.bases(owner):
            base = self._ask.instances(*place)
            answers += [self.elements(each) for each in base if each.kind == "container"]
        return joined(answers)
