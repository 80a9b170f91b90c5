"""Which vault or project a command means that names none, and a word if that lies elsewhere than where one works."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from vaultkit.cli.terminal import printable
from vaultkit.config import Root, current_folder, find_root, find_vault, read_root, user_config


def root_meant(named: Path | None) -> Root:
    """The vault or project named, else the one that `find_root` knows. Raises VaultkitError."""
    return read_root(named) if named else _told(find_root(current_folder()), "vault or project")


def vault_meant(named: Path | None) -> Root:
    """The vault named, else the one that `find_vault` knows. Raises VaultkitError."""
    root = find_vault(named, current_folder())
    return root if named else _told(root, "vault")


def _told(root: Root, what: str) -> Root:
    say_elsewhere(root.path, what)
    return root


def say_elsewhere(folder: Path, what: str) -> None:
    """Say on stderr who names a folder that is not around this one."""
    if current_folder().resolve().is_relative_to(folder):
        return
    who = "$VAULTKIT_VAULT" if os.environ.get("VAULTKIT_VAULT") else str(user_config())
    print(printable(f"vaultkit: no {what} here: using {folder}, as {who} says"), file=sys.stderr)
