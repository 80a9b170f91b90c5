"""What vaultkit needs to know of a program that calls it: a coding agent, git, pre-commit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from vaultkit.hosts.hook_program import Programs
from vaultkit.hosts.part import Part

Scope = Literal["user", "project"]


class Plugin(NamedTuple):
    """Our plugin in a host."""

    settings: Path
    """The file in which it is switched on."""
    version: str
    """"" if the host does not say."""


def no_plugin(_: Path) -> Plugin | None:
    """For hosts in which we have none."""
    return None


def nothing_silenced(_: Path) -> Iterator[str]:
    """For hosts whose hooks nothing switches off."""
    return iter(())


def no_files(scope: Scope, project: Path, programs: Programs) -> dict[Path, bytes]:
    """For hosts that read nothing but their settings."""
    return {}


def travels(_: Path) -> bool:
    """For hosts whose settings of a project go to other machines with it: nothing of those is local."""
    return False


class Host(NamedTuple):
    """Where a host looks, and what it is told there."""

    name: str
    """As in `vaultkit install NAME`."""
    title: str
    settings: Callable[[Scope, Path], Path]
    """The file that has the hooks, which stands for the place."""
    parts: Callable[[Scope, Path, Programs], Sequence[Part]]
    """Its files that others write too; a project is named by its folder."""
    files: Callable[[Scope, Path, Programs], dict[Path, bytes]] = no_files
    """Files that are ours alone: skills."""
    scopes: tuple[Scope, ...] = ("user", "project")
    """The default first."""
    plugin: Callable[[Path], Plugin | None] = no_plugin
    """Our plugin, if it is switched on for a project."""
    silenced: Callable[[Path], Iterator[str]] = nothing_silenced
    """Why hooks do not run in a project, in words; nothing if they do."""
    is_local: Callable[[Path], bool] = travels
    """Whether even what it has of a project stays on this machine."""
    has_server: bool = True
    """Whether it takes MCP servers."""
    next_step: str = ""
    """What a person has to do in the host before it calls us."""
