"""Claude Code: its settings files, its plugins, and what switches hooks off (https://code.claude.com/docs/en/hooks)."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from vaultkit.errors import VaultkitError
from vaultkit.hosts.hook_text import Groups
from vaultkit.hosts.host import Host, Scope
from vaultkit.hosts.package import plugin_hooks
from vaultkit.hosts.settings_text import read_settings_file

PLUGIN: Final = "vaultkit@"
"""How a plugin of ours begins in `enabledPlugins`; the marketplace follows."""

_MANAGED: Final = {
    "darwin": "/Library/Application Support/ClaudeCode",
    "win32": "C:\\Program Files\\ClaudeCode",
}


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


def _hooks(command: str) -> Groups:
    """Those of the plugin, calling a command that may lie outside of the PATH."""
    return {
        event: [{**group, "hooks": [{**handler, "command": command} for handler in group["hooks"]]} for group in groups]
        for event, groups in plugin_hooks().items()
    }


def _plugin(project: Path) -> Path | None:
    found: dict[str, Path] = {}
    for file in _own_files(project):
        enabled = _readable(file).get("enabledPlugins")
        for name, switch in enabled.items() if isinstance(enabled, dict) else ():
            if name.startswith(PLUGIN):
                found.pop(name, None)
                if switch is True:
                    found[name] = file
    return next(iter(found.values()), None)


def _silenced(project: Path) -> Iterator[str]:
    managed = {file: _readable(file) for file in managed_files()}
    for file, settings in managed.items():
        if settings.get("disableAllHooks") is True:
            yield f"disableAllHooks in {file}"
        if settings.get("allowManagedHooksOnly") is True:
            yield f"allowManagedHooksOnly in {file}"
        strict = settings.get("strictPluginOnlyCustomization")
        if strict is True or (isinstance(strict, list) and "hooks" in strict):
            yield f"strictPluginOnlyCustomization in {file} (hooks of a plugin still run)"
    switches = {file: _readable(file).get("disableAllHooks") for file in _own_files(project)}
    if last := [file for file, switch in switches.items() if isinstance(switch, bool)]:
        yield from (f"disableAllHooks in {file}" for file in last[-1:] if switches[file])
    if os.environ.get("CLAUDE_CODE_SIMPLE"):
        yield "$CLAUDE_CODE_SIMPLE"


def _readable(file: Path) -> dict[str, Any]:
    """The settings in a file, {} if it is missing or broken: then the host ignores it too."""
    try:
        return read_settings_file(file)
    except VaultkitError:
        return {}


HOST: Final = Host(
    name="claude",
    title="Claude Code",
    settings=lambda scope, project: _folder(scope, project) / "settings.json",
    skills=lambda scope, project: _folder(scope, project) / "skills",
    hooks=_hooks,
    plugin=_plugin,
    silenced=_silenced,
)
