"""The commands on a small vault: what they print, in words and as JSON, what they write, and their exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.read_only import read_only
from tests.writing.folders import read_files, write_files
from vaultkit.checking.check import check_note
from vaultkit.cli.main import GRAPHIFY, VAULTKIT, run
from vaultkit.config import read_root
from vaultkit.contract.contract import read_contract
from vaultkit.disk.lock import lock
from vaultkit.disk.root_state import root_state

Call = Callable[..., tuple[int, str, str]]
MINE = ("init", "new", "facets", "notes", "conventions", "rename", "retag", "promote", "journal", "config")


def note(summary: str, *tags: str, body: str = "") -> bytes:
    listed = "".join(f"  - {tag}\n" for tag in tags)
    return f"---\nsummary: {summary}\ntags:\n{listed}---\n{body}\n".encode()


NOTES = {
    "API.md": note("How APIs look.", "type/convention", "convention/api-style", "scope/global"),
    "Shop.md": note(
        "A shop.", "type/project", "project/shop", "convention/api-style", "scope/project", body="[[Locks]]"
    ),
    "Locks.md": note(
        "Lock levels.", "type/reference", "tool/sem-rush", "project/bank", "scope/project", body="deadlock"
    ),
    "Bank.md": note("A bank.", "type/how-to", "project/bank", "tool/semrush", "scope/project", body="![[Locks#x]]"),
    "Farm.md": note(
        "A farm.", "type/how-to", "project/farm", "tool/semrush/ads", "scope/project", body="see Locks here"
    ),
    "Both.md": note("Two.", "type/how-to", "project/a", "project/b", "scope/project", body="[[Locks]] [[Bank]]"),
    "log/2026-01-01.md": note("A day.", "type/journal", "project/x", "scope/project", body="[[Bank]]"),
}


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_files(tmp_path / "vault", NOTES)
    monkeypatch.setenv("VAULTKIT_NOW", "2026-11-30T14:05:00")
    monkeypatch.setenv("VAULTKIT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("VAULTKIT_VAULT", raising=False)
    monkeypatch.chdir(tmp_path / "vault")
    return tmp_path / "vault"


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    def called(*arguments: str) -> tuple[int, str, str]:
        code = run("vaultkit", VAULTKIT, "check", arguments)
        said = capsys.readouterr()
        return code, said.out, said.err

    return called


def answer(call: Call, *arguments: str) -> Any:
    return json.loads(call(*arguments, "--json")[1])


@pytest.mark.parametrize("command", MINE)
def test_every_command_has_help_with_an_example(command: str, call: Call, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        call(command, "--help")
    assert ended.value.code == 0
    assert f"example:\n  vaultkit {command}" in capsys.readouterr().out
    assert f"vaultkit {command}" in (Path(__file__).parents[2] / "README.md").read_text("utf-8")


def test_where_nothing_can_be_written_reading_answers_with_a_word(vault: Path, call: Call) -> None:
    assert call("notes", "--tag", "tool/sem-rush")[0] == 0
    lock = vault / "graphify-out" / ".lock"
    lock.unlink()
    lock.mkdir()
    (vault / "New.md").write_bytes(note("New.", "type/how-to", "scope/global"))
    for command in (["notes", "--tag", "tool/sem-rush"], ["facets"], ["notes", "--tag", "project/nobody"]):
        _, out, err = call(*command)
        assert "sem-rush" in out or "Locks.md" in out or "no note has the tag" in err
        assert err.count("the graph is behind (1 new") == 1 and "cannot open" in err
    assert call("graph", "export", "graphml", "-o", str(vault.parent / "g.graphml"))[0] == 0
    assert call("rename", "Locks.md", "Keys.md")[0] == 1 and (vault / "Locks.md").exists()
    (vault / "New.md").unlink()
    assert call("rename", "Locks.md", "Keys.md", "--dry-run")[0] == 0


def test_a_read_only_vault_is_exported_and_planned_for_elsewhere(vault: Path, call: Call, tmp_path: Path) -> None:
    assert call("notes", "--tag", "tool/sem-rush")[0] == 0
    (vault / "New.md").write_bytes(note("New.", "type/how-to", "scope/global"))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with read_only(vault):
        for command in (
            ["consolidate"],
            ["promote"],
            *(["graph", "export", each] for each in ("svg", "csv", "obsidian")),
        ):
            place = elsewhere / "-".join(command)
            option, others = ("--output", "--output PATH") if "export" in command else ("--plan", "--plan FILE")
            code, _, err = call(*command)
            assert code == 1 and f"{vault}/graphify-out cannot be written; name another place" in err and others in err
            assert ".lock" not in err and "behind" not in err
            code, _, err = call(*command, option, str(place))
            assert (code, err.count("the graph is behind (1 new")) == (0, 1) and place.exists(), err
        assert "# Consolidation" in call("consolidate", "--dry-run")[1]


def test_facets(vault: Path, call: Call) -> None:
    found = answer(call, "facets")
    assert found["facets"]["tool"] == {"sem-rush": 1, "semrush": 1, "semrush/ads": 1}
    assert found["facets"]["project"]["bank"] == 2
    assert list(found["facets"]) == ["type", "client", "project", "domain", "tool", "convention", "scope"]
    assert found["near_duplicates"] == [["tool/sem-rush", "tool/semrush"]]
    code, text, _ = call("facets")
    assert code == 0 and "     2  project/bank\n" in text and "alike: tool/sem-rush, tool/semrush" in text


@pytest.mark.parametrize(
    ("arguments", "paths"),
    [
        (["--tag", "tool"], ["Bank.md", "Farm.md", "Locks.md"]),
        (["--tag", "#tool/semrush"], ["Bank.md", "Farm.md"]),
        (["--tool", "semrush", "--type", "how-to", "--scope", "project"], ["Bank.md", "Farm.md"]),
        (["--tag", "TYPE/How-To", "--project", "farm"], ["Farm.md"]),
        (["--text", "deadlocks"], ["Locks.md"]),
        (["--text", "deadlock", "--type", "how-to"], []),
        (["--tag", "tool", "--top", "1"], ["Bank.md"]),
        (["--scope", "global"], ["API.md"]),
    ],
)
def test_notes(arguments: list[str], paths: list[str], vault: Path, call: Call) -> None:
    found = answer(call, "notes", *arguments)["notes"]
    assert [each["path"] for each in found] == paths
    code, text, told = call("notes", *arguments)
    assert code == (0 if paths else 1) and bool(told) == (not paths)
    assert text == "".join(f"{each['path']}: {each['summary']}\n" for each in found)


def test_notes_lists_all_and_is_current(vault: Path, call: Call) -> None:
    assert len(answer(call, "notes")["notes"]) == len(NOTES)
    write_files(vault, {"New.md": note("Fresh.", "type/hub", "domain/x", "scope/global")})
    assert call("notes", "--domain", "x")[1] == "New.md: Fresh.\n"


def test_conventions(vault: Path, call: Call, tmp_path: Path) -> None:
    project = tmp_path / "code"
    write_files(
        project,
        {
            "CLAUDE.md": b"Keep #convention/api-style; https://x.y/convention/no, docs/convention/no.md.",
            "AGENTS.md": b"`convention/missing`",
            ".vaultkit.toml": b'[project]\nconventions = ["api-style"]\n',
        },
    )
    code, text, _ = call("conventions", str(project), "--vault", str(vault))
    assert code == 1
    assert text == (
        "convention/api-style\n  API.md: How APIs look.\n"
        "convention/missing\n  no note has this tag (declared in AGENTS.md)\n"
    )
    found = answer(call, "conventions", str(project))["conventions"]
    assert found[0]["declared"] == [".vaultkit.toml", "CLAUDE.md"]
    assert call("conventions", str(vault))[0] == 1
    assert call("conventions", str(tmp_path / "nope"))[0] == 2


def test_promote_plans_and_applies_what_is_ticked(vault: Path, call: Call) -> None:
    code, text, _ = call("promote")
    plan = vault / "graphify-out" / "promote-plan.md"
    assert code == 0 and text.startswith("Locks.md: 3 (project/bank, project/farm, project/shop)\n")
    assert read_files(vault) == NOTES
    words = plan.read_text()
    for line in ("`Bank.md` L9, embeds", "`Farm.md` L9, mentions", "`Shop.md` L9, links_to"):
        assert line in words
    assert "Both.md" not in words and "2026-01-01" not in words
    plan.write_text(words.replace("[x]", "[ ]"))
    assert call("promote", "--apply")[0] == 0
    assert read_files(vault) == NOTES
    plan.write_text(words + "- [x] `gone.md`\n- [x] `../out.md`\n")
    assert call("promote", "--apply", "--dry-run")[1].count("+  - scope/global") == 1
    assert read_files(vault) == NOTES
    code, text, _ = call("promote", "--apply")
    assert code == 1 and "gone.md: left" in text
    wanted = NOTES["Locks.md"].replace(b"scope/project", b"scope/global")
    assert read_files(vault) == {**NOTES, "Locks.md": wanted}


@pytest.mark.parametrize("name", ["`a` b.md", "a``b.md", "`.md", "plain é.md", "[x] a.md"])
def test_a_plan_spells_every_name(name: str, vault: Path, call: Call) -> None:
    (vault / "Locks.md").rename(vault / name)
    for other in ("Shop.md", "Bank.md", "Farm.md"):
        write_files(vault, {other: NOTES[other] + f"[x](<{name}>)\n".encode()})
    assert call("promote")[1].startswith(f"{name}: 3 ")
    plan = vault / "graphify-out" / "promote-plan.md"
    plan.write_bytes(plan.read_bytes().replace(b"\n", b"\r\n"))
    assert call("promote", "--apply") == (0, f"{name}: scope/global\n", "")
    assert b"scope/global" in (vault / name).read_bytes()


@pytest.mark.parametrize("arguments", [("facets", "--vault"), ("init",), ("conventions",), ("promote", "--plan")])
def test_an_empty_path_is_not_the_current_folder(
    arguments: tuple[str, ...], vault: Path, call: Call, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        call(*arguments, "")
    assert ended.value.code == 2 and "an empty path names nothing" in capsys.readouterr().err
    assert not (vault / ".vaultkit.toml").exists()


def test_promote_needs_a_plan_and_counts(vault: Path, call: Call) -> None:
    code, _, told = call("promote", "--apply")
    assert code == 1 and "there is no plan" in told
    assert [each["path"] for each in answer(call, "promote", "-n", "4")["candidates"]] == []
    assert [each["path"] for each in answer(call, "promote", "-n", "1")["candidates"]] == ["Locks.md", "Bank.md"]
    assert call("promote", "-n", "0")[0] == 2


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("tool/sem-rush", "tool/seo/semrush", "facet-nested"),
        ("tool/sem-rush", "tol/semrush", "facet-unknown"),
        ("tool/sem-rush", "tool/SemRush", "facet-casing"),
        ("tool/sem-rush", "tool/semrush", ""),
        ("draft", "draft/later", ""),  # nor did the old one
    ],
)
def test_a_retag_says_what_the_contract_has_against_it(vault: Path, call: Call, old: str, new: str, told: str) -> None:
    (vault / "Draft.md").write_text("---\ntags: [draft, tool/sem-rush]\n---\n")
    code, _, fault = call("retag", old, new, "--dry-run")
    assert (code, told in fault, "contract" in fault) == (0, True, bool(told))


def test_rename_and_retag(vault: Path, call: Call) -> None:
    code, diff, _ = call("rename", "Locks", "Lock levels", "--dry-run")
    assert code == 0 and "-[[Locks]]\n+[[Lock levels]]\n" in diff and "rename to Lock levels.md" in diff
    assert read_files(vault) == NOTES
    code, text, _ = call("rename", "./Locks.md", "ref/")
    assert code == 0 and text == "Locks.md -> ref/Locks.md (0 links rewritten, 0 other files changed)\n"
    assert call("rename", "Locks", "Lock levels")[1].endswith("(3 links rewritten, 3 other files changed)\n")
    code, text, _ = call("retag", "tool/sem-rush", "tool/semrush")
    assert code == 0 and text == "1 tag renamed in 1 file\n"
    assert answer(call, "facets")["facets"]["tool"] == {"semrush": 2, "semrush/ads": 1}
    there = read_files(vault)
    planned = answer(call, "rename", "Lock levels", "Levels", "--dry-run")
    assert (planned["old"], planned["new"], planned["links"]) == ("ref/Lock levels.md", "ref/Levels.md", 3)
    assert planned["changed"][-1] == "ref/Lock levels.md" and len(planned["changed"]) == 4 and planned["left"] == []
    assert read_files(vault) == there
    assert answer(call, "rename", "Lock levels", "Levels") == planned and (vault / "ref" / "Levels.md").exists()
    assert answer(call, "retag", "tool/semrush", "tool/moz")["tags"] == 3
    assert call("retag", "nope", "x")[0] == 1
    assert call("rename", "log", "x")[0] == 2


WRITES = {
    "renamed": (("rename", "Locks", "Levels"), "Levels"),
    "tagged anew": (("retag", "tool/sem-rush", "tool/moz"), "#tool/moz"),
    "new": (("new", "how-to", "Sow", "--summary", "When.", "--tag", "project/farm"), "Sow"),
}


@pytest.mark.parametrize(("command", "name"), WRITES.values(), ids=WRITES)
def test_what_was_just_written_can_be_asked_for(
    command: tuple[str, ...], name: str, vault: Path, call: Call, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(*command)[0] == 0
    assert run("graphify", GRAPHIFY, "build", ["explain", name]) == 0
    assert capsys.readouterr().err == ""


def test_a_name_that_is_taken_elsewhere_is_told(vault: Path, call: Call) -> None:
    told = "log/2026-01-01.md has the same name: a link to either needs the path"
    for dry in (["--dry-run"], []):
        assert told in call("rename", "Locks", "2026-01-01", *dry)[2]
    assert told not in call("rename", "2026-01-01.md", "old/")[2]


def test_journal(vault: Path, call: Call) -> None:
    assert call("journal", "did it") == (0, "journal/2026-11-30.md\n", "")
    code, text, _ = call("journal", "--show")
    assert code == 0 and text.startswith("=== journal/2026-11-30.md\n---\n") and "- 14:05 did it\n" in text
    assert [day["date"] for day in answer(call, "journal", "--show", "5")["days"]] == ["2026-11-30"]
    state = root_state(vault)
    assert not state.is_marked()
    assert run("graphify", GRAPHIFY, "build", [str(vault), "--no-slm"]) == 0
    with lock(state.lock, patience=0):  # as the worker that runs already: none is started
        assert call("journal", "and more")[::2] == (0, "")
    assert state.is_marked()
    assert call("journal")[0] == call("journal", "x", "--show")[0] == call("journal", " ")[0] == 2


def test_new(vault: Path, call: Call) -> None:
    code, text, told = call("new", "how-to", "Locks", "--summary", "Again.", "--tag", "tool/x", "--folder", "a")
    assert (code, text) == (0, "a/Locks.md\n") and "Locks.md has the same name" in told
    assert check_note("a/Locks.md", (vault / text.strip()).read_text(), read_contract(vault)) == []
    assert call("new", "how-to", "Locks", "--summary", "Again.", "--tag", "tool/x")[0] == 1


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["notes", "--type", "how-two"], 1, "no note has the tag 'type/how-two'; did you mean 'type/how-to'?"),
        (["notes", "--type", "zzz"], 1, "in use are type/convention, type/how-to, type/journal"),
        (["notes", "--tag", "zzz"], 1, "`vaultkit facets` lists those in use"),
        (["notes", "--tool", "semrush", "--scope", "global"], 1, "no note fits all of that"),
        (["notes", "--tag", "#"], 2, "'#' is no tag"),
        (["notes", "--type", ""], 2, "'type/' is no tag"),
        (["notes", "--top", "0"], 2, "--top 0 makes no sense"),
        (["journal", "--show", "-1"], 2, "--show -1 makes no sense"),
        (["journal", "--show"], 1, "the journal holds nothing yet"),
        (["rename", "", "z"], 2, "an empty name names no note"),
        (["rename", "[[]]", "z"], 2, "an empty name names no note"),
        (["rename", "Locks", ""], 2, "the name '' is empty"),
    ],
)
def test_what_cannot_be_answered_says_why(arguments: list[str], code: int, words: str, vault: Path, call: Call) -> None:
    ended, text, told = call(*arguments)
    assert (ended, text) == (code, "") and words in told and told.count("\n") == 1
    assert read_files(vault) == NOTES


def test_a_new_note_says_which_links_it_takes(vault: Path, call: Call) -> None:
    write_files(vault, {"a/s.md": b"[[Other]] [[Nowhere]]\n[[nowhere.md]]\n", "a/Other.md": b""})
    write_files(vault, {"b/t.md": b"---\nup: '[[../a/Nowhere]]'\n---\n[[Other]]\n"})
    given = ("--summary", "Again.", "--tag", "tool/x")
    code, diff, told = call("new", "how-to", "Other", *given, "--folder", "b", "--dry-run")
    assert code == 0 and "new file mode" in diff and "+++ b/b/Other.md\n" in diff and "--- /dev/null\n" in diff
    assert "1 link that led to a/Other.md would lead to b/Other.md now (b/t.md:4)" in told
    assert not (vault / "b/Other.md").exists()
    found = answer(call, "new", "how-to", "Nowhere", *given, "--folder", "a")
    assert found == {
        "path": "a/Nowhere.md",
        "namesakes": [],
        "drawn": [{"path": "a/s.md", "line": line, "led_to": ""} for line in (1, 2)]
        + [{"path": "b/t.md", "line": 2, "led_to": ""}],
        "written": True,
    }
    (vault / "a/Nowhere.md").unlink()
    told = call("new", "how-to", "Nowhere", *given, "--folder", "a")[2]
    assert "3 links that led nowhere lead to a/Nowhere.md now (a/s.md:1, a/s.md:2, b/t.md:2)" in told


def test_init_makes_what_is_missing_and_changes_nothing_else(tmp_path: Path, call: Call, vault: Path) -> None:
    place = tmp_path / "other"
    write_files(
        place,
        {
            "a.md": b"x",
            ".gitignore": b"*.tmp",
            ".obsidian/app.json": b'{"a": "\xc3\xa9", "userIgnoreFilters": ["t/"]}',
            ".obsidian/daily-notes.json": b'{"folder": "my days"}',
        },
    )
    steps = {each["file"]: each["state"] for each in answer(call, "init", str(place))["steps"]}
    assert steps == {
        ".vaultkit.toml": "made",
        "templates/note": "made",
        ".gitignore": "extended",
        ".stignore": "made",
        ".obsidian/app.json": "offered",
        ".gitattributes": "offered",
    }
    assert (place / ".gitignore").read_text() == "*.tmp\ngraphify-out/\n.vaultkit-new-*\n"
    assert "graphify-out\n" in (place / ".stignore").read_text()
    assert read_root(place).kind == "vault"
    assert answer(call, "config", "--vault", str(place))["settings"]
    call("init", str(place), "--obsidian", "--union-merge")
    assert json.loads((place / ".obsidian/app.json").read_text()) == {
        "a": "é",
        "userIgnoreFilters": ["t/", "graphify-out/"],
    }
    assert (place / ".gitattributes").read_text() == "/my[[:space:]]days/**/*.md merge=union\n"
    files = {file: file.read_bytes() for file in place.rglob("*") if file.is_file()}
    times = {file: file.stat().st_mtime_ns for file in files}
    again = answer(call, "init", str(place), "--obsidian", "--union-merge")["steps"]
    assert {each["state"] for each in again} == {"kept"}
    assert {file: file.read_bytes() for file in place.rglob("*") if file.is_file()} == files
    assert {file: file.stat().st_mtime_ns for file in files} == times


def test_init_makes_a_vault_from_nothing(tmp_path: Path, call: Call, vault: Path) -> None:
    place = tmp_path / "a" / 'new "vault"'
    assert call("init", str(place))[0] == 0
    assert read_root(place).name == 'new "vault"'
    assert (
        call("new", "hub", "Start", "--summary", "Where to start.", "--tag", "domain/x", "--vault", str(place))[0] == 0
    )
    assert answer(call, "notes", "--vault", str(place))["notes"][0]["path"] == "Start.md"


def test_config_tells_where_each_setting_comes_from(vault: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(vault, {".vaultkit.toml": b'[journal]\nfolder = "log"\n[rules]\nbom = "off"\n'})

    def settings() -> dict[str, tuple[Any, str]]:
        return {each["key"]: (each["value"], each["source"]) for each in answer(call, "config")["settings"]}

    found = settings()
    assert found["vault"] == (str(vault), "the current folder")
    assert found["journal.folder"] == ("log", ".vaultkit.toml")
    assert found["rules.bom"] == ("off", ".vaultkit.toml")
    assert found["contract.summary_limit"] == (200, "default")
    monkeypatch.setenv("VAULTKIT_VAULT", str(vault / "log"))
    assert settings()["vault"] == (str(vault / "log"), "$VAULTKIT_VAULT")


def test_without_a_vault_it_says_how_to_name_one(
    tmp_path: Path, vault: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, told = call("facets")
    assert code == 1 and "name one with --vault" in told
    assert answer(call, "config")["settings"][-1]["value"] is None
