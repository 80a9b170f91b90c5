"""The conventions that a project declares, and which notes state them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from graph.regex import regex
from graph.text import fold
from vaultkit.config import CONFIG_NAME, read_settings
from vaultkit.disk.contents import read_text
from vaultkit.errors import VaultkitError

_INSTRUCTIONS: Final = ("CLAUDE.md", "AGENTS.md")
"""Where a project tells agents what holds in it."""
_CONVENTION: Final = regex(r"(?<![\w/.#-])#?(convention/[^\W_][\w-]*)", re.IGNORECASE)


class Entry(NamedTuple):
    """A note as the router shows it."""

    path: str
    title: str
    summary: str
    tags: tuple[str, ...]


def declared_conventions(project: Path) -> dict[str, list[str]]:
    """Tag to the files that name it: `[project] conventions` of `.vaultkit.toml`, CLAUDE.md and AGENTS.md."""
    found: dict[str, list[str]] = {}
    for name in read_settings(project).get("project", {}).get("conventions", ()):
        tag = name.strip().removeprefix("#")
        found.setdefault(tag if tag.lower().startswith("convention/") else f"convention/{tag}", []).append(CONFIG_NAME)
    for file in _INSTRUCTIONS:
        for tag in dict.fromkeys(_CONVENTION.findall(_read(project / file))):
            found.setdefault(tag, []).append(file)
    return {tag: list(dict.fromkeys(files)) for tag, files in found.items()}


def find_project(start: Path) -> Path:
    """The nearest folder upward that declares something or is a git work tree, else `start` itself."""
    for folder in (start, *start.parents):
        if any((folder / name).exists() for name in (CONFIG_NAME, *_INSTRUCTIONS, ".git")):
            return folder
    return start


def _read(file: Path) -> str:
    try:
        return read_text(file, errors="replace")
    except FileNotFoundError:
        return ""
    except OSError as fault:
        raise VaultkitError(f"{file} cannot be read ({fault.strerror})", "check its permissions") from fault


def stating(notes: Sequence[Entry]) -> tuple[Entry, ...]:
    """Of the notes with the tag of a convention those that state it: with `type/convention`, else all."""
    return tuple([note for note in notes if "type/convention" in map(fold, note.tags)] or notes)
