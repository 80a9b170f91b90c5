"""vaultkit shelf statement-create: state a fact of three names."""

from __future__ import annotations

import argparse
from datetime import datetime

from graph.text import well_formed
from vaultkit.cli.shelf.opening import (
    add_content_arguments,
    add_shelf_argument,
    content_of,
    embed_new,
    opened,
    say,
    warn,
)
from vaultkit.clock import now
from vaultkit.errors import UsageError
from vaultkit.memory.shelf.catalogs import stamp
from vaultkit.memory.shelf.entry import Statement
from vaultkit.memory.shelf.vocabulary import new_spellings

EXAMPLE = "hypatia statement-create wu-2026-05-10-sort-function is_a work-unit --scopes my-app"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    for name in ("subject", "predicate", "object"):
        parser.add_argument(name, type=well_formed, metavar=name.upper())
    parser.add_argument("--tr-start", default="", metavar="TIME", help="since when it is true (ISO 8601)")
    parser.add_argument("--tr-end", default="", metavar="TIME", help="until when it is true (ISO 8601)")
    add_content_arguments(parser)
    add_shelf_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """State it, once."""
    content = content_of(arguments)
    names = (arguments.subject, arguments.predicate, arguments.object)
    given = Statement(*names, content, "", *_times(arguments.tr_start, arguments.tr_end))
    with opened(arguments) as store:
        with store.changing():
            warnings = new_spellings(store, content)
            entry = store.create_statement(given, now(), embed=not arguments.no_embed)
        say([f"Created statement: {entry.key}"])
        warn(warnings)
        if not arguments.no_embed:
            embed_new(store, entry)
    return 0


def _times(since: str, until: str) -> tuple[str | None, str | None]:
    start, end = _time(since), _time(until)
    if start and end and end < start:
        raise UsageError(f"{until} is before {since}", "give --tr-end a time that is not before --tr-start")
    return start, end


def _time(text: str) -> str | None:
    try:
        return stamp(datetime.fromisoformat(text)) if text else None
    except (ValueError, OverflowError) as fault:
        raise UsageError(f"{text!r} is no time", "write it as ISO 8601: 2026-09-07") from fault
