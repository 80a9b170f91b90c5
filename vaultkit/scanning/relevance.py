"""Which changes can matter to a graph, told by the path alone."""

from __future__ import annotations

from typing import Final

from extractors.texts.clutter import OUTPUT_FOLDERS, VENDORED_FOLDERS

OUT_NAME: Final = "graphify-out"
"""Where a build writes."""
CONFIG_NAME: Final = ".vaultkit.toml"
GITIGNORE: Final = ".gitignore"
OWN: Final = ".graphifyignore"
_CLUTTER: Final = VENDORED_FOLDERS | OUTPUT_FOLDERS


def matters(path: str, kind: str) -> bool:
    """Whether a change at a root-relative POSIX path can change the graph: what `scan` reads, or configuration.

    Of hidden files Obsidian's settings and ignore files alone matter. `kind` is that of the root: vault or project.
    """
    *folders, name = path.split("/")
    if name == "app.json" and folders[-1:] == [".obsidian"]:
        folders, name = folders[:-1], ".obsidian"
    skipped = _CLUTTER if kind == "project" else frozenset()
    if any(folder.startswith(".") or folder == OUT_NAME or folder in skipped for folder in folders):
        return False
    if kind == "project" and name in (GITIGNORE, OWN):
        return True
    return name in (".obsidian", CONFIG_NAME) or (not name.startswith(".") and name != OUT_NAME)
