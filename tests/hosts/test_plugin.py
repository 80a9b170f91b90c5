"""The plugin as it is shipped: one version, hooks that are in time, skills whose every command is true."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from extractors.properties.frontmatter import read_frontmatter
from tests.program import HOUSE, copy_example, update
from vaultkit import __version__
from vaultkit.cli.main import VAULTKIT, run
from vaultkit.hosts.hook_program import calls_hook
from vaultkit.hosts.package import PLUGIN, plugin_hooks, skill_files

MARKETPLACE = HOUSE / ".claude-plugin" / "marketplace.json"
SKILLS = sorted((PLUGIN / "skills").glob("*/SKILL.md"))
DOCS = HOUSE / "docs" / "claude-code.md"
ASKING = [skill for skill in SKILLS if skill.parent.name in ("vault", "graphify")]
"""Those that show whole commands, which can be run as they are."""
OVERVIEW = {"vaultkit graph", "vaultkit graph .."}
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
    assert all(calls_hook(handler) and handler["args"] == [] and 1 <= handler["timeout"] <= 10 for handler in handlers)


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


@pytest.mark.parametrize("skill", ASKING, ids=lambda skill: skill.parent.name)
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


def helped(command: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What `--help` of a command says."""
    words = shlex.split(command)[1:]
    named = words[:2] if words[0] == "graph" else words[:1]
    with pytest.raises(SystemExit):
        run("vaultkit", VAULTKIT, "check", [*named, "--help"])
    return capsys.readouterr().out


@pytest.mark.parametrize("text", [*ASKING, DOCS], ids=lambda path: path.parent.name)
def test_flags_named_in_passing_exist(text: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--folder DIR` in running text belongs to some command that the text shows."""
    words = text.read_text("utf-8")
    shown = [each for each in commands(words) if each.startswith("vaultkit ") and each not in OVERVIEW]
    known = "".join(helped(command, capsys) for command in shown)
    flags = set(re.findall(r"`(--[a-z-]+)", words))
    assert flags and all(flag in known for flag in flags), flags
    for command in shown:
        assert all(flag in helped(command, capsys) for flag in re.findall(r" (--[a-z-]+)", command)), command


def test_the_docs_have_every_hook_and_its_time() -> None:
    """One row for each event, in which the time is that of hooks.json."""
    rows = [line for line in DOCS.read_text("utf-8").splitlines() if line.startswith("| `")]
    for event, groups in plugin_hooks().items():
        (row,) = [line for line in rows if f"`{event}`" in line]
        assert f"{groups[0]['hooks'][0]['timeout']} s" in row.rpartition(" | ")[2]


def test_the_types_that_a_skill_names_have_templates() -> None:
    text = (PLUGIN / "skills" / "vault" / "SKILL.md").read_text("utf-8")
    (listed,) = re.findall(r"Types with a template: ([^.]+)\.", text)
    ours = {file.name.partition(".")[0] for file in (HOUSE / "templates" / "notes").glob("*.md.j2")}
    assert set(listed.split(", ")) == ours - {"frontmatter", "journal"}


def test_skills_outside_of_a_plugin_have_a_name_of_their_own() -> None:
    """Others have a skill called `graphify` too."""
    files = skill_files()
    assert set(files) > {"vaultkit-graphify/SKILL.md", "vaultkit-vault/SKILL.md"}
    for name, data in files.items():
        if not name.endswith("/SKILL.md"):
            continue
        front = read_frontmatter(data.decode())
        assert front.data and front.data["name"] == name.partition("/")[0]
