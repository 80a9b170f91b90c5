"""Runs the server: over stdio for one client, or over HTTP on the loopback interface for several."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable
from typing import Final

import anyio
import uvicorn
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings

from vaultkit.errors import VaultkitError
from vaultkit.server.protocol import mcp_server
from vaultkit.server.tools import Served

_LOOPBACK: Final = "127.0.0.1"
_PATH: Final = "/mcp"
_GRACE: Final = 2
"""Seconds for answers on their way when the server is interrupted: streams that clients hold open end with it."""


def serve_stdio(served: Served) -> None:
    """Serve until stdin ends. What anything else prints goes to stderr: stdout carries the protocol."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a host's way to end us; Python would wait for the next line on stdin

    async def run() -> None:
        server = mcp_server(served)
        async with stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())

    anyio.run(run)


def serve_http(served: Served, port: int, ready: Callable[[str], None]) -> None:
    """Serve on the loopback interface until interrupted; port 0 takes a free one. `ready` is told the address.

    Raises VaultkitError if the port is taken.

    A page in a browser can reach it under a name of its own (DNS rebinding), so Host, and Origin where there is one,
    must be this very address.
    """
    with _listening(port) as listener:
        bound = listener.getsockname()[1]
        hosts = [f"{host}:{bound}" for host in (_LOOPBACK, "localhost")]
        guard = TransportSecuritySettings(
            enable_dns_rebinding_protection=True,
            allowed_hosts=hosts,
            allowed_origins=[f"http://{host}" for host in hosts],
        )
        app = mcp_server(served).streamable_http_app(
            streamable_http_path=_PATH, json_response=True, stateless_http=True, transport_security=guard
        )
        ready(f"http://{_LOOPBACK}:{bound}{_PATH}")
        uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=_GRACE)).run(
            sockets=[listener]
        )


def _listening(port: int) -> socket.socket:
    try:
        return socket.create_server((_LOOPBACK, port))
    except OSError as fault:
        why = os.strerror(fault.errno) if fault.errno else fault
        raise VaultkitError(f"cannot listen on port {port} ({why})", "give another one") from fault
