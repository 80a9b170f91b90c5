"""Gemini CLI: its settings.json, with comments (https://geminicli.com/docs/hooks); times are milliseconds."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from vaultkit.hosts.hook_program import Programs, in_shell
from vaultkit.hosts.host import Host, Scope
from vaultkit.hosts.json_settings import JsonSettings
from vaultkit.hosts.package import shared_skills, skills_in
from vaultkit.hosts.part import Part
from vaultkit.hosts.servers import HOOKS, SERVER, SERVERS, server_entry

_EDITS: Final = "write_file|replace"
_EVENTS: Final = {
    "SessionStart": ("", 10_000),
    "BeforeAgent": ("", 5_000),
    "BeforeTool": (_EDITS, 10_000),
    "AfterTool": ("", 10_000),
    "AfterAgent": ("", 5_000),
    "SessionEnd": ("", 5_000),
}
"""Event to the matcher, "" for all, and the milliseconds to wait.

A matcher of a source is compared as a whole, so that of SessionStart would have to be one source; and PreCompress comes
before every request, whether anything is condensed or not.
"""


def hooks(programs: Programs) -> dict[str, list[Any]]:
    """The hooks as Gemini CLI has them."""
    command = in_shell(programs.hook, "gemini")
    return {
        event: [
            {
                **({"matcher": matcher} if matcher else {}),
                "hooks": [{"name": "vaultkit", "type": "command", "command": command, "timeout": milliseconds}],
            }
        ]
        for event, (matcher, milliseconds) in _EVENTS.items()
    }


def _folder(scope: Scope, project: Path) -> Path:
    return (Path.home() if scope == "user" else project) / ".gemini"


def _settings(scope: Scope, project: Path) -> Path:
    return _folder(scope, project) / "settings.json"


def _parts(scope: Scope, project: Path, programs: Programs) -> list[Part]:
    wanted: dict[str, Any] = {"hooks": hooks(programs)}
    if programs.serves:
        wanted["mcpServers"] = {SERVER: server_entry(programs)}
    return [JsonSettings(_settings(scope, project), wanted, (HOOKS, SERVERS), comments=True)]


def _files(scope: Scope, project: Path, programs: Programs) -> dict[Path, bytes]:
    return skills_in(shared_skills(scope, project))


HOST: Final = Host("gemini", "Gemini CLI", _settings, _parts, _files)
