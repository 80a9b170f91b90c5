"""The tables of tools and resources as an MCP server of the SDK. Nothing is held: each question reads anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import anyio
import anyio.to_thread
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListResourcesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    TextContent,
    TextResourceContents,
    Tool,
    ToolAnnotations,
)
from mcp_types import Resource as ListedResource

from graph.codec import decode_json, encode_json
from vaultkit import __version__
from vaultkit.errors import VaultkitError
from vaultkit.nearest import did_you_mean
from vaultkit.server.answering import answer
from vaultkit.server.arguments import schema_of
from vaultkit.server.resources import RESOURCES
from vaultkit.server.tools import TOOLS, Served

T = TypeVar("T")
_Context = ServerRequestContext[Any]

NAME: Final = "vaultkit"
_AT_ONCE: Final = 8
"""Questions that are answered at the same time; more of them wait, while the protocol goes on."""
_INSTRUCTIONS: Final = (
    "A long-term memory: the knowledge graph of an Obsidian vault or of a project's code, its notes, and what was "
    "remembered. Begin with query_graph or recall; names for get_node, neighbors, shortest_path and affected are ids, "
    "paths or labels from earlier answers. If an answer says that the graph is behind, tell the user the command."
)


def mcp_server(served: Served) -> Server[Any]:
    """A server for one place; every transport runs the same."""
    turns = anyio.CapacityLimiter(_AT_ONCE)

    async def aside(call: Callable[[], T]) -> T:
        """Off the loop: questions read files and may wait for a build."""
        return await anyio.to_thread.run_sync(call, limiter=turns)

    async def list_tools(context: _Context, asked: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[_listed(name) for name in TOOLS])

    async def call_tool(context: _Context, asked: CallToolRequestParams) -> CallToolResult:
        name = _known(asked.name, TOOLS, "tool")
        record, is_error = await aside(lambda: answer(served, name, asked.arguments or {}))
        encoded = encode_json(record)
        text = TextContent(type="text", text=encoded.decode())
        return CallToolResult(content=[text], structured_content=decode_json(encoded), is_error=is_error)

    async def list_resources(context: _Context, asked: PaginatedRequestParams | None) -> ListResourcesResult:
        rows = RESOURCES.items()
        return ListResourcesResult(
            resources=[
                ListedResource(uri=uri, name=row.name, description=row.about, mime_type=row.kind) for uri, row in rows
            ]
        )

    async def read_resource(context: _Context, asked: ReadResourceRequestParams) -> ReadResourceResult:
        uri = _known(str(asked.uri), RESOURCES, "resource")
        try:
            text = await aside(lambda: RESOURCES[uri].read(served))
        except (VaultkitError, OSError) as fault:
            raise MCPError(INTERNAL_ERROR, str(fault)) from fault
        contents = TextResourceContents(uri=uri, mime_type=RESOURCES[uri].kind, text=text)
        return ReadResourceResult(contents=[contents])

    return Server(
        NAME,
        version=__version__,
        instructions=_INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_read_resource=read_resource,
    )


def _listed(name: str) -> Tool:
    tool = TOOLS[name]
    hints = ToolAnnotations(
        read_only_hint=not tool.writes, destructive_hint=False, idempotent_hint=True, open_world_hint=False
    )
    return Tool(name=name, description=tool.about, input_schema=schema_of(tool.takes), annotations=hints)


def _known(name: str, table: Any, what: str) -> str:
    """The name, if it stands in a table. Raises MCPError with the nearest one."""
    if name in table:
        return name
    remedy = did_you_mean(name, table)
    raise MCPError(INVALID_PARAMS, f"there is no {what} {name!r}; {remedy}")
