"""Arguments: which parameters they go to, and which of the functions that share a name they mean a call to call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from graph.code.symbols import own_types, plain_types, types_in
from graph.code.things import Thing, Things
from graph.facts import INLINE, RECEIVER, UNKNOWN, Parameter, Value

if TYPE_CHECKING:
    from graph.code.evaluation import Evaluation

_NEVER: Final = -100
_UNLIKELY: Final = -5
_NUMBERS: Final = (
    *("byte", "short", "int", "long", "float", "double", "decimal"),
    *("size_t", "uint32_t", "uint64_t", "int64_t", "unsigned"),
)
_BASIC: Final = frozenset([*_NUMBERS, "boolean", "bool", "char", "String", "string"])
_CLASS: Final = {"Class": 2, "Type": 1}
"""How well what is written as a class fits (java.lang.Class and the interface that it implements)."""
_BOXES: Final = {"Boolean": "boolean", "Character": "char", "Number": "int", "Integer": "int", "Double": "double"}
"""What constants are put in by themselves (Java Language Specification 5.1.7), and what those are."""
_LOOSE: Final = ("Object", "object", "T", "CharSequence", "Comparable")


class Overloads:
    """Chooses for an evaluation, which knows what values come to."""

    def __init__(self, evaluation: Evaluation) -> None:
        """Ask this evaluation."""
        self._ask = evaluation

    def each(self, things: Iterable[Thing]) -> Iterator[Thing]:
        """Things, with each group of overloads replaced by its functions."""
        for thing in things:
            if thing.kind == "overloads":
                for place in self._ask.file(thing.path).values[thing.at].parts:
                    yield from self._ask.things(thing.path, place)
            else:
                yield thing

    def arguments(self, call: Value, callee: Thing) -> dict[str, list[int]]:
        """The arguments that each parameter of a function gets from a call, as places in the file of the call."""
        definition = self._ask.definition(callee)
        names = definition.parameters
        if callee.kind != "function" and RECEIVER in definition.flags:
            names = names[1:]
        if not names:
            return {}
        found: dict[str, list[int]] = {}
        labels = call.labels or ("",) * len(call.parts)
        position = 0
        for label, place in zip(labels, call.parts, strict=True):
            if label == "":
                if position < len(names) and not names[position].spread:
                    found.setdefault(names[position].name, []).append(place)
                    position += 1
            elif not label.startswith("*"):
                found.setdefault(label, []).append(place)
        return found

    def chosen(self, path: str, call: Value, things: Things) -> Things:
        """What a call in a file means: what is no function, and of the functions those that fit best."""
        if len(things) < 2 and "overloads" not in [thing.kind for thing in things]:
            return things
        candidates = {one: score for thing, score in things.items() for one in self.each([thing])}
        fits = {one: self._fit(path, call, one) for one in candidates if self._is_overload(one)}
        if not fits:
            return candidates
        best = max(fits.values())
        kept = self._nearest([one for one, fit in fits.items() if fit == best]) if best > _NEVER else []
        share = 1 / max(1, len(kept))
        return {
            one: score * (share if one in fits else 1.0)
            for one, score in candidates.items()
            if one in kept or one not in fits
        }

    def takes(self, function: Thing, number: int) -> bool:
        """Whether a function can be called with so many arguments."""
        parameters = self._parameters(function)
        least = sum(each.default == UNKNOWN and not each.spread for each in parameters)
        return least <= number and (number <= len(parameters) or bool(parameters and parameters[-1].spread))

    def wanted(self, function: Thing, number: int) -> Things:
        """What the parameter of a function is that takes an argument by its place."""
        parameters = self._parameters(function)
        return self._ask.things(function.path, parameters[number].type) if number < len(parameters) else {}

    def _parameters(self, function: Thing) -> tuple[Parameter, ...]:
        definition = self._ask.definition(function)
        return definition.parameters[function.kind == "bound" and RECEIVER in definition.flags :]

    def _is_overload(self, thing: Thing) -> bool:
        return thing.kind in ("function", "bound") and "(" in self._ask.definition(thing).name

    def _nearest(self, functions: list[Thing]) -> list[Thing]:
        """Without those that another one, nearer to the receiver, takes the place of."""
        found: dict[tuple[str, tuple[str, int] | str], Thing] = {}
        for one in functions:
            definition = self._ask.definition(one)
            own, alike = own_types(definition.name), plain_types(definition.name)
            owner = one.path, definition.parent
            if own == alike:
                found.setdefault((own, ""), one)
            elif found.setdefault((alike, ""), one) == one or found[alike, ""][1:3] == one[1:3]:
                continue
            elif self._owner(found[alike, ""]) == owner:
                found.setdefault((own, owner), one)
        return list(dict.fromkeys(found.values()))

    def _owner(self, function: Thing) -> tuple[str, int]:
        return function.path, self._ask.definition(function).parent

    def _fit(self, path: str, call: Value, function: Thing) -> int:
        """How well the arguments of a call fit, by how many of them surely do; `_NEVER` if they do not."""
        definition = self._ask.definition(function)
        skipped = 1 if function.kind == "bound" and RECEIVER in definition.flags else 0
        parameters, given = definition.parameters[skipped:], len(call.parts)
        rest = bool(parameters) and parameters[-1].spread == "*"
        least = sum(each.default == UNKNOWN and not each.spread for each in parameters)
        if given < least or (given > len(parameters) and not rest):
            return _NEVER
        written = types_in(own_types(definition.name))
        total = -1 if rest or given < len(parameters) else 0
        names = {each.name: number for number, each in enumerate(parameters)}
        for number, place in enumerate(call.parts):
            at = names.get(call.labels[number], number) if call.labels else number
            at = skipped + min(at, len(parameters) - 1)
            fit = self._suits(path, place, function, at, written[at] if at < len(written) else "")
            if fit == _NEVER and not self._ask.dialect(path).lenient:
                return _NEVER
            total += 2 * fit if fit != _NEVER else _UNLIKELY
        return total

    def _suits(self, path: str, place: int, function: Thing, number: int, written: str) -> int:
        """1 if an argument surely is what a parameter wants, `_NEVER` if it surely is not, 0 if nobody knows."""
        takes = _taken(written)
        written = written.partition("<")[0].rpartition(".")[2].rstrip("&*?")
        given = self._ask.things(path, place) if place != UNKNOWN else {}
        parameter = self._ask.definition(function).parameters[number]
        wanted = [each for each in self._ask.things(function.path, parameter.type) if each.kind == "instance"]
        answers = [self._judged(each, wanted, written, takes) for each in given]
        known = [answer for answer in answers if answer]
        return max(known) if known else 0

    def _judged(self, given: Thing, wanted: list[Thing], written: str, takes: int) -> int:
        if takes != UNKNOWN and given.kind in ("literal", "instance"):
            return _NEVER
        if given.kind == "function" and INLINE in (definition := self._ask.definition(given)).flags:
            return self._handed(len(definition.parameters), takes, written)
        if given.kind == "literal":
            return self._literal(given.name, wanted, written)
        if given.kind == "foreign":
            if given.name == written:
                return 1
            return _NEVER if wanted or {given.name, written} <= _BASIC - set(_NUMBERS) else 0
        if given.kind == "instance":
            lineage = {each[1:3] for each in self._ask.members.lineage(given)}
            if any(each[1:3] in lineage for each in wanted):
                return 2 if wanted[0][1:3] == given[1:3] else 1
            return _NEVER if wanted or written in _BASIC else 0
        return 0

    @staticmethod
    def _handed(parameters: int, takes: int, written: str) -> int:
        """The same of a lambda: it fits what takes as many arguments, and no number or text."""
        if takes == UNKNOWN:
            return _NEVER if written in _BASIC else 0
        return 1 if parameters == takes else _NEVER

    def _literal(self, text: str, wanted: list[Thing], written: str) -> int:
        kinds: tuple[str, ...] = ("boolean", "bool")
        if text[:1] == "'":
            kinds = ("String", "string", "char", "string_view")
        if text.endswith(".class"):
            return _CLASS.get(written, 0 if written in _LOOSE else _NEVER)
        if text[:1].isdigit() or text[:1] == "-":
            kinds = ("int", "long", "double") if "." not in text else ("double", "float")
        if written in kinds or _BOXES.get(written) == kinds[0]:
            return 1
        if written in _BOXES:
            return _NEVER
        return _NEVER if wanted or (written in _BASIC and written not in _NUMBERS) else 0


def _taken(written: str) -> int:
    """How many arguments a function takes that is wanted under a type of C#'s, UNKNOWN if it is none of these."""
    head, bracket, inner = written.rstrip("?").partition("<")
    types = types_in(bracket + inner) if bracket else []
    name = head.rpartition(".")[2]
    if name == "Expression" and len(types) == 1:
        return _taken(types[0])
    counts = {"Func": len(types) - 1, "Action": len(types), "Predicate": 1, "Comparison": 2}
    return counts.get(name, UNKNOWN)
