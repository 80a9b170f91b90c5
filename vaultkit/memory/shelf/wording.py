"""What the shelf says it did: the lines that begin with `[hypatia-memory]`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graph.text import counted
from vaultkit.memory.shelf.cascade import CONTEXT_LIMIT, Level, Load, Written
from vaultkit.memory.shelf.entry import GLOBAL, Knowledge
from vaultkit.memory.shelf.memories import Removed, Standing
from vaultkit.memory.shelf.units import TRIVIAL, Extracted

_MARK = "[hypatia-memory]"


def logged(name: str, level: Level | Load | None) -> str:
    """That a message was logged, and which summary is due."""
    return f"{_MARK} Logged {name}.{_due(level)}"


def summarized(written: Sequence[Written], level: Level | Load | None) -> list[str]:
    """That summaries were stored, and which one is due now."""
    lines = []
    for each in written:
        cascade = f"Cascade: +1 summary {each.level.level} ({each.level.why})."
        cascade += " Start a new session." if each.level.why == CONTEXT_LIMIT else ""
        lines.append(f'{_MARK} Stored "{each.entry.name}" over {len(each.level.batch)}. {cascade}')
    return [*lines[:-1], lines[-1] + _due(level)] if lines else [f"{_MARK} No summary is due."]


def extracted(done: Extracted) -> list[str]:
    """Which work units were stored."""
    if not done.stored and not done.duplicates:
        skipped = f" Skipped {done.trivial} {TRIVIAL}." if done.trivial else ""
        return [f"{_MARK} Work unit still in progress, nothing extracted.{skipped}"]
    kinds = [kind for kind, _ in done.stored]
    told = ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds))
    parts = [f"Extracted {counted(len(kinds), 'work unit')}" + (f" ({told})" if told else "")]
    parts += [f"skipped {done.trivial} {TRIVIAL}"] if done.trivial else []
    parts += [f"skipped {counted(len(done.duplicates), 'duplicate')}"] if done.duplicates else []
    lines = [f"  {entry.name} → {','.join(entry.content.tags)}" for _, entry in done.stored]
    lines += [f"  {name} says the same already" for name in done.duplicates]
    return [f"{_MARK} {', '.join(parts)}.", *lines]


def may_repeat(name: str, near: Sequence[str]) -> str:
    """That an entry may say what others say."""
    return f"{name} is like {', '.join(near)}: link it with --supersedes or --extends, or forget one of them"


def stored(entry: Knowledge) -> str:
    """That something was remembered."""
    kind = entry.content.tags[-1]
    named = [scope for scope in entry.content.scopes if scope != GLOBAL]
    places = [f"scoped to {', '.join(named)}"] if named else []
    places += ["global"] if GLOBAL in entry.content.scopes else []
    where = " and ".join(places) or "in no scope"
    return f'{_MARK} Stored: "{entry.name}" ({kind}, {where}).'


def removed(done: Removed, *, dry_run: bool = False) -> str:
    """What was forgotten."""
    entries = counted(len(done.entries), "entry")
    verb = "Would remove" if dry_run else "Removed"
    return f"{_MARK} {verb} {entries} and {counted(done.relationships, 'relationship')}."


def standing_lines(found: Standing) -> list[str]:
    """Rules and taboos, a line each under a heading."""
    return [*_listed("Rules", found.rules), *_listed("Taboos", found.taboos)]


def _listed(title: str, entries: Iterable[Knowledge]) -> list[str]:
    lines = [f"- {entry.name}: {' '.join(entry.content.data.split())}" for entry in entries]
    return [f"## {title}", *lines] if lines else []


def _due(level: Level | Load | None) -> str:
    if level is None:
        return ""
    fresh = "; then start a new session" if level.why == CONTEXT_LIMIT else ""
    return f" Cascade: summary {level.level} due ({level.why}){fresh}."
