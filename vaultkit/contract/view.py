"""What the rules may ask about the vault: names, links, and the facets that other notes use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

from graph.model import Problem
from graph.text import fold
from vaultkit.contract.draft import Draft


class View(Protocol):
    """What the rules may ask about the vault."""

    def facets(self, namespace: str, /) -> Mapping[str, int]:
        """The values of a namespace and how many notes carry each; both folded."""

    def twins(self, path: str, /) -> list[str]:
        """The other files whose paths differ from this one in case only."""

    def link_problems(self, note: Draft, /, *, body: bool) -> Iterable[Problem]:
        """What is wrong with the links in the properties of a note and, if wanted, in its body."""


def near_key(value: str) -> str:
    """What two facet values have in common that are likely one: letters and digits, without the plural's `s`."""
    plain = "".join(filter(str.isalnum, fold(value)))
    return plain[:-1] if len(plain) > 3 and plain.endswith("s") and not plain.endswith("ss") else plain
