"""The journal: append only, contract frontmatter, no entry lost, and the place that the settings name."""

from __future__ import annotations

import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.writing.folders import read_files, write_files
from vaultkit.checking.check import check_note
from vaultkit.cli.main import VAULTKIT, run
from vaultkit.config import read_root
from vaultkit.contract.contract import Contract, read_contract
from vaultkit.daily import Daily, read_daily
from vaultkit.errors import UsageError, VaultkitError
from vaultkit.writing.journal import append, clean, last_days

NOW = "2026-11-30T14:05:00"


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAULTKIT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("VAULTKIT_NOW", NOW)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    write_files(tmp_path / "vault", {})
    return tmp_path / "vault"


def test_a_new_day_keeps_the_contract(vault: Path) -> None:
    path = append(read_root(vault), "first\nsecond line")
    assert path == "journal/2026-11-30.md"
    text = (vault / path).read_text()
    assert text == (
        "---\nsummary: Journal of Monday, 30 November 2026.\ntags:\n  - type/journal\n  - scope/global\n"
        "date: 2026-11-30\n---\n\n# 2026-11-30\n\n- 14:05 first\n  second line\n"
    )
    strict = Contract(exempt=())
    assert [finding.problem.rule for finding in check_note(path, text, strict)] in ([], ["subject-missing"])
    assert check_note(path, text, read_contract(vault)) == []


@settings(max_examples=60, deadline=None)
@given(start=st.binary(max_size=40), texts=st.lists(st.text(max_size=40), min_size=1, max_size=5))
def test_earlier_bytes_never_change(start: bytes, texts: list[str], tmp_path_factory: pytest.TempPathFactory) -> None:
    vault = tmp_path_factory.mktemp("vault")
    write_files(vault, {"journal/2026-11-30.md": start})
    root, file = read_root(vault), vault / "journal" / "2026-11-30.md"
    for text in texts:
        before = file.read_bytes()
        if not clean(text):
            with pytest.raises(UsageError):
                append(root, text)
            assert file.read_bytes() == before
            continue
        append(root, text)
        after = file.read_bytes()
        assert after.startswith(before) and after.endswith(b"\n")
        added = after[len(before) :].decode().replace("\r\n", "\n")
        assert all(line.strip() in added for line in clean(text).split("\n"))
        assert not before or added.removeprefix("\n").startswith("- 14:05 ")
        assert before.endswith(b"\n") or not before or added.startswith("\n")


def test_line_ends_are_those_of_the_file(vault: Path) -> None:
    write_files(vault, {"journal/2026-11-30.md": b"mine\r\n"})
    append(read_root(vault), "a\nb")
    assert (vault / "journal/2026-11-30.md").read_bytes() == b"mine\r\n- 14:05 a\r\n  b\r\n"


def test_writers_at_once_lose_nothing(vault: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from vaultkit.config import read_root\n"
        "from vaultkit.writing.journal import append\n"
        "root = read_root(Path(sys.argv[1]))\n"
        "for number in range(15): append(root, f'{sys.argv[2]}-{number}')\n"
    )
    writers = [subprocess.Popen([sys.executable, "-c", script, str(vault), name]) for name in "abcd"]
    assert [writer.wait(60) for writer in writers] == [0] * 4
    text = (vault / "journal/2026-11-30.md").read_text()
    entries = [line.split(" ")[2] for line in text.split("\n") if line.startswith("- ")]
    assert sorted(entries) == sorted(f"{name}-{number}" for name in "abcd" for number in range(15))
    assert text.count("type/journal") == 1
    for name in "abcd":
        assert [each for each in entries if each[0] == name] == [f"{name}-{number}" for number in range(15)]


def test_show_prints_the_last_days_there_are(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = read_root(vault)
    for day in ("2026-11-20", "2026-11-28", "2026-11-30", "2026-12-05"):
        monkeypatch.setenv("VAULTKIT_NOW", f"{day}T09:00")
        append(root, day)
    write_files(vault, {"journal/notes.md": b"", "journal/2026-13-01.md": b""})
    monkeypatch.setenv("VAULTKIT_NOW", NOW)
    assert [day.date for day in last_days(root, 2)] == ["2026-11-28", "2026-11-30"]
    assert [day.date for day in last_days(root, 9)] == ["2026-11-20", "2026-11-28", "2026-11-30"]
    assert last_days(root, 0) == []


@pytest.mark.parametrize(
    ("files", "path"),
    [
        ({".vaultkit.toml": b'[journal]\nfolder = "log"\n'}, "log/2026-11-30.md"),
        ({".vaultkit.toml": b'[journal]\nfolder = ""\nformat = "YY.M.D"\n'}, "26.11.30.md"),
        ({".obsidian/daily-notes.json": b'{"folder": "days/x/"}'}, "days/x/2026-11-30.md"),
        (
            {".obsidian/daily-notes.json": b'{"format": "YYYY/MM MMMM/dddd [the] Do"}'},
            "2026/11 November/Monday the 30th.md",
        ),
        ({".obsidian/daily-notes.json": b"{broken"}, "journal/2026-11-30.md"),
        (
            {".vaultkit.toml": b'[journal]\nfolder = "log"\n', ".obsidian/daily-notes.json": b'{"folder": "days"}'},
            "log/2026-11-30.md",
        ),
    ],
)
def test_where_daily_notes_lie(vault: Path, files: dict[str, bytes], path: str) -> None:
    write_files(vault, files)
    root = read_root(vault)
    assert append(root, "x") == path
    assert path in read_files(vault)
    assert check_note(path, (vault / path).read_text(), read_contract(vault)) == []
    assert [day.path for day in last_days(root, 1)] == [path]


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ('format = "YYYY-MM"', "names no day"),
        ('format = "YYYY-MM-DD HH"', "holds 'HH', which is not known"),
        ('folder = "../out"', "no folder of the vault"),
        ('folder = "a/.b"', "no folder of the vault"),
    ],
)
def test_settings_that_cannot_be_followed_are_told(vault: Path, setting: str, words: str) -> None:
    write_files(vault, {".vaultkit.toml": f"[journal]\n{setting}\n".encode()})
    with pytest.raises(VaultkitError, match=words):
        append(read_root(vault), "x")


FORMATS = ("YYYY-MM-DD", "D. MMMM YYYY", "YYYY/MM/DD dddd", "MMM Do, YY", "[day] YYYYMMDD", "DD.MM.YYYY [(]ddd[)]")


@settings(deadline=None)
@given(number=st.integers(0, 36_000), written=st.sampled_from(FORMATS), folder=st.sampled_from(("", "j", "a (b)/c")))
def test_a_day_is_found_again(number: int, written: str, folder: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    day = date(2000, 1, 1) + timedelta(days=number)
    daily = Daily(folder, written, "")
    root = tmp_path_factory.mktemp("days")
    write_files(root, {daily.path(day): b""})
    assert list(daily.days(root)) == [(day, daily.path(day))]


def test_the_default_is_a_day_a_file_in_journal(vault: Path) -> None:
    assert read_daily(vault) == Daily("journal", "YYYY-MM-DD", "default")


def test_control_characters_are_left_out() -> None:
    assert clean(" a\0b\x1b[31m\r\nc\ud800 \n") == "ab[31m\nc"


def test_no_secret_is_written(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run(
            "vaultkit",
            VAULTKIT,
            "check",
            ["journal", "--vault", str(vault), "used ghp_abcdefghij0123456789abcdefghij01234567 to push"],
        )
        == 0
    )
    assert b"ghp_" not in b"".join(read_files(vault).values())
    assert "to push" in (vault / capsys.readouterr().out.strip()).read_text()
