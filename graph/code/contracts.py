"""Which interfaces types implement by having their methods, where nobody writes that down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from graph.builds import may_meet
from graph.code.packages import shares_names, spelled
from graph.code.signatures import ALIKE, UNTOLD, Parts, arguments_of, compared, results_of, with_arguments
from graph.code.symbols import symbol_id
from graph.code.things import Thing, interface_key
from graph.facts import ALIAS, BASES, CONSTRAINT, HOLE, RESULTS, STRUCTURAL, UNKNOWN, Interface, Shape

if TYPE_CHECKING:
    from graph.code.evaluation import Evaluation

_SURE: Final = 0.999
_DEEPEST: Final = 8
"""How many names a type may have one after another."""
_LARGEST: Final = 200
"""How many types that are embedded in one another are looked into."""
_LONGEST: Final = 2_000
"""Longer types are written by machines, and say nothing."""
_MOST: Final = 200
"""A method that stands for more interfaces tells nothing of who implements them."""
_NOBODY: Final = Thing("free", "", 0, UNTOLD)
_METHOD, _EMBEDDED = "~", BASES
"""Before the names by which interfaces are looked for: of a method, of what is embedded."""


def sought_by(interface: Interface, at: int) -> list[str]:
    """By which names an interface is looked for: what has it all has the method with the longest name of its own.

    Without one, what implements it implements what it embeds.
    """
    definition = interface.definitions[at]
    methods = [name for name, place in definition.members if _is_definition(interface, place)]
    if methods:
        return [_METHOD + max(methods, key=lambda name: (len(name), name))]
    return [_EMBEDDED + name for name in dict.fromkeys(spelled(interface, base) for base in definition.bases)]


def _is_definition(interface: Interface, place: int) -> bool:
    """Whether a member is a method, and no parameter of a generic interface."""
    return place != UNKNOWN and interface.values[place].kind == "definition"


def sought_names(interface: Interface) -> set[str]:
    """By which names the interfaces of a file are looked for, where types implement them by having their methods."""
    if not any(package.startswith(STRUCTURAL) for package in interface.packages):
        return set()
    places = (at for at, each in enumerate(interface.definitions) if "interface" in each.flags)
    return {name for at in places for name in sought_by(interface, at)}


class _Asked(NamedTuple):
    """A method that an interface asks for."""

    parts: Parts
    package: str


class _Contract(NamedTuple):
    """What an interface asks for."""

    methods: Mapping[str, _Asked]
    foreign: frozenset[str]
    """Interfaces from outside, of which nobody knows what they ask for."""


class _Method(NamedTuple):
    """A method of a type: more than one function if it is built in several ways."""

    functions: tuple[Thing, ...]
    arguments: Parts | None = None
    """What the parameters of the generic type are whose method it is; None for themselves."""
    known: Parts = ()
    """Its shape, where it is that of an interface from outside."""
    is_sure: bool = True
    """Whether nothing from outside may stand in its way."""


class _Embedded(NamedTuple):
    """A type as another one embeds it."""

    thing: Thing
    arguments: Parts | None = None
    """What the parameters of a generic type are; None for themselves."""
    is_twice: bool = False
    """Whether it is embedded more than once in one depth: nothing tells its members apart."""


class _Methods(NamedTuple):
    """The method set of a type."""

    methods: Mapping[str, _Method]
    foreign: frozenset[str]
    """What is embedded from outside."""


class Contracts:
    """Answers who implements what for an evaluation, which knows what values come to."""

    def __init__(self, evaluation: Evaluation, files: Callable[[str], Iterable[str]]) -> None:
        """Ask this evaluation; `files` gives the files of a package, sorted."""
        self._ask, self._files = evaluation, files
        self._tables: dict[str, Mapping[str, list[Thing]]] = {}

    def implemented(self, owner: Thing) -> Iterator[tuple[Thing, float]]:
        """The interfaces that a type, or a pointer to it, implements, and how surely."""
        definition = self._ask.definition(owner)
        if not {"interface", ALIAS}.isdisjoint(definition.flags):
            return
        own = self._methods(owner)
        pending = [_METHOD + name for name in sorted(own.methods)]
        seen: set[Thing] = set()
        for name in pending:
            for each in self._sought(owner.path, name):
                if each in seen:
                    continue
                seen.add(each)
                score = self._fit(owner, own, each)
                if score:
                    pending.append(_EMBEDDED + self._ask.definition(each).name.rpartition(".")[2])
                    yield each, score

    def _sought(self, path: str, name: str) -> list[Thing]:
        """The interfaces that are looked for by a name; none if they are too many."""
        package = STRUCTURAL + self._ask.file(path).interface.language
        self._ask.keys.add(interface_key(package, name))
        table = self._tables.get(package)
        if table is None:
            table = self._tables[package] = self._gathered(package)
        found = table.get(name, [])
        return found if len(found) <= _MOST else []

    def _gathered(self, package: str) -> Mapping[str, list[Thing]]:
        table: dict[str, list[Thing]] = {}
        for path in self._files(package):
            interface = self._ask.file(path).interface
            for at, definition in enumerate(interface.definitions):
                for name in sought_by(interface, at) if "interface" in definition.flags else ():
                    table.setdefault(name, []).append(Thing("class", path, at))
        return table

    # methods of types

    def _methods(self, owner: Thing) -> _Methods:
        """The method set of a pointer to a type (Go: Method sets, Selectors): what is nearer hides what is deeper."""
        found: dict[str, _Method] = {}
        hidden: set[str] = set()
        foreign: set[str] = set()
        level, seen, is_sure = [_Embedded(owner)], {owner}, True
        while level and len(seen) <= _LARGEST:
            outside = [each.thing.name for each in level if each.thing.kind != "class"]
            is_sure = is_sure and all(name in self._standard(owner) for name in outside)
            foreign.update(outside)
            here: dict[str, list[_Method]] = {}
            for each in level:
                for name, method in self._declared(each, owner).items():
                    here.setdefault(name, []).extend([method._replace(is_sure=is_sure)] * (1 + each.is_twice))
            hidden |= {name for each in level for name in self._fields(each.thing)}
            found |= {name: several[0] for name, several in here.items() if name not in hidden and len(several) == 1}
            hidden |= here.keys()
            level = self._next(level, seen)
            seen.update(each.thing for each in level)
        return _Methods(found, frozenset(foreign))

    def _next(self, level: list[_Embedded], seen: set[Thing]) -> list[_Embedded]:
        """What is embedded in what lies in one depth, and not in one before."""
        found: dict[Thing, _Embedded] = {}
        for each in level:
            for base in self._embedded(each) if each.thing.kind == "class" else ():
                if base.thing not in seen:
                    is_twice = each.is_twice or base.thing in found
                    found[base.thing] = base._replace(is_twice=is_twice)
        return list(found.values())

    def _standard(self, owner: Thing) -> Mapping[str, Mapping[str, Parts]]:
        return self._ask.dialect(owner.path).standard

    def _declared(self, embedded: _Embedded, owner: Thing) -> Mapping[str, _Method]:
        """The methods of what a type is or embeds, without those of what that embeds."""
        thing, arguments = embedded.thing, embedded.arguments
        if thing.kind != "class":
            asked = self._standard(owner).get(thing.name, {})
            return {name: _Method((), None, parts) for name, parts in asked.items()}
        if "interface" in self._ask.definition(thing).flags:
            return {name: _Method(functions, arguments) for name, functions in self._promised(thing).items()}
        put_on = self._ask.packages.all_put_on(thing)
        return {name: _Method(tuple(found), arguments) for name, found in put_on.items()}

    def _promised(self, interface: Thing) -> dict[str, tuple[Thing, ...]]:
        """The methods that an interface lists itself."""
        file = self._ask.file(interface.path)
        places = {name: at for name, at in file.members[interface.at].items() if _is_definition(file.interface, at)}
        return {name: tuple(self._ask.things(interface.path, place)) for name, place in places.items()}

    def _fields(self, thing: Thing) -> Iterable[str]:
        if thing.kind != "class" or "interface" in self._ask.definition(thing).flags:
            return ()
        return self._ask.file(thing.path).members[thing.at]

    def _embedded(self, owner: _Embedded) -> Iterator[_Embedded]:
        """What a type embeds."""
        shape, path = self._ask.definition(owner.thing).shape, owner.thing.path
        places = iter(shape.holes)
        at = results_of(shape.parts)
        for number, part in enumerate(shape.parts):
            holes = [next(places) for _ in range(part.count(HOLE))]
            if number <= at:
                continue
            is_name, arguments = part[:1] == HOLE, arguments_of(part)
            thing = self._meant(path, holes[0]) if is_name and arguments is not None else _NOBODY
            filled = self._filled(path, Shape(arguments or (), tuple(holes[1:])))
            yield _Embedded(thing, with_arguments(filled, owner.arguments))

    def _meant(self, path: str, place: int, depth: int = 0) -> Thing:
        """The type that a name means, `_NOBODY` if nothing tells which."""
        found = self._ask.things(path, place) if place != UNKNOWN else {}
        thing, score = next(iter(found.items()), (_NOBODY, 0.0))
        if len(found) > 1 or score < _SURE or depth > _DEEPEST or thing.kind not in ("class", "external", "free"):
            return _NOBODY
        if thing.kind == "class" and ALIAS in self._ask.definition(thing).flags:
            bases = self._ask.definition(thing).bases
            return self._meant(thing.path, bases[0], depth + 1) if len(bases) == 1 else _NOBODY
        return thing

    # what is asked for

    def _contract(self, owner: Thing) -> _Contract | None:
        """What an interface asks for with all that it embeds; None if it only bounds other types."""
        methods: dict[str, _Asked] = {}
        foreign: set[str] = set()
        pending, seen = [_Embedded(owner)], {owner}
        dialect = self._ask.dialect(owner.path)
        for each in pending:
            definition = self._ask.definition(each.thing)
            if "interface" not in definition.flags or CONSTRAINT in definition.flags or len(seen) > _LARGEST:
                return None
            for name, functions in self._promised(each.thing).items():
                for function in functions:
                    parts = with_arguments(self._parts(function), each.arguments)
                    methods.setdefault(name, _Asked(parts, self._package(function)))
            for base in self._embedded(each):
                name = base.thing.name
                if base.thing.kind == "class":
                    pending += [base] if base.thing not in seen else []
                    seen.add(base.thing)
                elif name in dialect.standard:
                    methods |= {each: _Asked(parts, "") for each, parts in dialect.standard[name].items()}
                elif name not in dialect.predeclared:
                    foreign.add(name)
                elif dialect.predeclared[name] == name:
                    return None
        return _Contract(methods, frozenset(foreign)) if methods else None

    # fitting

    def _fit(self, owner: Thing, own: _Methods, interface: Thing) -> float:
        """How surely a type with these methods implements an interface: 0 if it does not, or no build has both."""
        contract, builds = self._contract(interface), (self._build(owner), self._build(interface))
        if contract is None or not contract.methods.keys() <= own.methods.keys() or not may_meet(*builds):
            return 0.0
        if not contract.foreign <= own.foreign - {UNTOLD}:
            return 0.0
        pairs: list[tuple[Parts, Parts]] = []
        is_sure = True
        for name, asked in contract.methods.items():
            method = own.methods[name]
            is_sure = is_sure and method.is_sure
            built = [each for each in method.functions if may_meet(*builds, self._build(each))]
            if method.functions and not built:
                return 0.0
            if not name[:1].isupper() and any(self._package(each) != asked.package for each in built):
                return 0.0
            shapes = list(map(self._parts, built)) or [method.known]
            pairs += [(with_arguments(each, method.arguments), asked.parts) for each in shapes]
        verdict = compared(pairs, self._bounds(owner), self._bounds(interface))
        return min(verdict, (1.0 if is_sure else ALIKE) * self._share(owner, interface))

    def _build(self, thing: Thing) -> str:
        """What must hold of the builds in which a thing is."""
        return self._ask.packages.build(thing.path)

    def _share(self, owner: Thing, interface: Thing) -> float:
        """How sure it is that an interface is meant, and not one that is called so in other builds."""
        name = self._ask.definition(interface).name
        shares = self._ask.packages.shares(self._package(interface), name, owner.path)
        return next((share for path, _, share in shares if path == interface.path), 1.0)

    def _bounds(self, owner: Thing) -> Parts:
        """What bounds the parameters of a generic type."""
        parts = self._parts(owner)
        return parts[: max(0, results_of(parts))]

    def _package(self, thing: Thing) -> str:
        """The package that a function is a part of."""
        return next(filter(shares_names, self._ask.file(thing.path).interface.packages), "")

    # shapes

    def _parts(self, thing: Thing) -> Parts:
        """The shape of a definition, with what each name in it means."""
        return self._filled(thing.path, self._ask.definition(thing).shape)

    def _filled(self, path: str, shape: Shape, known: dict[Thing, str] | None = None, depth: int = 0) -> Parts:
        """A shape without holes; `known` is what other names of types stand for, told once."""
        known = {} if known is None else known
        holes = iter(shape.holes)
        parts = []
        for part in shape.parts:
            first, *others = part.split(HOLE)
            filled = first + "".join(self._named(path, next(holes), known, depth) + each for each in others)
            parts.append(UNTOLD if UNTOLD in filled or len(filled) > _LONGEST else filled)
        return tuple(parts)

    def _named(self, path: str, place: int, known: dict[Thing, str], depth: int) -> str:
        """A type by a name that is the same wherever it is named."""
        found = self._ask.things(path, place) if place != UNKNOWN else {}
        thing, score = next(iter(found.items()), (Thing("", "", 0), 0.0))
        if len(found) != 1 or score < _SURE or depth > _DEEPEST:
            return UNTOLD
        if thing.kind == "free":
            return self._ask.dialect(path).predeclared.get(thing.name, UNTOLD)
        if thing.kind == "external":
            return f"<{thing.name}>"
        if thing.kind != "class":
            return thing.name if thing.kind == "literal" else UNTOLD
        definition = self._ask.definition(thing)
        if ALIAS not in definition.flags:
            return f"<{symbol_id(thing.path, definition.name)}>"
        if thing not in known:
            mark, *parts = self._filled(thing.path, definition.shape, known, depth + 1) or ("",)
            known[thing] = parts[0] if mark == RESULTS and len(parts) == 1 else UNTOLD
        return known[thing]
