"""Which changes can matter to a graph, told by the path alone."""

from __future__ import annotations

from typing import Final

OUT_NAME: Final = "graphify-out"
"""Where a build writes."""
CONFIG_NAME: Final = ".vaultkit.toml"
PROJECT_CLUTTER: Final = frozenset({"node_modules", "__pycache__", "venv", "dist", "build", "target", "vendor"})
"""Folders of a project whose files are nobody's own words."""


def matters(path: str, kind: str) -> bool:
    """Whether a change at a root-relative POSIX path can change the graph: what `scan` reads, or configuration.

    Of hidden folders Obsidian's settings alone matter. `kind` is that of the root: vault or project.
    """
    *folders, name = path.split("/")
    if name == "app.json" and folders[-1:] == [".obsidian"]:
        folders, name = folders[:-1], ".obsidian"
    skipped = PROJECT_CLUTTER if kind == "project" else frozenset()
    if any(folder.startswith(".") or folder == OUT_NAME or folder in skipped for folder in folders):
        return False
    return name in (".obsidian", CONFIG_NAME) or (not name.startswith(".") and name != OUT_NAME)
