"""What the real Claude Code makes of the plugin, of the marketplace, and of settings that were edited."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.hosts.claude_code import Call, Claude, record_hooks, recorded, told
from tests.program import HOUSE
from vaultkit import __version__
from vaultkit.errors import VaultkitError
from vaultkit.hosts import claude as claude_host
from vaultkit.hosts.hook_program import Programs
from vaultkit.hosts.host import Plugin
from vaultkit.hosts.installing import Place, carry_out, plan_install, plan_uninstall
from vaultkit.hosts.json_claims import ours
from vaultkit.hosts.package import PLUGIN, plugin_hooks
from vaultkit.hosts.servers import HOOKS


@pytest.mark.parametrize("folder", [HOUSE, PLUGIN], ids=["marketplace", "plugin"])
def test_validate(claude: Claude, folder: Path) -> None:
    assert "Validation passed" in claude("plugin", "validate", "--strict", folder).stdout


def test_the_validator_would_find_a_fault(claude: Claude, tmp_path: Path) -> None:
    """Else the test above could not fail."""
    plugin = tmp_path / "plugin"
    (plugin / ".claude-plugin").mkdir(parents=True)
    (plugin / "hooks").mkdir()
    (plugin / ".claude-plugin" / "plugin.json").write_bytes((PLUGIN / ".claude-plugin" / "plugin.json").read_bytes())
    hooks = (PLUGIN / "hooks" / "hooks.json").read_text("utf-8").replace('"SessionEnd"', '"SessionsEnd"')
    (plugin / "hooks" / "hooks.json").write_text(hooks)
    with pytest.raises(AssertionError, match=r"SessionsEnd"):
        claude("plugin", "validate", "--strict", plugin)


def test_the_plugin_is_installed_from_the_marketplace(claude: Claude, place: Place) -> None:
    claude("plugin", "marketplace", "add", HOUSE)
    claude("plugin", "install", "vaultkit@vaultkit")
    (ours,) = [
        each for each in json.loads(claude("plugin", "list", "--json").stdout) if each["id"].startswith("vaultkit")
    ]
    assert ours["enabled"] and ours["version"] == __version__
    assert place.host.plugin(place.project) == Plugin(claude.home / ".claude" / "settings.json", __version__)
    details = claude("plugin", "details", "vaultkit").stdout
    assert all(part in details for part in (*plugin_hooks(), "graphify", "vault"))
    assert "plugin:vaultkit:vaultkit: vaultkit graph serve" in claude("mcp", "list").stdout


NOTE = ".of mine/My day (1) é.MD"
"""A name at which a pattern could stumble."""


def calls(project: Path) -> list[Call]:
    note, text = str(project / NOTE), str(project / "text.txt")
    return [
        ("Write", {"file_path": note, "content": "one\n"}),
        ("Edit", {"file_path": note, "old_string": "one", "new_string": "two"}),
        ("Write", {"file_path": text, "content": "one\n"}),
        ("Edit", {"file_path": text, "old_string": "one", "new_string": "two"}),
        ("Read", {"file_path": note}),
        ("Read", {"file_path": str(project / "missing.txt")}),
    ]


ONCE_EACH = {
    "SessionStart": 1,
    "UserPromptSubmit": 1,
    f"PreToolUse Write {NOTE}": 1,
    f"PreToolUse Edit {NOTE}": 1,
    f"PostToolUse Write {NOTE}": 1,
    f"PostToolUse Edit {NOTE}": 1,
    "PostToolUse Write text.txt": 1,
    "PostToolUse Edit text.txt": 1,
    f"PostToolUse Read {NOTE}": 1,
    "PostToolUseFailure Read missing.txt": 1,
    "Stop": 1,
    "SessionEnd": 1,
}
"""Every call of a tool once, before an edit only notes, no event twice."""


def seen(folder: Path) -> Counter[str]:
    found: Counter[str] = Counter()
    for record in recorded(folder):
        name = record.get("tool_input", {}).get("file_path", "").removeprefix(record["cwd"] + "/")
        found[" ".join(filter(None, [record["hook_event_name"], record.get("tool_name"), name]))] += 1
    return found


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


@pytest.fixture
def place(claude: Claude, project: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    monkeypatch.setenv("HOME", str(claude.home))
    monkeypatch.setenv("VAULTKIT_HOME", str(claude.home / "state"))
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    return Place(claude_host.HOST, "user", project)


def test_hooks_of_the_plugin_are_called(claude: Claude, project: Path, tmp_path: Path) -> None:
    hook = record_hooks(tmp_path / "bin", sys.executable)
    claude("plugin", "marketplace", "add", HOUSE)
    claude("plugin", "install", "vaultkit@vaultkit")
    path = f"{hook.parent}:{claude.environment({})['PATH']}"
    claude.session(project, calls(project), PATH=path)
    assert seen(hook.parent) == ONCE_EACH


def test_hooks_in_settings_are_called_and_heard(claude: Claude, place: Place, project: Path, tmp_path: Path) -> None:
    """The path holds a blank and no PATH leads there; what hooks answer reaches the model."""
    answers = {
        "SessionStart": {
            "hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": "the map: ALPHA"}
        },
        "PostToolUse": {"decision": "block", "reason": "summary is missing: BETA"},
    }
    hook = record_hooks(tmp_path / "some where", sys.executable, answers)
    carry_out(place, plan_install(place, Programs(str(hook), serves=False)))
    session = claude.session(project, calls(project))
    assert seen(hook.parent) == ONCE_EACH
    assert "ALPHA" in told(session) and "BETA" in told(session)
    skills = claude.session(project, [("Skill", {"skill": "vaultkit-vault"})])
    assert "# Notes of the vault" in told(skills)


def test_after_uninstall_nothing_is_called(claude: Claude, place: Place, project: Path, tmp_path: Path) -> None:
    hook = record_hooks(tmp_path / "bin", sys.executable)
    carry_out(place, plan_install(place, Programs(str(hook), serves=False)))
    carry_out(place, plan_uninstall(place))
    claude.session(project, calls(project))
    assert not seen(hook.parent) and not (claude.home / ".claude" / "settings.json").exists()


def test_a_resumed_session_and_a_compaction(claude: Claude, place: Place, project: Path, tmp_path: Path) -> None:
    """What a resumed session was told at its start is still in its transcript; before a compaction we are asked."""
    hook = record_hooks(tmp_path / "bin", sys.executable)
    carry_out(place, plan_install(place, Programs(str(hook), serves=False)))
    claude.session(project, calls(project)[:1])
    claude.session(project, [], "--continue", prompt="/compact")
    found = [(each["hook_event_name"], each.get("source") or each.get("trigger")) for each in recorded(hook.parent)]
    assert ("SessionStart", "resume") not in found and ("PreCompact", "manual") in found
    assert found.count(("SessionStart", "startup")) == 1


def test_settings_that_the_host_has_written_anew(claude: Claude, place: Place, project: Path, tmp_path: Path) -> None:
    """It keeps our hooks, and we what it has added since."""
    hook = record_hooks(tmp_path / "bin", sys.executable)
    place.settings.parent.mkdir()
    place.settings.write_text('{"cleanupPeriodDays":20,"hooks":{"Stop":[]}}')
    carry_out(place, plan_install(place, Programs(str(hook), serves=False)))
    claude("plugin", "marketplace", "add", HOUSE)
    claude.session(project, calls(project)[:1])
    assert seen(hook.parent)[f"PostToolUse Write {NOTE}"] == 1
    carry_out(place, plan_uninstall(place))
    left = json.loads(place.settings.read_text("utf-8"))
    assert left["cleanupPeriodDays"] == 20 and "vaultkit" in left["extraKnownMarketplaces"] and not ours(left, (HOOKS,))


SWITCHES = {
    "the user": (".claude/settings.json", True),
    "the project": ("../project/.claude/settings.json", True),
    "this machine's project": ("../project/.claude/settings.local.json", True),
    "nobody": ("../project/.claude/settings.json", False),
}


@pytest.mark.parametrize("who", SWITCHES)
def test_what_switches_hooks_off(claude: Claude, place: Place, project: Path, tmp_path: Path, who: str) -> None:
    """Where we say that the host calls no hooks it calls none, and the other way round."""
    name, off = SWITCHES[who]
    (claude.home / name).parent.mkdir(exist_ok=True)
    (claude.home / name).write_text(json.dumps({"disableAllHooks": off}))
    hook = record_hooks(tmp_path / "bin", sys.executable)
    carry_out(place, plan_install(place, Programs(str(hook), serves=False)))
    claude.session(project, calls(project)[:1])
    assert bool(seen(hook.parent)) is not off
    assert [str(claude.home / name).split("/")[-1] in why for why in place.host.silenced(project)] == [True] * off


def test_settings_with_a_comment_are_ignored_as_a_whole(
    claude: Claude, place: Place, project: Path, tmp_path: Path
) -> None:
    """Which is why an installation refuses them."""
    hook = record_hooks(tmp_path / "bin", sys.executable)
    carry_out(place, plan_install(place, Programs(str(hook), serves=False)))
    with open(place.settings, "a") as settings:
        settings.write("// mine\n")
    claude.session(project, calls(project)[:1])
    assert not seen(hook.parent)
    with pytest.raises(VaultkitError, match="JSON has no comments"):
        plan_install(place, Programs(str(hook), serves=False))
