"""What symbolic values come to, across files: which functions, classes and instances they may be, and how surely."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Final

from graph.code.annotations import Annotations
from graph.code.answers import Answers
from graph.code.bodies import Bodies
from graph.code.containers import Containers
from graph.code.contracts import Contracts
from graph.code.imports import Imports
from graph.code.linkage import Linkage
from graph.code.members import Members
from graph.code.modules import Modules
from graph.code.overloads import Overloads
from graph.code.packages import Packages
from graph.code.parts import Parts
from graph.code.passing import Passing, Rows
from graph.code.symbols import symbol_id, uncounted_name
from graph.code.things import (
    HELD,
    NOTHING,
    ONE_OF_SEVERAL,
    PASSED,
    File,
    Thing,
    Things,
    interface_key,
    joined,
    scaled,
)
from graph.dialect import Dialect
from graph.facts import BODILESS, CALLED, UNKNOWN, Definition, Interface, Parameter, Value


class Evaluation(Answers):
    """Asks files for what values come to."""

    def __init__(
        self,
        files: Callable[[str], File | None],
        modules: Modules,
        dialects: Mapping[str, Dialect],
        packages: Callable[[str], Collection[str]],
    ) -> None:
        """`files` gives the interface of a file of code, `packages` the files that share a package."""
        super().__init__(files)
        self.modules, self._dialects = modules, dialects
        self._handed = Passing(lambda function, parameter: (), files, self.symbol)
        self.members = Members(self)
        self.packages = Packages(self, packages)
        self.linkage = Linkage(self, packages)
        self.bodies = Bodies(self)
        self.contracts = Contracts(self, packages)
        self.overloads = Overloads(self)
        self.parts = Parts(self, packages)
        self.imports = Imports(self)
        self.containers = Containers(self)
        self.annotations = Annotations(self)

    def hand_over(self, rows: Rows) -> None:
        """Let parameters be what callers hand to them from now on: what hangs on that is worked out anew."""
        self.forget_handed()
        self._handed = Passing(rows, self._files, self.symbol)

    def dialect(self, path: str) -> Dialect:
        """The conventions of the language of a file."""
        return self._dialects[self.file(path).interface.language]

    def things(self, path: str, place: int) -> Things:
        """What the value at a place in a file comes to."""
        if place == UNKNOWN:
            return NOTHING
        file = self.file(path)
        value = file.values[place]
        if plain := _PLAIN.get(value.kind):
            thing = plain(path, place, value, file.interface)
            return {self.parts.first(thing) if file.partial else thing: 1.0}
        return self.remembered((path, place), _RULES[value.kind], self, path, place, value)

    def definition(self, thing: Thing) -> Definition:
        """The definition of a function, class or instance; its answer may change with its interface."""
        definition = self.file(thing.path).interface.definitions[thing.at]
        self.keys.add(interface_key(thing.path, definition.name))
        return definition

    def symbol(self, path: str, number: int) -> str:
        """The id of a definition, of what is only declared that of its body."""
        _, path, number, _ = self.bodies.of(Thing("function", path, number))
        return self.parts.identity(path, number) or symbol_id(path, self.file(path).interface.definitions[number].name)

    def identities(self, path: str) -> dict[str, str]:
        """The ids of what a file may tell only a part of (`wholes.is_part`), by those that it would have alone."""
        definitions = self.file(path).interface.definitions
        bodiless = [at for at, each in enumerate(definitions) if BODILESS in each.flags]
        own = {symbol_id(path, definitions[at].name): self.symbol(path, at) for at in bodiless}
        return own | self.parts.identities(path)

    # values

    def _free(self, path: str, place: int, value: Value) -> Things:
        """A name that the file does not bind may come from a module all of whose names it takes over."""
        if value.name.endswith("!") and self.dialect(path).modules == "crate":
            found = self.imports.macro(path, value.name)
        elif self.dialect(path).qualified:
            found = self.linkage.named(path, value.name)
        else:
            found = self.imports.starred(path, value.name)
        return found or {Thing("free", "", 0, uncounted_name(value.name)): 1.0}

    def _decorated(self, path: str, place: int, value: Value) -> Things:
        own = self.things(path, value.of)
        made = scaled(self.things(path, value.parts[0]), ONE_OF_SEVERAL)
        return joined([own, {thing: score for thing, score in made.items() if thing not in own}])

    def _import(self, path: str, place: int, value: Value) -> Things:
        return self.imports.imported(path, value.labels[0], value.name)

    def _inside(self, path: str, place: int, value: Value) -> Things:
        return {thing: score for thing, score in self.things(path, value.of).items() if thing.kind != "external"}

    def _parameter(self, path: str, place: int, value: Value) -> Things:
        thing = Thing("parameter", path, value.of, value.name)
        parameter = self.parameter(thing)
        if parameter is None:
            return NOTHING
        if parameter.spread:
            rest = self.things(path, parameter.type)
            return {each: score for each, score in rest.items() if each.kind == "container"}
        return self.things(path, parameter.type) or self._expected(thing) or {thing: 1.0}

    def _expected(self, thing: Thing) -> Things:
        """What a parameter is, by the type that is expected of its function where that is used."""
        definition = self.definition(thing)
        number = next(at for at, each in enumerate(definition.parameters) if each.name == thing.name)
        answers = [self._held(thing.path, definition.expected)] if number == 0 else []
        if number == 0 and self.dialect(thing.path).promises:
            wanted = self.things(thing.path, definition.expected)
            answers += [self.containers.elements(each) for each in wanted if each.kind == "container"]
        for signature in self.signatures(self.things(thing.path, definition.expected)):
            parameters = self.definition(signature).parameters
            if number < len(parameters):
                answers.append(self.things(signature.path, parameters[number].type))
        return joined(answers)

    def _held(self, path: str, place: int) -> Things:
        """What a thing from outside hands to a function that it is known to call: what it holds."""
        value = self.file(path).values[place] if place != UNKNOWN else Value("")
        callers = self.things(path, value.of) if value.kind == "argument" else NOTHING
        return joined(self.instances(each.path, each.at) for each in callers if each.kind == "caller")

    def signatures(self, things: Things) -> Iterator[Thing]:
        """The functions that describe how things of a type are called."""
        for thing in things:
            if thing.kind in ("instance", "class"):
                for each in self.members.lineage(thing):
                    if self.definition(each).kind != "class":
                        yield each
                yield from self.members.methods(thing, (CALLED,))

    def _argument(self, path: str, place: int, value: Value) -> Things:
        """What a function expects as an argument, by the type of its parameter."""
        number, answers = int(value.name), []
        for callee in self.things(path, value.of):
            for each in [callee] if callee.kind in ("function", "bound") else self.signatures({callee: 1.0}):
                parameters = self.definition(each).parameters
                if number < len(parameters) and not parameters[number].spread:
                    answers.append(self.things(each.path, parameters[number].type))
                elif parameters and parameters[-1].spread:
                    many = self.things(each.path, parameters[-1].type)
                    answers.append(joined(map(self.containers.elements, many)))
        return joined(answers)

    def settled(self, things: Things) -> Things:
        """Things with each parameter replaced by its default and by what callers hand to it."""
        if "parameter" not in [thing.kind for thing in things]:
            return things
        answers: list[Things] = [{thing: score for thing, score in things.items() if thing.kind != "parameter"}]
        for thing, score in things.items():
            parameter = self.parameter(thing) if thing.kind == "parameter" else None
            if parameter is not None:
                answers.append(scaled(self.things(thing.path, parameter.default), score * PASSED))
                answers.append(scaled(self._handed(thing, self.keys), score * PASSED))
                self.is_handed = True
        return joined(answers)

    def parameter(self, thing: Thing) -> Parameter | None:
        """The parameter of a function that a thing of kind `parameter` stands for."""
        found = self.definition(thing).parameters
        return next((each for each in found if each.name == thing.name), None)

    def _variable(self, path: str, place: int, value: Value) -> Things:
        return self.things(path, value.of)

    def _any(self, path: str, place: int, value: Value) -> Things:
        scale = 1.0 if self.dialect(path).uniform else ONE_OF_SEVERAL
        return joined(scaled(self.things(path, part), scale) for part in value.parts)

    def _either(self, path: str, place: int, value: Value) -> Things:
        for part in value.parts:
            found = self.things(path, part)
            if any(self._tells(thing) for thing in found) or (not found and self.is_member(path, part)):
                return found
        values = self.file(path).values
        last = next((part for part in reversed(value.parts) if values[part].kind in ("free", "either")), UNKNOWN)
        return self.things(path, last)

    def is_member(self, path: str, place: int) -> bool:
        """Whether a value is a member of the instance at work: it hides what is called so outside, whatever it is."""
        values = self.file(path).values
        value = values[place]
        if value.kind != "attribute" or value.of == UNKNOWN or values[value.of].kind != "self":
            return False
        owners = [each for each in self.things(path, value.of) if each.kind == "instance"]
        return any(self.parts.bound(each, value.name) for owner in owners for each in self.members.lineage(owner))

    def _tells(self, thing: Thing) -> bool:
        """Whether it says more than that there is something."""
        if thing.kind == "box":
            values = self.file(thing.path).values
            return thing.at < len(values) and bool(values[thing.at].parts)
        return thing.kind in _TELLING

    def _typed(self, path: str, place: int, value: Value) -> Things:
        return self.instances(path, value.of)

    def instances(self, path: str, place: int) -> Things:
        """The instances of what an annotation names."""
        return self.annotations.instances(path, place)

    # calls

    def _call(self, path: str, place: int, value: Value) -> Things:
        answers: list[Things] = []
        for callee, score in self.callees(path, value).items():
            if callee.kind == "class" and (applied := self.applied(callee, value)):
                answers += [scaled(self._result(path, value, method), score) for method in applied]
            elif callee.kind == "class" or (callee.kind == "function" and value.name == "new"):
                answers.append({Thing("instance", callee.path, callee.at): score})
            elif callee.kind == "taker":
                answers.append(scaled(self.instances(callee.path, callee.at), score))
            elif callee.kind in ("keeper", "caller"):
                answers.append({callee._replace(kind=callee.name or "instance", name=""): score})
            elif callee.kind in ("function", "bound"):
                answers.append(scaled(self._result(path, value, callee), score))
            elif callee.kind == "instance":
                methods = self.members.methods(callee, self.dialect(callee.path).called)
                answers += [scaled(self._result(path, value, method), score) for method in methods]
        return joined(answers)

    def callees(self, path: str, call: Value) -> Things:
        """What a call may call: of several functions of one name those that its arguments fit."""
        things = self.settled(self.things(path, call.of))
        if call.name == "new" and self.dialect(path).apart and not any(each.kind == "class" for each in things):
            things = self._types(path, call.of) or things
        return self.overloads.chosen(path, call, things)

    def _types(self, path: str, place: int) -> Things:
        """The classes among what a name may mean, where a member of that name hides them."""
        value = self.file(path).values[place]
        parts = value.parts if value.kind == "either" else ()
        found = ({t: score for t, score in self.things(path, part).items() if t.kind == "class"} for part in parts)
        return next(filter(None, found), NOTHING)

    def applied(self, owner: Thing, call: Value) -> list[Thing]:
        """What calling a class calls in its place: methods of its own static part, where it may have one."""
        dialect = self.dialect(owner.path)
        if not dialect.companions or call.name == "new":
            return []
        methods = self.members.methods(owner, dialect.called)
        own = self.definition(owner).name
        around = ((each, self.file(each.path).interface.definitions[self.definition(each).parent]) for each in methods)
        return [each for each, part in around if "static" in part.flags and part.name == own]

    def _result(self, path: str, call: Value, callee: Thing) -> Things:
        """What a call gives: what the function returns, with its own parameters replaced by the arguments."""
        returned = self.returned(callee)
        own = [thing for thing in returned if thing.kind == "parameter" and thing[1:3] == callee[1:3]]
        if not own:
            return returned
        arguments = self.overloads.arguments(call, callee)
        answers: list[Things] = [{thing: score for thing, score in returned.items() if thing not in own}]
        for thing in own:
            given = arguments.get(thing.name, ())
            answers += [scaled(self.things(path, each), returned[thing]) for each in given]
            if not given and (parameter := self.parameter(thing)) is not None:
                answers.append(self.things(callee.path, parameter.default))
        return joined(answers)

    def returned(self, callee: Thing) -> Things:
        """What calling a function gives, its parameters standing for themselves."""
        definition = self.definition(callee)
        if definition.yields:
            return {Thing("generator", callee.path, callee.at): 1.0}
        return self.remembered((callee.path, "returned", callee.at), self._all_of, callee.path, definition.returns)

    def yielded(self, callee: Thing) -> Things:
        """What iterating over what a generator function gives."""
        yields = self.definition(callee).yields
        return self.remembered((callee.path, "yielded", callee.at), self._all_of, callee.path, yields)

    def _all_of(self, path: str, places: tuple[int, ...]) -> Things:
        scale = 1.0 if len(places) == 1 else ONE_OF_SEVERAL
        return joined(scaled(self.things(path, place), scale) for place in places)

    # members

    def _attribute(self, path: str, place: int, value: Value) -> Things:
        found = self.members.of(self.settled(self.things(path, value.of)), value.name)
        return found or self._extended(path, value.of, value.name)

    def _extended(self, path: str, owner: int, name: str) -> Things:
        """What was put, by the same file, on a value of which nothing else is known."""
        self.keys.add(interface_key(path, ""))
        places = self.file(path).extended.get((owner, name), ())
        return joined(scaled(self.things(path, each), HELD) for each in places)

    # containers

    def _index(self, path: str, place: int, value: Value) -> Things:
        answers: list[Things] = []
        keys = self.settled(self.things(path, value.parts[0]))
        for owner, score in self.settled(self.things(path, value.of)).items():
            if owner.kind in ("class", "function"):
                answers.append({owner: score})
            elif owner.kind == "instance" and self.dialect(path).pointers:
                answers.append(scaled(self.containers.at_pointer(owner), score))
            elif owner.kind in ("container", "instance"):
                answers.append(scaled(self.containers.elements(owner), score))
            else:
                answers.append(scaled(self.containers.item(owner, keys), score))
        return joined(answers)

    def _element(self, path: str, place: int, value: Value) -> Things:
        owners = self.settled(self.things(path, value.of))
        return joined(scaled(self.containers.elements(each), score) for each, score in owners.items())


_TELLING: Final = frozenset(
    ["function", "bound", "class", "instance", "generator", "container", "module", "external", "foreign", "overloads"]
)


def _definition(path: str, place: int, value: Value, interface: Interface) -> Thing:
    is_class = interface.definitions[value.of].kind == "class"
    return Thing("class" if is_class else "function", path, value.of)


_PLAIN: Final[Mapping[str, Callable[[str, int, Value, Interface], Thing]]] = {
    "literal": lambda path, place, value, interface: Thing("literal", "", 0, value.name),
    "module": lambda path, place, value, interface: Thing("module", path, 0),
    "definition": _definition,
    "self": lambda path, place, value, interface: Thing("instance", path, value.of),
    "super": lambda path, place, value, interface: Thing("super", path, value.of),
    "box": lambda path, place, value, interface: Thing("box", path, place, value.name),
    "overloads": lambda path, place, value, interface: Thing("overloads", path, place),
}
"""What values come to that are themselves, whatever any other value is."""
_RULES: Final[Mapping[str, Callable[[Evaluation, str, int, Value], Things]]] = {
    "free": Evaluation._free,
    "decorated": Evaluation._decorated,
    "import": Evaluation._import,
    "inside": Evaluation._inside,
    "parameter": Evaluation._parameter,
    "attribute": Evaluation._attribute,
    "call": Evaluation._call,
    "index": Evaluation._index,
    "any": Evaluation._any,
    "either": Evaluation._either,
    "variable": Evaluation._variable,
    "element": Evaluation._element,
    "typed": Evaluation._typed,
    "argument": Evaluation._argument,
}
