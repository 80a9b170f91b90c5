"""Laws: an index brought up to date is a fresh one; pieces hold the whole text; nothing secret is stored."""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from vaultkit.memory.episodes.indexing import index, reset
from vaultkit.memory.episodes.splitting import split
from vaultkit.memory.episodes.tables import index_file

NAMES = ("talk_1.md", "talk_2.md", "talk_3.md", "talk_4.md", "2026-05-07.md", "2026-05-08.md", "sub/note.md")
WORDS = ("cache", "parser", "缓存设计", "migration", "# Heading", "## Other", "```", "", "- done", "2026-03-04")
TEXTS = st.lists(st.sampled_from(WORDS), max_size=12).map("\n".join)
STEPS = st.lists(
    st.tuples(
        st.sampled_from(("write", "remove", "rename", "index")), st.sampled_from(NAMES), st.sampled_from(NAMES), TEXTS
    ),
    min_size=1,
    max_size=12,
)


def dump() -> list[list[tuple[object, ...]]]:
    """All that the index says and counts, numbers of rows and times of files apart."""
    with sqlite3.connect(index_file()) as db:
        return [
            sorted(db.execute("SELECT path, kind, sha, language, series, place, chunks, skipped FROM source")),
            sorted(db.execute("SELECT id, source, position, headings, at, anchor, line, text FROM chunk")),
            list(db.execute("SELECT * FROM total")),
            sorted(
                db.execute(
                    "SELECT id, owner, term.heading, term.before, term.earlier, term.after, term.day, term.body"
                    " FROM document JOIN term ON term.rowid = number"
                )
            ),
        ]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_an_update_equals_a_fresh_index(steps: list[tuple[str, str, str, str]], home: Path) -> None:
    root = home / "notes"
    shutil.rmtree(root, ignore_errors=True)
    (root / "sub").mkdir(parents=True)
    reset()
    index([root])
    for what, name, other, text in steps:
        if what == "write":
            (root / name).write_text(text, "utf-8")
        elif what == "remove":
            (root / name).unlink(missing_ok=True)
        elif what == "rename" and (root / name).exists():
            os.replace(root / name, root / other)
        else:
            index()
    index()
    updated = dump()
    reset()
    index([root])
    assert updated == dump()


@given(
    text=st.text(st.sampled_from("ab \n.。`#~\u0301"), max_size=400),
    limit=st.integers(8, 60),
    overlap=st.integers(0, 8),
)
def test_pieces_hold_the_whole_text(text: str, limit: int, overlap: int) -> None:
    pieces = split(text, limit, overlap)
    assert all(text.startswith(piece, offset) and len(piece) <= limit for offset, piece in pieces)
    ends = [0, *(offset + len(piece) for offset, piece in pieces)]
    assert all(offset <= end and end - offset <= overlap for (offset, _), end in zip(pieces, ends, strict=False))
    assert ends[-1] == len(text)


def test_pruning_stays_below_the_roots_that_were_named(home: Path) -> None:
    one, two = home / "one", home / "two"
    for folder in (one, two):
        folder.mkdir()
        (folder / "a.md").write_text("text", "utf-8")
    index([one, two])
    (one / "a.md").unlink()
    (two / "a.md").unlink()
    assert index([one]).removed == 1
    assert [Path(row[0]).parent for row in dump()[0]] == [two]
    assert index().removed == 1


@pytest.mark.parametrize("secret", ["sk-" + "a1" * 20, "AKIA" + "Z" * 16, "password=Tr0ub4dor&3x"])
@pytest.mark.parametrize("name", ["a.md", "b.jsonl"])
def test_no_secret_is_stored(secret: str, name: str, home: Path) -> None:
    line = f'{{"type":"user","sessionId":"s","uuid":"u","message":{{"role":"user","content":"use {secret} here"}}}}'
    text = line if name.endswith("jsonl") else f"# Log of {secret}\n\n" + "filler words. " * 106 + f"use {secret} here"
    (home / "notes").mkdir()
    (home / "notes" / name).write_text(text, "utf-8")
    assert index([home / "notes"]).chunks
    kept = b"".join(file.read_bytes() for file in index_file().parent.glob("episodes.sqlite*"))
    assert secret.partition("=")[2].encode() not in kept if "=" in secret else secret.encode() not in kept


def test_what_is_unchanged_is_not_opened(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "notes").mkdir()
    for number in range(5):
        file = home / "notes" / f"{number}.md"
        file.write_text("text", "utf-8")
        os.utime(file, (1_700_000_000.5, 1_700_000_000.5))
    index([home / "notes"])
    assert index().changed == 0
    (home / "notes" / "3.md").write_text("other", "utf-8")
    assert index().changed == 1
