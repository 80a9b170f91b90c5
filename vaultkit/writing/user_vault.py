"""Which vault is meant where no other one is: a line in the user's own configuration."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from vaultkit.config import as_text, read_root, user_config, user_vault
from vaultkit.errors import VaultkitError


class NewConfig(NamedTuple):
    """What is to become of the user's configuration."""

    file: Path
    old: bytes | None
    """None: there is none yet."""
    new: bytes


def name_vault(named: Path) -> NewConfig | None:
    """The configuration that makes a folder the user's vault; None if it is already.

    Raises VaultkitError if the folder is no vault, or if the configuration names another one.
    """
    root, file, said = read_root(named), user_config(), user_vault()
    if root.kind != "vault":
        raise VaultkitError(f"{root.path} is no vault", f"make it one: vaultkit init {root.path}")
    if as_text(str(root.path)) != str(root.path):
        raise VaultkitError(f"{as_text(str(root.path))} has a name that no configuration can hold", "rename it")
    if said and Path(said).expanduser().resolve() == root.path:
        return None
    if said:
        raise VaultkitError(f"{file} names another vault, {said}", "change it there")
    line = f"[vault]\npath = {json.dumps(str(root.path), ensure_ascii=False)}\n".encode()
    if not file.exists():
        return NewConfig(file, None, line)
    old = file.read_bytes()
    if b"[vault]" in old:
        raise VaultkitError(f"{file} has a [vault] table without a path", "write the path there")
    return NewConfig(file, old, old + (b"" if old.endswith(b"\n") or not old else b"\n") + line)
