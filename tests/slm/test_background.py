"""Reading after edits, and runs that end early: whatever was read is kept, and the next run goes on there."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.slm.ollama import MODEL, Reply, literal, ollama
from tests.slm.test_builds import read, triples
from vaultkit import clock
from vaultkit.building.pipeline import build
from vaultkit.building.standing import reasons, standing
from vaultkit.config import read_root
from vaultkit.doctor.diagnosis import Patient
from vaultkit.doctor.models import model as examine
from vaultkit.enriching.enrich import enrich_in_background
from vaultkit.enriching.note_reading import Terms, read_notes
from vaultkit.errors import VaultkitError
from vaultkit.models.answers import answers_file, open_answers
from vaultkit.models.model_choice import Choice, choose

NOTES = 12


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VAULTKIT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "vault" / ".obsidian").mkdir(parents=True)
    for number in range(NOTES):
        text = f"A{number} uses B{number}. That is all there is to say of it."
        (tmp_path / "vault" / f"Note {number}.md").write_text(text)
    return tmp_path / "vault"


def test_reading_in_the_background_ends_when_it_is_told_and_goes_on_later(
    vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = read_root(vault)
    build(root, root.out)
    with ollama(lambda section, _: literal(section)) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.host)
        words = enrich_in_background(root, lambda: len(server.asked) > 4)
        assert "sections left (stopped)" in words
        assert 4 <= len(triples(vault)) < NOTES
        enrich_in_background(root, lambda: False)
        assert len(triples(vault)) == NOTES
        asked = len(server.asked)
        assert enrich_in_background(root, lambda: False) == ""
        assert len(server.asked) == asked


def test_a_graph_without_what_a_model_has_read_since_is_behind(vault: Path) -> None:
    root = read_root(vault)
    build(root, root.out)
    with ollama(lambda section, _: literal(section)) as server:
        choice = choose(root, model=MODEL, host=server.host)
        assert isinstance(choice, Choice)
        read_notes(root, root.out, choice, Terms(stop=lambda: len(server.asked) > 4))
    stands = standing(root.out)
    assert stands.behind and stands.may_be_behind == "is behind"
    assert list(reasons(stands)) == [f"a model has read more of {stands.learnt} notes"]
    build(root, root.out)
    assert len(triples(vault)) == stands.learnt and not standing(root.out).behind


def test_it_stops_in_the_midst_of_a_question(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = read_root(vault)
    build(root, root.out)
    with ollama(lambda section, _: Reply(hang=60)) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.host)
        started = time.monotonic()
        assert enrich_in_background(root, lambda: bool(server.asked)) == ""
        assert time.monotonic() - started < 30


@pytest.mark.parametrize("setting", ["background_minutes = 0", "daily_minutes = 0\nbackground_minutes = 0"])
def test_without_a_budget_nobody_is_asked(setting: str, vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (vault / ".vaultkit.toml").write_text(f"[slm]\n{setting}\n")
    root = read_root(vault)
    build(root, root.out)
    with ollama(lambda section, _: literal(section)) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.host)
        assert enrich_in_background(root, lambda: False) == ""
        assert server.asked == []


def test_what_a_build_takes_is_not_taken_from_the_time_after_edits(
    vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    today = clock.now().astimezone().date().isoformat()
    with open_answers() as answers:
        answers.spend("2020-01-01", 9e9, after_edits=True)
        answers.spend(today, 60 * 60 * 20, after_edits=False)
    root = read_root(vault)
    build(root, root.out)
    with ollama(lambda section, _: literal(section)) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.host)
        assert "read" in enrich_in_background(root, lambda: len(server.asked) > 2)
        with open_answers() as answers:
            assert 0 < answers.spent(today, after_edits=True) < 60 < answers.spent(today)
            answers.spend(today, 60 * 60, after_edits=True)
        asked = len(server.asked)
        assert enrich_in_background(root, lambda: False) == ""
        assert len(server.asked) == asked


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_a_run_that_is_ended_has_lost_nothing(end: signal.Signals, vault: Path) -> None:
    def slow(section: str, _: object) -> Reply:
        return literal(section)._replace(hang=0.1)

    code = (
        f"import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
        f" sys.argv = ['graphify', 'build', {str(vault)!r}, '--slm', {MODEL!r}, '--slm-host', sys.argv[1]];"
    )
    code += " from vaultkit.cli.main import graphify; sys.exit(graphify())"
    with ollama(slow) as server:
        with subprocess.Popen([sys.executable, "-c", code, server.host], stderr=subprocess.PIPE, env=os.environ) as run:
            while len(server.asked) < 5 and run.poll() is None:
                time.sleep(0.02)
            run.send_signal(end)
            assert run.wait(60) in (130, -end)
        kept = len(server.asked) - 1
        summary = read(vault, server).summary
        assert summary is not None
        assert summary.cached >= kept - 1
        assert len(triples(vault)) == NOTES
        assert len(server.asked) <= NOTES + 2


def test_the_doctor_says_what_there_is_and_what_to_pull(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLLAMA_HOST", "127.0.0.1:9")
    (found,) = examine(Patient(vault, vault))
    assert (found.state, "ollama pull" in found.remedy) == ("ok", True)
    with ollama(lambda section, _: literal(section)) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.host)
        (found,) = examine(Patient(vault, vault))
        assert found.state == "ok"
        assert f"{MODEL} reads the notes" in found.says
        del server.models[MODEL]
        (found,) = examine(Patient(vault, vault))
        assert (found.state, "none that reads notes" in found.says) == ("warning", True)


def test_the_doctor_tells_of_a_folder_that_shall_be_skipped_and_is_not_there(vault: Path) -> None:
    (vault / "Private").mkdir()
    (vault / "Private" / "Diary.md").write_text("x")
    (vault / ".vaultkit.toml").write_text('[slm]\nskip = ["private", "privat", "/"]\n')
    root = read_root(vault)
    assert len(list(examine(Patient(vault, vault)))) == 1, "nobody knows before there is a graph"
    build(root, root.out)
    told, _ = examine(Patient(vault, vault))
    assert (told.state, "'privat'" in told.says) == ("warning", True)


@pytest.mark.parametrize("bad", ["newer", "no database"])
def test_the_doctor_tells_of_answers_that_cannot_be_used(bad: str, vault: Path) -> None:
    with open_answers() as answers:
        store = answers_file()
        assert answers.position().number == 0
    if bad == "newer":
        with closing(sqlite3.connect(store)) as connection:
            connection.execute("PRAGMA user_version = 99")
    else:
        store.write_bytes(b"no database" * 999)
    told, _ = examine(Patient(vault, vault))
    root = read_root(vault)
    if bad == "newer":
        assert told.state == "problem" and "newer vaultkit" in told.says
        with pytest.raises(VaultkitError, match="newer vaultkit"):
            build(root, root.out)
    else:
        assert told.state == "warning" and "build" in told.remedy
        assert "was damaged" in build(root, root.out).mended
