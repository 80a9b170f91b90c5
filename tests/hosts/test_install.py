"""`vaultkit install claude` and `uninstall`: whose files they touch, and whose they leave."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.hosts.claude_code import record_hooks
from tests.hosts.conftest import Call
from tests.read_only import read_only
from vaultkit.hosts.claude import HOST
from vaultkit.hosts.hook_program import Programs
from vaultkit.hosts.installing import Place, alone, carry_out, plan_install
from vaultkit.hosts.package import skill_files


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def commands(settings: Path) -> set[str]:
    hooks = json.loads(settings.read_text("utf-8"))["hooks"]
    return {handler["command"] for groups in hooks.values() for group in groups for handler in group["hooks"]}


def test_in_a_new_home_and_out_again(home: Path, call: Call) -> None:
    code, out, _ = call("install", "claude")
    assert code == 0 and "new sessions have it" in out and "--vault DIR" in out
    assert commands(home / ".claude" / "settings.json") == {str(home / "bin" / "vaultkit-hook")}
    skills = {f"skills/{name}" for name in skill_files()}
    assert set(files(home / ".claude")) == {"settings.json", *skills}
    assert "nothing to do" in call("install", "claude")[1]
    assert call("uninstall", "claude")[0] == 0 and not (home / ".claude").exists()
    assert "nothing to do" in call("uninstall", "claude")[1]


def test_in_a_project_no_path_of_this_machine_is_written(home: Path, call: Call) -> None:
    """Its settings go to other machines with the repository."""
    assert call("install", "claude", "--project")[0] == 0
    assert commands(home / "project" / ".claude" / "settings.json") == {"vaultkit-hook"}
    assert not (home / ".claude").exists()


def test_the_folder_of_the_configuration_is_honoured(home: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(home / "elsewhere"))
    call("install", "claude")
    assert (home / "elsewhere" / "settings.json").is_file() and not (home / ".claude").exists()


def test_a_dry_run_shows_all_and_writes_nothing(home: Path, call: Call) -> None:
    before = files(home)
    code, out, _ = call("install", "claude", "--dry-run", "--vault", str(home / "vault"))
    skill = skill_files()["vaultkit-vault/SKILL.md"]
    line = f"new      {home / '.claude' / 'skills' / 'vaultkit-vault' / 'SKILL.md'} ({len(skill):,} bytes)"
    assert code == 0 and line in out.splitlines() and skill.decode().splitlines()[-1] not in out
    assert len(out.splitlines()) < 15, "what is new is not told whole"
    whole = call("install", "claude", "--dry-run", "--verbose", "--vault", str(home / "vault"))[1]
    assert all(text in whole for text in ('+            "command": ', skill.decode().splitlines()[-1], "+[vault]"))
    after = {name: data for name, data in files(home).items() if not name.startswith("state/locks/")}
    assert after == before


def test_a_dry_run_shows_what_changes_in_settings_of_others(home: Path, call: Call) -> None:
    (home / ".claude.json").write_text('{"numStartups": 3}\n')
    out = call("install", "claude", "--dry-run")[1]
    assert '-{"numStartups": 3}' in out and "settings.json (" in out


def test_what_stays_is_told_and_how_it_goes(home: Path, call: Call) -> None:
    call("install", "claude", "--vault", str(home / "vault"))
    config, state = str(home / "config" / "vaultkit" / "config.toml"), str(home / "state")
    assert json.loads(call("uninstall", "claude", "--json", "--dry-run")[1])["stays"] == [config, state]
    out = call("uninstall", "claude")[1]
    kept = ("conversations", "index of episodes", "remove that folder")
    assert all(word in out for word in (config, state, *kept)) and (home / "state").is_dir()


def test_the_mode_stays_and_a_link_is_followed(home: Path, call: Call) -> None:
    """Settings kept in a repository of dotfiles, readable by their owner alone."""
    dotfile, settings = home / "dotfiles" / "claude.json", home / ".claude" / "settings.json"
    dotfile.parent.mkdir()
    settings.parent.mkdir()
    dotfile.write_bytes(before := b'{\r\n\t"model": "opus"\r\n}')
    dotfile.chmod(0o600)
    settings.symlink_to(dotfile)
    call("install", "claude")
    assert settings.is_symlink() and dotfile.stat().st_mode & 0o777 == 0o600 and commands(dotfile)
    call("uninstall", "claude")
    assert settings.is_symlink() and dotfile.read_bytes() == before


BROKEN = {
    "a comment": ('{\n  "a": 1, // mine\n}', "settings.json:2:11 is no JSON (JSON has no comments)"),
    "a comma too much": ('{\n  "a": 1,\n}', "settings.json:"),
    "cut off": ('{"a": ', "settings.json:1:7 is no JSON"),
    "no number": ('{"a": NaN}', "NaN is no number"),
    "no object": ("[1, 2]", "holds no settings but [1, 2]"),
    "hooks are a list": ('{"hooks": []}', "hooks is not what belongs there"),
    "an event is an object": ('{"hooks": {"PostToolUse": {}}}', "hooks.PostToolUse is not what belongs"),
    "not UTF-8": ('{"a": "\xff"}', "is no UTF-8 (byte 7)"),
    "too deep": ("[" * 100_000, "is no JSON"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_what_cannot_be_read_is_left_alone(home: Path, call: Call, kind: str) -> None:
    text, words = BROKEN[kind]
    settings = home / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_bytes(before := text.encode("latin-1"))
    code, out, err = call("install", "claude")
    assert code == 1 and not out and words in err and err.count("\n") == 1
    assert settings.read_bytes() == before and set(files(home / ".claude")) == {"settings.json"}


IN_THE_WAY: dict[str, Callable[[Path], object]] = {
    "a folder": lambda place: place.mkdir(parents=True),
    "a pipe": lambda place: (place.parent.mkdir(), os.mkfifo(place)),
    "a link to itself": lambda place: (place.parent.mkdir(), place.symlink_to(place)),
    "a file for its folder": lambda place: place.parent.touch(),
    "a file nobody may write": lambda place: (place.parent.mkdir(), place.write_text("{}"), place.chmod(0o444)),
}


@pytest.mark.parametrize("kind", IN_THE_WAY)
def test_what_stands_in_the_way_is_told_at_once_and_by_a_dry_run_too(home: Path, call: Call, kind: str) -> None:
    settings = home / ".claude" / "settings.json"
    IN_THE_WAY[kind](settings)
    before = {path for path in home.rglob("*") if "state" not in path.parts}
    told = [call("install", "claude", *more) for more in (["--dry-run"], [])]
    assert {(code, out) for code, out, _ in told} == {(1, "")}
    assert all(str(settings.parent) in err and err.count("\n") == 1 for _, _, err in told)
    assert {path for path in home.rglob("*") if "state" not in path.parts} == before
    assert call("doctor")[0] in (0, 1)


def test_a_folder_that_cannot_be_written_is_told_in_full(home: Path, call: Call) -> None:
    (home / ".claude").mkdir()
    with read_only(home / ".claude"):
        code, _, err = call("install", "claude")
    assert code == 1 and f"{home / '.claude'}/" in err
    assert f" {os.fspath(home)[1:]}" not in err


def test_skills_of_others_and_edited_ones_stay(home: Path, call: Call) -> None:
    skills = home / ".claude" / "skills"
    theirs = skills / "vaultkit-graphify" / "SKILL.md"
    theirs.parent.mkdir(parents=True)
    theirs.write_text("mine\n")
    assert f"{theirs} was not written by vaultkit" in call("install", "claude")[1]
    edited = skills / "vaultkit-vault" / "SKILL.md"
    edited.write_text("edited\n")
    assert f"{edited} was not written by vaultkit, or was edited" in call("install", "claude")[1]
    assert f"{edited} was edited: it stays" in call("uninstall", "claude")[1]
    assert (theirs.read_text(), edited.read_text()) == ("mine\n", "edited\n")


def test_a_skill_of_an_older_version_is_replaced(home: Path, call: Call) -> None:
    call("install", "claude")
    skill = home / ".claude" / "skills" / "vaultkit-vault" / "SKILL.md"
    new = skill.read_bytes()
    (receipt,) = (home / "state" / "installed").glob("*.json")
    kept = json.loads(receipt.read_text())
    skill.write_bytes(b"of an older version\n")
    kept["files"][str(skill)] = hashlib.sha256(skill.read_bytes()).hexdigest()
    receipt.write_text(json.dumps(kept))
    assert str(skill) in call("install", "claude")[1] and skill.read_bytes() == new


def test_a_skill_that_this_version_no_longer_has_goes(home: Path, call: Call) -> None:
    call("install", "claude")
    (receipt,) = (home / "state" / "installed").glob("*.json")
    kept = json.loads(receipt.read_text())
    skills = home / ".claude" / "skills"
    for name, text in {"vaultkit-old": "as it was", "vaultkit-edited": "edited since"}.items():
        (skills / name).mkdir()
        (skills / name / "SKILL.md").write_text(text)
        kept["files"][str(skills / name / "SKILL.md")] = hashlib.sha256(b"as it was").hexdigest()
    receipt.write_text(json.dumps(kept))
    assert "vaultkit-old" in call("install", "claude")[1]
    assert not (skills / "vaultkit-old").exists() and (skills / "vaultkit-edited" / "SKILL.md").exists()
    assert "nothing to do" in call("install", "claude")[1]


def test_beside_the_plugin_every_hook_would_run_twice(home: Path, call: Call) -> None:
    settings = home / ".claude" / "settings.json"
    settings.parent.mkdir()
    settings.write_text('{"enabledPlugins": {"vaultkit@vaultkit": true}}')
    code, _, err = call("install", "claude")
    assert code == 1 and "every hook would run twice" in err
    settings.write_text('{"enabledPlugins": {"vaultkit@vaultkit": false}}')
    assert call("install", "claude")[0] == 0


def test_a_program_outside_of_the_path_is_named_wholly_and_it_is_said(
    home: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    for option, words in (("--user", "if that moves, run this command again"), ("--project", "or nothing will run")):
        out = call("install", "claude", option)[1]
        assert "vaultkit-hook is not on the PATH" in out and words in out
    assert commands(home / ".claude" / "settings.json") == {str(home / "bin" / "vaultkit-hook")}


def test_a_name_that_is_no_text_is_refused(home: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    odd = home / os.fsdecode(b"caf\xe9")
    (odd / ".obsidian").mkdir(parents=True)
    code, _, err = call("install", "claude", "--vault", str(odd))
    assert code == 1 and "no configuration can hold" in err and not (home / ".claude").exists()
    record_hooks(odd, "/usr/bin/python3")
    monkeypatch.setattr("sys.argv", [str(odd / "vaultkit")])
    code, _, err = call("install", "claude")
    assert code == 1 and "no settings can hold" in err and not (home / ".claude").exists()


def test_the_vault_is_kept_in_the_configuration(home: Path, call: Call) -> None:
    config, vault = home / "config" / "vaultkit" / "config.toml", str(home / "vault")
    assert "--vault" not in call("install", "claude", "--vault", vault)[1]
    assert config.read_text() == f'[vault]\npath = "{vault}"\n'
    assert call("install", "claude", "--vault", vault)[0] == 0
    (home / "other" / ".obsidian").mkdir(parents=True)
    code, _, err = call("install", "claude", "--vault", str(home / "other"))
    assert code == 1 and "names another vault" in err
    code, _, err = call("install", "claude", "--vault", str(home / "bin"))
    assert code == 1 and "vaultkit init" in err


def test_json(home: Path, call: Call) -> None:
    settings = str(home / ".claude" / "settings.json")
    answer = json.loads(call("install", "claude", "--json")[1])
    assert answer["host"] == "claude" and answer["settings"] == settings and settings in answer["changed"]
    answer = json.loads(call("uninstall", "claude", "--json")[1])
    assert settings in answer["changed"] and answer["left"] == []


def test_two_at_once_install_once(home: Path, call: Call) -> None:
    """The second waits, sees what the first has done, and does nothing."""
    place = Place(HOST, "user", home / "project")

    def install(_: int) -> int:
        with alone(place):
            plan = plan_install(place, Programs("/bin/vaultkit-hook"))
            carry_out(place, plan)
            return len(plan.steps)

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(install, range(4))) == [0, 0, 0, 2 + len(skill_files())]
