"""A plan for consolidating a vault: what recurs, what could become a note, which notes to merge. It changes nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from typing import Final, NamedTuple

from extractors.properties.frontmatter import read_frontmatter
from graph.insight.journal import is_journal
from graph.model import Node
from graph.text import counted, fold
from vaultkit.asking.current import current_index
from vaultkit.building.pipeline import NOBODY, Watcher
from vaultkit.config import Root
from vaultkit.daily import read_daily
from vaultkit.disk.contents import read_text
from vaultkit.indexing.reader import Reader
from vaultkit.writing.alike import Pair, alike
from vaultkit.writing.recurring import Line, Recurring, recurring

PLAN: Final = "consolidate-plan.md"
LEAST: Final = 3
"""On how many days something must recur, as in the rule for promotion."""
DAYS: Final = 30
"""How far back the journal is read."""
_MOST: Final = 20
"""Entries of each part of a plan."""
_SHOWN: Final = 3
"""Lines that are quoted of one that recurs."""
_WIDTH: Final = 160


class Referred(NamedTuple):
    """A note, or a name without one, that the journal refers to again and again."""

    name: str
    path: str
    """"" without a note."""
    days: tuple[str, ...]


class Consolidation(NamedTuple):
    """What there is to consolidate."""

    first: str
    last: str
    days: int
    """Days of that time that have a journal."""
    notes: tuple[Referred, ...]
    """Notes that the journal refers to."""
    missing: tuple[Referred, ...]
    """Names that it links to, of which there is no note."""
    phrases: tuple[Recurring, ...]
    """What it speaks of, and no note is called."""
    merges: tuple[Pair, ...]
    """Notes that say nearly the same."""


def consolidation(
    root: Root, today: date, days: int = DAYS, least: int = LEAST, watcher: Watcher = NOBODY
) -> Consolidation:
    """What the journal of the last days and the notes of a vault offer. Raises VaultkitError."""
    first = today - timedelta(days=days - 1)
    daily = read_daily(root.path)
    journal = {path: day.isoformat() for day, path in daily.days(root.path) if first <= day <= today}
    with current_index(root, watcher, older=True) as index:
        reader = Reader(index.connection)
        referred = list(_referred(reader, journal, least))
        names = {fold(name) for name in reader.all_names()}
        bodies = _bodies(index.connection, reader)
    lines = [line for path, day in sorted(journal.items()) for line in _lines(root, path, day)]
    phrases = [each for each in recurring(lines, least) if fold(each.phrase) not in names]
    return Consolidation(
        first.isoformat(),
        today.isoformat(),
        len(set(journal.values())),
        tuple(each for each in referred if each.path)[:_MOST],
        tuple(each for each in referred if not each.path)[:_MOST],
        tuple(phrases[:_MOST]),
        tuple(alike(bodies)[:_MOST]),
    )


def plan_text(found: Consolidation, least: int) -> str:
    """The plan to review, in Markdown: a box for each thing that one could do."""
    parts = [
        "# Consolidation\n",
        f"{found.days} journal days from {found.first} to {found.last}; what recurs on at least {least} of them.",
        "Nothing was changed. Do what makes sense, and leave the rest.\n",
        *_part("Names that could become notes", _missing(found.missing)),
        *_part("Subjects without a note", _phrases(found.phrases)),
        *_part("Notes that the journal keeps coming back to: is what was learnt in them?", _notes(found.notes)),
        *_part("Notes that say nearly the same: merge them?", _merges(found.merges)),
    ]
    return "\n".join(parts) + "\n"


def _part(title: str, entries: Iterable[str]) -> list[str]:
    listed = list(entries)
    return [f"## {title}\n", *(listed or ["Nothing."]), ""]


def _missing(found: Sequence[Referred]) -> Iterator[str]:
    for each in found:
        yield f'- [ ] `vaultkit new reference "{each.name}"`: linked on {_days(each)}'


def _phrases(found: Sequence[Recurring]) -> Iterator[str]:
    for each in found:
        yield f"- [ ] {each.phrase}: {counted(len(each.lines), 'day')}"
        for line in each.lines[:_SHOWN]:
            text = " ".join(line.text.split()).lstrip("-*+ ")
            yield f"  - {line.path} L{line.number}: {text if len(text) <= _WIDTH else text[: _WIDTH - 1] + '…'}"


def _notes(found: Sequence[Referred]) -> Iterator[str]:
    for each in found:
        yield f"- [ ] [[{each.path.removesuffix('.md')}|{each.name}]]: {_days(each)}"


def _days(each: Referred) -> str:
    return f"{counted(len(each.days), 'day')}, {', '.join(each.days)}"


def _merges(found: Sequence[Pair]) -> Iterator[str]:
    for each in found:
        one, other = each.one.removesuffix(".md"), each.other.removesuffix(".md")
        yield f"- [ ] [[{one}]] and [[{other}]]: {each.cosine:.0%} alike"


def _referred(reader: Reader, journal: dict[str, str], least: int) -> Iterator[Referred]:
    """What notes of the journal refer to on enough days, the most frequent first."""
    days: dict[str, set[str]] = {}
    for path, day in journal.items():
        for edge in reader.edges_from(path):
            days.setdefault(edge.target, set()).add(day)
    enough = [(identity, tuple(sorted(each))) for identity, each in days.items() if len(each) >= least]
    for identity, each in sorted(enough, key=lambda item: (-len(item[1]), item[0])):
        node = reader.node(identity)
        if node is not None and node.kind in ("note", "unresolved") and not is_journal(node):
            yield Referred(node.label, node.source_file if node.kind == "note" else "", each)


def _bodies(connection: sqlite3.Connection, reader: Reader) -> dict[str, str]:
    """The terms of the notes that are kept as knowledge, by their paths."""
    rows = connection.execute("SELECT id, term.body FROM document JOIN term ON term.rowid = number")
    bodies = dict(rows.fetchall())
    nodes = (reader.node(identity) for identity in reader.ids("note"))
    return {node.id: bodies[node.id] for node in nodes if node is not None and _is_kept(node) and node.id in bodies}


def _is_kept(node: Node) -> bool:
    return "excluded" not in node.attrs and not is_journal(node)


def _lines(root: Root, path: str, day: str) -> Iterator[Line]:
    """The lines of a note below its frontmatter, headings apart: they are of the template."""
    text = read_text(root.path / path, errors="replace")
    above = text.count("\n", 0, read_frontmatter(text).end)
    for number, line in enumerate(text.split("\n"), 1):
        if number > above and line.strip() and not line.lstrip().startswith("#"):
            yield Line(day, path, number, line)
