"""vaultkit shelf summarize: store the summary of what waits, and link it."""

from __future__ import annotations

import argparse

from graph.text import well_formed
from vaultkit.cli.shelf.opening import (
    add_json_argument,
    add_scope_argument,
    add_shelf_argument,
    embed_new,
    opened,
    say,
    scope_of,
    text_of,
)
from vaultkit.cli.shelf.waiting import add_limit_arguments, limits_of
from vaultkit.cli.terminal import print_json
from vaultkit.clock import now
from vaultkit.config import current_folder
from vaultkit.errors import UsageError
from vaultkit.memory.shelf.cascade import Draft, Limits, Written, due, pending, summarize
from vaultkit.memory.shelf.settings import read_shelving
from vaultkit.memory.shelf.store import Store
from vaultkit.memory.shelf.wording import summarized

EXAMPLE = 'hypatia summarize retry-queue-design -d "Failed jobs are retried .." --through msg-4f2a-042'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    name = "a short name for what it is about; without one, the model of `[shelf] summarizer` writes what is due"
    parser.add_argument("name", nargs="?", type=well_formed, metavar="NAME", help=name)
    parser.add_argument("-d", "--data", type=well_formed, metavar="TEXT", help="the summary; `-` reads stdin")
    through = "the last entry that was read for it, as `pending` says: what was logged since goes on waiting"
    parser.add_argument("--through", type=well_formed, metavar="ENTRY", help=through)
    parser.add_argument("--level", type=int, default=0, metavar="N", help="default: the lowest that is due")
    add_limit_arguments(parser)
    add_scope_argument(parser)
    add_json_argument(parser)
    add_shelf_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Store a given summary, or let the model write all that are due."""
    scope, limits = scope_of(arguments), limits_of(arguments)
    with opened(arguments) as store:
        written = _given(store, arguments, scope, limits) if arguments.name else _by_model(store, scope, limits)
        level = due(pending(store, scope, limits._replace(context_tokens=0)))
        for each in written:
            embed_new(store, each.entry)
    if arguments.json:
        names = [{"name": each.entry.name, "level": each.level.level, "why": each.level.why} for each in written]
        print_json({"stored": names, "due": level.level if level else None})
    else:
        say(summarized(written, level))
    return 0


def _given(store: Store, arguments: argparse.Namespace, scope: str, limits: Limits) -> list[Written]:
    if not arguments.data or not arguments.through:
        remedy = 'write: summarize NAME -d "TEXT" --through ENTRY; `pending --read` prints what to read'
        raise UsageError("a summary needs its text and the last entry that was read for it", remedy)
    draft = Draft(arguments.name, text_of(arguments.data), arguments.through, arguments.level)
    return [summarize(store, draft, scope, limits, now())]


def _by_model(store: Store, scope: str, limits: Limits) -> list[Written]:
    model = read_shelving(current_folder()).summarizer
    if not model:
        remedy = "read `pending --read` and write: summarize NAME -d TEXT --through ENTRY; or set [shelf] summarizer"
        raise UsageError("no model is set that could summarise", remedy)
    from vaultkit.memory.shelf.condensing import condense_all
    from vaultkit.models.slm import completer

    return list(condense_all(store, scope, limits, completer(model), now()))
