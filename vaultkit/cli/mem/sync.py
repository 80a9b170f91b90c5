"""vaultkit mem sync: begin a session with an overview, or end it with a summary."""

from __future__ import annotations

import argparse
import sys

from vaultkit.cli.given import given_text, say_json
from vaultkit.cli.mem.place import add_place_arguments, place_of
from vaultkit.cli.terminal import printable
from vaultkit.clock import now
from vaultkit.errors import VaultkitError
from vaultkit.memory.mem.answers import overview
from vaultkit.memory.mem.changes import end_session
from vaultkit.memory.mem.entry import parse_data
from vaultkit.memory.mem.settings import prune_after_days
from vaultkit.memory.mem.store import Place, read_index
from vaultkit.memory.mem.writing import change_memories, inherit

EXAMPLE = """vaultkit sync --end '{"summary": "Implemented the auth flow"}'"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_place_arguments(parser)
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--start", action="store_true", help="print branch, topics, critical and high memories, count")
    which.add_argument("--end", metavar="JSON", help="keep the summary of the session and look after the index")


def run(arguments: argparse.Namespace) -> int:
    """Print the overview, or keep the summary."""
    place = place_of(arguments)
    if arguments.start:
        _inherit(place)
        say_json(overview(place.name, read_index(place)))
    else:
        change = end_session(parse_data(given_text(arguments.end)), place.name, now(), prune_after_days(place))
        say_json({"ok": True, "mid": change_memories(place, change, now()), "branch": place.name})
    return 0


def _inherit(place: Place) -> None:
    try:
        inherit(place, now())
    except VaultkitError as fault:  # a repository that cannot be written can be read
        print(printable(f"vaultkit mem: {place.branch} has no memories of its own yet: {fault}"), file=sys.stderr)
