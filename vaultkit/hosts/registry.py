"""The coding agents that vaultkit can be installed in."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from vaultkit.hosts import claude
from vaultkit.hosts.hook_program import NAME, is_ours
from vaultkit.hosts.hook_text import our_groups
from vaultkit.hosts.host import Host, Scope
from vaultkit.hosts.settings_text import read_settings_file

HOSTS: Final[dict[str, Host]] = {"claude": claude.HOST}
"""Name on the command line to host: a new one is a module and a row here."""


def called_by_name(project: Path) -> bool:
    """Whether some host looks for the hook program on its PATH. Raises VaultkitError on settings that are broken."""
    scopes: tuple[Scope, ...] = ("user", "project")
    for host in HOSTS.values():
        settings = (read_settings_file(host.settings(scope, project)) for scope in scopes)
        groups = [group for each in settings for event in our_groups(each, is_ours).values() for group in event]
        if host.plugin(project) or any(handler["command"] == NAME for group in groups for handler in group["hooks"]):
            return True
    return False
