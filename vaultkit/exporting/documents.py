"""Exports that are single files or tables: where they go, whose file may be replaced, how they are written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Final

from graph.exports.columns import EDGE_COLUMNS, NODE_COLUMNS
from vaultkit.building.artifacts import LOCK, NAMES, PATIENCE
from vaultkit.disk.contents import read_regular
from vaultkit.disk.files import Staging, make_folder
from vaultkit.disk.lock import lock
from vaultkit.errors import VaultkitError
from vaultkit.exporting.material import Material
from vaultkit.indexing.index import NAME as INDEX

Write = Callable[[Material], Iterable[str]]

_HEAD_BYTES: Final = 4096
MARKS: Final[Mapping[str, bytes]] = {
    ".graphml": b'<key id="node_label" for="node" attr.name="label" attr.type="string"/>',
    ".gexf": b"<creator>vaultkit</creator>",
    ".cypher": b"// GraphNode nodes of one graph",
    ".svg": b"vaultkit: communities of a graph",
    ".canvas": b'"id":"vaultkit:',
    ".html": b'<meta name="generator" content="vaultkit">',
    "nodes.csv": ",".join(column.name for column in NODE_COLUMNS).encode(),
    "edges.csv": ",".join(column.name for column in EDGE_COLUMNS).encode(),
}
"""By which words near the start an export of ours is known, by the end of the name of its usual file."""


def check_free(file: Path, usual: str, out: Path, *, force: bool) -> None:
    """Raise VaultkitError if there is something at `file` that is no export of the kind `usual`, and no force.

    What a build keeps in `out`, folders, pipes and devices are never replaced.
    """
    if file.is_dir():
        raise VaultkitError(f"{file} is a folder", "name the file to write")
    if file.exists() and not file.is_file():
        raise VaultkitError(f"{file} is a pipe, a socket or a device", "name a file, or print it: --output -")
    if file.parent == out and file.name in (*NAMES, LOCK, INDEX):
        raise VaultkitError(f"{file} is a part of the graph itself", "choose another --output")
    if force or not file.exists():
        return
    mark = next(mark for ending, mark in MARKS.items() if usual.endswith(ending))
    try:
        ours = mark in read_regular(file, _HEAD_BYTES)
    except OSError as fault:
        raise VaultkitError(f"cannot read {file} ({fault.strerror})", "check its permissions") from fault
    if not ours:
        raise VaultkitError(
            f"{file} is not an export of this kind", "choose another --output, or overwrite it: --force"
        )


def write_files(material: Material, files: Mapping[Path, Write]) -> None:
    """Write files of one folder, whole or not at all, and in their place together. Raises VaultkitError."""
    folder = next(iter(files)).parent
    make_folder(folder)
    for file in files:
        if file.exists() and not file.is_file():
            raise VaultkitError(f"{file} is a pipe, a socket or a device, or a folder", "choose another --output")
    with _alone_in(folder, material.out), Staging(folder) as staging:
        for file, write in files.items():
            staging.write(file.name, encoded(write(material)))
        staging.publish()


def encoded(pieces: Iterable[str]) -> Iterator[bytes]:
    """The pieces of a text as UTF-8."""
    return (piece.encode("utf-8", "replace") for piece in pieces)


def _alone_in(folder: Path, out: Path) -> AbstractContextManager[None]:
    """In the folder of the graph a build would sweep away what is not finished."""
    return lock(out / LOCK, patience=PATIENCE) if folder == out else nullcontext()
