"""Promotion to `scope/global` by a rule: what several projects or clients refer to is no longer one project's own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from extractors.source import decode
from graph.model import Edge, Node
from vaultkit.asking.current import current_index
from vaultkit.building.pipeline import NOBODY, Watcher
from vaultkit.config import Root
from vaultkit.errors import VaultkitError
from vaultkit.indexing.reader import Reader
from vaultkit.writing.change import Change, read_bytes
from vaultkit.writing.retag import retag_note
from vaultkit.writing.retagging import Retag

PLAN: Final = "promote-plan.md"
LEAST: Final = 3
"""In how many projects or clients something must recur."""
_SCOPE: Final = Retag("scope/project", "scope/global")
_TICKED: Final = re.compile(r"^[-*+] \[[xX]\] (`+)([^`\r\n]|[^`\r\n].*?[^`])\1(?!`)", re.MULTILINE)
"""A ticked line with a code span: as many backticks before as behind (CommonMark 6.1)."""
_OWNERS: Final = ("project", "client")
_NEVER: Final = frozenset({"project", "client", "journal"})
"""Types of notes that are about a project, a client or a day, however often they are referred to."""


class Evidence(NamedTuple):
    """One place where a note of some project or client refers to a candidate."""

    owner: str
    """`project/x` or `client/y`."""
    path: str
    line: str
    """`L42`."""
    relation: str


class Candidate(NamedTuple):
    """A note of one project that others use as well."""

    path: str
    title: str
    summary: str
    owners: tuple[str, ...]
    """The projects or clients that refer to it, whichever are more; sorted."""
    evidence: tuple[Evidence, ...]


class Promotion(NamedTuple):
    """What a plan comes to."""

    changes: tuple[Change, ...]
    """Write them with `write_all`."""
    skipped: tuple[str, ...]
    """Notes of the plan that have no `scope/project` in their frontmatter any more, or are gone."""


def candidates(root: Root, least: int = LEAST, watcher: Watcher = NOBODY) -> list[Candidate]:
    """The notes with `scope/project` that notes of at least `least` projects or clients refer to, most used first.

    A reference is a link, an embed, a property link, a mention or a shared concept; one that could mean several notes
    counts for none. Raises VaultkitError.
    """
    with current_index(root, watcher, older=True) as index:
        reader = Reader(index.connection)
        found = [_candidate(reader, identity) for identity in reader.tagged("scope/project")]
    enough = [each for each in found if each is not None and len(each.owners) >= least]
    return sorted(enough, key=lambda each: (-len(each.owners), each.path))


def plan_text(found: Sequence[Candidate], least: int) -> str:
    """The plan to review, in Markdown: a ticked line for each note, its evidence below."""
    head = (
        "# Promotion to scope/global\n\n"
        f"Notes with `scope/project` that at least {least} projects or clients refer to. Untick (`- [ ]`) or delete\n"
        "what shall stay as it is, then run `vaultkit promote --apply`: it changes the scope tag of the ticked\n"
        "notes, nothing else.\n\n"
    )
    return head + ("\n".join(map(_plan_entry, found)) if found else "Nothing recurs often enough.\n")


def read_plan(root: Root, file: Path) -> Promotion:
    """The changes that a reviewed plan asks for. Raises VaultkitError if there is none."""
    try:
        plan = file.read_text("utf-8")
    except (OSError, ValueError) as fault:
        raise VaultkitError(
            f"there is no plan in {file}", "make one with `vaultkit promote`, review it, then --apply"
        ) from fault
    changes, skipped = [], []
    for path in dict.fromkeys(_uncoded(code) for _, code in _TICKED.findall(plan)):
        change = _promoted(root, path)
        if change is None:
            skipped.append(path)
        else:
            changes.append(change)
    return Promotion(tuple(changes), tuple(skipped))


def _promoted(root: Root, path: str) -> Change | None:
    file = root.path / path
    if file.is_symlink() or not file.is_file() or not file.resolve().is_relative_to(root.path):
        return None
    data = read_bytes(root.path, path)
    text = decode(data)
    result = retag_note(path, text, _SCOPE) if text is not None else None
    return Change(path, data, result.text.encode("utf-8")) if result and result.text != text else None


def _candidate(reader: Reader, identity: str) -> Candidate | None:
    node = reader.node(identity)
    if node is None or node.kind != "note" or _NEVER & set(node.attrs.get("facets", {}).get("type", ())):
        return None
    evidence = [each for edge in reader.edges_to(identity) for each in _evidence(reader, node, edge)]
    evidence += [each for edge in _shared(reader, identity) for each in _evidence(reader, node, edge)]
    owners = max((_owners(evidence, kind) for kind in _OWNERS), key=len)
    ordered = sorted(set(evidence), key=lambda each: (each.owner, each.path, each.relation))
    return Candidate(node.source_file, node.label, node.attrs.get("summary", ""), owners, tuple(ordered))


def _shared(reader: Reader, identity: str) -> Iterable[Edge]:
    """The edges of other notes to the concepts that a note speaks of."""
    for own in reader.edges_from(identity):
        target = reader.node(own.target)
        if target is not None and target.kind == "concept":
            yield from (edge for edge in reader.edges_to(own.target) if edge.source != identity)


def _evidence(reader: Reader, node: Node, edge: Edge) -> Iterable[Evidence]:
    source = reader.node(edge.source)
    if source is None or source.id == node.id or edge.confidence == "AMBIGUOUS":
        return
    for kind in _OWNERS:
        values = {value.lower() for value in source.attrs.get("facets", {}).get(kind, ())}
        if len(values) == 1:
            yield Evidence(f"{kind}/{values.pop()}", edge.source_file, edge.source_location, edge.relation)


def _owners(evidence: Iterable[Evidence], kind: str) -> tuple[str, ...]:
    return tuple(sorted({each.owner for each in evidence if each.owner.startswith(kind + "/")}))


def _plan_entry(candidate: Candidate) -> str:
    summary = f": {candidate.summary}" if candidate.summary else ""
    lines = [f"- [x] {_coded(candidate.path)}{summary}", f"  - {len(candidate.owners)}: {', '.join(candidate.owners)}"]
    lines += [f"  - {each.owner}: {_coded(each.path)} {each.line}, {each.relation}" for each in candidate.evidence]
    return "\n".join(lines) + "\n"


def _coded(path: str) -> str:
    """A path as a code span, in more backticks than it holds one after another."""
    marks = "`" * (max(map(len, re.findall("`+", path)), default=0) + 1)
    gap = " " if "`" in (path[0], path[-1]) or path[0] == path[-1] == " " else ""
    return f"{marks}{gap}{path}{gap}{marks}"


def _uncoded(code: str) -> str:
    """What a code span says: one blank at both ends is none of it."""
    return code[1:-1] if len(code) > 2 and code[0] == code[-1] == " " else code
