"""Claude Code: its settings files, its plugins, and what switches hooks off (https://code.claude.com/docs/en/hooks)."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from vaultkit.errors import VaultkitError
from vaultkit.hosts.hook_program import Programs
from vaultkit.hosts.host import Host, Plugin, Scope
from vaultkit.hosts.json_settings import JsonSettings
from vaultkit.hosts.package import plugin_hooks, skills_in
from vaultkit.hosts.part import Part
from vaultkit.hosts.servers import HOOKS, SERVER, SERVERS, server_entry
from vaultkit.hosts.settings_text import read_settings_file

PLUGIN: Final = "vaultkit@"
"""How a plugin of ours begins in `enabledPlugins`; the marketplace follows."""

_MANAGED: Final = {
    "darwin": "/Library/Application Support/ClaudeCode",
    "win32": "C:\\Program Files\\ClaudeCode",
}
_MANAGED_SWITCHES: Final = ("disableAllHooks", "allowManagedHooksOnly")


def config_folder() -> Path:
    """Where the user's own settings lie."""
    given = os.environ.get("CLAUDE_CONFIG_DIR")
    return Path(given) if given else Path.home() / ".claude"


def managed_files() -> list[Path]:
    """The settings files of an administrator, the later over the earlier."""
    folder = Path(_MANAGED.get(sys.platform, "/etc/claude-code"))
    try:
        parts = sorted((folder / "managed-settings.d").glob("*.json"))
    except OSError:
        parts = []
    return [folder / "managed-settings.json", *parts]


def _folder(scope: Scope, project: Path) -> Path:
    return config_folder() if scope == "user" else project / ".claude"


def _own_files(project: Path) -> list[Path]:
    """The settings that users write, the later over the earlier."""
    names = ("settings.json", "settings.local.json")
    return [config_folder() / "settings.json", *(project / ".claude" / name for name in names)]


def _settings(scope: Scope, project: Path) -> Path:
    return _folder(scope, project) / "settings.json"


def _parts(scope: Scope, project: Path, programs: Programs) -> list[Part]:
    hooks = {
        event: [
            {**group, "hooks": [{**handler, "command": programs.hook} for handler in group["hooks"]]}
            for group in groups
        ]
        for event, groups in plugin_hooks().items()
    }
    settings: list[Part] = [JsonSettings(_settings(scope, project), {"hooks": hooks}, (HOOKS,))]
    if not programs.serves:
        return settings
    servers = {"mcpServers": {SERVER: server_entry(programs)}}
    return [*settings, JsonSettings(_servers(scope, project), servers, (SERVERS,))]


def _servers(scope: Scope, project: Path) -> Path:
    """Where MCP servers stand (https://code.claude.com/docs/en/mcp): not in the settings."""
    if scope == "project":
        return project / ".mcp.json"
    given = os.environ.get("CLAUDE_CONFIG_DIR")
    return (Path(given) if given else Path.home()) / ".claude.json"


def _files(scope: Scope, project: Path, programs: Programs) -> dict[Path, bytes]:
    return skills_in(_folder(scope, project) / "skills")


def _plugin(project: Path) -> Plugin | None:
    found: dict[str, Path] = {}
    for file in _own_files(project):
        enabled = _readable(file).get("enabledPlugins")
        for name, switch in enabled.items() if isinstance(enabled, dict) else ():
            if name.startswith(PLUGIN):
                found.pop(name, None)
                if switch is True:
                    found[name] = file
    return next((Plugin(file, _version(name)) for name, file in found.items()), None)


def _version(name: str) -> str:
    """The installed version of a plugin, "" if it is not known. Several scopes may have one each: the newest counts."""
    plugins = _readable(config_folder() / "plugins" / "installed_plugins.json").get("plugins")
    copies = plugins.get(name) if isinstance(plugins, dict) else None
    versions = [copy.get("version") for copy in copies if isinstance(copy, dict)] if isinstance(copies, list) else []
    return max((version for version in versions if isinstance(version, str)), default="")


def _silenced(project: Path) -> Iterator[str]:
    managed, own = managed_files(), _own_files(project)
    return silenced_by({file: _readable(file) for file in managed}, {file: _readable(file) for file in own})


def silenced_by(managed: dict[Path, dict[str, Any]], own: dict[Path, dict[str, Any]]) -> Iterator[str]:
    """What in an administrator's settings and in a user's keeps hooks from being called; the later files win."""
    for file, settings in managed.items():
        yield from (f"{key} in {file}" for key in _MANAGED_SWITCHES if settings.get(key) is True)
        strict = settings.get("strictPluginOnlyCustomization")
        if strict is True or (isinstance(strict, list) and "hooks" in strict):
            yield f"strictPluginOnlyCustomization in {file} (hooks of a plugin still run)"
    switches = [(file, settings["disableAllHooks"]) for file, settings in own.items() if "disableAllHooks" in settings]
    if switches and switches[-1][1] is True:
        yield f"disableAllHooks in {switches[-1][0]}"


def _readable(file: Path) -> dict[str, Any]:
    """The settings in a file, {} if it is missing or broken: then the host ignores it too."""
    try:
        return read_settings_file(file)
    except VaultkitError:
        return {}


HOST: Final = Host("claude", "Claude Code", _settings, _parts, _files, plugin=_plugin, silenced=_silenced)
