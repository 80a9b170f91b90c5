"""Cursor: hooks.json and mcp.json (https://cursor.com/docs/hooks): events in camelCase, hooks without groups."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from vaultkit.hosts.hook_program import Programs, calls_hook, in_shell
from vaultkit.hosts.host import Host, Scope
from vaultkit.hosts.json_claims import Claim
from vaultkit.hosts.json_settings import JsonSettings
from vaultkit.hosts.package import shared_skills, skills_in
from vaultkit.hosts.part import Part
from vaultkit.hosts.servers import SERVER, SERVERS, server_entry

_HOOKS: Final = Claim("hooks", "{[", calls_hook)
_EVENTS: Final = {
    "sessionStart": ("", 10),
    "beforeSubmitPrompt": ("", 5),
    "preToolUse": ("Write|Delete", 10),
    "postToolUse": ("", 10),
    "postToolUseFailure": ("", 10),
    "afterFileEdit": ("", 10),
    "afterAgentResponse": ("", 5),
    "preCompact": ("", 10),
    "sessionEnd": ("", 5),
}
"""Event to the matcher, "" for all, and the seconds to wait."""


def hooks(programs: Programs) -> dict[str, list[Any]]:
    """The hooks as Cursor has them."""
    command = in_shell(programs.hook, "cursor")
    return {
        event: [{"command": command, **({"matcher": matcher} if matcher else {}), "timeout": seconds}]
        for event, (matcher, seconds) in _EVENTS.items()
    }


def _folder(scope: Scope, project: Path) -> Path:
    return (Path.home() if scope == "user" else project) / ".cursor"


def _settings(scope: Scope, project: Path) -> Path:
    return _folder(scope, project) / "hooks.json"


def _parts(scope: Scope, project: Path, programs: Programs) -> list[Part]:
    settings: list[Part] = [
        JsonSettings(_settings(scope, project), {"version": 1, "hooks": hooks(programs)}, (_HOOKS,))
    ]
    servers = JsonSettings(
        _folder(scope, project) / "mcp.json", {"mcpServers": {SERVER: server_entry(programs)}}, (SERVERS,)
    )
    return [*settings, servers] if programs.serves else settings


def _files(scope: Scope, project: Path, programs: Programs) -> dict[Path, bytes]:
    return skills_in(shared_skills(scope, project))


HOST: Final = Host("cursor", "Cursor", _settings, _parts, _files)
