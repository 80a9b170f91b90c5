"""vaultkit shelf pending: what waits to be summarised, level by level."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Any

from vaultkit.cli.shelf.opening import (
    add_json_argument,
    add_scope_argument,
    add_shelf_argument,
    opened,
    say,
    say_entries,
    scope_of,
)
from vaultkit.cli.shelf.waiting import add_limit_arguments, limits_of
from vaultkit.cli.terminal import print_json
from vaultkit.memory.shelf.asking import Answer
from vaultkit.memory.shelf.cascade import BATCH_SIZE, Level, Limits, due, pending

EXAMPLE = "hypatia pending --read"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("--read", action="store_true", help="print the entries of the batch that is due")
    add_limit_arguments(parser)
    add_scope_argument(parser)
    add_json_argument(parser)
    add_shelf_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print what waits, or what is to be read."""
    limits = limits_of(arguments)
    with opened(arguments) as store:
        levels = pending(store, scope_of(arguments), limits)
    level = due(levels)
    if arguments.read:
        say_entries(Answer(list(level.batch) if level else [], more=False), as_json=arguments.json)
    elif arguments.json:
        hint = len(levels[0].items) >= BATCH_SIZE
        print_json({"levels": [_told(each, limits) for each in levels], "hint": hint})
    else:
        say(_lines(levels, limits))
    return 0


def _told(level: Level, limits: Limits) -> dict[str, Any]:
    return {
        "level": level.level,
        "tag": level.tag,
        "count": len(level.items),
        "tokens": level.tokens,
        "threshold": limits.threshold if level.level == 1 else BATCH_SIZE,
        "due": bool(level.why),
        "why": level.why,
        "through": level.through or None,
        "items": [item.name for item in level.batch or level.items],
    }


def _lines(levels: Sequence[Level], limits: Limits) -> Iterator[str]:
    for each in levels:
        amount = f"{len(each.items)} × {each.tag}"
        amount += f", {each.tokens:,} of {limits.threshold:,} tokens" if each.level == 1 else f" of {BATCH_SIZE}"
        yield f"summary {each.level}: {amount}" + (f": due ({each.why})" if each.why else "")
    if len(levels[0].items) >= BATCH_SIZE and not levels[0].why:
        yield f"{BATCH_SIZE} or more messages wait: a good moment to keep what they taught (work-unit, remember)"
    if level := due(levels):
        yield "read what is due: vaultkit shelf pending --read"
        yield f"then store it:    vaultkit shelf summarize NAME -d TEXT --through {level.through}"
