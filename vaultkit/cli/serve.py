"""graphify serve: answer agents over MCP."""

from __future__ import annotations

import argparse
import sys

from vaultkit.cli.graph_file import add_graph_argument
from vaultkit.config import absolute, current_folder
from vaultkit.errors import VaultkitError

EXAMPLE = "graphify serve --http 8765"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    http = "serve HTTP on this port of the loopback interface; 0 takes a free one (default: stdin and stdout)"
    parser.add_argument("--http", type=_port, metavar="PORT", help=http)
    add_graph_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve until stdin ends, or until interrupted. Raises VaultkitError without the SDK."""
    try:
        from vaultkit.server.tools import Served
        from vaultkit.server.transports import serve_http, serve_stdio
    except ModuleNotFoundError as fault:
        if (fault.name or "").partition(".")[0] not in ("mcp", "mcp_types", "anyio", "uvicorn"):
            raise
        what = "the MCP server needs the extra `mcp`, which is not installed"
        raise VaultkitError(
            what, "install it: uv tool install 'vaultkit[mcp]' (or: pipx install 'vaultkit[mcp]')"
        ) from fault
    graph = absolute(arguments.graph) if arguments.graph is not None else None
    served = Served(graph, current_folder())
    if arguments.http is None:
        serve_stdio(served)
    else:
        serve_http(served, arguments.http, _say)
    return 0


def _say(address: str) -> None:
    print(f"serving on {address}", file=sys.stderr, flush=True)


def _port(text: str) -> int:
    """A port for argparse. Raises ArgumentTypeError, whose words argparse prints."""
    if not (text.isascii() and text.isdigit() and int(text[:6]) <= 65535):
        raise argparse.ArgumentTypeError(f"{text!r} is no port; give 0 to 65535")
    return int(text)
