"""The plugin as it is shipped: one version, hooks that are in time, skills whose every command is true."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from extractors.frontmatter import read_frontmatter
from tests.program import HOUSE, copy_example, update
from vaultkit import __version__
from vaultkit.cli.main import GRAPHIFY, VAULTKIT, run
from vaultkit.hosts.hook_program import is_ours
from vaultkit.hosts.package import PLUGIN, plugin_hooks, skill_files

MARKETPLACE = HOUSE / ".claude-plugin" / "marketplace.json"
SKILLS = sorted((PLUGIN / "skills").glob("*/SKILL.md"))
MISSING = "---\nsummary: When keys change hands.\ntags: [type/how-to, domain/secrets, scope/global]\n---\n"
ALLOWED = {"--apply": "only after a review", "VAULT": "a place to fill in"}
"""What is in a command that a test cannot run, and why."""


def test_one_version() -> None:
    plugin = json.loads((PLUGIN / ".claude-plugin" / "plugin.json").read_text("utf-8"))
    marketplace = json.loads(MARKETPLACE.read_text("utf-8"))
    (entry,) = marketplace["plugins"]
    assert plugin["version"] == entry["version"] == __version__
    assert plugin["name"] == entry["name"] == marketplace["name"] == "vaultkit"
    assert (HOUSE / entry["source"]).resolve() == PLUGIN


def test_hooks_call_our_program_without_a_shell_and_in_seconds() -> None:
    handlers = [handler for groups in plugin_hooks().values() for group in groups for handler in group["hooks"]]
    assert all(is_ours(handler) and handler["args"] == [] and 1 <= handler["timeout"] <= 10 for handler in handlers)


def test_a_resumed_session_is_not_told_twice() -> None:
    """What a session was told at its start is still in its transcript when it is resumed."""
    (group,) = plugin_hooks()["SessionStart"]
    assert set(group["matcher"].split("|")) == {"startup", "clear", "compact", "fork"}


def commands(text: str) -> list[str]:
    """Every command that a text shows: lines of shell blocks, and code in running text."""
    blocks = "\n".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL))
    inline = re.findall(r"`((?:vaultkit|graphify) [^`]+)`", text)
    return [line for line in [*blocks.splitlines(), *inline] if line.startswith(("vaultkit", "graphify"))]


@pytest.mark.parametrize("skill", SKILLS, ids=lambda skill: skill.parent.name)
def test_a_skill_is_named_as_its_folder_and_short(skill: Path) -> None:
    """https://agentskills.io/specification: name as the folder, description of at most 1,024 characters."""
    text = skill.read_text("utf-8")
    front = read_frontmatter(text)
    assert not front.problems and front.data and front.data["name"] == skill.parent.name
    assert 0 < len(str(front.data["description"])) <= 1024 and len(text.split()) <= 700


@pytest.mark.parametrize("skill", SKILLS, ids=lambda skill: skill.parent.name)
def test_every_command_of_a_skill_works_in_a_project(
    skill: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    vault = copy_example(tmp_path / "vault")
    (vault / "How to rotate secrets.md").write_text(MISSING)  # the one thing that a check finds there
    update(vault)
    project = tmp_path / "project"
    (project / ".git").mkdir(parents=True)
    (project / "CLAUDE.md").write_text("We follow #convention/commit-messages.\n")
    monkeypatch.chdir(project)
    monkeypatch.setenv("VAULTKIT_VAULT", str(vault))
    monkeypatch.setenv("VAULTKIT_HOME", str(tmp_path / "state"))
    found = commands(skill.read_text("utf-8"))
    assert len(found) > 5
    for command in found:
        program, *arguments = shlex.split(command)
        assert program == "vaultkit", "another program may own the name graphify"
        if not any(part in command for part in ALLOWED):
            code = run("vaultkit", VAULTKIT, "check", arguments)
            said = capsys.readouterr()
            assert code == 0 and "there is no" not in said.err, f"{command}: {code} {said.err}"


def test_flags_named_in_passing_exist(capsys: pytest.CaptureFixture[str]) -> None:
    """`--folder DIR` in running text belongs to some command that the skill shows."""
    for skill in SKILLS:
        text = skill.read_text("utf-8")
        shown = {tuple(shlex.split(line)[1:3]) for line in commands(text)}
        helped = ""
        for words in shown:
            own = [word for word in words if word in (VAULTKIT if word == words[0] else GRAPHIFY)]
            with pytest.raises(SystemExit):
                run(
                    "vaultkit",
                    VAULTKIT,
                    "check",
                    [*own, "--help"] if own[-1:] != ["graph"] else ["graph", "build", "--help"],
                )
            helped += capsys.readouterr().out
        flags = set(re.findall(r"`(--[a-z-]+)", text))
        assert flags and all(flag in helped for flag in flags), flags


def test_the_types_that_a_skill_names_have_templates() -> None:
    text = (PLUGIN / "skills" / "vault" / "SKILL.md").read_text("utf-8")
    (listed,) = re.findall(r"Types with a template: ([^.]+)\.", text)
    ours = {file.name.partition(".")[0] for file in (HOUSE / "templates" / "notes").glob("*.md.j2")}
    assert set(listed.split(", ")) == ours - {"frontmatter", "journal"}


def test_skills_outside_of_a_plugin_have_a_name_of_their_own() -> None:
    """Others have a skill called `graphify` too."""
    files = skill_files()
    assert set(files) == {"vaultkit-graphify/SKILL.md", "vaultkit-vault/SKILL.md"}
    for name, data in files.items():
        front = read_frontmatter(data.decode())
        assert front.data and front.data["name"] == name.partition("/")[0]
