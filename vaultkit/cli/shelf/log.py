"""vaultkit shelf log: log a turn of a conversation."""

from __future__ import annotations

import argparse
import math
from pathlib import Path

from graph.text import well_formed
from vaultkit.cli.shelf.opening import (
    add_json_argument,
    add_scope_argument,
    add_shelf_argument,
    opened,
    say,
    scope_of,
    text_of,
    warn,
)
from vaultkit.cli.shelf.waiting import add_limit_arguments, limits_of
from vaultkit.cli.terminal import print_json
from vaultkit.clock import now
from vaultkit.disk.contents import read_regular
from vaultkit.errors import UsageError, VaultkitError
from vaultkit.memory.shelf.call import Call
from vaultkit.memory.shelf.cascade import BATCH_SIZE, due, loads
from vaultkit.memory.shelf.entry import Content
from vaultkit.memory.shelf.ledger import read_calls
from vaultkit.memory.shelf.messages import ROLES, last_question, log, message_of
from vaultkit.memory.shelf.policy import shaped
from vaultkit.memory.shelf.vocabulary import new_spellings
from vaultkit.memory.shelf.wording import logged
from vaultkit.sessions.session_log import session_of

EXAMPLE = 'hypatia log --session 4f2a --role user "How do we retry failed jobs?"'
_LARGEST = 1 << 26
_LONGEST = 1e7


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("text", type=well_formed, metavar="TEXT", help="what was said; `-` reads stdin")
    session = parser.add_mutually_exclusive_group(required=True)
    session.add_argument("--session", type=well_formed, metavar="ID", help="the conversation")
    session.add_argument("--transcript", metavar="PATH", help="a file that stands for the conversation if it has no id")
    parser.add_argument("--role", choices=ROLES, required=True)
    question = "what the user asked for, which decides what of a reply is kept (default: the last user message)"
    parser.add_argument("--question", type=well_formed, metavar="TEXT", help=question)
    tools = "JSON of the tool calls: name, input, ok, duration_ms, error"
    parser.add_argument("--tools", metavar="FILE", help=tools)
    parser.add_argument("--seconds", type=_duration, metavar="N", help="how long the reply took")
    add_limit_arguments(parser)
    add_scope_argument(parser)
    add_json_argument(parser)
    add_shelf_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Log it, whatever it is, and say which summary is due."""
    scope, calls, text = scope_of(arguments), _calls(arguments.tools), text_of(arguments.text)
    session = arguments.session if arguments.transcript is None else session_of(arguments.transcript)
    with opened(arguments) as store:
        if arguments.role == "assistant":
            asked = last_question(store, session) if arguments.question is None else None
            question = message_of(asked).text if asked else arguments.question or ""
            took = None if arguments.seconds is None else arguments.seconds * 1000
            text = shaped(text, question, calls, took)
        elif calls or arguments.seconds is not None:
            raise UsageError("a user calls no tools", "give --tools and --seconds with --role assistant")
        warnings = new_spellings(store, Content(scopes=(scope,)))
        entry = log(store, session, arguments.role, text, scope, now())
        levels = loads(store, scope, limits_of(arguments))
    if arguments.json:
        level = due(levels)
        told = {"due": level.level if level else None, "why": level.why if level else ""}
        print_json({"name": entry.name, **told, "hint": levels[0].entries >= BATCH_SIZE})
    else:
        say([logged(entry.name, due(levels))])
    warn(warnings)
    return 0


def _duration(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds < _LONGEST:
        raise argparse.ArgumentTypeError(f"{text!r} is no time that a reply takes; give seconds")
    return seconds


def _calls(file: str | None) -> list[Call]:
    if file is None:
        return []
    try:
        return read_calls(read_regular(Path(file), _LARGEST).decode("utf-8", "replace"))
    except OSError as fault:
        raise VaultkitError(f"cannot read {file} ({fault.strerror or fault})", "give a file of JSON") from fault
