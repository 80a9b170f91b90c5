"""Which roots read a file: the vaults and the projects with a graph around it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Final, NamedTuple

from graph.regex import regex
from vaultkit.disk.platform_folders import config_file
from vaultkit.scanning.relevance import CONFIG_NAME, OUT_NAME, matters

_PATH: Final = regex(
    r"""(?m)^\[vault\][ \t]*\n(?:[ \t]*(?:#.*)?\n)*path *= *(?:"([^"\\\n]*)"|'([^'\n]*)')[ \t]*(?:#.*)?$"""
)
"""How nearly every configuration names the vault (toml.io, 1.0): to import a parser takes longer than the rest."""
_LONG_TEXTS: Final = ('"""', "'''")


class Place(NamedTuple):
    """A file in a root that reads it."""

    root: str
    """The real path of the root."""
    kind: str
    """vault or project."""
    path: str
    """Root-relative, POSIX."""


def absolute(path: str, folder: str) -> str:
    """A path as an agent gives it, from its current folder; `~` is a home. Links are not followed."""
    return os.path.abspath(os.path.join(folder, os.path.expanduser(path)))


def places_of(path: str) -> list[Place]:
    """Where the file at an absolute path lies, the nearest root first; a link counts at its place and its target's.

    Roots that ignore the file are left out. Raises VaultkitError if the configuration that names the vault is broken.
    """
    parent, name = os.path.split(path)
    link = os.path.join(os.path.realpath(parent), name)
    found = list(_places(link, path))
    if os.path.islink(link):
        target = os.path.realpath(link)
        found += _places(target, target)
    return list(dict.fromkeys(place for place in found if matters(place.path, place.kind)))


def _places(real: str, given: str) -> Iterator[Place]:
    """The roots around a file, from inside to outside: a vault takes its files from the projects around it."""
    named, in_vault, folder = _named_vault(given), False, os.path.dirname(real)
    while True:
        if folder == named or _is_vault(folder):
            in_vault = True
            yield _place(folder, "vault", real)
        elif not in_vault and os.path.isfile(os.path.join(folder, OUT_NAME, "graph.json")):
            yield _place(folder, "project", real)
        above = os.path.dirname(folder)
        if above == folder:
            return
        folder = above


def _place(root: str, kind: str, file: str) -> Place:
    return Place(root, kind, file[len(root.rstrip(os.sep)) + 1 :].replace(os.sep, "/"))


def _is_vault(folder: str) -> bool:
    if os.path.isdir(os.path.join(folder, ".obsidian")):
        return True
    if not os.path.isfile(os.path.join(folder, CONFIG_NAME)):
        return False
    from pathlib import Path

    from vaultkit.config import is_own_root

    return is_own_root(Path(folder))


def _named_vault(path: str) -> str:
    """The vault that the user named, by its real path if the file at `path` lies in it: no other disk is touched."""
    named = os.environ.get("VAULTKIT_VAULT") or _configured_vault()
    if not named:
        return ""
    vault = os.path.abspath(os.path.expanduser(named))
    return os.path.realpath(vault) if path.startswith(vault.rstrip(os.sep) + os.sep) else vault


def _configured_vault() -> str:
    """The vault of the user's own configuration, "" without one; a file that says it plainly is not parsed."""
    try:
        with open(config_file(), encoding="utf-8") as file:
            text = file.read()
    except (OSError, ValueError):
        text = ""
    plain = _PATH.search(text)
    if plain and not any(quotes in text for quotes in _LONG_TEXTS):
        return plain[1] or plain[2] or ""
    if not text:
        return ""
    from vaultkit.config import user_vault

    return user_vault()
