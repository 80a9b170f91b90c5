"""Source text in, records out: what the queries of a language capture, each under the role its pattern gives it."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from tree_sitter import Node, Parser, Query, QueryCursor
from tree_sitter_language_pack import get_language

from extractors.language import Language
from extractors.languages import LANGUAGES, query_text
from extractors.macros import unfolded
from extractors.preprocessing import without_branches, without_macros


class Record(NamedTuple):
    """One match: a node in a role, and the nodes that belong to it, by capture name."""

    role: str
    node: Node
    parts: dict[str, list[Node]]

    def one(self, name: str) -> Node | None:
        """The first node captured under a name, None if there is none."""
        nodes = self.parts.get(name)
        return nodes[0] if nodes else None

    def last(self) -> Node:
        """The node with which it ends: its own, or a body that stands after that."""
        bodies = self.parts.get("body", [])
        return bodies[-1] if bodies and bodies[-1].end_byte > self.node.end_byte else self.node

    def all(self, name: str) -> list[Node]:
        """Every node captured under a name."""
        return self.parts.get(name, [])


PARTS = frozenset(
    (
        *(
            "name",
            "owner",
            "receiver",
            "named",
            "parameters",
            "only",
            "body",
            "result",
            "returns",
            "bases",
            "base",
            "flag",
            "text",
        ),
        *("decorator", "decorated", "type", "default", "target", "value", "iterable", "condition"),
        *("callee", "arguments", "label", "object", "member", "key", "item", "part", "module", "alias"),
    )
)
"""The capture names that are parts; every other one is a role."""


class Matched(NamedTuple):
    """A file, parsed and matched."""

    root: Node
    records: list[Record]


def match(language: Language, data: bytes) -> Matched:
    """Parse a file and run the queries of its language over it. Never fails: what is no syntax is left out."""
    parser, query, invocations = _tools(language.name)
    root = _parsed(parser, language, data) if invocations is None else unfolded(parser, invocations, data)
    records = []
    roles = _roles(language.name)
    for _, parts in QueryCursor(query).matches(root):
        for name, nodes in parts.items():
            if name in roles:
                records.append(Record(name, nodes[0], parts))
    return Matched(root, _fullest(records))


def _fullest(records: list[Record]) -> list[Record]:
    """The records with each definition once: a pattern with parts that repeat matches some of them, too."""
    found: dict[object, Record] = {}
    for number, record in enumerate(records):
        name = record.one("name")
        key = (record.role, record.node.id, name and name.id) if record.role.startswith("def.") else number
        other = found.setdefault(key, record)
        if sum(map(len, other.parts.values())) < sum(map(len, record.parts.values())):
            found[key] = record
    return list(found.values())


def _parsed(parser: Parser, language: Language, data: bytes) -> Node:
    """The tree of a file; of code for a preprocessor the one with less that is no syntax."""
    readable = without_macros(language.macros, data)
    root = parser.parse(readable).root_node
    if not language.conditional or not root.has_error or b"#" not in readable:
        return root
    other = parser.parse(without_branches(readable)).root_node
    return min(root, other, key=_faults)


def _faults(root: Node) -> int:
    """How many bytes are no syntax, or hold what is none."""
    total, pending = 0, [root]
    while pending:
        node = pending.pop()
        if node.is_error or node.is_missing:
            total += 1 + node.end_byte - node.start_byte
        elif node.has_error:
            pending += node.children
    return total


@cache
def _roles(name: str) -> frozenset[str]:
    """The capture names of a language's queries that are roles."""
    query = _tools(name)[1]
    captures = map(query.capture_name, range(query.capture_count))
    return frozenset(each for each in captures if each not in PARTS and each[0] != "_")


@cache
def _tools(name: str) -> tuple[Parser, Query, Query | None]:
    language = next(each for each in LANGUAGES if each.name == name)
    grammar = get_language(language.grammar)
    invocations = Query(grammar, language.invocations) if language.invocations else None
    return Parser(grammar), Query(grammar, query_text(language)), invocations
