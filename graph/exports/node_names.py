"""How nodes are called in Markdown: by a wikilink where a vault has a file of them, else in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from posixpath import basename
from typing import Final

from graph.exports.markdown import escape, shortened
from graph.model import Node
from graph.naming import is_code, qualified_name
from graph.text import fold

_UNLINKABLE: Final = re.compile(r"[\[\]#^|\\<>`*$~=]|%%|__")
_SUMMARY: Final = 160


class NodeNames:
    """How the nodes of one graph are called."""

    def __init__(self, nodes: Mapping[str, Node], *, wikilinks: bool) -> None:
        """Name these nodes, all of the graph; with wikilinks where the text will stand in their vault."""
        self._nodes = nodes
        self._wikilinks = wikilinks

    def link(self, identity: str) -> str:
        """A wikilink to a file of the vault that a link can name; else the plain name.

        It holds the name alone where that is enough: so it reads well too where nobody follows it.
        """
        node = self._nodes[identity]
        path = node.source_file
        if not self._wikilinks or not path or _UNLINKABLE.search(path) or not path.isprintable():
            return f"**{escape(self.plain(identity))}**"
        target = path[:-3] if path.lower().endswith(".md") else path
        if basename(target) == node.label and not self._is_shared(node):
            return f"[[{node.label}]]"
        return f"[[{target}]]"

    def plain(self, identity: str) -> str:
        """The label, or the path where several nodes have the same label."""
        node = self._nodes[identity]
        if is_code(node):
            return qualified_name(node) if node.kind != "file" else node.source_file
        if not self._is_shared(node) or not node.source_file:
            return node.label
        return node.source_file[:-3] if node.source_file.lower().endswith(".md") else node.source_file

    def summary(self, identity: str) -> str:
        """What it says of itself, shortened and escaped."""
        return escape(shortened(self._nodes[identity].attrs.get("summary", ""), _SUMMARY))

    def _is_shared(self, node: Node) -> bool:
        return fold(node.label) in self._shared

    @cached_property
    def _shared(self) -> set[str]:
        labels = Counter(fold(node.label) for node in self._nodes.values())
        return {label for label, count in labels.items() if count > 1}
