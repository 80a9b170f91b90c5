"""Where episodes are kept unless someone says otherwise: the journal of the vault, the transcripts of the clients."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final, NamedTuple

from vaultkit.config import absolute, configurations, vault_place
from vaultkit.daily import read_daily
from vaultkit.memory.episodes.opencode_database import is_database

_HALF_LIFE: Final = 0


class Settings(NamedTuple):
    """`[episodes]` of a configuration."""

    sources: tuple[str, ...] = ()
    """More files and folders, from the folder of the configuration."""
    notes: bool = False
    """Whether all notes of the vault are episodes, and not its journal alone."""
    transcripts: bool = False
    """Whether the transcripts of the coding agents of this user are."""
    half_life: int = _HALF_LIFE
    """Days after which it counts half that something is recent; 0 if it does not count."""


def read_episodes(start: Path) -> Settings:
    """What holds for someone who works in `start`: the user's word, above it the vault's, above it the project's.

    Raises VaultkitError on a faulty file.
    """
    said: dict[str, Any] = {}
    for each in configurations(start):
        own = dict(each.tables.get("episodes", {}))
        if "sources" in own:
            own["sources"] = tuple(str(absolute(each.folder / os.path.expanduser(path))) for path in own["sources"])
        said.update(own)
    return Settings(**said)


def usual_roots(start: Path) -> list[Path]:
    """The files and folders that hold episodes for someone who works in `start`, those that are there.

    Raises VaultkitError on a faulty configuration.
    """
    settings = read_episodes(start)
    roots = [Path(source) for source in settings.sources]
    vault = vault_place(None, start)
    if vault is not None and vault[0].is_dir():
        place = absolute(vault[0])
        roots.append(place if settings.notes else place / read_daily(place).folder)
    if settings.transcripts:
        roots += client_folders()
    return [root for root in dict.fromkeys(roots) if root.exists()]


def client_folders() -> list[Path]:
    """Where Claude Code, Codex and OpenCode keep transcripts: folders, there or not, and databases that are there."""
    home = Path.home()
    claude = Path(os.environ.get("CLAUDE_CONFIG_DIR") or home / ".claude")
    codex = Path(os.environ.get("CODEX_HOME") or home / ".codex")
    data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "opencode"
    databases = sorted(file for file in data.glob("*.db") if is_database(str(file)))
    return [claude / "projects", codex / "sessions", data / "storage", *databases]
