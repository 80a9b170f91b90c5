"""Ids and names of symbols of code."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from graph.model import escaped, node_id

_ARGUMENTS: Final = re.compile(r"<[^<>]*>")
_GROUPS: Final = re.compile(r"\([^()]*\)|\[[^][]*\]")
"""Tuples, and arrays of several dimensions: arguments with commas."""
_DEEPEST: Final = 12
"""Generic types nested deeper are left as they are."""


def whole_id(project: str, namespace: str, name: str) -> str:
    """The id of a class that may stand in several files: by its project and namespace, which all of its parts have."""
    return f"module:{escaped('/'.join(filter(None, (project, namespace or 'global'))))}::{escaped(name)}"


@lru_cache(1 << 16)
def symbol_id(path: str, name: str) -> str:
    """The id of what `name`, qualified within its file, defines there; the file itself for ""."""
    return f"{node_id(path)}::{escaped(name)}" if name else node_id(path)


def counted_name(name: str, number: int) -> str:
    """How a type is bound that is generic over a number of parameters, where those of one name are told apart by that:
    as the Common Language Infrastructure calls it (ECMA-335, I.10.7.2)."""
    return f"{name}`{number}" if number else name


def counted_names(name: str) -> str:
    """A dotted name in which the parameters or arguments of generic types are told by their number: `Box<T>.Inner`."""
    name = _GROUPS.sub("", name)
    for _ in range(_DEEPEST):
        if "<" not in name:
            break
        name = _ARGUMENTS.sub(lambda found: counted_name("", found[0].count(",") + 1), name)
    return name


def type_name(name: str) -> str:
    """The last part of the qualified name of a type, as that is bound: with the number of what it is generic over."""
    own = name.rpartition(".")[2]
    return counted_names(own) if own.endswith(">") and own[0] != "<" else own


def uncounted_name(name: str) -> str:
    """A name as it is written, without the number of what a type is generic over."""
    return name.partition("`")[0] if "`" in name else name


def package_id(name: str) -> str:
    """The id of a package that several files make up; `name` tells its kind before the colon."""
    return "module:" + escaped(name.partition(":")[2])


def bare_name(name: str) -> str:
    """The last part of a qualified name, without what it is generic over and the types that tell overloads apart."""
    own = name.removesuffix(own_types(name)).rpartition(".")[2]
    return own.partition("<")[0] if own.endswith(">") and not own.startswith("operator") else own


def types_in(types: str) -> list[str]:
    """The types of a list in parentheses or angle brackets, one for each comma outside of all brackets inside of it."""
    found, depth = [""], 0
    for letter in types[1:-1]:
        depth += (letter in "<[({") - (letter in ">])}")
        if letter == "," and depth == 0:
            found.append("")
        else:
            found[-1] += letter
    return found


def plain_types(name: str) -> str:
    """The types that tell an overload apart, without the arguments of generic ones."""
    types = own_types(name)
    while "<" in types and (shorter := _ARGUMENTS.sub("", types)) != types:
        types = shorter
    return types


def own_types(name: str) -> str:
    """The types, in parentheses, that tell an overload apart; not those of the functions around it."""
    depth = 0
    for at in range(len(name) - 1, -1, -1) if name.endswith(")") else ():
        depth += (name[at] == ")") - (name[at] == "(")
        if depth == 0:
            return name[at:]
    return ""


def external_id(name: str) -> str:
    """The id of a module or symbol outside of the root."""
    return "ext:" + escaped(name)
