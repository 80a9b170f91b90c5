"""Which project one works in: the scope of what is remembered there."""

from __future__ import annotations

from pathlib import Path

from vaultkit.config import as_text


def project_root(start: Path) -> Path:
    """The git work tree around a folder, else the folder itself."""
    for folder in (start, *start.parents):
        if (folder / ".git").exists():
            return folder
    return start


def project_name(start: Path) -> str:
    """The scope of a folder: the last part of the path of its git work tree, else of its own."""
    return as_text(project_root(start).name)
