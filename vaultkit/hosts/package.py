"""The plugin as it lies in this package: its hooks, its skills, its version."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from vaultkit.hosts.hook_text import Groups
from vaultkit.hosts.settings_text import read_settings_file

PLUGIN: Final = Path(__file__).parent.parent / "plugin"
_PREFIX: Final = "vaultkit-"
_NAME: Final = re.compile(r"^name: ", re.MULTILINE)


def plugin_hooks() -> Groups:
    """The hooks of the plugin: the one list of events that we take part in."""
    hooks: Groups = read_settings_file(PLUGIN / "hooks" / "hooks.json")["hooks"]
    return hooks


def skill_files() -> dict[str, bytes]:
    """The skills for a host without plugins, below its folder of skills.

    A plugin's skills are called `vaultkit:vault`; outside of one they need a name of their own, since others have a
    `graphify` too.
    """
    found = sorted((PLUGIN / "skills").glob("*/SKILL.md"))
    return {f"{_PREFIX}{file.parent.name}/SKILL.md": _renamed(file.read_text("utf-8")) for file in found}


def _renamed(text: str) -> bytes:
    return _NAME.sub(f"name: {_PREFIX}", text, count=1).encode()
