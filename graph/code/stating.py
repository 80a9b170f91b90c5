"""What a file of code states as a whole: what it imports, which packages it is a part of, what its methods replace."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from graph.code.evaluation import Evaluation
from graph.code.gathering import Gathering
from graph.code.meant import Meant
from graph.code.packages import shares_names
from graph.code.symbols import bare_name, own_types, package_id, plain_types, types_in
from graph.code.things import HELD, Thing
from graph.dialect import Dialect
from graph.facts import CONSTRUCTOR, DECLARED, ENTERS, PARTIAL, UNKNOWN, VIRTUAL, Definition, Facts, Import
from graph.model import node_id

_ENTERED: Final = ("function", "bound", "class", "variable", "module")
_BUILT: Final = 0.8


def imports(path: str, facts: Facts, ask: Evaluation, gathering: Gathering) -> None:
    """Note the modules that the file at `path` imports, and the symbols of theirs."""
    for each in facts.imports:
        _import(path, each, ask, gathering)


def _import(path: str, statement: Import, ask: Evaluation, gathering: Gathering) -> None:
    source, lines, when = node_id(path), (statement.line,), statement.when
    found = ask.modules.find(statement.specifier, path, ask.dialect(path))
    ask.key_sets.add(found.keys)
    gathering.add_one_of(source, [Thing("module", each, 0) for each in found.files], "imports", lines, when)
    if found.package and statement.name in ("", "*"):
        for package in ask.packages.imported(found.package, "", path):
            gathering.add(source, package, "imports", 1.0, lines, when)
    name = "" if statement.name == "*" else statement.name
    for thing, score in ask.imports.imported(path, statement.specifier, name).items():
        if thing.path == path and thing.kind == "class":
            continue
        if thing.kind in ("module", "class", "function") and (len(found.files) < 2 or name):
            gathering.add(source, thing, "imports", score, lines, when)
            if found.package:
                gathering.add(source, Thing("module", thing.path, 0), "imports", 1.0, lines, when)
        elif thing.kind == "external" and not (name and found.files):  # else the other file imports it
            module = statement.specifier if name else thing.name
            gathering.add(source, thing._replace(name=module), "imports", score, lines, when)


def entries(path: str, facts: Facts, meant: Meant, ask: Evaluation, gathering: Gathering) -> None:
    """Note what the file at `path` says the project is entered by; what is named by its built form a little less
    surely."""
    for entry in facts.entries:
        for number, place in enumerate(entry.places):
            found = list(_entered(path, place, meant, ask))
            for thing, score in found:
                certainty = score * (1.0 if number == 0 else _BUILT)
                gathering.add(node_id(path), thing, ENTERS, certainty, (entry.line,))
                gathering.call(node_id(path), thing, ENTERS, entry.name)
            if found:
                break


def _entered(path: str, place: int, meant: Meant, ask: Evaluation) -> Iterator[tuple[Thing, float]]:
    """What in the project a value means: something that is named, else a whole module."""
    named = [each for each in meant.by(path, place) if each[0].kind in _ENTERED]
    things = named or ask.things(path, place).items()
    yield from (each for each in things if each[0].kind in _ENTERED and each[0].path != path)


def packages(path: str, facts: Facts, gathering: Gathering) -> None:
    """Note the packages that the file at `path` is a part of."""
    for package in facts.interface.packages:
        if shares_names(package):
            gathering.target(Thing("package", "", 0, package))
            gathering.add(package_id(package), Thing("module", path, 0), "contains", 1.0, ())


def overrides(path: str, facts: Facts, ask: Evaluation, gathering: Gathering) -> None:
    """Note the methods of the file at `path` that take the place of one of a base class."""
    definitions, dialect = facts.interface.definitions, ask.dialect(path)
    for at, definition in enumerate(definitions):
        is_part = definition.kind == "class" and PARTIAL in definition.flags
        if definition.kind != "class" or not (definition.bases or is_part):
            continue
        bases = list(ask.members.lineage(Thing("class", path, at)))[1:]
        for called, place in definition.members:
            promised, _, name = called.rpartition(".")
            if "`" in name:  # the same once more, for those who say what it is generic over
                continue
            named = [base for base in bases if _is_called(base, promised, ask) and ask.parts.bound(base, name)]
            if not named or name == CONSTRUCTOR or (dialect.private and re.fullmatch(dialect.private, name)):
                continue
            things = ask.overloads.each(ask.things(path, place))
            methods = [
                thing
                for thing in things
                if thing.kind == "function" and thing.path == path and definitions[thing.at].parent == at
            ]
            for method in methods if dialect.static else methods[:1]:
                _override(method, name, named, ask, gathering)


def implementations(path: str, facts: Facts, ask: Evaluation, gathering: Gathering) -> None:
    """Note the interfaces that types of the file at `path` implement by having their methods."""
    if not ask.dialect(path).structural:
        return
    for at, definition in enumerate(facts.interface.definitions):
        if definition.kind == "class":
            for interface, score in ask.contracts.implemented(Thing("class", path, at)):
                gathering.add(ask.symbol(path, at), interface, "implements", score, (definition.line,))


def _override(method: Thing, name: str, bases: Sequence[Thing], ask: Evaluation, gathering: Gathering) -> None:
    """Note what a method takes the place of: the first in the bases that has its name, for the same arguments; else,
    not as surely, one for arguments of any type, which a generic base leaves open."""
    own, dialect = ask.definition(method), ask.dialect(method.path)
    if not gathering.target(method) or not _can_be_replaced(own, dialect):
        return
    for takes, score in ((_takes_same, 1.0), (_takes_alike, 1.0), (_takes_any, HELD)):
        replaced = _replaced(own, name, bases, takes, ask, dialect)
        for each in replaced:
            gathering.add(ask.symbol(method.path, method.at), each, "overrides", score, (own.line,))
        if replaced:
            return


def _replaced(
    own: Definition,
    name: str,
    bases: Sequence[Thing],
    takes: Callable[[Definition, Definition], bool],
    ask: Evaluation,
    dialect: Dialect,
) -> list[Thing]:
    """The methods of the first base with any that a method replaces; none if it may not, as nobody says virtual."""
    is_virtual = dialect.replacing != "virtual" or VIRTUAL in own.flags
    replaced: list[Thing] = []
    for base in bases:
        definition = ask.definition(base)
        named = [each for each in _named(name, base, ask) if _can_be_replaced(ask.definition(each), dialect)]
        found = [each for each in named if takes(ask.definition(each), own)]
        if dialect.replacing == "said" and "override" not in own.flags:
            found = found if "interface" in definition.flags else []
        is_virtual = is_virtual or any(VIRTUAL in ask.definition(each).flags for each in found)
        replaced = replaced or found
        if replaced and is_virtual:
            break
    return replaced if is_virtual else []


def _is_called(base: Thing, name: str, ask: Evaluation) -> bool:
    """Whether a base has the name of the interface that a member is told to be of, if it is told."""
    return not name or bare_name(ask.definition(base).name) == name.rpartition(".")[2]


def _named(name: str, base: Thing, ask: Evaluation) -> list[Thing]:
    """The methods of a class with a name, themselves and not what decorators make of them, which lies in those."""
    found: list[Thing] = []
    for path, place in ask.parts.bound(base, name):
        value = ask.file(path).values[place]
        own = value.of if value.kind == "decorated" else place
        found += ask.overloads.each(ask.things(path, own))
    return [each for each in found if each.kind == "function" and not _lies_in_a_function(each, ask)]


def _lies_in_a_function(method: Thing, ask: Evaluation) -> bool:
    return ask.file(method.path).interface.definitions[ask.definition(method).parent].kind in ("function", "method")


def _takes_same(other: Definition, own: Definition) -> bool:
    """Whether a method takes arguments of the types that another does."""
    return own_types(other.name) == own_types(own.name)


def _takes_alike(other: Definition, own: Definition) -> bool:
    """The same but for arguments of generic types, which may be parameters of a base that others are put in for."""
    return plain_types(other.name) == plain_types(own.name)


def _takes_any(other: Definition, own: Definition) -> bool:
    """Whether a method takes what another does, but for arguments of which that does not tell the types."""
    types = [types_in(plain_types(each.name)) for each in (other, own)]
    if len(other.parameters) != len(own.parameters) or not len(types[0]) == len(types[1]) == len(other.parameters):
        return False
    pairs = zip(*types, other.parameters, strict=True)
    return all(one == two or parameter.type == UNKNOWN for one, two, parameter in pairs)


def _can_be_replaced(method: Definition, dialect: Dialect) -> bool:
    """What is private is nobody else's, and what is static belongs to the class by whose name it is called."""
    return "private" not in method.flags and not (dialect.static and "static" in method.flags)


def extensions(path: str, facts: Facts, ask: Evaluation, gathering: Gathering) -> None:
    """Note the types of other files whose members stand in the file at `path` under their names."""
    for owner, _, place in facts.interface.extended:
        members = [each for each in ask.things(path, place) if each.kind == "function" and each.path == path]
        for thing in ask.things(path, owner) if members else ():
            if thing.kind != "class" or thing.path == path:
                continue
            beginning = f"{ask.definition(thing).name}."
            for member in members:
                own = ask.definition(member)
                if own.name.startswith(beginning):
                    gathering.add(ask.symbol(thing.path, thing.at), member, "contains", 1.0, (own.line,))


def bodies(path: str, facts: Facts, ask: Evaluation, gathering: Gathering) -> None:
    """Note the methods of the classes of the file at `path` that have their bodies in another file."""
    for at, definition in enumerate(facts.interface.definitions):
        if DECLARED in definition.flags:
            body = ask.bodies.of(Thing("function", path, at))
            if body.path != path:
                gathering.add(ask.symbol(path, definition.parent), body, "contains", 1.0, (definition.line,))
