"""What the formats have in common: which graph, where to, and how that is said."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from vaultkit.cli.arguments import a_path
from vaultkit.cli.graph_file import add_graph_argument, graph_meant
from vaultkit.cli.progress import watching
from vaultkit.cli.terminal import printable
from vaultkit.config import absolute
from vaultkit.disk.files import check_writable
from vaultkit.errors import UsageError
from vaultkit.exporting.documents import Write, check_free, encoded, write_files
from vaultkit.exporting.material import material

STDOUT: Final = Path("-")
"""As `--output`: print it."""
ELSEWHERE: Final = "name another place: --output PATH"


def add_placing_arguments(parser: argparse.ArgumentParser, usual: str) -> None:
    """Add `--output`, `--force` and `--graph`; `usual` is what is written, and where, if nobody says otherwise."""
    parser.add_argument(
        "-o", "--output", type=a_path, metavar="PATH", help=f"where to write (default: {usual} beside graph.json)"
    )
    parser.add_argument("--force", action="store_true", help="overwrite a file that is no export of this kind")
    add_graph_argument(parser)


def export_document(arguments: argparse.Namespace, usual: str, write: Write) -> int:
    """Bring the graph up to date and write it as one file, which is then named, or to stdout for `-`."""
    out = graph_meant(arguments.graph)
    file = absolute(arguments.output) if arguments.output and arguments.output != STDOUT else out / usual
    if arguments.output != STDOUT:
        check_free(file, usual, out, force=arguments.force)
        check_writable(file.parent, ELSEWHERE)
    with watching() as watcher, material(out, watcher) as graph:
        if arguments.output == STDOUT:
            sys.stdout.flush()
            sys.stdout.buffer.writelines(encoded(write(graph)))
        else:
            write_files(graph, {file: write})
            print(printable(str(file)))
    return 0


def export_tables(arguments: argparse.Namespace, tables: Mapping[str, Write]) -> int:
    """Bring the graph up to date and write it as several files of one folder, which are then named."""
    if arguments.output == STDOUT:
        raise UsageError("these are several files", "name a folder with --output")
    out = graph_meant(arguments.graph)
    folder = absolute(arguments.output) if arguments.output else out
    files = {folder / usual: write for usual, write in tables.items()}
    for file in files:
        check_free(file, file.name, out, force=arguments.force)
    check_writable(folder, ELSEWHERE)
    with watching() as watcher, material(out, watcher) as graph:
        write_files(graph, files)
    print("\n".join(printable(str(file)) for file in files))
    return 0
