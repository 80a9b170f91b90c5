"""Ids and names of symbols of code."""

from __future__ import annotations

from functools import lru_cache

from graph.model import escaped, node_id


def whole_id(project: str, namespace: str, name: str) -> str:
    """The id of a class that may stand in several files: by its project and namespace, which all of its parts have."""
    return f"module:{escaped('/'.join(filter(None, (project, namespace or 'global'))))}::{escaped(name)}"


@lru_cache(1 << 16)
def symbol_id(path: str, name: str) -> str:
    """The id of what `name`, qualified within its file, defines there; the file itself for ""."""
    return f"{node_id(path)}::{escaped(name)}" if name else node_id(path)


def package_id(name: str) -> str:
    """The id of a package that several files make up; `name` tells its kind before the colon."""
    return "module:" + escaped(name.partition(":")[2])


def bare_name(name: str) -> str:
    """The last part of a qualified name, without the types that tell overloads apart."""
    return name.removesuffix(own_types(name)).rpartition(".")[2]


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
