"""Whether the types of two functions are the same, written in words in which each name is told in full."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from graph.facts import RESULTS

ALIKE: Final = 0.7
"""The methods have the names and numbers of parameters that are asked for; of some types nobody knows more."""
UNTOLD: Final = "\x01"
"""What stands for a type of which nobody knows whether it is another one."""
_ANYTHING: Final = "interface { }"
_COMPARABLE: Final = "comparable"
_COMPARED: Final = re.compile(r"\w+$|\* ")
_OPENING, _CLOSING = frozenset("[({"), frozenset("])}")
_MODULE: Final = re.compile(r"<[^<>]*\.")

Parts = tuple[str, ...]
"""A shape with its holes filled."""


def results_of(parts: Parts) -> int:
    """Where what stands behind the mark begins; -1 without it."""
    return parts.index(RESULTS) if RESULTS in parts else -1


def arguments_of(written: str) -> Parts | None:
    """The arguments of a generic type, of which the name is one word; None for what is written otherwise."""
    _, *words = written.split(" ")
    if not words:
        return ()
    if (words[0], words[-1]) != ("[", "]"):
        return None
    arguments: list[list[str]] = [[]]
    depth = 0
    for word in words[1:-1]:
        depth += (word in _OPENING) - (word in _CLOSING)
        if word == "," and not depth:
            arguments.append([])
        else:
            arguments[-1].append(word)
    return tuple(map(" ".join, arguments))


def with_arguments(parts: Parts, arguments: Parts | None) -> Parts:
    """A shape with the parameters of a generic type replaced by what they are."""
    if arguments is None or not any("$" in part for part in parts):
        return parts
    given = {f"${number}": argument for number, argument in enumerate(arguments)}
    replaced = (" ".join(given.get(word, _lost(word)) for word in part.split(" ")) for part in parts)
    return tuple(UNTOLD if UNTOLD in part else part for part in replaced)


def _lost(word: str) -> str:
    return UNTOLD if word[:1] == "$" else word


def compared(pairs: list[tuple[Parts, Parts]], own_bounds: Parts, bounds: Parts) -> float:
    """How surely each pair (given, asked for) is the same; nothing but sure if an interface is generic, for what its
    parameters must stand for then."""
    if any(len(given) != len(asked) or results_of(given) != results_of(asked) for given, asked in pairs):
        return 0.0
    ends = [end for given, asked in pairs for end in zip(given, asked, strict=True)]
    if bounds:
        bound = dict(binding for given, asked in ends for binding in _bindings(given, asked))
        ends = [(given, " ".join(bound.get(word, word) for word in asked.split(" "))) for given, asked in ends]
        if not all(_is_within(bound.get(f"${number}", ""), each, own_bounds) for number, each in enumerate(bounds)):
            return 0.0
    if any(_differ(given, asked) for given, asked in ends):
        return 0.0
    if all(given == asked != UNTOLD for given, asked in ends):
        return 1.0
    return 0.0 if bounds else ALIKE


def _bindings(given: str, asked: str) -> Iterator[tuple[str, str]]:
    """What a parameter must stand for so that a type is the given one, where there is one of them in it."""
    words, others = asked.split(" "), given.split(" ")
    places = [at for at, word in enumerate(words) if word[:1] == "$"]
    if len(places) == 1:
        at, behind = places[0], len(words) - places[0] - 1
        yield words[at], " ".join(others[at : len(others) - behind])


def _is_within(argument: str, bound: str, own_bounds: Parts) -> bool:
    """Whether what a parameter stands for is surely within what bounds it: anything is, or it is bound by the same.

    What is predeclared and pointers can be compared (Go: Comparison operators).
    """
    if bound == _COMPARABLE and _COMPARED.match(argument):
        return True
    number = int(argument[1:]) if argument[:1] == "$" and argument[1:].isdigit() else len(own_bounds)
    return bound == _ANYTHING or bound in own_bounds[number : number + 1]


def _differ(given: str, asked: str) -> bool:
    """Whether two types are known to be different: one from outside may be another name for one of the same name."""
    if given == asked or UNTOLD in (given, asked):
        return False
    return "::" in given or "::" in asked or _MODULE.sub("<", given) != _MODULE.sub("<", asked)
