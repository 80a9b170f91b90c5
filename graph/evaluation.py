"""What symbolic values come to, across files: which functions, classes and instances they may be, and how surely."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from graph.dialect import Dialect
from graph.facts import RECEIVER, UNKNOWN, Definition, Interface, Parameter, Value
from graph.modules import Modules

ONE_OF_SEVERAL: Final = 0.8
"""A value that is held on some ways through the program only."""
PASSED: Final = 0.7
"""What some caller passes; others may pass something else."""
HELD: Final = 0.9
"""What methods put on an instance; others may put something else there."""
SUBCLASS: Final = 0.6
"""A member that only subclasses have."""
_MOST: Final = 12
"""More possibilities say nothing."""


class Thing(NamedTuple):
    """Something that a value may be."""

    kind: str
    """function, bound (a method with its instance), class, instance, generator, super, box, container, module,
    parameter, external, literal or free."""
    path: str
    at: int
    """Number of the definition, place of the box or of the type of the items."""
    name: str = ""
    """Of a parameter, an external thing, a free name; the text of a literal."""


Things = Mapping[Thing, float]
"""Each with how sure it is: 1.0 where scopes and imports prove it."""
NOTHING: Final[Things] = {}


class File(NamedTuple):
    """The interface of a file, with its look-up tables."""

    interface: Interface
    values: tuple[Value, ...]
    exports: Mapping[str, int]
    members: tuple[Mapping[str, int], ...]
    attributes: tuple[Mapping[str, int], ...]
    by_name: Mapping[str, int]
    """The number of a definition by its qualified name, the first of several."""


def file_of(interface: Interface, more: tuple[Value, ...] = ()) -> File:
    """An interface made ready for look-ups; `more` continues its table of values."""
    return File(
        interface,
        interface.values + more,
        dict(interface.exports),
        tuple(dict(each.members) for each in interface.definitions),
        tuple(dict(each.attributes) for each in interface.definitions),
        {each.name: at for at, each in reversed(list(enumerate(interface.definitions)))},
    )


class Evaluation:
    """Asks files for what values come to. Answers are remembered with the keys that they hang on."""

    def __init__(
        self,
        files: Callable[[str], File | None],
        modules: Modules,
        dialects: Mapping[str, Dialect],
        passed: Callable[[Thing, set[str]], Things],
    ) -> None:
        """`files` gives the interface of a file of code, `passed` what callers hand to a parameter."""
        self._files, self.modules, self._dialects, self._passed = files, modules, dialects, passed
        self._known: dict[tuple[Any, ...], tuple[Any, frozenset[str]]] = {}
        self._active: dict[tuple[Any, ...], int] = {}
        self._lowest = _NEVER
        self._at_work: tuple[str, File] | None = None
        self._own: dict[tuple[Any, ...], tuple[Any, frozenset[str]]] = {}
        self.keys: set[str] = set()
        """What the answers since `begin` hang on."""

    def begin(self, path: str, values: tuple[Value, ...]) -> None:
        """Turn to the uses of one file, which need values beyond those of its interface."""
        found = self._files(path)
        assert found is not None, path
        self._at_work = path, file_of(found.interface, values)
        self._own.clear()
        self.keys = set()

    def file(self, path: str) -> File:
        """The file at a path that is known to be code."""
        if self._at_work is not None and self._at_work[0] == path:
            return self._at_work[1]
        found = self._files(path)
        assert found is not None, path
        return found

    def dialect(self, path: str) -> Dialect:
        """The conventions of the language of a file."""
        return self._dialects[self.file(path).interface.language]

    def things(self, path: str, place: int) -> Things:
        """What the value at a place in a file comes to."""
        if place == UNKNOWN:
            return NOTHING
        return self._remembered((path, place), self._rule, path, place)

    def definition(self, thing: Thing) -> Definition:
        """The definition of a function, class or instance; its answer may change with its interface."""
        definition = self.file(thing.path).interface.definitions[thing.at]
        self.keys.add(interface_key(thing.path, definition.name))
        return definition

    # remembering

    def _remembered(self, question: tuple[Any, ...], rule: Callable[..., Any], *arguments: Any) -> Any:
        """An answer worked out once. One that was cut short, as it asked for itself, is not kept: elsewhere it is whole."""
        store = self._store(question)
        known = store.get(question)
        if known is not None:
            self.keys |= known[1]
            return known[0]
        depth = self._active.get(question)
        if depth is not None or len(self._active) > _DEEPEST:
            self._lowest = min(self._lowest, depth or 0)
            return () if rule in _LISTS else NOTHING
        depth = self._active[question] = len(self._active)
        keys, lowest = self.keys, self._lowest
        self.keys, self._lowest = set(), _NEVER
        answer = rule(*arguments)
        del self._active[question]
        if self._lowest >= depth:
            store[question] = answer, frozenset(self.keys)
            self._lowest = lowest
        else:
            self._lowest = min(lowest, self._lowest)
        keys |= self.keys
        self.keys = keys
        return answer

    def _store(self, question: tuple[Any, ...]) -> dict[tuple[Any, ...], tuple[Any, frozenset[str]]]:
        """Where an answer is kept: those about values that only the file at work knows go with it."""
        place = question[-1]
        if type(place) is int and self._at_work is not None and self._at_work[0] == question[0]:
            is_own = question[1] in ("instances", place) and place >= len(self._at_work[1].interface.values)
            return self._own if is_own else self._known
        return self._known

    # values

    def _rule(self, path: str, place: int) -> Things:
        value = self.file(path).values[place]
        return _RULES[value.kind](self, path, place, value)

    def _literal(self, path: str, place: int, value: Value) -> Things:
        return {Thing(value.kind, "", 0, value.name): 1.0}

    def _free(self, path: str, place: int, value: Value) -> Things:
        """A name that the file does not bind may come from a module all of whose names it takes over."""
        return self._starred(path, value.name) or self._literal(path, place, value)

    def _definition(self, path: str, place: int, value: Value) -> Things:
        kind = self.file(path).interface.definitions[value.of].kind
        return {Thing("class" if kind == "class" else "function", path, value.of): 1.0}

    def _decorated(self, path: str, place: int, value: Value) -> Things:
        own = self.things(path, value.of)
        made = _scaled(self.things(path, value.parts[0]), ONE_OF_SEVERAL)
        return _joined([own, {thing: score for thing, score in made.items() if thing not in own}])

    def _import(self, path: str, place: int, value: Value) -> Things:
        return self.imported(path, value.labels[0], value.name)

    def imported(self, path: str, specifier: str, name: str) -> Things:
        """What an import of a name ("" for the module) in a file gives."""
        dialect = self.dialect(path)
        found = self.modules.find(specifier, path, dialect)
        self.keys |= found.keys
        if not found.files:
            if name and dialect.modules == "dotted":
                inner = self.modules.find(
                    f"{specifier.rstrip('.') if specifier.strip('.') else specifier}"
                    f"{'.' if specifier.strip('.') else ''}{name}",
                    path,
                    dialect,
                )
                self.keys |= inner.keys
                if inner.files:
                    return _joined(self._module(each) for each in inner.files[:1])
            if specifier.startswith((".", "/")):
                return NOTHING
            return {Thing("external", path, 0, f"{specifier}.{name}" if name else specifier): 1.0}
        answers = [self.exported(each, name) if name else self._module(each) for each in found.files]
        return _joined(answers if len(answers) == 1 else [_scaled(each, 1 / len(answers)) for each in answers])

    def _module(self, path: str) -> Things:
        """A module, and what it exports in its place."""
        whole = self.file(path).exports.get("")
        self.keys.add(interface_key(path, ""))
        module: Things = {Thing("module", path, 0): 1.0}
        return module if whole is None else _joined([self.things(path, whole), module])

    def exported(self, path: str, name: str) -> Things:
        """What a module calls by a name."""
        return self._remembered((path, "export", name), self._exported, path, name)

    def _exported(self, path: str, name: str) -> Things:
        file, dialect = self.file(path), self.dialect(path)
        self.keys.add(interface_key(path, name))
        for table in (file.exports, file.members[0]):
            if name in table:
                return self.things(path, table[name])
        whole = file.exports.get("")
        if whole is not None or name == "default":
            self.keys.add(interface_key(path, ""))
            if name == "default":
                return self._module(path)
            if whole is not None and (found := self._members(self.things(path, whole), name)):
                return found
        if answer := self._starred(path, name):
            return answer
        part = self.modules.member(path, name, dialect)
        self.keys |= part.keys
        return _joined(self._module(each) for each in part.files)

    def _starred(self, path: str, name: str) -> Things:
        """A name of the modules all of whose names the file takes over."""
        file, dialect = self.file(path), self.dialect(path)
        self.keys.add(interface_key(path, "*"))
        for star in file.interface.stars:
            found = self.modules.find(star, path, dialect)
            self.keys |= found.keys
            for other in found.files[:1]:
                if answer := self.exported(other, name):
                    return answer
        return NOTHING

    def _parameter(self, path: str, place: int, value: Value) -> Things:
        thing = Thing("parameter", path, value.of, value.name)
        parameter = self.parameter(thing)
        if parameter is None or parameter.spread:
            return NOTHING
        typed = self.things(path, parameter.type)
        if typed:
            return typed
        return {thing: 1.0}

    def settled(self, things: Things) -> Things:
        """Things with each parameter replaced by its default and by what callers hand to it."""
        if not any(thing.kind == "parameter" for thing in things):
            return things
        answers: list[Things] = [{thing: score for thing, score in things.items() if thing.kind != "parameter"}]
        for thing, score in things.items():
            parameter = self.parameter(thing) if thing.kind == "parameter" else None
            if parameter is not None:
                answers.append(_scaled(self.things(thing.path, parameter.default), score * PASSED))
                answers.append(_scaled(self._passed(thing, self.keys), score * PASSED))
        return _joined(answers)

    def parameter(self, thing: Thing) -> Parameter | None:
        """The parameter of a function that a thing of kind `parameter` stands for."""
        found = self.definition(thing).parameters
        return next((each for each in found if each.name == thing.name), None)

    def _self(self, path: str, place: int, value: Value) -> Things:
        return {Thing("instance" if value.kind == "self" else "super", path, value.of): 1.0}

    def _box(self, path: str, place: int, value: Value) -> Things:
        return {Thing("box", path, place, value.name): 1.0}

    def _variable(self, path: str, place: int, value: Value) -> Things:
        return self.things(path, value.of)

    def _any(self, path: str, place: int, value: Value) -> Things:
        return _joined(_scaled(self.things(path, part), ONE_OF_SEVERAL) for part in value.parts)

    def _either(self, path: str, place: int, value: Value) -> Things:
        for part in value.parts:
            found = self.things(path, part)
            if any(thing.kind in _TELLING for thing in found):
                return found
        return NOTHING

    def _typed(self, path: str, place: int, value: Value) -> Things:
        return self.instances(path, value.of)

    def instances(self, path: str, place: int) -> Things:
        """The instances of what an annotation names."""
        if place == UNKNOWN:
            return NOTHING
        return self._remembered((path, "instances", place), self._instances, path, place)

    def _instances(self, path: str, place: int) -> Things:
        value = self.file(path).values[place]
        if value.kind == "any":
            return _joined(self.instances(path, part) for part in value.parts)
        if value.kind == "index":
            heads = self.things(path, value.of)
            if any(
                head.name.rpartition(".")[2] in self.dialect(path).unchanged for head in heads if head.kind in _OUTSIDE
            ):
                return self.instances(path, value.parts[0])
            if any(head.kind in _OUTSIDE for head in heads):
                return {Thing("container", path, value.parts[0]): 1.0}
            return _as_instances(heads)
        if value.kind == "box":
            known = [part for part in value.parts[1::2] if part != UNKNOWN]
            if value.name == "list" and len(known) == 1:
                return {Thing("container", path, known[0]): 1.0}
            return _joined(self.instances(path, part) for part in known)
        return _as_instances(self.things(path, place))

    # calls

    def _call(self, path: str, place: int, value: Value) -> Things:
        answers = []
        for callee, score in self.settled(self.things(path, value.of)).items():
            if callee.kind == "class" or (callee.kind == "function" and value.name == "new"):
                answers.append({Thing("instance", callee.path, callee.at): score})
            elif callee.kind in ("function", "bound"):
                answers.append(_scaled(self._result(path, value, callee), score))
            elif callee.kind == "instance":
                for method in self.methods(callee, self.dialect(callee.path).called):
                    answers.append(_scaled(self._result(path, value, method), score))
        return _joined(answers)

    def _result(self, path: str, call: Value, callee: Thing) -> Things:
        """What a call gives: what the function returns, with its own parameters replaced by the arguments."""
        returned = self.returned(callee)
        own = [thing for thing in returned if thing.kind == "parameter" and thing[1:3] == callee[1:3]]
        if not own:
            return returned
        arguments = self.arguments(call, callee)
        answers: list[Things] = [{thing: score for thing, score in returned.items() if thing not in own}]
        for thing in own:
            given = arguments.get(thing.name, ())
            answers += [_scaled(self.things(path, each), returned[thing]) for each in given]
            if not given and (parameter := self.parameter(thing)) is not None:
                answers.append(self.things(callee.path, parameter.default))
        return _joined(answers)

    def returned(self, callee: Thing) -> Things:
        """What calling a function gives, its parameters standing for themselves."""
        definition = self.definition(callee)
        if definition.yields:
            return {Thing("generator", callee.path, callee.at): 1.0}
        return self._remembered((callee.path, "returned", callee.at), self._all_of, callee.path, definition.returns)

    def _all_of(self, path: str, places: tuple[int, ...]) -> Things:
        scale = 1.0 if len(places) == 1 else ONE_OF_SEVERAL
        return _joined(_scaled(self.things(path, place), scale) for place in places)

    def arguments(self, call: Value, callee: Thing) -> dict[str, list[int]]:
        """The arguments that each parameter of a function gets from a call, as places in the file of the call."""
        definition = self.definition(callee)
        names = list(definition.parameters)
        if callee.kind != "function" and RECEIVER in definition.flags:
            names = names[1:]
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

    # members

    def _attribute(self, path: str, place: int, value: Value) -> Things:
        found = self._members(self.settled(self.things(path, value.of)), value.name)
        return found or self._extended(path, value.of, value.name)

    def _extended(self, path: str, owner: int, name: str) -> Things:
        """What was put, by the same file, on a value of which nothing else is known."""
        places = [each for at, member, each in self.file(path).interface.extended if at == owner and member == name]
        return _joined(_scaled(self.things(path, each), HELD) for each in places)

    def _members(self, owners: Things, name: str) -> Things:
        return _joined(_scaled(self.member(owner, name), score) for owner, score in owners.items())

    def member(self, owner: Thing, name: str) -> Things:
        """A member of a thing."""
        way = _MEMBERS.get(owner.kind)
        return way(self, owner, name) if way else NOTHING

    def _module_member(self, owner: Thing, name: str) -> Things:
        return self.exported(owner.path, name)

    def _external_member(self, owner: Thing, name: str) -> Things:
        dialect = self.dialect(owner.path)
        longer = f"{owner.name}.{name}"
        if dialect.modules == "dotted":
            found = self.modules.find(longer, owner.path, dialect)
            self.keys |= found.keys
            if found.files:
                return self._module(found.files[0])
        return {owner._replace(name=longer): 1.0}

    def _box_member(self, owner: Thing, name: str) -> Things:
        return self._item(owner, {Thing("literal", "", 0, f"'{name}'"): 1.0}) if owner.name == "object" else NOTHING

    def _class_member(self, owner: Thing, name: str) -> Things:
        return self._inherited(owner, self.lineage(owner), name, "class")

    def _instance_member(self, owner: Thing, name: str) -> Things:
        lineage = self.lineage(owner)
        found = self._inherited(owner, lineage, name, "instance")
        if found:
            return found
        heirs = self._heirs(owner)
        answers = [self._inherited(heir, [heir], name, "instance") for heir in heirs]
        return _joined(_scaled(answer, SUBCLASS) for answer in answers)

    def _super_member(self, owner: Thing, name: str) -> Things:
        return self._inherited(owner, self.lineage(owner)[1:], name, "instance")

    def _inherited(self, owner: Thing, lineage: Iterable[Thing], name: str, seen_as: str) -> Things:
        """The first member of that name along a lineage, and everything that is put on instances under it."""
        put: list[Things] = []
        for each in lineage:
            file = self.file(each.path)
            self.definition(each)
            place = file.members[each.at].get(name)
            if place is not None:
                put.append(self._bound(self.things(each.path, place), seen_as))
                break
            place = file.attributes[each.at].get(name)
            if place is not None:
                put.append(_scaled(self.things(each.path, place), HELD))
        return _joined(put)

    def _bound(self, members: Things, seen_as: str) -> Things:
        answers: list[Things] = []
        for member, score in members.items():
            if member.kind == "function":
                flags = self.definition(member).flags
                if "property" in flags and seen_as == "instance":
                    answers.append(_scaled(self.returned(member._replace(kind="bound")), score))
                    continue
                bound = RECEIVER in flags and (seen_as == "instance" or "class" in flags)
                member = member._replace(kind="bound" if bound else "function")
            answers.append({member: score})
        return _joined(answers)

    def methods(self, owner: Thing, names: Iterable[str]) -> Iterator[Thing]:
        """The methods of a class that bear these names, in its lineage."""
        lineage = self.lineage(owner)
        for name in names:
            for member in self._inherited(owner, lineage, name, "instance"):
                if member.kind in ("function", "bound"):
                    yield member

    # lineage

    def lineage(self, owner: Thing) -> tuple[Thing, ...]:
        """A class and its bases in the order in which members are looked up (C3, as in Python's documentation)."""
        start = Thing("class", owner.path, owner.at)
        return self._remembered((owner.path, "lineage", owner.at), self._lineage, start) or (start,)

    def _lineage(self, start: Thing) -> tuple[Thing, ...]:
        definition = self.definition(start)
        bases = []
        for place in definition.bases:
            bases += [thing for thing in self.things(start.path, place) if thing.kind in ("class", "function")]
        chains = [[each._replace(kind="class") for each in self.lineage(base)] for base in bases]
        merged = _merged([*chains, [base._replace(kind="class") for base in bases]])
        return (start, *(each for each in merged if each != start))

    def bases(self, owner: Thing) -> Iterator[tuple[int, Things]]:
        """The place and the things of each base of a class."""
        for place in self.definition(owner).bases:
            yield place, self.things(owner.path, place)

    def _heirs(self, owner: Thing) -> list[Thing]:
        """The classes of the same file that have this one in their lineage."""
        definitions = self.file(owner.path).interface.definitions
        start = Thing("class", owner.path, owner.at)
        classes = [
            Thing("class", owner.path, at) for at, each in enumerate(definitions) if each.kind == "class" and each.bases
        ]
        return [each for each in classes if each != start and start in self.lineage(each)]

    # containers

    def _index(self, path: str, place: int, value: Value) -> Things:
        answers = []
        keys = self.settled(self.things(path, value.parts[0]))
        for owner, score in self.settled(self.things(path, value.of)).items():
            if owner.kind == "class":
                answers.append({owner: score})
            elif owner.kind == "container":
                answers.append(_scaled(self.instances(owner.path, owner.at), score))
            else:
                answers.append(_scaled(self._item(owner, keys), score))
        return _joined(answers)

    def _item(self, owner: Thing, keys: Things) -> Things:
        """The items of a container under these keys; under all of them if the keys are not known."""
        values = self.file(owner.path).values
        if owner.kind != "box" or owner.at >= len(values):  # a container that only its own file knows
            return NOTHING
        parts = values[owner.at].parts
        pairs = list(zip(parts[::2], parts[1::2], strict=True))
        wanted = {key for key in keys if key.kind == "literal"}
        if wanted:
            pairs = [
                (key, item)
                for key, item in pairs
                if key == UNKNOWN
                or not wanted.isdisjoint(self.things(owner.path, key))
                or not any(each.kind == "literal" for each in self.things(owner.path, key))
            ]
        scale = HELD if len(pairs) == 1 else ONE_OF_SEVERAL
        return _joined(_scaled(self.things(owner.path, item), scale) for _, item in pairs)

    def _element(self, path: str, place: int, value: Value) -> Things:
        owners = self.settled(self.things(path, value.of))
        return _joined(_scaled(self.elements(each), score) for each, score in owners.items())

    def elements(self, owner: Thing) -> Things:
        """What iterating over a thing gives."""
        if owner.kind == "box":
            return self._item(owner, NOTHING)
        if owner.kind == "container":
            return self.instances(owner.path, owner.at)
        if owner.kind == "generator":
            yields = self.definition(owner).yields
            return self._remembered((owner.path, "yielded", owner.at), self._all_of, owner.path, yields)
        if owner.kind == "instance":
            methods = list(self.methods(owner, self.dialect(owner.path).iteration[-1:]))
            return _joined(self.returned(method) for method in methods)
        return NOTHING


_NEVER: Final = 1 << 30
_DEEPEST: Final = 150
"""How many questions may wait for one another."""
_OUTSIDE: Final = frozenset(["external", "free"])
_TELLING: Final = frozenset(
    ["function", "bound", "class", "instance", "generator", "box", "container", "module", "external"]
)
_LISTS: Final = frozenset([Evaluation._lineage])
_RULES: Final[Mapping[str, Callable[[Evaluation, str, int, Value], Things]]] = {
    "literal": Evaluation._literal,
    "free": Evaluation._free,
    "definition": Evaluation._definition,
    "decorated": Evaluation._decorated,
    "import": Evaluation._import,
    "parameter": Evaluation._parameter,
    "self": Evaluation._self,
    "super": Evaluation._self,
    "attribute": Evaluation._attribute,
    "call": Evaluation._call,
    "index": Evaluation._index,
    "box": Evaluation._box,
    "any": Evaluation._any,
    "either": Evaluation._either,
    "variable": Evaluation._variable,
    "element": Evaluation._element,
    "typed": Evaluation._typed,
}
_MEMBERS: Final[Mapping[str, Callable[[Evaluation, Thing, str], Things]]] = {
    "module": Evaluation._module_member,
    "external": Evaluation._external_member,
    "box": Evaluation._box_member,
    "class": Evaluation._class_member,
    "function": Evaluation._class_member,
    "instance": Evaluation._instance_member,
    "super": Evaluation._super_member,
}


def interface_key(path: str, name: str) -> str:
    """What an answer hangs on that asked a file for a name: a definition, or what the module calls so."""
    return f"{path}::{name}"


def _joined(answers: Iterable[Things]) -> Things:
    """All that the answers give, each thing as surely as the surest of them says; nothing if that is too much."""
    found: dict[Thing, float] = {}
    for answer in answers:
        for thing, score in answer.items():
            if score > found.get(thing, 0.0):
                found[thing] = score
    return found if len(found) <= _MOST else NOTHING


def _scaled(answer: Things, factor: float) -> Things:
    if factor == 1.0 or not answer:
        return answer
    return {thing: score * factor for thing, score in answer.items()}


def _as_instances(things: Things) -> Things:
    found: dict[Thing, float] = {}
    for thing, score in things.items():
        if thing.kind == "class":
            found[thing._replace(kind="instance")] = score
    return found


def _merged(chains: list[list[Thing]]) -> list[Thing]:
    """C3: the first head that stands in no other tail, again and again; the order given where there is none."""
    merged: list[Thing] = []
    chains = [chain for chain in chains if chain]
    while chains:
        head = next((c[0] for c in chains if not any(c[0] in other[1:] for other in chains)), chains[0][0])
        merged.append(head)
        chains = [rest for chain in chains if (rest := [each for each in chain if each != head])]
    return merged
