"""What values may come to, and how surely: the words in which files of code are asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from graph.code.symbols import counted_names
from graph.facts import PARTIAL, Interface, Value

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
    parameter, external, literal or free; overloads (functions that arguments tell apart), foreign (an instance of a
    type from outside)."""
    path: str
    """Of the file it is in; of a package the file that imports it, if that is not a part of all builds."""
    at: int
    """Number of the definition, place of the box or of the type of the items."""
    name: str = ""
    """Of a parameter, an external thing, a free name; the text of a literal."""


Things = Mapping[Thing, float]
"""Each with how sure it is: 1.0 where scopes and imports prove it."""
NOTHING: Final[Things] = {}
OUTSIDE: Final = frozenset(["external", "free"])
"""Kinds of things of which nothing is known but a name."""


class File(NamedTuple):
    """The interface of a file, with its look-up tables."""

    interface: Interface
    values: tuple[Value, ...]
    """Those of the interface; of a file at work those that its uses alone need follow."""
    exports: Mapping[str, int]
    members: tuple[Mapping[str, int], ...]
    attributes: tuple[Mapping[str, int], ...]
    extended: Mapping[tuple[int, str], tuple[int, ...]]
    """What was put from outside on a value, by its place and the member."""
    by_name: Mapping[str, int]
    """The number of a definition by its qualified name, the first of several."""
    partial: Mapping[int, str]
    """The names in full of the classes that may stand in other files as well, by their numbers."""


def file_of(interface: Interface) -> File:
    """An interface made ready for look-ups."""
    return File(
        interface,
        interface.values,
        dict(interface.exports),
        tuple(dict(each.members) for each in interface.definitions),
        tuple(dict(each.attributes) for each in interface.definitions),
        _extended(interface),
        {each.name: at for at, each in reversed(list(enumerate(interface.definitions)))},
        partial_classes(interface),
    )


def partial_classes(interface: Interface) -> dict[int, str]:
    """The names in full of the classes that are said to stand in parts, by their numbers; of those that are called
    alike, as generic ones of several numbers of parameters are, all."""
    definitions = interface.definitions
    found = [at for at, each in enumerate(definitions) if PARTIAL in each.flags and each.kind == "class"]
    if not found:
        return {}
    values = interface.values
    bound = {values[place].of: name for name, place in definitions[0].members if _is_defined(values, place)}
    names: dict[str, str] = {}
    for at in found:
        around = at
        while around > 0 and around not in bound:
            around = definitions[around].parent
        if around > 0:
            own = definitions[at].name
            inner = own.removeprefix(definitions[around].name)
            names.setdefault(own, bound[around] + counted_names(inner))
    return {at: names[each.name] for at, each in enumerate(definitions) if each.kind == "class" and each.name in names}


def _is_defined(values: tuple[Value, ...], place: int) -> bool:
    return place >= 0 and values[place].kind == "definition"


def _extended(interface: Interface) -> dict[tuple[int, str], tuple[int, ...]]:
    found: dict[tuple[int, str], list[int]] = {}
    for owner, member, place in interface.extended:
        found.setdefault((owner, member), []).append(place)
    return {key: tuple(dict.fromkeys(places)) for key, places in found.items()}


@lru_cache(1 << 16)
def interface_key(path: str, name: str) -> str:
    """What an answer hangs on that asked a file for a name: a definition, or what the module calls so."""
    return f"{path}::{name}"


def joined(answers: Iterable[Things]) -> Things:
    """All that the answers give, each thing as surely as the surest of them says; nothing if that is too much."""
    telling = [answer for answer in answers if answer]
    found = telling[0] if telling else NOTHING
    if len(telling) > 1:
        found = all_of_them = dict(found)
        for answer in telling[1:]:
            for thing, score in answer.items():
                if score > all_of_them.get(thing, 0.0):
                    all_of_them[thing] = score
    return found if len(found) <= _MOST else NOTHING


def scaled(answer: Things, factor: float) -> Things:
    """The same things, less surely."""
    if factor == 1.0 or not answer:
        return answer
    return {thing: score * factor for thing, score in answer.items()}


def as_bases(things: Things) -> Things:
    """What a class may inherit from: a function, which makes instances in some languages, only where no class is known;
    beside a class it is what a decorator made of that one."""
    if any(thing.kind == "class" for thing in things):
        return {thing: score for thing, score in things.items() if thing.kind != "function"}
    return things


def as_instances(things: Things, foreign: bool = False) -> Things:
    """An instance of each class; if wanted, also of those from outside of the root."""
    found: dict[Thing, float] = {}
    for thing, score in things.items():
        if thing.kind in ("class", "function"):
            found[thing._replace(kind="instance")] = score
        elif foreign and thing.kind in ("external", "free"):
            found[Thing("foreign", "", 0, thing.name.rpartition(".")[2])] = score
    return found


def merged(chains: list[list[Thing]]) -> list[Thing]:
    """C3: the first head that stands in no other tail, again and again; the order given where there is none.

    Each thing is looked at once for each chain that it stands in.
    """
    pending = [chain[::-1] for chain in chains if chain]
    behind = Counter(each for chain in chains for each in chain[1:])
    order: dict[Thing, None] = {}
    while pending:
        head = next((chain[-1] for chain in pending if not behind[chain[-1]]), pending[0][-1])
        order[head] = None
        for chain in pending:
            while chain and chain[-1] in order:
                chain.pop()
                if chain:
                    behind[chain[-1]] -= 1
        pending = [chain for chain in pending if chain]
    return list(order)
