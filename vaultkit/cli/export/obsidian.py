"""graphify export obsidian: a folder with a note about each community."""

from __future__ import annotations

import argparse
import sys
from typing import Final

from graph.exports.community_notes import PICTURE, community_notes
from graph.exports.placing import drawn
from vaultkit.building.artifacts import PATIENCE
from vaultkit.cli.export.placing import ELSEWHERE, STDOUT, add_placing_arguments
from vaultkit.cli.graph_file import graph_meant
from vaultkit.cli.progress import watching
from vaultkit.cli.terminal import printable
from vaultkit.config import absolute
from vaultkit.disk.files import check_writable
from vaultkit.disk.lock import lock
from vaultkit.disk.state import lock_file
from vaultkit.errors import UsageError
from vaultkit.exporting.material import material
from vaultkit.exporting.notes_folder import Kept, check_folder, keep_up

EXAMPLE = "graphify obsidian --output ~/MyVault/Communities"
_USUAL: Final = "communities"
_SHOWN: Final = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_placing_arguments(parser, f"{_USUAL}/")


def run(arguments: argparse.Namespace) -> int:
    """Bring the notes up to date; 1 if one that somebody edited was left as it is."""
    out = graph_meant(arguments.graph)
    if arguments.output == STDOUT:
        raise UsageError("these are several files", "name a folder with --output")
    folder = absolute(arguments.output) if arguments.output else out / _USUAL
    check_folder(folder, force=arguments.force)
    check_writable(folder, ELSEWHERE)
    with watching() as watcher, material(out, watcher) as graph, lock(lock_file(folder), patience=PATIENCE):
        inside = graph.root.kind == "vault" and folder.is_relative_to(graph.root.path)
        notes = {name: text.encode() for name, text in community_notes(graph.network, wikilinks=inside)}
        notes[PICTURE] = "".join(drawn(graph.network.chart())).encode()
        kept = keep_up(folder, notes, force=arguments.force)
    print(printable(str(folder)))
    print(_summary(kept), file=sys.stderr)
    return 1 if kept.left else 0


def _summary(kept: Kept) -> str:
    counts = f"{len(kept.written)} written, {len(kept.unchanged)} unchanged, {len(kept.removed)} removed"
    if not kept.left:
        return counts
    names = ", ".join(map(printable, kept.left[:_SHOWN])) + (", .." if len(kept.left) > _SHOWN else "")
    return f"{counts}; left as somebody edited them (--force moves them aside): {names}"
