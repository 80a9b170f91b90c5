"""The messages of a request to a model: system, what no summary condenses yet, what is known, the latest input."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from vaultkit.errors import UsageError
from vaultkit.memory.shelf.asking import answer, ask
from vaultkit.memory.shelf.cascade import Limits, level_of
from vaultkit.memory.shelf.entry import LOG_TAGS, Entry, Knowledge
from vaultkit.memory.shelf.jse.tree import All, Contains, Not, Query, Search
from vaultkit.memory.shelf.memories import standing
from vaultkit.memory.shelf.messages import message_of
from vaultkit.memory.shelf.store import Store
from vaultkit.memory.shelf.vectors import Vectors

QUERIES: Final = 3
ENTRIES: Final = 5
_CUT: Final = 2000
"""Characters of an entry that are quoted."""
_REFERENCE: Final = """\
## Reference Information

The following relevant context was retrieved from the knowledge base:

"""


class Turn(NamedTuple):
    """One message of the list."""

    role: str
    content: str


class Request(NamedTuple):
    """What a model shall be asked."""

    latest: str = ""
    """The latest user input; the last user message of the log if it is empty."""
    queries: tuple[str, ...] = ()
    """1 to 3 JSE expressions for what is known of its subjects; none: made of its telling words."""
    system: str = ""
    """The system prompt before rules and taboos."""


def build(store: Store, scope: str, request: Request, vectors: Vectors) -> list[Turn]:
    """The list [system, messages that no summary condenses, reference, latest input]; parts without text are left out.

    Raises UsageError and ExpressionError.
    """
    latest, queries, system = request
    if len(queries) > QUERIES:
        raise UsageError(f"{len(queries)} queries are more than {QUERIES}", "ask for what matters most")
    waiting = list(level_of(store, 1, scope, Limits(1)).items)
    turns = [message_of(entry) for entry in waiting]
    last = max((number for number, turn in enumerate(turns) if turn.role == "user"), default=-1)
    if last >= 0 and (not latest or turns[last].text.strip() == latest.strip()):
        latest = turns.pop(last).text
        waiting.pop(last)
    if not latest.strip():
        raise UsageError("there is no user message yet", "give the latest input with --latest")
    reference = _reference(_known(store, latest, queries, {entry.name for entry in waiting}, vectors))
    uncompressed = [Turn(turn.role, turn.text) for turn in turns]
    opening = [Turn("system", _system(store, scope, system))]
    return [*filter(_says, opening), *uncompressed, *filter(_says, [Turn("user", reference)]), Turn("user", latest)]


def _says(turn: Turn) -> bool:
    return bool(turn.content)


def _system(store: Store, scope: str, system: str) -> str:
    """The given prompt, then the rules and taboos that hold."""
    rules, taboos = standing(store, scope)
    parts = [system.strip()]
    for title, entries in (("Rules", rules), ("Taboos", taboos)):
        lines = [f"- {' '.join(entry.content.data.split())}" for entry in entries]
        parts += ["\n".join([f"## {title}", "", *lines])] if lines else []
    return "\n\n".join(filter(None, parts))


def _known(store: Store, latest: str, queries: Sequence[str], told: set[str], vectors: Vectors) -> list[Entry]:
    """At most `ENTRIES` entries, of each query in turn; none that is told already."""
    lists = [ask(store, query, vectors).entries for query in queries] if queries else [_about(store, latest, vectors)]
    found: dict[str, Entry] = {}
    for place in range(max(map(len, lists), default=0)):
        for entries in lists:
            if place < len(entries) and entries[place].key not in told and len(found) < ENTRIES:
                entry = entries[place]
                if not (isinstance(entry, Knowledge) and message_of(entry).text.strip() == latest.strip()):
                    found.setdefault(entry.key, entry)
    return list(found.values())


def _about(store: Store, latest: str, vectors: Vectors) -> list[Entry]:
    """Distilled knowledge about the subjects of an input: its words without those that carry none."""
    log = tuple(Not(Contains("tags", tag)) for tag in LOG_TAGS)
    return answer(store, Query("knowledge", All((Search(latest), *log)), ENTRIES * 2), vectors).entries


def _reference(entries: Sequence[Entry]) -> str:
    if not entries:
        return ""
    lines = [f"{number}. {_name(entry)}: {_short(entry)}".removesuffix(": ") for number, entry in enumerate(entries, 1)]
    return _REFERENCE + "\n".join(lines)


def _name(entry: Entry) -> str:
    return entry.name if isinstance(entry, Knowledge) else " ".join(entry.names)


def _short(entry: Entry) -> str:
    text = message_of(entry).text if isinstance(entry, Knowledge) else entry.content.data
    text = " ".join(text.split())
    return text if len(text) <= _CUT else text[: _CUT - 1] + "…"
