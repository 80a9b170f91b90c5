"""Facts of a file of code in, edges out: who is called, read, inherited, imported, overridden, and how surely."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from graph.code.evaluation import Evaluation
from graph.code.gathering import Gathering
from graph.code.meant import Meant
from graph.code.modules import MANIFESTS
from graph.code.passing import Pass, written
from graph.code.stating import bodies, entries, extensions, implementations, imports, overrides, packages
from graph.code.symbols import bare_name
from graph.code.things import HELD, ONE_OF_SEVERAL, Thing, Things, as_bases, interface_key
from graph.facts import ALIAS, BASES, BOXES, CASE, EXTENSION, INLINE, NAMELESS, UNKNOWN, Facts, Use, Value
from graph.notes.resolve import Resolved

_ITERATES: Final = 0.9
_NAMELESS: Final = 0.9
_UNLIKE: Final = {"raise": 0.9, "make": 0.9}
"""Calls of another kind: of what is raised an instance is made unless it is one already; what a function from outside
is told to make, that makes."""
_SURE: Final = 0.999
_PASSED: Final = frozenset(["function", "bound", "class", "instance", "parameter"])
_PASSED_INSIDE: Final = frozenset(["box", "literal"])
"""Followed inside a file only: between files they would be too many, and say little."""
_AS_A_WHOLE: Final = Use(0, "as a whole", UNKNOWN, ())
"""What a file states as a whole, worked out as its uses are."""


_SILENT: Final = frozenset([NAMELESS, INLINE])
"""Flags of definitions that do not answer for what they do."""


class Outcome:
    """What comes of a file of code: as far as that hangs on what callers hand over, it is worked out a second time."""

    def __init__(self, path: str, facts: Facts, evaluation: Evaluation) -> None:
        """Work out what the `facts` of the file at `path` come to by what `evaluation` knows now."""
        evaluation.begin(path, facts.values)
        self._path, self._ask = path, evaluation
        self._facts = facts._replace(uses=())  # a file that waits need not hold what has been worked out
        self._values = facts.interface.values + facts.values
        self._definitions = facts.interface.definitions
        self._dialect = evaluation.dialect(path)
        self._gathering = Gathering(path, evaluation)
        self._meant = Meant(evaluation)
        self._is_first = True
        self._names: dict[tuple[str, int], str] = {}
        self._details: dict[Thing, bool] = {}
        self._handed: set[tuple[str, str, Thing]] = set()
        self._waiting = [use for use in (*facts.uses, _AS_A_WHOLE) if self._hangs_on_callers(use)]
        self.passes = frozenset(Pass(function, name, self._written(thing)) for function, name, thing in self._handed)
        """What the file hands to the parameters of functions."""
        self._ids = evaluation.identities(path)
        self._keys = evaluation.all_keys() | ({MANIFESTS} if self._ids else set())
        self._is_first = False

    @property
    def waits(self) -> bool:
        """Whether it hangs on what callers hand over."""
        return bool(self._waiting)

    def resolved(self) -> Resolved:
        """The edges; what waited is worked out by what the evaluation knows now."""
        if self._waiting:
            self._ask.begin(self._path, self._facts.values)
            for use in self._waiting:
                _RELATIONS[use.relation](self, use)
            self._keys |= self._ask.all_keys()
        keys = self._keys | {interface_key(self._path, "")}
        return Resolved(self._gathering.nodes(), self._gathering.edges(), (), keys, self._ids)

    def _hangs_on_callers(self, use: Use) -> bool:
        """Note what a use comes to; nothing if that hangs on what callers hand over."""
        mark, self._ask.is_handed = self._gathering.mark(), False
        _RELATIONS[use.relation](self, use)
        if self._ask.is_handed:
            self._gathering.take_back(mark)
        return self._ask.is_handed

    # calls

    def _calls(self, use: Use) -> None:
        """Note whom a call reaches; a lambda or a class body calls for itself and, surely, for what is around it."""
        call = self._values[use.value]
        if call.kind != "call":
            return
        self._reach_variables(use, call.of)
        callees = self._ask.callees(self._path, call)
        factor = _UNLIKE.get(call.name, 1.0)
        runs = self._runner(use.by)
        if runs == use.by:
            self._reach(use, use.by, callees, factor)
        else:
            self._reach(use, use.by, callees, factor * _NAMELESS)
            self._reach(use, runs, callees, factor, least=_SURE)
        if not any(thing.kind in ("function", "bound") for thing in callees):
            self._calls_back(use, call, callees)

    def _runner(self, number: int) -> int:
        """The definition that answers for calls: that around a class body, which runs it, and around a lambda."""
        definition = self._definitions[number]
        while (definition.kind == "class" and not self._dialect.static) or not _SILENT.isdisjoint(definition.flags):
            number = definition.parent
            definition = self._definitions[number]
        return number

    def _reach(self, use: Use, by: int, callees: Things, factor: float, least: float = 0.0) -> None:
        """Note whom a call reaches, if that is at least as sure as `least`."""
        call, source, gathering = self._values[use.value], self._symbol(by), self._gathering
        for callee, score in callees.items():
            certainty = score * factor * (HELD if self._is_renamed(call, callee) else 1.0)
            for target, share in self._called(callee, call):
                if certainty >= least and not self._is_detail(target):
                    gathering.add(source, target, "calls", certainty * share, use.lines)
                if self._is_first and call.parts and target.kind in ("function", "bound"):
                    self._pass(call, target if callee.kind != "class" else target._replace(kind="bound"))

    def _calls_back(self, use: Use, call: Value, callees: Things) -> None:
        """Functions that are handed to one that is known to call them, as `map` is."""
        names = {thing.name for thing in callees if thing.kind == "free"}
        callee = self._values[call.of]
        if callee.kind == "attribute":
            names.add(callee.name)
        if names.isdisjoint(self._dialect.callers):
            return
        for part in call.parts:
            for thing, score in self._ask.things(self._path, part).items():
                if thing.kind in ("function", "bound"):
                    self._gathering.add(self._symbol(use.by), thing, "calls", score * ONE_OF_SEVERAL, use.lines)

    def _is_renamed(self, call: Value, callee: Thing) -> bool:
        """Whether a member is called under another name than its own: then something put it there."""
        value = self._values[call.of]
        if self._dialect.static:
            return False
        if value.kind != "attribute" or callee.kind not in ("function", "bound", "class"):
            return value.kind == "call" and callee.kind in ("function", "bound")
        return bare_name(self._ask.definition(callee).name) != value.name

    def _is_detail(self, callee: Thing) -> bool:
        """Whether a function lives inside a function of another file: who calls that one has called the outer one."""
        if callee.path == self._path or callee.kind not in ("function", "bound"):
            return False
        known = self._details.get(callee)
        if known is None:
            definition = self._ask.definition(callee)
            around = self._ask.file(callee.path).interface.definitions[definition.parent]
            known = self._details[callee] = around.kind in ("function", "method")
        return known

    def _called(self, callee: Thing, call: Value) -> Iterator[tuple[Thing, float]]:
        """What runs when a thing is called: a class and its constructor, a function, the call method of an instance."""
        ask = self._ask
        if callee.kind in ("function", "bound", "external"):
            is_case = callee.kind == "function" and CASE in ask.definition(callee).flags
            yield callee, ONE_OF_SEVERAL if is_case else 1.0
        elif callee.kind == "class" and (applied := ask.applied(callee, call)):
            yield from ((method, 1.0) for method in applied)
        elif callee.kind == "class":
            if not ask.dialect(callee.path).converts and not self._makes_nothing(callee):
                yield callee, 1.0
                yield from self._constructor(callee, call)
        elif callee.kind == "super":
            yield from self._outer_constructor(callee, call)
        elif callee.kind == "instance":
            yield from self._called_on(callee, call)

    def _makes_nothing(self, callee: Thing) -> bool:
        """Whether a class has no instances of its own: who makes one of an interface makes one of a class for that, and
        another name of a number is none."""
        definition = self._ask.definition(callee)
        is_number = ALIAS in definition.flags and not definition.bases
        return self._dialect.static and (is_number or "interface" in definition.flags)

    def _called_on(self, callee: Thing, call: Value) -> Iterator[tuple[Thing, float]]:
        """What runs when an instance is called, or when a constructor leaves its work to another one."""
        ask = self._ask
        if call.name == "new":
            if self._values[call.of].kind == "self":
                yield from self._constructor(callee, call)
            return
        methods = ask.members.methods(callee, ask.dialect(callee.path).called)
        if self._dialect.static:
            yield from ask.overloads.chosen(self._path, call, dict.fromkeys(methods, 1.0)).items()
        else:
            yield from ((method, ONE_OF_SEVERAL) for method in methods)

    def _outer_constructor(self, owner: Thing, call: Value) -> Iterator[tuple[Thing, float]]:
        """The constructor of the first base that has one: others are interfaces, or add to it."""
        for bases in self._ask.members.bases(owner):
            found = [each for base in bases if base.kind == "class" for each in self._constructor(base, call)]
            if found:
                yield from found
                return

    def _constructor(self, owner: Thing, call: Value) -> Iterator[tuple[Thing, float]]:
        for name in self._ask.dialect(owner.path).constructors:
            methods = self._ask.members.constructors(owner, name)
            if len(call.parts) == 1 and self._ask.dialect(owner.path).copied:
                methods = self._without_copying(owner, call.parts[0], methods)
            yield from self._ask.overloads.chosen(self._path, call, methods).items()
            if methods:
                return

    def _without_copying(self, owner: Thing, given: int, constructors: Things) -> Things:
        """The constructors that one argument may be meant for, where a class is copied without any: another instance
        is for one that takes such."""
        overloads = self._ask.overloads
        found = {each: score for each, score in constructors.items() if overloads.takes(each, 1)}
        instance = owner._replace(kind="instance")
        if instance not in self._ask.things(self._path, given):
            return found
        return {each: score for each, score in found.items() if instance in overloads.wanted(each, 0)}

    # other uses

    def _iterates(self, use: Use) -> None:
        owners = self._ask.settled(self._ask.things(self._path, use.value))
        for owner, score in owners.items():
            if owner.kind == "instance":
                names = self._ask.dialect(owner.path).iteration
                for method in self._ask.members.methods(owner, names):
                    self._gathering.add(self._symbol(use.by), method, "calls", score * _ITERATES, use.lines)

    def _references(self, use: Use) -> None:
        for target, score in self._meant.by(self._path, use.value):
            self._gathering.add(self._symbol(use.by), target, "references", score, use.lines)

        value = self._values[use.value]
        if value.kind == "attribute":
            self._reach_variables(use, value.of)

    def _refers_to_type(self, use: Use) -> None:
        for target, score in self._meant.types(self._path, use.value):
            self._gathering.add(self._symbol(use.by), target, "references", score, use.lines)

    def _reaches(self, use: Use) -> None:
        self._reach_variables(use, use.value)

    def _reach_variables(self, use: Use, place: int) -> None:
        """Note the variable of a module that is called, or that holds what is: who uses a part refers to it."""
        for target, score in self._meant.holders(self._path, place):
            self._gathering.add(self._symbol(use.by), target, "references", score, use.lines)

    def _inherits(self, use: Use) -> None:
        self._note_base(self._symbol(use.by), use)

    def _note_base(self, owner: str, use: Use) -> None:
        for base, score in as_bases(self._ask.things(self._path, use.value)).items():
            if base.kind in ("class", "external", "function"):
                self._gathering.add(owner, base, self._way(use, base), score, use.lines)

    def _way(self, use: Use, base: Thing) -> str:
        """How a class has a base: it implements an interface, unless it is one itself."""
        promised = base.kind == "class" and "interface" in self._ask.definition(base).flags
        is_interface = "interface" in self._definitions[use.by].flags
        return "implements" if self._dialect.promises and promised and not is_interface else use.relation

    def _implements(self, use: Use) -> None:
        """A base of a class: of that around the use, or of that which a block puts members on."""
        if EXTENSION not in self._definitions[use.by].flags:
            self._inherits(use)
            return
        for owner, name, place in self._facts.interface.extended:
            if name == BASES and place == use.value:
                for thing in self._ask.things(self._path, owner):
                    if thing.kind == "class":
                        self._note_base(self._gathering.target(thing), use)

    def _imports(self, use: Use) -> None:
        """What a path leads to that is imported, and the file that it lies in."""
        by, gathering = self._symbol(use.by), self._gathering
        for thing, score in self._ask.things(self._path, use.value).items():
            if thing.kind == "external":
                outer = thing.name.rpartition(".")[0] or thing.name
                gathering.add(by, thing._replace(name=outer), "imports", score, use.lines)
            elif thing.kind in ("module", "class", "function") and thing.path != self._path:
                gathering.add(by, thing, "imports", score, use.lines)
                gathering.add(by, Thing("module", thing.path, 0), "imports", score, use.lines)
        for target, score in self._meant.by(self._path, use.value):
            if target.kind == "variable" and target.path != self._path:
                gathering.add(by, target, "imports", score, use.lines)

    def _contains(self, use: Use) -> None:
        for thing, score in self._ask.things(self._path, use.value).items():
            if thing.kind in ("module", "class"):
                self._gathering.add(self._symbol(use.by), thing, "contains", score, use.lines)

    def _as_a_whole(self, use: Use) -> None:
        imports(self._path, self._facts, self._ask, self._gathering)
        entries(self._path, self._facts, self._meant, self._ask, self._gathering)
        packages(self._path, self._facts, self._gathering)
        overrides(self._path, self._facts, self._ask, self._gathering)
        implementations(self._path, self._facts, self._ask, self._gathering)
        extensions(self._path, self._facts, self._ask, self._gathering)
        bodies(self._path, self._facts, self._ask, self._gathering)

    def _symbol(self, number: int, path: str = "") -> str:
        """The id of a definition of the file, or of the one at `path`."""
        question = (path or self._path, number)
        known = self._names.get(question)
        if known is None:
            known = self._names[question] = self._ask.symbol(*question)
        return known

    # passes

    def _pass(self, call: Value, callee: Thing) -> None:
        """Note what a call hands to a function."""
        for name, places in self._ask.overloads.arguments(call, callee).items():
            for place in places:
                for thing in self._ask.things(self._path, place):
                    if thing.kind in _PASSED or (callee.path == self._path and thing.kind in _PASSED_INSIDE):
                        self._handed.add((self._symbol(callee.at, callee.path), name, thing))

    def _written(self, thing: Thing) -> str:
        inside = thing.kind in _PASSED_INSIDE
        if thing.kind == "box":
            self._ask.keys.add(interface_key(thing.path, BOXES))
        name = str(thing.at) if inside else self._ask.definition(thing).name
        return written(thing.kind, thing.path, name, thing.name)


_RELATIONS: Final[Mapping[str, Callable[[Outcome, Use], None]]] = {
    "calls": Outcome._calls,
    "iterates": Outcome._iterates,
    "references": Outcome._references,
    "types": Outcome._refers_to_type,
    "reaches": Outcome._reaches,
    "inherits": Outcome._inherits,
    "implements": Outcome._implements,
    "imports": Outcome._imports,
    "contains": Outcome._contains,
    "as a whole": Outcome._as_a_whole,
}
