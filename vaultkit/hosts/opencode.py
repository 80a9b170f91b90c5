"""OpenCode: a module in its folder of plugins, the MCP server in opencode.json (https://opencode.ai/docs/plugins)."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from vaultkit.errors import VaultkitError
from vaultkit.hosts.hook_program import SERVE, Programs, is_server
from vaultkit.hosts.host import Host, Scope
from vaultkit.hosts.json_claims import Claim
from vaultkit.hosts.json_settings import JsonSettings
from vaultkit.hosts.package import opencode_module, shared_skills, skills_in
from vaultkit.hosts.part import Edited, Found, Part
from vaultkit.hosts.servers import SERVER

_NAME: Final = 'const HOOK = "vaultkit-hook"\n'
_LINE: Final = re.compile(r'^const HOOK = ("(?:[^"\\\n]|\\.)*")\n', re.MULTILINE)
"""What the module calls."""
_SERVERS: Final = Claim("mcp", "{", is_server)


def _folder(scope: Scope, project: Path) -> Path:
    if scope == "project":
        return project / ".opencode"
    given = os.environ.get("OPENCODE_CONFIG_DIR")
    above = os.environ.get("XDG_CONFIG_HOME")
    return Path(given) if given else (Path(above) if above else Path.home() / ".config") / "opencode"


def _module(scope: Scope, project: Path) -> Path:
    return _folder(scope, project) / "plugins" / "vaultkit.js"


def _settings(scope: Scope, project: Path) -> Path:
    """The settings that are there; else the name that every version reads."""
    folder = _folder(scope, project) if scope == "user" else project
    names = [folder / name for name in ("opencode.jsonc", "opencode.json")]
    return next((file for file in names if file.exists()), names[-1])


def _parts(scope: Scope, project: Path, programs: Programs) -> list[Part]:
    module = Module(_module(scope, project), opencode_module().replace(_NAME, _line(programs.hook), 1))
    server = {"type": "local", "command": [programs.vaultkit, *SERVE], "enabled": True}
    settings = JsonSettings(_settings(scope, project), {"mcp": {SERVER: server}}, (_SERVERS,), comments=True)
    return [module, settings] if programs.serves else [module]


def _line(program: str) -> str:
    return f"const HOOK = {json.dumps(program, ensure_ascii=False)}\n"


def _files(scope: Scope, project: Path, programs: Programs) -> dict[Path, bytes]:
    return skills_in(shared_skills(scope, project))


class Module(NamedTuple):
    """The plugin, a file that is ours as a whole (`Part`)."""

    file: Path
    wanted: str
    executable: bool = False

    def put(self, text: str, stretches: Sequence[str]) -> Edited:
        """The module, in the place of an older one of ours."""
        if text and self.take(text, stretches):
            raise VaultkitError(f"{self.file} is not ours, or was edited", "move it away; nothing was changed")
        return Edited(self.wanted, (self.wanted,))

    def take(self, text: str, stretches: Sequence[str]) -> str:
        """Nothing, if it is as it was written."""
        return "" if text in stretches or _LINE.sub("", text) == _LINE.sub("", self.wanted) else text

    def is_void(self, text: str) -> bool:
        """Whether nothing is left."""
        return not text

    def found(self, text: str) -> Found | None:
        """The program that a module calls."""
        line = _LINE.search(text)
        return Found((json.loads(line[1]),), text == self.wanted, "plugin") if line else None


HOST: Final = Host("opencode", "OpenCode", _module, _parts, _files)
