"""What vaultkit needs to know of a coding agent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from vaultkit.hosts.hook_text import Groups

Scope = Literal["user", "project"]


class Plugin(NamedTuple):
    """Our plugin in a host."""

    settings: Path
    """The file in which it is switched on."""
    version: str
    """"" if the host does not say."""


class Host(NamedTuple):
    """A coding agent: where it looks, and what it is told there."""

    name: str
    """As in `vaultkit install NAME`."""
    title: str
    settings: Callable[[Scope, Path], Path]
    """The settings file of a scope; a project is named by its folder."""
    skills: Callable[[Scope, Path], Path]
    """The folder in which it looks for skills."""
    hooks: Callable[[str], Groups]
    """The hooks for its settings, calling this command."""
    plugin: Callable[[Path], Plugin | None]
    """Our plugin, if it is switched on for a project."""
    silenced: Callable[[Path], Iterator[str]]
    """Why hooks do not run in a project, in words; nothing if they do."""
