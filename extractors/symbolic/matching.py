"""Source text in, records out: what the queries of a language capture, each under the role its pattern gives it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from itertools import chain, count
from operator import attrgetter
from typing import Final, NamedTuple

from tree_sitter import Node, Parser, Query, QueryCursor
from tree_sitter_language_pack import get_language

from extractors.languages.language import Language
from extractors.languages.table import language_called, query_text
from extractors.symbolic.macros import NESTED, unfolded
from extractors.symbolic.preprocessing import without_branches, without_macros


class Record:
    """One match: a node in a role, and the nodes that belong to it, by capture name."""

    __slots__ = ("node", "number", "parts", "role")

    def __init__(self, role: str, node: Node, parts: dict[str, list[Node]], number: int) -> None:
        """The match with this number in its file, as they were found."""
        self.role, self.node, self.parts, self.number = role, node, parts, number

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


_NUMBER: Final = attrgetter("number")


class Records:
    """The records of a file, by role."""

    def __init__(self, by_role: dict[str, list[Record]]) -> None:
        """Each list in the order of the matches."""
        self._by_role = by_role

    def of(self, roles: Iterable[str]) -> list[Record]:
        """The records in any of these roles, in the order of the matches."""
        lists = [self._by_role[role] for role in roles if role in self._by_role]
        return lists[0] if len(lists) == 1 else sorted(chain.from_iterable(lists), key=_NUMBER)

    def roles(self) -> Iterable[str]:
        """The roles in which there are any."""
        return self._by_role.keys()

    def without(self, is_out: Callable[[Record], bool], roles: Iterable[str]) -> Records:
        """The same without those in these roles that are out."""
        wanted = self._by_role.keys() & set(roles)
        kept = {role: [each for each in self._by_role[role] if not is_out(each)] for role in wanted}
        return Records(self._by_role | kept)


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


_CAPTURE: Final = re.compile(r"@([\w.]+)")


class Matched(NamedTuple):
    """A file, parsed and matched."""

    root: Node
    records: Records


def match(language: Language, data: bytes) -> Matched:
    """Parse a file and run the queries of its language over it. Never fails: what is no syntax is left out."""
    parser, query, roles, invocations = _tools(language.name)
    root = _parsed(parser, language, data) if invocations is None else unfolded(parser, invocations, data)
    by_role: dict[str, list[Record]] = {}
    number = count()
    cursor = QueryCursor(query)
    cursor.set_max_start_depth(NESTED)
    for pattern, parts in cursor.matches(root):
        given = roles[pattern]
        for role in given if len(given) == 1 else filter(given.__contains__, parts):
            if role in parts:
                by_role.setdefault(role, []).append(Record(role, parts[role][0], parts, next(number)))
    for role in filter(_defines, by_role):
        by_role[role] = _fullest(by_role[role])
    return Matched(root, Records(by_role))


def _defines(role: str) -> bool:
    return role.startswith("def.")


def _fullest(records: list[Record]) -> list[Record]:
    """The records with each definition once: a pattern with parts that repeat matches some of them, too."""
    found: dict[tuple[int, int], Record] = {}
    for record in records:
        name = record.one("name")
        key = (record.node.id, name.id if name else 0)
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


class _Tools(NamedTuple):
    """What reads the files of a language."""

    parser: Parser
    query: Query
    roles: list[list[str]]
    """The roles that each pattern of the query may give."""
    invocations: Query | None


@cache
def _tools(name: str) -> _Tools:
    language = language_called(name)
    assert language is not None
    grammar, text = get_language(language.grammar), query_text(language)
    query = Query(grammar, text)
    invocations = Query(grammar, language.invocations) if language.invocations else None
    return _Tools(Parser(grammar), query, _roles(query, text.encode()), invocations)


def _roles(query: Query, text: bytes) -> list[list[str]]:
    """The roles that each pattern of a query with this text may give: what it captures that is no part."""
    spans = (
        (query.start_byte_for_pattern(each), query.end_byte_for_pattern(each)) for each in range(query.pattern_count)
    )
    captures = (dict.fromkeys(_CAPTURE.findall(text[start:end].decode())) for start, end in spans)
    return [[each for each in names if each not in PARTS and each[0] != "_"] for names in captures]
