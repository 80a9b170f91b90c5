"""Where `vaultkit-hook` of this installation lies, and whether a host that looks for it on the PATH finds that one."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any, Final, NamedTuple

from vaultkit.config import as_text
from vaultkit.errors import VaultkitError

NAME: Final = "vaultkit-hook"
SERVE: Final = ["graph", "serve"]
"""How `vaultkit` is told to be an MCP server."""
_CLIENT: Final = re.compile(r" --client \w+\Z")


class HookProgram(NamedTuple):
    """The program that hooks call."""

    path: Path
    """Absolute; a link to it is kept as it is, since it outlives an upgrade."""
    on_path: Path | None
    """What the name means on the PATH of this process."""

    @property
    def found_by_name(self) -> bool:
        """Whether the name alone means this program."""
        return self.on_path is not None and self.on_path.resolve() == self.path.resolve()


def find_hook_program() -> HookProgram:
    """The hook program beside the running one. Raises VaultkitError if there is none."""
    named = shutil.which(NAME)
    on_path = Path(named).absolute() if named else None
    beside = (shutil.which(NAME, path=str(folder)) for folder in own_folders())
    ours = next((Path(found) for found in beside if found), on_path)
    if ours is None:
        raise VaultkitError(f"there is no {NAME} beside this program", "install vaultkit again")
    if as_text(str(ours)) != str(ours):
        raise VaultkitError(f"{as_text(str(ours))} has a name that no settings can hold", "install it elsewhere")
    return HookProgram(ours, on_path)


def own_folders() -> list[Path]:
    """Where the programs of this installation lie: beside the running one, and where pip put them."""
    return [Path(sys.argv[0]).absolute().parent, Path(sysconfig.get_path("scripts"))]


def version_beside(program: Path) -> str:
    """The version of the installation that a program belongs to, "" if it does not tell."""
    beside = shutil.which("vaultkit", path=str(program.resolve().parent))
    if beside is None:
        return ""
    try:
        command = [beside, "--version"]
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=10, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip()


class Programs(NamedTuple):
    """How a host calls ours: by whole paths in settings of one's own, by name in those that other machines read."""

    hook: str = NAME
    vaultkit: str = "vaultkit"
    serves: bool = True
    """Whether the MCP server can run."""


def programs_beside(hook: HookProgram, serves: bool) -> Programs:
    """The programs of this installation, by their whole paths."""
    return Programs(str(hook.path), str(hook.path.with_name("vaultkit" + hook.path.suffix)), serves)


def in_shell(program: str, client: str) -> str:
    """A command for hosts that hand it to a shell."""
    plain = re.fullmatch(r"[\w@%+=:,./-]+", program, re.ASCII)
    quoted = program if plain else f'"{program}"' if os.name == "nt" else shlex.quote(program)
    return f"{quoted} --client {client}"


def program_of(command: str) -> str:
    """The program that a hook's command calls: without what we write behind it, and without quotes."""
    called = _CLIENT.sub("", command)
    if called == command and not called.startswith(("'", '"')):
        return command
    try:
        words = shlex.split(called, posix=os.name != "nt")
    except ValueError:
        return command
    return words[0].strip('"') if len(words) == 1 else command


def calls_hook(handler: Any) -> bool:
    """Whether a handler of a host's settings calls our hook program, wherever that lies or lay."""
    command = handler.get("command") if isinstance(handler, dict) else None
    return isinstance(command, str) and _name(program_of(command)) == NAME


def is_server(entry: Any) -> bool:
    """Whether an entry of a host's MCP servers is ours."""
    given = entry if isinstance(entry, dict) else {}
    command, arguments = given.get("command"), given.get("args", [])
    words = [command, *arguments] if isinstance(command, str) and isinstance(arguments, list) else command
    if not isinstance(words, list) or len(words) != 1 + len(SERVE) or not isinstance(words[0], str):
        return False
    return _name(words[0]) == "vaultkit" and words[1:] == SERVE


def _name(program: str) -> str:
    return program.replace("\\", "/").rpartition("/")[2].removesuffix(".exe")
