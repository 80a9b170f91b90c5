"""Codex: hooks.json and config.toml (https://developers.openai.com/codex/hooks); tried with codex-cli 0.171."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

from vaultkit.hosts.hook_program import Programs, in_shell
from vaultkit.hosts.host import Host, Scope
from vaultkit.hosts.json_settings import JsonSettings
from vaultkit.hosts.package import shared_skills, skills_in
from vaultkit.hosts.part import Part
from vaultkit.hosts.servers import HOOKS, SERVER, server_entry
from vaultkit.hosts.toml_settings import TomlSettings

_EDITS: Final = "apply_patch"
_EVENTS: Final = {
    "SessionStart": ("startup|clear|compact", 10),
    "UserPromptSubmit": ("", 5),
    "PreToolUse": (_EDITS, 10),
    "PostToolUse": ("", 10),
    "PreCompact": ("", 10),
    "Stop": ("", 5),
    "SessionEnd": ("", 3),
}
"""Event to the matcher, "" for all, and the seconds to wait: Codex ends a session in 3 at most."""


def hooks(programs: Programs) -> dict[str, list[Any]]:
    """The hooks as Codex has them: the shape of Claude Code's, but for commands, which a shell reads."""
    command = in_shell(programs.hook, "codex")
    return {
        event: [
            {
                **({"matcher": matcher} if matcher else {}),
                "hooks": [{"type": "command", "command": command, "timeout": seconds}],
            }
        ]
        for event, (matcher, seconds) in _EVENTS.items()
    }


def _folder(scope: Scope, project: Path) -> Path:
    if scope == "project":
        return project / ".codex"
    given = os.environ.get("CODEX_HOME")
    return Path(given) if given else Path.home() / ".codex"


def _settings(scope: Scope, project: Path) -> Path:
    return _folder(scope, project) / "hooks.json"


def _parts(scope: Scope, project: Path, programs: Programs) -> list[Part]:
    settings: list[Part] = [JsonSettings(_settings(scope, project), {"hooks": hooks(programs)}, (HOOKS,))]
    server = TomlSettings(_folder(scope, project) / "config.toml", "mcp_servers", SERVER, server_entry(programs))
    return [*settings, server] if programs.serves else settings


def _files(scope: Scope, project: Path, programs: Programs) -> dict[Path, bytes]:
    return skills_in(shared_skills(scope, project))


HOST: Final = Host(
    "codex", "Codex", _settings, _parts, _files, next_step="Codex runs new hooks once you trust them: type /hooks in it"
)
