"""vaultkit shelf archive-get: a file that was kept."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from graph.text import well_formed
from vaultkit.cli.shelf.opening import add_shelf_argument, opened, say
from vaultkit.disk.files import Staging
from vaultkit.errors import VaultkitError
from vaultkit.memory.shelf.archives import stored_bytes

EXAMPLE = "hypatia archive-get slow-query-trace -o trace.json"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("name", type=well_formed, metavar="NAME")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="where to write it (default: stdout)")
    add_shelf_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write its bytes; a file that is there is not overwritten."""
    with opened(arguments) as store:
        data = stored_bytes(store, arguments.name)
    if arguments.output is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return 0
    file: Path = arguments.output.expanduser()
    if file.exists():
        raise VaultkitError(f"{file} is there already", "give another name with -o")
    with Staging(file.parent) as staging:
        staging.write(file.name, [data])
        staging.publish()
    say([str(file)])
    return 0
