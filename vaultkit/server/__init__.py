"""The MCP server: a table of tools, each calling the function that the command line calls."""
