"""vaultkit episodes watch: the index follows notes and transcripts until Ctrl-C."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from graph.codec import encode_json
from vaultkit import clock
from vaultkit.cli.arguments import a_path
from vaultkit.cli.episodes.index import told
from vaultkit.cli.events import ticks
from vaultkit.cli.stopping import Stop
from vaultkit.cli.terminal import printable
from vaultkit.config import absolute, current_folder
from vaultkit.errors import VaultkitError
from vaultkit.memory.episodes.following import LOG, follow
from vaultkit.memory.episodes.indexing import Indexed, roots_before
from vaultkit.memory.episodes.meaning import embed, read_embedding
from vaultkit.memory.episodes.places import usual_roots
from vaultkit.memory.episodes.tables import reading

EXAMPLE = "vaultkit watch ~/MyVault/journal"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    what = "files and folders besides those that were ever given (default: those of the configuration)"
    parser.add_argument("paths", nargs="*", type=a_path, metavar="PATH", help=what)
    parser.add_argument("--json", action="store_true", help="say what was done as JSON, one object a line")


def run(arguments: argparse.Namespace) -> int:
    """Watch until a signal comes: KeyboardInterrupt at SIGINT, 0 at SIGTERM. Raises VaultkitError."""
    given = [absolute(path) for path in arguments.paths] or usual_roots(current_folder())
    missing = next((path for path in given if not path.exists()), None)
    if missing is not None:
        raise VaultkitError(f"there is no {missing}", "name files or folders that are there")
    roots = dict.fromkeys([*given, *map(Path, roots_before())])
    watched = [path for root in roots for path in (root, root.with_name(root.name + LOG)) if path.exists()]
    if not watched:
        raise VaultkitError("nothing is indexed yet", "name files or folders: vaultkit episodes watch PATH")
    with Stop().listening() as stop:
        follow(given, ticks(watched, stop), _Listener(arguments.json))
    return stop.exit_code()


class _Listener:
    """Prints a line for every update, and one on stderr for every fault."""

    def __init__(self, as_json: bool) -> None:
        self._as_json = as_json
        self._fault = ""

    def indexed(self, done: Indexed) -> None:
        record = {"time": clock.now().isoformat(timespec="seconds"), **done._asdict()}
        line = encode_json(record).decode() if self._as_json else f"{clock.now():%H:%M:%S}  {told(done)}"
        print(printable(line), flush=True)
        for fault in done.unread:
            print(printable(f"not read: {fault}"), file=sys.stderr, flush=True)
        self._embed()

    def _embed(self) -> None:
        """Give what is new its vectors. A model that does not answer is told once; what is missing waits for it."""
        try:
            embedding = read_embedding(current_folder())
            if embedding.is_on:
                with reading() as connection:
                    embed(connection, embedding.embedder())
            self._fault = ""
        except VaultkitError as fault:
            if str(fault) != self._fault:
                self._fault = str(fault)
                self.failed(fault)

    def failed(self, fault: VaultkitError) -> None:
        print(printable(f"vaultkit: {fault}"), file=sys.stderr, flush=True)
