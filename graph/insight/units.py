"""The parts of a code base that a developer speaks of: classes and functions of files, of tests whole files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from graph.facts import STUBS
from graph.model import Node
from graph.naming import is_code, spelled_by_parts
from graph.sheaf import Ties

CONSTRUCTORS: Final = frozenset({"__init__", "__new__", "constructor"})
"""Methods that stand for their class: who calls one makes an instance."""


def is_test(node: Node) -> bool:
    """Whether a node is code that tests other code."""
    return bool(node.attrs.get("is_test"))


def is_project_code(node: Node) -> bool:
    """Whether a node is a symbol or file that the project is about: its own code, without tests and stubs."""
    return is_code(node) and not is_test(node) and not node.source_file.endswith(STUBS)


def class_of(identity: str) -> str:
    """The class that a constructor stands for; any other symbol itself."""
    around, _, name = identity.rpartition(".")
    return around if name in CONSTRUCTORS and "::" in around else identity


def unit_of(node: Node) -> str:
    """The part of the code that a node belongs to: the outermost class or function; of tests the file."""
    if not is_code(node):
        return node.id
    path, _, symbol = node.id.partition("::")
    return path if not symbol or is_test(node) else f"{path}::{symbol.partition('.')[0]}"


def units(nodes: Mapping[str, Node], ties: Ties) -> dict[str, str]:
    """The part that each node belongs to, where that is not the node itself; the ties are of nodes in this order."""
    wholes = wholes_of(list(nodes.values()), ties)
    found = ((key, _known(placed(unit_of(node), wholes), key, nodes)) for key, node in nodes.items())
    return {key: unit for key, unit in found if unit != key and unit in nodes}


def wholes_of(nodes: Sequence[Node], ties: Ties) -> dict[str, str]:
    """The classes with members elsewhere, by what each would be called where those are: of a class in parts if each
    part were a class by itself, else where a member stands outside of it."""
    wholes = {spelled: node.id for node in nodes for spelled in spelled_by_parts(node)}
    for source, target in ties.of_kinds([kind.relation == "contains" for kind in ties.kinds]):
        owner, member = nodes[source], nodes[target]
        if owner.kind == "class" and owner.source_file != member.source_file:
            spelled = f"{member.source_file}::{owner.id.partition('::')[2]}"
            if member.id.startswith(f"{spelled}."):
                wholes.setdefault(spelled, owner.id)
    return wholes


def placed(identity: str, wholes: Mapping[str, str]) -> str:
    """A symbol as if it stood where the class around it does, if that has members elsewhere."""
    if not wholes:
        return identity
    outer = identity.partition("(")[0]
    while "." in outer and outer not in wholes and "::" in outer:
        outer = outer.rpartition(".")[0]
    return wholes[outer] + identity[len(outer) :] if outer in wholes else identity


def _known(unit: str, key: str, nodes: Mapping[str, Node]) -> str:
    """A unit, or the outermost node inside of it that leads to `key`: namespaces are none."""
    while unit not in nodes and key.startswith(f"{unit}."):
        unit += "." + key[len(unit) + 1 :].partition("(")[0].partition(".")[0]
        if "." not in key[len(unit) :].partition("(")[0]:
            return unit if unit in nodes else key
    return unit
