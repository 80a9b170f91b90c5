"""How hosts are told of the MCP server, and whether it can run."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any, Final

from vaultkit.hosts.hook_program import SERVE, Programs, calls_hook, is_server
from vaultkit.hosts.json_claims import CLAUDE_LEVELS, Claim

SERVER: Final = "vaultkit"
"""Its name in every host."""
HOOKS: Final = Claim("hooks", CLAUDE_LEVELS, calls_hook)
SERVERS: Final = Claim("mcpServers", "{", is_server)


def can_serve() -> bool:
    """Whether the extra `mcp` is installed."""
    return find_spec("mcp") is not None


def server_entry(programs: Programs) -> dict[str, Any]:
    """Command and arguments, as most hosts have them in an object or table."""
    return {"command": programs.vaultkit, "args": SERVE}
