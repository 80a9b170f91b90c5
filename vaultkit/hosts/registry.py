"""The coding agents that vaultkit can be installed in."""

from __future__ import annotations

from typing import Final

from vaultkit.hosts import claude
from vaultkit.hosts.host import Host

HOSTS: Final[dict[str, Host]] = {"claude": claude.HOST}
"""Name on the command line to host: a new one is a module and a row here."""
