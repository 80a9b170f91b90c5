"""What a build leaves in graphify-out: graph.json, GRAPH_REPORT.md, graph.html, build.json, .gitignore."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final, NamedTuple

from graph.codec import TOOL, decode_json, encode_json
from vaultkit.errors import VaultkitError
from vaultkit.files import move_aside, read_regular
from vaultkit.lock import lock

GRAPH: Final = "graph.json"
REPORT: Final = "GRAPH_REPORT.md"
PAGE: Final = "graph.html"
BUILD: Final = "build.json"
IGNORE: Final = ".gitignore"
NAMES: Final = (GRAPH, REPORT, PAGE, BUILD, IGNORE)

LOCK: Final = ".lock"
PATIENCE: Final = 600.0
"""Seconds to wait for another builder of the same root."""
_HEAD_BYTES: Final = 1 << 16
_OURS: Final = re.compile(rb'"graph"\s*:\s*{\s*"tool"\s*:\s*"%s"' % TOOL.encode())
"""Also when somebody has laid it out anew."""
_BUILD_ID: Final = re.compile(rb'"build_id":"([0-9a-f]+)"')


def claim(out: Path) -> Path | None:
    """Make sure the folder is ours to write: one of another program is moved aside, to the path returned.

    Ours is a folder that is missing, holds no graph.json, or one with our `graph.tool`. Raises VaultkitError.
    """
    if out.exists() and not out.is_dir():
        raise VaultkitError(f"{out} is a file", "move it away or use --out")
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


def altered(out: Path, stamp: str) -> Altered:
    """Which artifacts somebody removed or changed since the build that left this stamp; "" stands for no stamp."""
    looks = _looks(out)
    left = dict(zip(NAMES, decode_json(stamp), strict=False)) if stamp else looks
    edited = (name for name in NAMES if name in looks and looks[name] != left.get(name))
    return Altered(tuple(name for name in NAMES if name not in looks), tuple(edited))


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


def read_build(out: Path) -> dict[str, Any]:
    """build.json, {} if it is missing or broken."""
    try:
        build = json.loads((out / BUILD).read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return build if isinstance(build, dict) else {}


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
