"""OpenCode's database: its sessions are read, followed while it writes, and not read twice."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from vaultkit.memory.episodes.around import talk_around
from vaultkit.memory.episodes.following import matters
from vaultkit.memory.episodes.fresh import freshen
from vaultkit.memory.episodes.indexing import index
from vaultkit.memory.episodes.places import client_folders
from vaultkit.memory.episodes.search import Wanted, search
from vaultkit.memory.episodes.tables import reading

SCHEMA = Path(__file__).parent.parent / "cases" / "episodes" / "opencode.sql"
NOW = datetime.fromisoformat("2025-01-08T10:00:00+00:00")


@pytest.fixture
def file(home: Path) -> Path:
    made = home / "data" / "opencode" / "opencode.db"
    made.parent.mkdir(parents=True)
    write(made, SCHEMA.read_text("utf-8"))
    return made


def write(file: Path, statements: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(statements)


def found(question: str) -> list[str]:
    with reading() as db:
        return [hit.text for hit in search(db, question, Wanted(), NOW).hits]


def test_every_session_is_a_source_without_secrets(file: Path) -> None:
    done = index([file.parent])
    assert (done.sources, done.changed, done.skipped, done.unread) == (2, 2, 2, ())
    assert found("how did we name the cache")[0] == "[bash] ls\n→ cache.py\nMemo."
    assert "ghp_" not in found("release notes")[0]
    with reading() as db:
        talk = talk_around(db, f"{file}/ses_1", "msg_2", 3)
    assert (talk.title, talk.meant, talk.turns[0].text) == ("Naming the cache", 1, "Name it")


def test_only_sessions_that_changed_are_read_again(file: Path) -> None:
    index([file])
    assert index([file]).changed == 0
    part = json.dumps({"type": "text", "text": "Call it attic"})
    write(file, f"INSERT INTO part VALUES ('prt_7', 'msg_3', 'ses_2', 1736240500000, 1736240500000, '{part}')")
    assert freshen() == ""
    assert "attic" in found("attic")[0]
    write(file, "DELETE FROM session WHERE id = 'ses_2'")
    done = index([file])
    assert (done.changed, done.removed, done.sources) == (0, 1, 1)


def test_what_it_writes_now_is_read(file: Path) -> None:
    with closing(sqlite3.connect(file)) as opencode:
        opencode.execute(
            "UPDATE session SET title = 'Naming the attic', time_updated = 1736240600000 WHERE id = 'ses_1'"
        )
        opencode.commit()
        assert file.with_name("opencode.db-wal").stat().st_size
        index([file])
    with reading() as db:
        assert "Naming the attic" in search(db, "attic", Wanted(), NOW).hits[0].heading
    assert matters(f"{file}-wal")
    assert not matters(f"{file}-shm")


def test_a_session_moved_into_it_is_not_read_twice(file: Path) -> None:
    old = file.parent / "storage"
    for folder in ("session/p1", "message/ses_1", "part/msg_1"):
        (old / folder).mkdir(parents=True)
    (old / "session" / "p1" / "ses_1.json").write_text('{"id": "ses_1", "title": "Naming the cache"}', "utf-8")
    (old / "session" / "p1" / "ses_0.json").write_text('{"id": "ses_0", "title": "Left behind"}', "utf-8")
    assert index([old, file]).sources == 3


def test_one_that_cannot_be_read_is_told(home: Path) -> None:
    (home / "opencode-beta.db").write_text("no database at all", "utf-8")
    (unread,) = index([home]).unread
    assert "opencode-beta.db: OpenCode's database cannot be read now" in unread


def test_what_was_read_of_one_that_cannot_be_read_now_stays(file: Path) -> None:
    index([file.parent])
    before, sound = found("how did we name the cache"), file.read_bytes()
    for broken in (sound[:1000], b"", b"junk" * 1000):
        file.write_bytes(broken)
        done = index([file.parent])
        assert (done.sources, done.removed, len(done.unread)) == (2, 0, 1)
        assert freshen() == "" and found("how did we name the cache") == before
    file.write_bytes(sound)
    assert index([file.parent]).unread == ()
    file.unlink()
    assert index([file.parent]).removed == 2


def test_it_is_where_a_client_keeps_transcripts(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(file.parent.parent))
    assert file in client_folders()
