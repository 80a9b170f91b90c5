"""The programs that vaultkit can be installed in."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from vaultkit.git.process import Unavailable
from vaultkit.hosts import claude, codex, cursor, gemini, git, opencode
from vaultkit.hosts.hook_program import NAME, Programs, program_of
from vaultkit.hosts.host import Host
from vaultkit.hosts.installing import found_in

HOSTS: Final[dict[str, Host]] = {
    host.name: host
    for host in (claude.HOST, codex.HOST, gemini.HOST, cursor.HOST, opencode.HOST, git.GIT, git.PRE_COMMIT)
}
"""Name on the command line to host: a new one is a module and a row here."""


def called_by_name(project: Path) -> bool:
    """Whether some host looks for the hook program on its PATH. Raises VaultkitError on settings that are broken."""
    for host in HOSTS.values():
        if host.plugin(project) or any(program_of(each) == NAME for each in _programs(host, project)):
            return True
    return False


def _programs(host: Host, project: Path) -> Iterator[str]:
    """The commands of ours that a host calls."""
    for scope in host.scopes:
        with suppress(Unavailable):  # no git, no hooks of git
            for found in found_in(host, scope, project, Programs()).values():
                yield from found.programs
