"""Which vault is meant where no other one is: a line in the user's own configuration."""

from __future__ import annotations

import json
from pathlib import Path

from vaultkit.config import read_root, user_config, user_vault
from vaultkit.errors import VaultkitError
from vaultkit.files import rewrite
from vaultkit.writing.change import create


def set_user_vault(named: Path) -> None:
    """Make a folder the user's vault. Raises VaultkitError if it is none, or the configuration names another one."""
    root, file, said = read_root(named), user_config(), user_vault()
    if root.kind != "vault":
        raise VaultkitError(f"{root.path} is no vault", f"make it one: vaultkit init {root.path}")
    if said and Path(said).expanduser().resolve() == root.path:
        return
    if said:
        raise VaultkitError(f"{file} names another vault, {said}", "change it there")
    line = f"[vault]\npath = {json.dumps(str(root.path), ensure_ascii=False)}\n".encode()
    if not file.exists():
        create(file.parent, file.name, line)
        return
    old = file.read_bytes()
    if b"[vault]" in old:
        raise VaultkitError(f"{file} has a [vault] table without a path", "write the path there")
    rewrite(file, old, old + (b"" if old.endswith(b"\n") or not old else b"\n") + line)
