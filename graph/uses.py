"""Facts of a file of code in, edges out: who is called, read, inherited, imported, overridden, and how surely."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from graph.evaluation import Evaluation
from graph.facts import (
    BASES,
    CONSTRUCTOR,
    DECLARED,
    EXTENSION,
    INLINE,
    NAMELESS,
    PARTIAL,
    TEST,
    UNKNOWN,
    Facts,
    Use,
    Value,
)
from graph.gathering import Gathering
from graph.model import Edge, Node, node_id
from graph.packages import shares_names
from graph.passing import Pass, written
from graph.resolve import Resolved
from graph.symbols import bare_name, external_id, package_id, symbol_id
from graph.things import HELD, ONE_OF_SEVERAL, Thing, Things, interface_key

_ITERATES: Final = 0.9
_NAMELESS: Final = 0.9
RAISED: Final = 0.9
"""A class that is raised: an instance is made unless it is one already."""
_SURE: Final = 0.999
_PASSED: Final = frozenset(["function", "bound", "class", "instance", "parameter"])
_PASSED_INSIDE: Final = frozenset(["box", "literal"])
"""Followed inside a file only: between files they would be too many, and say little."""


class Outcome(NamedTuple):
    """What came of a file of code."""

    resolved: Resolved
    passes: frozenset[Pass]


def resolve_code(path: str, facts: Facts, evaluation: Evaluation) -> Outcome:
    """The edges that the facts of the file at `path` come to."""
    evaluation.begin(path, facts.values)
    work = _Work(path, facts, evaluation)
    for use in facts.uses:
        work.use(use)
    work.imports()
    work.packages()
    work.overrides()
    work.bodies()
    same = tuple(work.parts())
    keys = evaluation.keys | {interface_key(path, "")}
    found = Resolved(tuple(work.nodes.values()), work.edges(), (), frozenset(keys), same)
    return Outcome(found, frozenset(work.passes))


class _Work:
    def __init__(self, path: str, facts: Facts, evaluation: Evaluation) -> None:
        self._path, self._facts, self._evaluation = path, facts, evaluation
        self._values = facts.interface.values + facts.values
        tests = (each.name for each in facts.interface.definitions if TEST in each.flags)
        self._gathering = Gathering(path, facts.interface.is_test, {symbol_id(path, name) for name in tests})
        self._is_test: dict[str, bool] = {}
        self.nodes: dict[str, Node] = {}
        self.passes: set[Pass] = set()

    # uses

    def use(self, use: Use) -> None:
        """Note the edges of one use."""
        by = self._symbol(self._path, use.by)
        way = _USES.get(use.relation)
        if way is not None:
            way(self, by, use)
        elif use.relation == "calls":
            call, runs = self._values[use.value], self._runner(use.by)
            self._calls(by, call, use.lines, 1.0 if runs == use.by else _NAMELESS)
            if runs != use.by:
                self._calls(self._symbol(self._path, runs), call, use.lines, least=_SURE)
        elif use.relation == "iterates":
            self._iterates(by, use)
        elif use.relation == "references":
            for target, score in self._symbols(self._path, use.value):
                self._add(by, target, "references", score, use.lines)
        else:
            self._inherits(by, use)

    def _runner(self, number: int) -> int:
        """The definition that answers for calls: that around a class body, which runs it, and around a lambda."""
        definitions = self._facts.interface.definitions
        is_static = self._evaluation.dialect(self._path).static
        while (definitions[number].kind == "class" and not is_static) or NAMELESS in definitions[number].flags:
            number = definitions[number].parent
        return number

    def _calls(self, by: str, call: Value, lines: tuple[int, ...], factor: float = 1.0, least: float = 0.0) -> None:
        """Note whom a call reaches, if that is at least as sure as `least`."""
        if call.kind != "call":
            return
        factor = factor * RAISED if call.name == "raise" else factor
        callees = self._evaluation.callees(self._path, call)
        for callee, score in callees.items():
            certainty = score * factor * (HELD if self._is_renamed(call, callee) else 1.0)
            for target, share in self._called(callee, call):
                if certainty >= least and not self._is_detail(target):
                    self._add(by, target, "calls", certainty * share, lines)
                if target.kind in ("function", "bound"):
                    self._pass(call, target if callee.kind != "class" else target._replace(kind="bound"))
        if not least and not any(thing.kind in ("function", "bound") for thing in callees):
            self._calls_back(by, call, callees, lines)

    def _calls_back(self, by: str, call: Value, callees: Things, lines: tuple[int, ...]) -> None:
        """Functions that are handed to one that is known to call them, as `map` is."""
        names = {thing.name for thing in callees if thing.kind == "free"}
        callee = self._values[call.of]
        if callee.kind == "attribute":
            names.add(callee.name)
        if names.isdisjoint(self._evaluation.dialect(self._path).callers):
            return
        for part in call.parts:
            for thing, score in self._evaluation.things(self._path, part).items():
                if thing.kind in ("function", "bound"):
                    self._add(by, thing, "calls", score * ONE_OF_SEVERAL, lines)

    def _is_renamed(self, call: Value, callee: Thing) -> bool:
        """Whether a member is called under another name than its own: then something put it there."""
        value = self._values[call.of]
        if self._evaluation.dialect(self._path).static:
            return False
        if value.kind != "attribute" or callee.kind not in ("function", "bound", "class"):
            return value.kind == "call" and callee.kind in ("function", "bound")
        return bare_name(self._evaluation.definition(callee).name) != value.name

    def _is_detail(self, callee: Thing) -> bool:
        """Whether a function lives inside a function of another file: who calls that one has called the outer one."""
        if callee.path == self._path or callee.kind not in ("function", "bound"):
            return False
        definition = self._evaluation.definition(callee)
        around = self._evaluation.file(callee.path).interface.definitions[definition.parent]
        return around.kind in ("function", "method")

    def _called(self, callee: Thing, call: Value) -> Iterator[tuple[Thing, float]]:
        """What runs when a thing is called: a class and its constructor, a function, the call method of an instance."""
        evaluation = self._evaluation
        if callee.kind == "class" and evaluation.dialect(callee.path).converts:
            return
        if callee.kind == "class":
            yield callee, 1.0
            yield from self._constructor(callee, call)
        elif callee.kind == "super":
            for _, bases in evaluation.members.bases(callee):
                for base in bases:
                    if base.kind == "class":
                        yield from self._constructor(base, call)
        elif callee.kind == "instance":
            yield from self._called_on(callee, call)
        elif callee.kind in ("function", "bound", "external"):
            yield callee, 1.0

    def _called_on(self, callee: Thing, call: Value) -> Iterator[tuple[Thing, float]]:
        """What runs when an instance is called, or when its class makes another one in its place."""
        evaluation = self._evaluation
        if call.name == "new":
            if self._values[call.of].kind == "self":
                yield from self._constructor(callee, call)
            return
        methods = evaluation.members.methods(callee, evaluation.dialect(callee.path).called)
        if evaluation.dialect(self._path).static:
            yield from evaluation.overloads.chosen(self._path, call, dict.fromkeys(methods, 1.0)).items()
        else:
            yield from ((method, ONE_OF_SEVERAL) for method in methods)

    def _constructor(self, owner: Thing, call: Value) -> Iterator[tuple[Thing, float]]:
        for name in self._evaluation.dialect(owner.path).constructors:
            methods = dict.fromkeys(self._evaluation.members.methods(owner, [name]), 1.0)
            yield from self._evaluation.overloads.chosen(self._path, call, methods).items()
            if methods:
                return

    def _iterates(self, by: str, use: Use) -> None:
        owners = self._evaluation.settled(self._evaluation.things(self._path, use.value))
        for owner, score in owners.items():
            if owner.kind == "instance":
                names = self._evaluation.dialect(owner.path).iteration
                for method in self._evaluation.members.methods(owner, names):
                    self._add(by, method, "calls", score * _ITERATES, use.lines)

    def _inherits(self, by: str, use: Use) -> None:
        for base, score in self._evaluation.things(self._path, use.value).items():
            if base.kind in ("class", "external", "function"):
                self._add(by, base, self._way(use, base), score, use.lines)

    def _way(self, use: Use, base: Thing) -> str:
        """How a class has a base: it implements an interface, unless it is one itself."""
        promised = base.kind == "class" and "interface" in self._evaluation.definition(base).flags
        is_interface = "interface" in self._facts.interface.definitions[use.by].flags
        if self._evaluation.dialect(self._path).promises and promised and not is_interface:
            return "implements"
        return use.relation

    def _implements(self, by: str, use: Use) -> None:
        """A base of a class: of that around the use, or of that which a block puts members on."""
        if EXTENSION in self._facts.interface.definitions[use.by].flags:
            owners = self._extended().get(use.value, ())
            for owner in owners:
                self._inherits(self._target(owner), use)
        else:
            self._inherits(by, use)

    def _extended(self) -> Mapping[int, list[Thing]]:
        """The classes that something is said to be a base of from outside, by the place of the base."""
        found: dict[int, list[Thing]] = {}
        for owner, name, place in self._facts.interface.extended:
            if name == BASES:
                things = self._evaluation.things(self._path, owner)
                found.setdefault(place, []).extend(thing for thing in things if thing.kind == "class")
        return found

    def _imports(self, by: str, use: Use) -> None:
        """What a path leads to that is imported, and the file that it lies in."""
        for thing, score in self._evaluation.things(self._path, use.value).items():
            if thing.kind == "external":
                outer = thing.name.rpartition(".")[0] or thing.name
                self._add(by, thing._replace(name=outer), "imports", score, use.lines)
            elif thing.kind in ("module", "class", "function") and thing.path != self._path:
                self._add(by, thing, "imports", score, use.lines)
                self._add(by, Thing("module", thing.path, 0), "imports", score, use.lines)
        for target, score in self._symbols(self._path, use.value):
            if target.kind == "variable" and target.path != self._path:
                self._add(by, target, "imports", score, use.lines)

    def _contains(self, by: str, use: Use) -> None:
        for thing, score in self._evaluation.things(self._path, use.value).items():
            if thing.kind == "module":
                self._add(by, thing, "contains", score, use.lines)

    def _symbols(self, path: str, place: int) -> Iterator[tuple[Thing, float]]:
        """What symbol a name or member means: a variable is itself, not what it holds."""
        value = self._evaluation.file(path).values[place]
        way = _SYMBOLS.get(value.kind)
        return way(self, path, place, value) if way else iter(())

    def _symbol_of_variable(self, path: str, place: int, value: Value) -> Iterator[tuple[Thing, float]]:
        yield Thing("variable", path, 0, value.name), 1.0

    def _symbol_of_import(self, path: str, place: int, value: Value) -> Iterator[tuple[Thing, float]]:
        evaluation = self._evaluation
        if not value.name:
            return
        found = evaluation.modules.find(value.labels[0], path, evaluation.dialect(path))
        for other in found.files[:1]:
            variable = self._variable(other, value.name)
            if variable is not None:
                yield variable, 1.0
                return
        yield from self._telling(evaluation.things(path, place))

    def _symbol_of_attribute(self, path: str, place: int, value: Value) -> Iterator[tuple[Thing, float]]:
        evaluation = self._evaluation
        for owner, score in evaluation.settled(evaluation.things(path, value.of)).items():
            if owner.kind == "package":
                for other, at in evaluation.packages.places(owner.name, value.name):
                    yield from self._symbols(other, at)
                continue
            variable = self._variable(owner.path, value.name) if owner.kind == "module" else None
            if variable is not None:
                yield variable, score
                continue
            for target, certainty in self._telling(evaluation.members.member(owner, value.name)):
                yield target, score * certainty

    def _symbol_of_definition(self, path: str, place: int, value: Value) -> Iterator[tuple[Thing, float]]:
        return self._telling(self._evaluation.things(path, place if value.kind == "definition" else value.of))

    def _symbol_of_either(self, path: str, place: int, value: Value) -> Iterator[tuple[Thing, float]]:
        return iter(next(filter(None, (tuple(self._symbols(path, part)) for part in value.parts)), ()))

    def _symbol_of_free(self, path: str, place: int, value: Value) -> Iterator[tuple[Thing, float]]:
        """What a name means that the file does not bind itself."""
        evaluation = self._evaluation
        if evaluation.dialect(path).qualified:
            for each in evaluation.linkage.places(path, value.name):
                yield from self._symbols(each.path, each.place)
            return
        for package in evaluation.file(path).interface.packages:
            for other, at in evaluation.packages.places(package, value.name):
                yield from self._symbols(other, at)

    def _variable(self, path: str, name: str) -> Thing | None:
        """The variable of a module that bears a name."""
        file = self._evaluation.file(path)
        self._evaluation.keys.add(interface_key(path, name))
        value = file.values[place] if (place := file.members[0].get(name, UNKNOWN)) != UNKNOWN else None
        return Thing("variable", path, 0, value.name) if value is not None and value.kind == "variable" else None

    def _telling(self, things: Things) -> Iterator[tuple[Thing, float]]:
        return ((thing, score) for thing, score in things.items() if thing.kind in ("function", "bound", "class"))

    # passes

    def _pass(self, call: Value, callee: Thing) -> None:
        arguments = self._evaluation.arguments(call, callee)
        if not arguments:
            return
        symbol = self._symbol(callee.path, callee.at)
        for name, places in arguments.items():
            for place in places:
                for thing in self._evaluation.things(self._path, place):
                    if thing.kind in _PASSED:
                        definition = self._evaluation.definition(thing)
                        self.passes.add(
                            Pass(symbol, name, written(thing.kind, thing.path, definition.name, thing.name))
                        )
                    elif callee.path == self._path and thing.kind in _PASSED_INSIDE:
                        self.passes.add(Pass(symbol, name, written(thing.kind, thing.path, str(thing.at), thing.name)))

    # what the file as a whole states

    def imports(self) -> None:
        """The modules that the file imports, and the symbols of theirs."""
        evaluation, source = self._evaluation, node_id(self._path)
        for each in self._facts.imports:
            found = evaluation.modules.find(each.specifier, self._path, evaluation.dialect(self._path))
            evaluation.keys |= found.keys
            self._import(source, found.files, each.line)
            if found.package and each.name in ("", "*"):
                for package in evaluation.packages.imported(found.package, ""):
                    self._add(source, package, "imports", 1.0, (each.line,))
            name = "" if each.name == "*" else each.name
            for thing, score in evaluation.imported(self._path, each.specifier, name).items():
                if thing.kind in ("module", "class", "function") and (len(found.files) < 2 or name):
                    self._add(source, thing, "imports", score, (each.line,))
                    if found.package:
                        self._import(source, (thing.path,), each.line)
                elif thing.kind == "external":
                    module = each.specifier if name else thing.name
                    self._add(source, thing._replace(name=module), "imports", score, (each.line,))

    def packages(self) -> None:
        """The packages that the file is a part of."""
        for package in self._facts.interface.packages:
            if not shares_names(package):
                continue
            thing = Thing("package", "", 0, package)
            self._gathering.add((self._package(thing), node_id(self._path)), "contains", 1.0, ())

    def _import(self, source: str, files: tuple[str, ...], line: int) -> None:
        """The edge to the module of an import; nothing tells several of the same name apart."""
        targets = tuple(self._noted(node_id(path), path) for path in files)
        for target in targets[:1]:
            candidates = targets if len(targets) > 1 else ()
            self._gathering.add((source, target), "imports", 1 / len(targets), (line,), candidates)

    def overrides(self) -> None:
        """The methods of the file that take the place of one of a base class."""
        evaluation = self._evaluation
        for at, definition in enumerate(self._facts.interface.definitions):
            if definition.kind != "class" or not definition.bases:
                continue
            owner = Thing("class", self._path, at)
            bases = evaluation.members.lineage(owner)[1:]
            for name, place in definition.members:
                if name == CONSTRUCTOR:
                    continue
                things = evaluation.overloads.each(evaluation.things(self._path, place))
                methods = [thing for thing in things if self._is_method(thing, at)]
                for method in methods if self._evaluation.dialect(self._path).static else methods[:1]:
                    self._override(method, name, bases)

    def bodies(self) -> None:
        """The methods of the classes of the file that have their bodies in another file."""
        for at, definition in enumerate(self._facts.interface.definitions):
            if DECLARED in definition.flags:
                body = self._evaluation.linkage.defined(Thing("function", self._path, at))
                if body.path != self._path:
                    around = self._symbol(self._path, definition.parent)
                    self._add(around, body, "contains", 1.0, (definition.line,))

    def parts(self) -> Iterator[tuple[str, str]]:
        """The classes of the file that are parts of one of another file, and that."""
        for at, definition in enumerate(self._facts.interface.definitions):
            own = symbol_id(self._path, definition.name)
            if (
                PARTIAL in definition.flags
                and definition.kind == "class"
                and (one := self._symbol(self._path, at)) != own
            ):
                yield own, one

    def _is_method(self, thing: Thing, at: int) -> bool:
        if thing.kind != "function" or thing.path != self._path:
            return False
        return self._facts.interface.definitions[thing.at].parent == at

    def _override(self, method: Thing, name: str, bases: Iterable[Thing]) -> None:
        evaluation = self._evaluation
        if not self._target(method):
            return
        for base in bases:
            place = evaluation.file(base.path).members[base.at].get(name)
            evaluation.definition(base)
            if place is not None:
                own = evaluation.definition(method).name.partition("(")[2]
                for thing in evaluation.overloads.each(evaluation.things(base.path, place)):
                    if thing.kind == "function" and evaluation.definition(thing).name.partition("(")[2] == own:
                        line = evaluation.definition(method).line
                        self._add(self._symbol(*method[1:3]), thing, "overrides", 1.0, (line,))
                return

    # edges

    def _symbol(self, path: str, number: int) -> str:
        definition = self._evaluation.file(path).interface.definitions[number]
        if DECLARED in definition.flags:
            _, path, number, _ = self._evaluation.linkage.defined(Thing("function", path, number))
            definition = self._evaluation.file(path).interface.definitions[number]
        if PARTIAL in definition.flags:
            path = self._first_part(path, number)
        return symbol_id(path, definition.name)

    def _first_part(self, path: str, number: int) -> str:
        """The file whose part of a class stands for all."""
        parts = self._evaluation.linkage.parts(Thing("class", path, number))
        return parts[0].path if parts else path

    def _add(self, source: str, thing: Thing, relation: str, score: float, lines: tuple[int, ...]) -> None:
        target = self._target(thing)
        if target:
            self._gathering.add((source, target), relation, score, lines)

    def _target(self, thing: Thing) -> str:
        """The node that a thing is, "" if it has none."""
        if thing.kind == "external":
            target = external_id(thing.name)
            self.nodes.setdefault(target, Node(target, thing.name, "external", "code", "", "", {}))
            return target
        if thing.kind == "package":
            return self._package(thing)
        if thing.kind in ("module", "variable"):
            return self._noted(symbol_id(thing.path, thing.name), thing.path)
        definition = self._evaluation.definition(thing)
        if DECLARED in definition.flags:
            thing = self._evaluation.linkage.defined(thing)
            definition = self._evaluation.definition(thing)
        if PARTIAL in definition.flags and thing.kind == "class":
            thing = thing._replace(path=self._first_part(thing.path, thing.at))
        hidden = INLINE in definition.flags or DECLARED in definition.flags
        if hidden:
            return ""
        target = self._noted(symbol_id(thing.path, definition.name), thing.path)
        self._is_test[target] |= TEST in definition.flags
        return target

    def _package(self, thing: Thing) -> str:
        """The id of a package, whose node every file of it states."""
        target = package_id(thing.name)
        label = thing.name.partition(":")[2]
        self.nodes.setdefault(target, Node(target, label, "module", "code", "", "", {}))
        return target

    def _noted(self, target: str, path: str) -> str:
        self._is_test[target] = self._evaluation.file(path).interface.is_test
        return target

    def edges(self) -> tuple[Edge, ...]:
        """The edges of all that was noted."""
        self._gathering.note_tests(self._is_test)
        return tuple(self._gathering.edges())


_USES: Final[Mapping[str, Callable[[_Work, str, Use], None]]] = {
    "implements": _Work._implements,
    "imports": _Work._imports,
    "contains": _Work._contains,
}
"""What comes of uses, by relation."""
_SYMBOLS: Final[Mapping[str, Callable[[_Work, str, int, Value], Iterator[tuple[Thing, float]]]]] = {
    "variable": _Work._symbol_of_variable,
    "import": _Work._symbol_of_import,
    "attribute": _Work._symbol_of_attribute,
    "definition": _Work._symbol_of_definition,
    "decorated": _Work._symbol_of_definition,
    "either": _Work._symbol_of_either,
    "free": _Work._symbol_of_free,
}
"""The symbols that values mean, by kind."""
