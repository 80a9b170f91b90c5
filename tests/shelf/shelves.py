"""Shelves for tests: opened in a folder, with a clock that is told what time it is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from vaultkit.memory.shelf.entry import Content, Statement
from vaultkit.memory.shelf.store import Store, open_store

NOW = datetime(2026, 9, 8, 12, 0, tzinfo=UTC)


@contextmanager
def shelf(folder: Path) -> Iterator[Store]:
    with open_store(folder) as store:
        yield store


def keep(
    store: Store, name: str, data: str = "", *, minutes: int = 0, embed: bool = True, **lists: tuple[str, ...]
) -> None:
    with store.changing():
        store.create_knowledge(name, Content(data, **lists), NOW + timedelta(minutes=minutes), embed=embed)


def state(store: Store, subject: str, predicate: str, obj: str, *, minutes: int = 0, **lists: tuple[str, ...]) -> None:
    with store.changing():
        given = Statement(subject, predicate, obj, Content(**lists), "")
        store.create_statement(given, NOW + timedelta(minutes=minutes))
