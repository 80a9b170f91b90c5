"""The words every part of the program speaks: nodes, edges, fragments, problems, and their ids.

Records are NamedTuples: hooks import this module at every turn, and dataclasses cost twice as much to import.
"""

from __future__ import annotations

import re
from typing import Any, Final, Literal, NamedTuple

from graph.concept_names import concept_slug
from graph.facts import Facts
from graph.regex import regex
from graph.text import fold

Confidence = Literal["EXTRACTED", "INFERRED", "AMBIGUOUS"]
EXTRACTED: Final = "EXTRACTED"
"""The text says it: score 1.0."""
INFERRED: Final = "INFERRED"
"""Deduced: 0 < score < 1."""
AMBIGUOUS: Final = "AMBIGUOUS"
"""Several targets fit: the edge names its candidates, score 1 / their number."""

Severity = Literal["error", "warning", "info"]


class Node(NamedTuple):
    """One thing in the graph."""

    id: str
    """Readable and stable, made by `node_id` and its kin below."""
    label: str
    """What a reader calls it."""
    kind: str
    """note, attachment, canvas, tag, concept, unresolved; for code: file, module, class, function .."""
    file_type: str
    """code, document, concept, image or attachment: the word the Graphify ecosystem reads."""
    source_file: str
    """Path of the file that defines it, "" for tags, concepts and externals."""
    source_location: str
    """`L42`, or ""."""
    attrs: dict[str, Any]
    """summary, tags, facets, aliases, headings, date, words .."""


class Edge(NamedTuple):
    """One relation between two nodes, stated by one file. Directed; key (source, target, relation, source_file)."""

    source: str
    target: str
    relation: str
    """links_to, embeds, tagged, mentions, property:<name> .."""
    confidence: Confidence
    confidence_score: float
    source_file: str
    source_location: str
    """`L42`: the first line that states it."""
    lines: tuple[int, ...]
    """Every line that states it, sorted; a line that states it twice stands twice, so `count` is their number."""
    attrs: dict[str, Any]
    """subpath, broken_subpath, candidates, source_candidates (whose relation it may be), evidence, via ..; of code
    `when` (an import that does not run as its file is loaded: late, types) and
    `build` (what must hold of a build with it)."""


class Reference(NamedTuple):
    """What a source says of another before anyone has looked up whom it means."""

    source: str
    """Node id of the speaker."""
    target: str
    """The name or path as meant: trimmed, decoded, without subpath. "" is the speaking file itself."""
    subpath: str
    """`Heading`, `Heading#Sub` or `^block`, without the leading `#`; "" for none."""
    relation: str
    syntax: str
    """wikilink, markdown, property, inline (a link inside a longer property), date or canvas."""
    line: int
    column: int


class Heading(NamedTuple):
    """A heading of a note."""

    text: str
    level: int
    line: int


class Problem(NamedTuple):
    """A fault of the input, as a value: never an exception."""

    path: str
    line: int
    """1-based; 0 when the whole file is meant."""
    column: int
    """1-based, in characters; 0 when the whole line is meant."""
    severity: Severity
    rule: str
    message: str
    """What is wrong and what to write instead."""


class Section(NamedTuple):
    """A stretch of a note that a model reads at once."""

    line: int
    """1-based, of its first line."""
    sha: str
    """Of its text: what it said can be kept as long as it stays the same, wherever it stands."""


class Fragment(NamedTuple):
    """What one extractor says of one source."""

    source_file: str
    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    references: tuple[Reference, ...] = ()
    aliases: tuple[str, ...] = ()
    """Other names of the source's own node."""
    headings: tuple[Heading, ...] = ()
    blocks: tuple[str, ...] = ()
    """Block ids, folded."""
    anchors: tuple[str, ...] = ()
    """The names of the places in its HTML that a link may lead to."""
    prose: str = ""
    """The text that is neither code, comment, math nor link: where unlinked mentions are looked for. Lines kept."""
    body: str = ""
    """The search terms of the text, a line for each section."""
    language: str = ""
    """What the text is written in, by its Snowball name."""
    problems: tuple[Problem, ...] = ()
    facts: Facts | None = None
    """What a file of code says; None for other files."""
    sections: tuple[Section, ...] = ()
    """What of a note is worth a model's reading, in order."""
    texts: tuple[tuple[str, str], ...] = ()
    """(node, search terms of its text) of the nodes that can be searched beside the first."""
    quoted: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """(name, lines) of what a note says in backticks that may name code."""


_MISREAD = regex(r"[\x00-\x1f\x7f\udc80-\udcff]|%(?=[0-9A-Fa-f]{2})|::")
_RESERVED = regex(r"^#|(?<=^ext):|(?<=^concept):|(?<=^unresolved):")


def ends_in_doubt(edge: Edge) -> list[list[str]]:
    """The ids that may be meant by each end of an edge of which several may be; [] for an edge that is sure of both."""
    ends = (edge.attrs.get(name, []) for name in ("source_candidates", "candidates"))
    return [end for end in ends if len(end) > 1]


def node_id(path: str) -> str:
    """The id of a file: its root-relative POSIX path, percent-encoded only where an id could be misread.

    Encoded are `::`, a leading `#`, `concept:`, `ext:` or `unresolved:`, control and undecodable bytes, and a
    `%` before two hex digits.
    """
    return _RESERVED.sub(_percent, escaped(path))


def escaped(name: str) -> str:
    """A name as a part of an id: percent-encoded only where the id could be misread."""
    if "%" not in name and "::" not in name and name.isprintable():
        return name
    return _MISREAD.sub(_percent, name)


def tag_id(tag: str) -> str:
    """The id of a tag: `#` and its folded name, as Obsidian compares tags (help: Tags)."""
    return "#" + fold(tag)


def unresolved_id(target: str) -> str:
    """The id of a name that no file answers to."""
    return "unresolved:" + _MISREAD.sub(_percent, fold(target))


def concept_id(name: str) -> str:
    """The id of a concept: the same for names that differ in case, Unicode form, plural or hyphens only."""
    return f"concept:{concept_slug(name)}"


def is_told_in_prose(identity: str) -> bool:
    """Whether an id is that of a concept or a note: of nothing else does a model say how it is related."""
    return identity.startswith("concept:") or identity.lower().endswith(".md")


def _percent(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match.group().encode("utf-8", "surrogateescape"))
