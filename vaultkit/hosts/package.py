"""The plugin as it lies in this package: its hooks, its skills, its version."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from vaultkit.hosts.json_claims import Groups
from vaultkit.hosts.settings_text import read_settings_file

PLUGIN: Final = Path(__file__).parent.parent / "plugin"
PREFIX: Final = "vaultkit-"
"""How the folders of our skills begin in a host without plugins."""
_OPENCODE: Final = "opencode.js"
_NAME: Final = re.compile(rb"^name: ", re.MULTILINE)


def plugin_hooks() -> Groups:
    """The hooks of the plugin: the one list of events that we take part in."""
    hooks: Groups = read_settings_file(PLUGIN / "hooks" / "hooks.json")["hooks"]
    return hooks


def skill_files() -> dict[str, bytes]:
    """The files of all skills for a host without plugins, below its folder of skills.

    A plugin's skills are called `vaultkit:vault`; outside of one they need a name of their own, since others have a
    `graphify` too.
    """
    skills = PLUGIN / "skills"
    found = sorted(file for file in skills.glob("*/*") if file.is_file())
    return {f"{PREFIX}{file.relative_to(skills).as_posix()}": _outside(file) for file in found}


def opencode_module() -> str:
    """The plugin for OpenCode, which calls the hook program by its name."""
    return (PLUGIN.parent / "hosts" / _OPENCODE).read_text("utf-8")


def shared_skills(scope: str, project: Path) -> Path:
    """The folder of skills that several hosts read, in which one copy does for all (https://agentskills.io)."""
    return (Path.home() if scope == "user" else project) / ".agents" / "skills"


def skills_in(folder: Path) -> dict[Path, bytes]:
    """The files of all skills, by their place below a host's folder of skills."""
    return {folder / name: data for name, data in skill_files().items()}


def _outside(file: Path) -> bytes:
    data = file.read_bytes()
    return _NAME.sub(b"name: " + PREFIX.encode(), data, count=1) if file.name == "SKILL.md" else data
