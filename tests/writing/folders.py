"""Vaults written down as text: `@ path` and the lines of the file below it; `⟨0D 0A⟩` are bytes."""

from __future__ import annotations

import re
from pathlib import Path

_FILE = re.compile(r"^@ (.+)\n((?:(?![@>=] |=>).*\n)*)", re.MULTILINE)
_BYTES = re.compile(r"⟨([0-9A-F ]+)⟩")
CASES = Path(__file__).parent.parent / "cases" / "writing"


def cases(name: str) -> list[tuple[str, str]]:
    """(title, rest) of every case in a file of cases, which begin with `=== title`."""
    found = re.findall(r"^=== (.+)\n((?:(?!=== ).*\n)*)", (CASES / name).read_text("utf-8"), re.MULTILINE)
    return [(title, rest) for title, rest in found]


def files_of(text: str) -> dict[str, bytes]:
    """Path to bytes; an empty line before the next case is no part of a file."""
    return {
        path: _bytes(body.removesuffix("\n") if body.endswith("\n\n") else body) for path, body in _FILE.findall(text)
    }


def write_files(vault: Path, files: dict[str, bytes]) -> None:
    (vault / ".obsidian").mkdir(parents=True, exist_ok=True)
    for path, data in files.items():
        (vault / path).parent.mkdir(parents=True, exist_ok=True)
        (vault / path).write_bytes(data)


def read_files(vault: Path) -> dict[str, bytes]:
    """Every file but hidden ones and the graph."""
    found = (file for file in sorted(vault.rglob("*")) if file.is_file())
    paths = {file.relative_to(vault).as_posix(): file for file in found}
    return {
        path: file.read_bytes()
        for path, file in paths.items()
        if not path.startswith((".obsidian/", "graphify-out/", ".vaultkit.toml"))
    }


def _bytes(text: str) -> bytes:
    parts = _BYTES.split(text)
    return b"".join(bytes.fromhex(part) if index % 2 else part.encode() for index, part in enumerate(parts))
