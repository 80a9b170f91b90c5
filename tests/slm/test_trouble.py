"""What is no Ollama, a damaged store of answers, several readers at once: what is said, and what is not lost."""

from __future__ import annotations

import sqlite3
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.slm.ollama import MODEL, Reply, literal, ollama
from tests.slm.test_builds import artifacts, read, triples
from vaultkit.building.pipeline import build
from vaultkit.config import read_root
from vaultkit.disk.database import kept
from vaultkit.disk.lock import Busy
from vaultkit.doctor.diagnosis import Patient
from vaultkit.doctor.models import model as examine
from vaultkit.enriching.enrich import Enriched, Wishes, enrich, enrich_in_background, words_of
from vaultkit.errors import VaultkitError
from vaultkit.models.answers import answers_file, open_answers

NOTES = 12


@pytest.fixture
def vault(empty_vault: Path) -> Path:
    for number in range(NOTES):
        text = f"Aa{number} uses Bb{number}. That is all there is to say of it."
        (empty_vault / f"Note {number}.md").write_text(text)
    return empty_vault


NO_OLLAMA = {
    "a page": (Reply(body=b"<html>It works!</html>"), "is not Ollama"),
    "another program's list": (Reply(body=b'{"object": "list", "data": []}'), "is not Ollama"),
    "no list": (Reply(status=404), "lists no models"),
    "a signpost": (Reply(status=302, location="http://192.0.2.7:11434"), "sends us elsewhere (status 302)"),
    "a lasting signpost": (Reply(status=308, location="http://192.0.2.7:11434"), "sends us elsewhere (status 308)"),
    "out of order": (Reply(status=503), "status 503: no luck"),
    "hanging up": (Reply(cut=1), "the connection to Ollama at http"),
}


@pytest.mark.parametrize("case", NO_OLLAMA)
def test_what_listens_and_is_no_ollama_is_told_from_one(
    case: str, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listing, words = NO_OLLAMA[case]
    root = read_root(vault)
    built = build(root, root.out)
    with ollama(lambda section, _: literal(section), listing) as server:
        with pytest.raises(VaultkitError) as caught:
            enrich(root, built, Wishes(MODEL, server.host))
        assert words in str(caught.value) and caught.value.remedy
        monkeypatch.setenv("OLLAMA_HOST", server.host)
        (line,) = words_of(enrich(root, built, Wishes()))
        assert words in line and "\n" not in line and len(line) < 250
        (found,) = examine(Patient(vault, vault))
        assert (found.state, words in found.says, bool(found.remedy)) == ("warning", True, True)
        assert server.asked == []


def test_who_has_nothing_yet_is_told_every_step(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")
    root = read_root(vault)
    built = build(root, root.out)
    steps = ["no Ollama answers at http://127.0.0.1:9 (", "ollama.com", "ollama pull ", "vaultkit[models]"]
    for missing in (steps[:3], steps):
        (line,) = words_of(enrich(root, built, Wishes()))
        assert [each for each in steps if each in line] == missing and "\n" not in line
        monkeypatch.setitem(sys.modules, "ollama", None)
    with (
        ollama(lambda section, _: literal(section)) as server,
        pytest.raises(VaultkitError, match="its client is not installed; uv tool install"),
    ):
        enrich(root, built, Wishes(MODEL, server.host))


def test_a_question_is_not_taken_elsewhere(vault: Path) -> None:
    with (
        ollama(lambda section, _: literal(section)) as other,
        ollama(lambda section, _: Reply(status=307, location=other.host)) as server,
    ):
        enriched = read(vault, server)
        assert all("sends us elsewhere" in each.why or "no model" in each.why for each in enriched.built.sections)
        assert server.asked and not other.asked


def test_a_model_that_is_gone_ends_the_run_and_is_named(vault: Path) -> None:
    def forget(section: str, _: object) -> Reply:
        if len(server.asked) == 4:
            server.models.clear()
        return literal(section)

    with ollama(forget) as server:
        summary = read(vault, server).summary
    assert summary is not None
    assert (summary.read, len(triples(vault))) == (4, 4)
    assert summary.ended == f"no answers any more: Ollama has no model {MODEL!r}; ollama pull {MODEL}"


class Slow:
    """A model that answers when it is let go."""

    def __init__(self) -> None:
        self.begun, self.go = threading.Event(), threading.Event()

    def answer(self, section: str, _: object) -> Reply:
        self.begun.set()
        self.go.wait(30)
        return literal(section)


def test_two_builds_at_once_ask_once(vault: Path) -> None:
    slow = Slow()
    with ollama(slow.answer) as server:
        done: list[Enriched] = []
        first = threading.Thread(target=lambda: done.append(read(vault, server)))
        first.start()
        assert slow.begun.wait(30)
        other = read(vault, server)
        assert other.summary is None and "another process has a model read" in other.missing
        with pytest.raises(Busy):
            read(vault, server, reread=True)
        slow.go.set()
        first.join()
        assert len(server.asked) == NOTES == len(triples(vault))
        assert done[0].summary is not None and done[0].summary.read == NOTES


def test_the_background_leaves_the_notes_to_who_reads_them(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Slow()
    with ollama(slow.answer) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.host)
        first = threading.Thread(target=lambda: read(vault, server))
        first.start()
        assert slow.begun.wait(30)
        assert enrich_in_background(read_root(vault), lambda: False) == ""
        slow.go.set()
        first.join()
        assert len(server.asked) == NOTES


def _overwrite(start: float, share: float) -> Callable[[Path], None]:
    def damage(file: Path) -> None:
        data = bytearray(file.read_bytes())
        begin, length = int(len(data) * start), int(len(data) * share)
        data[begin : begin + length] = b"\xff" * length
        file.write_bytes(data)

    return damage


def _scribble(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE answer SET answer = '{\"entities\": [' WHERE number % 3 = 0")


DAMAGES: dict[str, tuple[Callable[[Path], None], int]] = {
    "no database": (lambda file: file.write_bytes(b"garbage" * 1000) and None, 0),
    "its head": (_overwrite(0.0, 0.01), 0),
    "its second half": (_overwrite(0.5, 0.5), 0),
    "a page": (_overwrite(0.3, 0.1), 0),
    "its end is missing": (lambda file: file.write_bytes(file.read_bytes()[:-8192]) and None, 0),
    "what is in it": (_scribble, NOTES - NOTES // 3),
}


@pytest.mark.parametrize("case", DAMAGES)
def test_a_damaged_store_costs_its_damaged_answers_and_no_build(case: str, vault: Path) -> None:
    damage, least = DAMAGES[case]
    with ollama(lambda section, _: literal(section)) as server:
        read(vault, server)
        before = artifacts(vault)
        damage(answers_file())
        root = read_root(vault)
        built = build(root, root.out, force=True)
        assert "was damaged" in built.mended and "asked about the other sections again" in built.mended
        assert list(answers_file().parent.glob("answers.sqlite.aside-*"))
        assert build(root, root.out).mended == ""
        asked = len(server.asked)
        read(vault, server)
        assert len(triples(vault)) == NOTES
        assert len(server.asked) - asked <= NOTES - least
        build(root, root.out, force=True)
        assert artifacts(vault) == before


def test_a_full_disk_is_called_by_its_name(tmp_path: Path) -> None:
    with (
        pytest.raises(VaultkitError, match="full\\); make room"),
        kept(tmp_path / "kept", [["CREATE TABLE t (x)"]]) as connection,
    ):
        connection.execute("PRAGMA max_page_count = 3")
        for _ in range(9):
            connection.execute("INSERT INTO t VALUES (zeroblob(4000))")


def test_a_store_of_an_earlier_version_is_brought_up_to_date(vault: Path) -> None:
    answers_file().parent.mkdir(parents=True)
    with closing(sqlite3.connect(answers_file())) as connection, connection:
        connection.execute("CREATE TABLE store (id TEXT, number INT)")
        connection.execute("INSERT INTO store VALUES ('x', 1)")
        connection.execute(
            "CREATE TABLE answer (number INTEGER PRIMARY KEY, section TEXT, model TEXT, prompt TEXT, answer TEXT,"
            " UNIQUE (section, model, prompt))"
        )
        connection.execute(
            "CREATE TABLE failure (section TEXT PRIMARY KEY, model TEXT, prompt TEXT, why TEXT, settled INT,"
            " number INT) WITHOUT ROWID"
        )
        connection.execute("INSERT INTO failure VALUES ('s', 'm', 'p', 'it broke off', 1, 1)")
        connection.execute("CREATE TABLE spent (day TEXT PRIMARY KEY, seconds REAL) WITHOUT ROWID")
        connection.execute("PRAGMA user_version = 1")
    with open_answers() as answers:
        failure = answers.failure("s")
        assert failure is not None and (failure.why, failure.repeated, failure.saved) == ("it broke off", True, None)
