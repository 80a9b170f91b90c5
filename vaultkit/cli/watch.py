"""graphify watch: the graph follows the notes until Ctrl-C."""

from __future__ import annotations

import argparse
import sys
from typing import Final

from graph.codec import encode_json
from graph.text import counted
from vaultkit import clock
from vaultkit.building.pipeline import Watcher
from vaultkit.building.watching import Update, keep_up_to_date
from vaultkit.cli.arguments import a_path
from vaultkit.cli.events import ticks
from vaultkit.cli.meant import root_meant
from vaultkit.cli.progress import watching
from vaultkit.cli.stopping import Stop
from vaultkit.cli.terminal import printable
from vaultkit.config import absolute, as_text
from vaultkit.errors import VaultkitError

EXAMPLE = "graphify watch ~/MyVault"
_EXIT_CODES: Final = "exit codes: 130 after Ctrl-C, 0 after SIGTERM, 1 when the folder is removed"
_SHOWN: Final = 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("path", nargs="?", type=a_path, help="the vault or project (default: the one around here)")
    parser.add_argument("--out", type=a_path, help="where to write (default: graphify-out in the vault or project)")
    parser.add_argument("--json", action="store_true", help="say what was done as JSON, one object a line")
    parser.epilog = f"{parser.epilog}\n\n{_EXIT_CODES}"


def run(arguments: argparse.Namespace) -> int:
    """Watch until a signal comes: KeyboardInterrupt at SIGINT, 0 at SIGTERM. Raises VaultkitError."""
    root = root_meant(arguments.path)
    out = absolute(arguments.out) if arguments.out else root.out
    with Stop().listening() as stop, watching() as meter:
        keep_up_to_date(root, out, ticks([root.path], stop), _Listener(stop, meter, arguments.json))
    return stop.exit_code()


class _Listener:
    """Prints a line for every update, and one on stderr for every fault."""

    def __init__(self, stop: Stop, meter: Watcher, as_json: bool) -> None:
        self._stop, self._meter, self._as_json = stop, meter, as_json
        self.watcher = Watcher(self._progress, self._wait)

    def updated(self, update: Update) -> None:
        print(encode_json(_record(update)).decode() if self._as_json else _line(update), flush=True)

    def failed(self, fault: VaultkitError) -> None:
        print(printable(f"graphify: {fault}"), file=sys.stderr, flush=True)

    def _progress(self, what: str, done: int, total: int) -> None:
        self._stop.may_end()
        self._meter.progress(what, done, total)

    def _wait(self) -> None:
        self._meter.waits()
        self._stop.may_end(at_once=True)


def _record(update: Update) -> dict[str, object]:
    """The fields of a JSON line, stable; those of `graphify build --json` without the problems."""
    built = update.built
    return {
        "time": clock.now().isoformat(timespec="seconds"),
        "root": as_text(str(update.root.path)),
        "settings_changed": update.settings_changed,
        "changed": built.changed,
        "removed": built.removed,
        "unread": built.unread,
        "nodes": built.nodes,
        "edges": built.edges,
        "communities": built.communities,
        "seconds": built.seconds,
    }


def _line(update: Update) -> str:
    built = update.built
    paths = (*built.changed, *built.removed)
    counts = [f"{len(built.changed):,} new or changed"] if built.changed else []
    counts += [f"{len(built.removed):,} removed"] if built.removed else []
    counts += ["new settings"] if update.settings_changed else []
    names = ", ".join(paths[:_SHOWN]) + (", .." if len(paths) > _SHOWN else "")
    done = (", ".join(counts) or "up to date") + (f": {names}" if names else "")
    unread = f", {len(built.unread):,} unread" if built.unread else ""
    sizes = {"node": built.nodes, "edge": built.edges, "community": built.communities}
    size = ", ".join(counted(number, what) for what, number in sizes.items())
    return printable(f"{clock.now():%H:%M:%S}  {done} ({size}{unread}; {built.seconds:.1f} s)")
