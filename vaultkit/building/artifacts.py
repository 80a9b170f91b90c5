"""What a build leaves in graphify-out: graph.json, the report and its picture, the page, build.json, .gitignore."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final, NamedTuple

from graph.codec import TOOL, decode_json, encode_json
from vaultkit.building.build_record import BUILD
from vaultkit.config import OUT_NAME
from vaultkit.disk.contents import read_regular
from vaultkit.disk.files import move_aside
from vaultkit.disk.lock import lock
from vaultkit.errors import VaultkitError
from vaultkit.indexing.index import NAME

GRAPH: Final = "graph.json"
REPORT: Final = "GRAPH_REPORT.md"
PICTURE: Final = "GRAPH_REPORT.svg"
PAGE: Final = "graph.html"
IGNORE: Final = ".gitignore"
NAMES: Final = (GRAPH, REPORT, PICTURE, PAGE, BUILD, IGNORE)

LOCK: Final = ".lock"
PATIENCE: Final = 600.0
"""Seconds to wait for another builder of the same root."""
_HEAD_BYTES: Final = 1 << 16
_SQLITE: Final = b"SQLite format 3\0"
_OURS: Final = re.compile(rb'"graph"\s*:\s*{\s*"tool"\s*:\s*"%s"' % TOOL.encode())
"""Also when somebody has laid it out anew."""
_BUILD_ID: Final = re.compile(rb'"build_id":"([0-9a-f]+)"')


def claim(out: Path) -> Path | None:
    """Make sure the folder is ours to write: one of another program is moved aside, to the path returned.

    Ours is a folder that is missing or empty, that we have built in, or that is called graphify-out and holds no
    graph.json of another program. Any other folder is somebody's own. Raises VaultkitError.
    """
    if out.exists() and not out.is_dir():
        raise VaultkitError(f"{out} is a file", "move it away or use --out")
    if out.name != OUT_NAME and out.is_dir() and not _is_built(out) and _others(out):
        raise VaultkitError(f"{out} holds other files", "give --out a folder of its own")
    if not _is_foreign(out):
        return None
    with lock(out / LOCK, patience=PATIENCE):
        return move_aside(out) if _is_foreign(out) else None


def stamp(out: Path) -> str:
    """What the artifacts look like on disk, "" if one is missing: another look means that somebody changed them."""
    looks = _looks(out)
    return encode_json([looks[name] for name in NAMES]).decode() if len(looks) == len(NAMES) else ""


class Altered(NamedTuple):
    """The artifacts that are no longer as the last build wrote them."""

    missing: tuple[str, ...]
    edited: tuple[str, ...]
    """Those whose size or time differs."""
    resized: frozenset[str] = frozenset()
    """Those of them that are edited for sure, as their size differs: a copy has other times."""

    def __bool__(self) -> bool:
        """Whether there is any."""
        return bool(self.missing or self.edited)


def altered(out: Path, stamp: str) -> Altered:
    """Which artifacts somebody removed or changed since the build that left this stamp; "" stands for no stamp."""
    looks = _looks(out)
    left = dict(zip(NAMES, decode_json(stamp), strict=False)) if stamp else looks
    edited = tuple(name for name in NAMES if name in looks and looks[name] != left.get(name))
    resized = frozenset(name for name in edited if looks[name][:1] != left.get(name, [])[:1])
    return Altered(tuple(name for name in NAMES if name not in looks), edited, resized)


def _looks(out: Path) -> dict[str, list[int]]:
    """Size and time of every artifact that is there."""
    looks = {}
    for name in NAMES:
        try:
            stat = (out / name).stat()
        except OSError:
            continue
        looks[name] = [stat.st_size, stat.st_mtime_ns]
    return looks


def read_build_id(out: Path) -> str:
    """The build_id that graph.json carries, "" if it is missing or not ours; only its head is read."""
    try:
        found = _BUILD_ID.search(_head(out / GRAPH))
    except OSError:
        return ""
    return found[1].decode() if found else ""


def _others(out: Path) -> list[str]:
    """What is in a folder besides what a build that was cut off leaves."""
    return [name for name in os.listdir(out) if name != LOCK and not name.startswith((NAME, ".vaultkit-new-"))]


def _is_built(out: Path) -> bool:
    """Whether a build of ours has written, or begun to write, into the folder."""
    return _start(out / NAME).startswith(_SQLITE) or bool(_OURS.search(_start(out / GRAPH)))


def _start(file: Path) -> bytes:
    """The first bytes of a file, none if it cannot be read."""
    try:
        return read_regular(file, _HEAD_BYTES)
    except OSError:
        return b""


def _is_foreign(out: Path) -> bool:
    """Whether there is a graph that does not name our tool, which ours do before the nodes; an empty file is none."""
    graph = out / GRAPH
    try:
        head = _head(graph)
    except FileNotFoundError:
        return False
    except OSError as fault:
        raise VaultkitError(f"cannot read {graph} ({fault.strerror})", "check its permissions or use --out") from fault
    return bool(head.strip()) and not _OURS.search(head)


def _head(graph: Path) -> bytes:
    return read_regular(graph, _HEAD_BYTES)
