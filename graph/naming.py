"""What a person may call a node: its id, path, label, an alias; and which of these counts first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from graph.model import Node
from graph.text import fold

BY_ID: Final = 0
BY_LABEL: Final = 1
BY_ALIAS: Final = 2
_DERIVED: Final = ("tag", "unresolved")


_DASHES: Final = re.compile(r"[-_\s]+")


def spoken_name(label: str) -> str:
    """A folded label as one says it: `rls-multi_tenant` is `rls multi tenant`."""
    return _DASHES.sub(" ", fold(label)).strip()


def names_of(node: Node) -> Iterator[tuple[str, int]]:
    """(folded name, standing) of a node: a lower standing wins over a higher one."""
    yield fold(node.id), BY_ID
    if node.source_file:
        yield fold(node.source_file), BY_ID
    if node.source_file.lower().endswith(".md"):
        yield fold(node.source_file[:-3]), BY_ID
    standing = BY_ALIAS if node.kind in _DERIVED else BY_LABEL
    yield fold(node.label), standing
    spoken = spoken_name(node.label)
    if spoken != fold(node.label):
        yield spoken, max(standing, BY_ALIAS)
    for alias in node.attrs.get("aliases", ()):
        yield fold(alias), BY_ALIAS
