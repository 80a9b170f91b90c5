"""A file of code in, a Fragment out: the same for every language."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import takewhile
from posixpath import basename
from typing import Any, Final

from tree_sitter import Node as Syntax

from extractors.source import Source
from extractors.symbolic.building import build_of
from extractors.symbolic.drafts import Draft, Reading
from extractors.symbolic.execution import execute
from extractors.symbolic.matching import match
from extractors.symbolic.signature import signature
from extractors.symbolic.syntax import syntax_problems
from extractors.symbolic.values import Finished
from extractors.texts.code_text import code_text
from graph.code.symbols import bare_name, symbol_id
from graph.facts import (
    DECLARED,
    INLINE,
    NAMELESS,
    NAMING,
    REACHED,
    RECEIVER,
    TEST,
    Definition,
    Facts,
    Interface,
    Parameter,
    Shape,
    Use,
)
from graph.model import EXTRACTED, Edge, Fragment, Node
from graph.tokens import DEFAULT_LANGUAGE, terms

_REMARK: Final = re.compile(r"\b(NOTE|WHY|HACK|TODO|FIXME|XXX)\b[:\s(]")
_MARKUP: Final = re.compile(r"^(?:<#|\(\*|[\s/*#!;%-])+(?:\| )?|(?:[\s*/]|#>|\*\))+$", re.MULTILINE)
_SUMMARY: Final = re.compile(r"<summary>(.*?)</summary>", re.DOTALL)
_TAG: Final = re.compile(r"<[^<>\"]*(?:\"(?:\w:)?([^\"<>]*)\")?[^<>]*>")
"""Documentation in XML (learn.microsoft.com, Recommended XML tags): what a tag names stands for it."""
_PARAGRAPH: Final = 400


def extract(source: Source) -> Fragment:
    """What a file of code says: its symbols, and facts that `graph.code.uses` makes edges of. Never fails."""
    code = code_text(source)
    if isinstance(code, Fragment):
        return code
    matched = match(code.language, code.data)
    reading = Reading(source.path, code.data, code.language, matched.root)
    execute(reading, matched.records)
    comments = [record.node for record in matched.records.of(["comment"])]
    annotations = [record.node for record in matched.records.of(["annotation"])]
    nodes, texts = _nodes(reading, comments, annotations)
    return Fragment(
        source_file=source.path,
        nodes=tuple(nodes.values()),
        edges=tuple(_contains(reading, nodes)),
        facts=_facts(reading),
        problems=syntax_problems(source.path, code.language, code.data, matched.root),
        texts=tuple(texts.items()),
    )


# facts


def _facts(reading: Reading) -> Facts:
    """The facts in their final form: those that others may ask for first, numbered for themselves."""
    drafts, scopes = reading.drafts, reading.scopes
    for draft in drafts:
        draft.returns = [reading.values.either(draft.promised, reading.values.any(draft.returns))]
    members = [tuple(scope.names().items()) if scope.number == 0 or scope.is_class else () for scope in scopes]
    attributes = [
        tuple((name, reading.values.any(places)) for name, places in draft.attributes.items()) for draft in drafts
    ]
    wanted: list[int] = [*reading.exports.values()]
    for draft, own, put in zip(drafts, members, attributes, strict=True):
        wanted += [draft.expected, *draft.returns, *draft.yields, *draft.bases, *(place for _, place in (*own, *put))]
        wanted += draft.shape.holes
        wanted += [place for each in draft.parameters for place in (each.type, each.default)]
    wanted += [place for owner, _, value in reading.extended for place in (owner, value)]
    table = reading.values.finish(reading.meaning, wanted)
    size = len(table)
    telling = {use: lines for use, lines in reading.uses.items() if _tells(*use[1:], table)}
    table.want(place for _, _, place in telling)
    values = table.table()
    interface = Interface(
        reading.language.name,
        tuple(_definition(*each, table) for each in zip(drafts, members, attributes, strict=True)),
        values[:size],
        tuple((name, table.place(place)) for name, place in reading.exports.items()),
        tuple(reading.stars),
        tuple((table.place(owner), name, table.place(value)) for owner, name, value in reading.extended),
        tuple(reading.packages),
        _is_test(reading),
        build_of(reading.path, reading.data) if reading.language.builds else "",
    )
    uses = (
        Use(by, relation, table.place(place), tuple(sorted(lines))) for (by, relation, place), lines in telling.items()
    )
    return Facts(interface, values[size:], tuple(uses), tuple(reading.imports))


def _tells(relation: str, place: int, table: Finished) -> bool:
    """Whether a use of the value at a place can come to anything."""
    if relation == "reaches":
        return table.root(place) in REACHED
    return table.named(place) in NAMING if relation in ("references", "types") else table.kind(place) != ""


_Named = tuple[tuple[str, int], ...]


def _definition(draft: Draft, members: _Named, attributes: _Named, table: Finished) -> Definition:
    def settled(places: Iterable[int]) -> tuple[int, ...]:
        return tuple(dict.fromkeys(found for found in map(table.place, places) if found >= 0))

    return Definition(
        draft.name,
        draft.kind,
        draft.parent,
        tuple(
            Parameter(each.name, each.spread, table.place(each.type), table.place(each.default))
            for each in draft.parameters
        ),
        settled(draft.returns),
        settled(draft.yields),
        settled(draft.bases),
        tuple((name, table.place(place)) for name, place in members),
        tuple((name, table.place(place)) for name, place in attributes),
        tuple(draft.flags),
        table.place(draft.expected),
        draft.place.start_point[0] + 1,
        Shape(draft.shape.parts, tuple(map(table.place, draft.shape.holes))),
    )


def _is_test(reading: Reading) -> bool:
    language = reading.language
    if language.tests and re.search(language.tests, reading.path):
        return True
    return bool(language.testing and re.search(language.testing.encode(), reading.data))


# nodes


def _nodes(
    reading: Reading, comments: list[Syntax], annotations: list[Syntax]
) -> tuple[dict[str, Node], dict[str, str]]:
    """The symbols by id, and the search terms of their texts; what is defined twice is one symbol."""
    nodes: dict[str, Node] = {}
    texts: dict[str, str] = {}
    is_test = _is_test(reading)
    remarks = _by_definition(reading, comments)
    own_texts = _own_texts(reading)
    for number, draft in enumerate(reading.drafts):
        if INLINE in draft.flags or DECLARED in draft.flags:
            continue
        node = _node(reading, draft, comments, remarks.get(number, []), is_test)
        if spelled := signature(reading, draft, comments, annotations):
            node.attrs["signature"] = spelled
        known = nodes.get(node.id)
        if known is not None:
            lines = [*known.attrs.get("lines", [_line(known)]), _line(node)]
            node = known._replace(attrs={**known.attrs, "lines": lines})
        nodes[node.id] = node
        texts[node.id] = f"{texts.get(node.id, '')}\n{own_texts[number]}".strip()
    for name, place in reading.variables.items():
        node = _variable(reading, name, place, is_test)
        nodes.setdefault(node.id, node)
    return nodes, texts


def _line(node: Node) -> int:
    return int(node.source_location[1:])


def _node(reading: Reading, draft: Draft, comments: list[Syntax], remarks: list[str], is_test: bool) -> Node:
    start, end = draft.place.start_point[0] + 1, draft.last.end_point[0] + (draft.last.end_point[1] > 0)
    attrs: dict[str, Any] = {
        "docstring": _first_paragraph(
            draft.doc or _doc_before(reading, draft, comments) or _doc_inside(reading, draft, comments)
        ),
        "end_line": max(start, end),
        "is_test": is_test or TEST in draft.flags,
        "decorators": draft.decorators,
        "flags": [flag for flag in draft.flags if flag not in (INLINE, NAMELESS, RECEIVER, TEST)],
        "remarks": remarks,
        "lines": [each.start_point[0] + 1 for each in (draft.place, *draft.others)] if draft.others else [],
    }
    if draft.kind == "file":
        label, start = basename(reading.path), 1
        attrs["language"] = reading.language.name
    else:
        label = draft.label
    filled = {name: value for name, value in attrs.items() if value not in ("", [], False)}
    return Node(symbol_id(reading.path, draft.name), label, draft.kind, "code", reading.path, f"L{start}", filled)


def _variable(reading: Reading, name: str, place: Syntax, is_test: bool) -> Node:
    attrs: dict[str, Any] = {"is_test": True} if is_test else {}
    line = f"L{place.start_point[0] + 1}"
    return Node(symbol_id(reading.path, name), bare_name(name), "variable", "code", reading.path, line, attrs)


def _contains(reading: Reading, nodes: dict[str, Node]) -> Iterator[Edge]:
    """Every symbol lies in the one around it."""
    found: dict[tuple[str, str], None] = {}
    for draft in reading.drafts[1:]:
        if INLINE not in draft.flags and DECLARED not in draft.flags:
            around = reading.drafts[reading.actor(draft.parent)].name
            outside = draft.name.partition("(")[0].rpartition(".")[0]
            if draft.owner and draft.kind != "class" and symbol_id(reading.path, outside) in nodes:
                around = outside
            found[symbol_id(reading.path, around), symbol_id(reading.path, draft.name)] = None
    for name in reading.variables:
        found[symbol_id(reading.path, ""), symbol_id(reading.path, name)] = None
    for source, target in found:
        if source != target:
            line = _line(nodes[target])
            yield Edge(source, target, "contains", EXTRACTED, 1.0, reading.path, f"L{line}", (line,), {})


# documentation


def _first_paragraph(text: str) -> str:
    plain = "\n".join(_MARKUP.sub("", line) for line in text.strip().splitlines())
    if summary := _SUMMARY.search(plain):
        plain = _TAG.sub(lambda tag: tag[1] or "", summary[1])
    paragraph = " ".join(plain.strip().partition("\n\n")[0].split())
    return paragraph if len(paragraph) <= _PARAGRAPH else paragraph[:_PARAGRAPH] + ".."


_LINES: Final = 20
"""More lines than the first paragraph of a module has."""
_LINE: Final = ("//", "#", "--")
"""How comments of one line begin."""
_BETWEEN: Final = re.compile(rb"[\w \t=.:,<>()]*(?:\r?\n)?[\w \t=.:,<>()]*")


def _doc_before(reading: Reading, draft: Draft, comments: list[Syntax]) -> str:
    """The comment right before a definition, where the language documents so."""
    if reading.language.docstring != "before" or draft.kind == "file":
        return ""
    low, high = 0, len(comments)
    while low < high:
        middle = (low + high) // 2
        if comments[middle].end_byte <= draft.begin:
            low = middle + 1
        else:
            high = middle
    if not low:
        return ""
    between = reading.data[comments[low - 1].end_byte : draft.begin]
    if len(between) >= 200 or not _BETWEEN.fullmatch(between):
        return ""
    return "\n".join(reversed(list(_joined(reading, comments, low))))


def _doc_inside(reading: Reading, draft: Draft, comments: list[Syntax]) -> str:
    """The comments at the beginning of a module that say they document what they stand in."""
    begins = reading.language.inner_comments
    if not begins or not (draft.kind == "file" or "namespace" in draft.flags):
        return ""
    start = 0 if draft.kind == "file" else draft.signature_end
    at = bisect_left(comments, start, key=lambda comment: comment.start_byte)
    lines = [reading.text(each).rstrip() for each in comments[at : at + _LINES]]
    return "\n".join(takewhile(lambda line: line.startswith(begins), lines))


def _joined(reading: Reading, comments: list[Syntax], end: int) -> Iterator[str]:
    """The last comment before the one at `end`, and those of one line right above it, from the last to the first."""
    row = -1
    for at in range(end - 1, -1, -1):
        comment = comments[at]
        text = reading.text(comment).rstrip()
        begin = reading.data.rfind(b"\n", 0, comment.start_byte) + 1
        if not text.startswith(reading.language.comments) or reading.data[begin : comment.start_byte].strip():
            return
        if row >= 0 and (comment.start_point[0] != row - 1 or not text.startswith(_LINE)):
            return
        yield text
        row = comment.start_point[0]
        if not text.startswith(_LINE):
            return


def _by_definition(reading: Reading, comments: list[Syntax]) -> dict[int, list[str]]:
    """Remarks (NOTE, WHY, HACK, TODO ..) by the innermost definition that they stand in."""
    found: dict[int, list[str]] = {}
    order = _outside_in(reading)
    around: list[int] = []
    at = 0
    for comment in comments:
        while at < len(order) and reading.drafts[order[at]].node.start_byte <= comment.start_byte:
            around.append(order[at])
            at += 1
        while len(around) > 1 and reading.drafts[around[-1]].last.end_byte <= comment.start_byte:
            around.pop()
        if _REMARK.search(reading.text(comment)):
            found.setdefault(around[-1] if around else 0, []).append(_first_paragraph(reading.text(comment)))
    return found


def _outside_in(reading: Reading) -> list[int]:
    """The definitions that are nodes, in the order of the text, outer ones before inner ones."""
    return sorted(
        (
            number
            for number, draft in enumerate(reading.drafts)
            if INLINE not in draft.flags and DECLARED not in draft.flags
        ),
        key=lambda number: (reading.drafts[number].node.start_byte, -reading.drafts[number].last.end_byte, number),
    )


def _own_texts(reading: Reading) -> list[str]:
    """The search terms of each definition without those inside of it."""
    pieces: list[list[bytes]] = [[] for _ in reading.drafts]
    order = _outside_in(reading)
    stack: list[int] = []
    at = 0

    def advance(to: int) -> None:
        nonlocal at
        if stack and to > at:
            pieces[stack[-1]].append(reading.data[at:to])
        at = max(at, to)

    for number in order:
        node = reading.drafts[number].node
        while len(stack) > 1 and reading.drafts[stack[-1]].last.end_byte <= node.start_byte:
            advance(reading.drafts[stack[-1]].last.end_byte)
            stack.pop()
        advance(node.start_byte)
        stack.append(number)
    while stack:
        advance(reading.drafts[stack[-1]].last.end_byte)
        stack.pop()
    return [terms(b" ".join(each).decode("utf-8", "replace"), DEFAULT_LANGUAGE) if each else "" for each in pieces]
