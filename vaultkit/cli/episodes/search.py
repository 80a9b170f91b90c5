"""vaultkit episodes search: the passages that answer a question."""

from __future__ import annotations

import argparse
import sys
from datetime import date

from graph.text import well_formed
from vaultkit import clock
from vaultkit.cli.arguments import a_path
from vaultkit.cli.graph_file import at_least_one
from vaultkit.cli.terminal import bold, print_json, printable
from vaultkit.config import absolute, current_folder
from vaultkit.errors import UsageError
from vaultkit.memory.episodes.fresh import freshen
from vaultkit.memory.episodes.meaning import read_embedding
from vaultkit.memory.episodes.places import read_episodes
from vaultkit.memory.episodes.search import COUNT, Found, Wanted, search
from vaultkit.memory.episodes.tables import reading

EXAMPLE = 'vaultkit search "what did we decide about the cache last week" -k 3'
_WIDTH = 400
"""Characters of a passage that are shown."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("question", nargs="+", type=well_formed, help="in your own words; `last week` limits the days")
    parser.add_argument("-k", type=at_least_one, default=COUNT, metavar="N", help=f"how many (default: {COUNT})")
    parser.add_argument("--since", type=a_day, metavar="DAY", help="from this day on, YYYY-MM-DD")
    parser.add_argument("--until", type=a_day, metavar="DAY", help="up to this day, YYYY-MM-DD")
    parser.add_argument("--source", type=a_path, metavar="DIR", help="only what lies in this folder or file")
    parser.add_argument("--words", action="store_true", help="by words alone, though [embed] names a model")
    parser.add_argument("--json", action="store_true", help="answer as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print the passages; 1 if there is none."""
    question = " ".join(arguments.question)
    if not question.strip():
        raise UsageError("the question is empty", "ask something, or name a time: vaultkit episodes search yesterday")
    source = str(absolute(arguments.source)) if arguments.source else ""
    here = current_folder()
    embedding = None if arguments.words else read_embedding(here)
    half_life = read_episodes(here).half_life
    wanted = Wanted(arguments.k, arguments.since, arguments.until, source, half_life, embedding)
    behind = freshen(embedding)
    with reading() as index:
        found = search(index, question, wanted, clock.now())
    if arguments.json:
        print_json(_record(found))
    else:
        _say(found)
    for note in filter(None, (found.note, behind)):
        print(printable(f"note: {note}"), file=sys.stderr)
    return 0 if found.hits else 1


def a_day(written: str) -> date:
    """A day as written."""
    try:
        return date.fromisoformat(written)
    except ValueError as fault:
        raise argparse.ArgumentTypeError(f"{written!r} is no day; write YYYY-MM-DD") from fault


def _record(found: Found) -> dict[str, object]:
    """The answer as JSON, stable; more fields may come."""
    hits = []
    for hit in found.hits:
        path, _, line = hit.place.rpartition(":")
        hits.append(
            {
                "id": hit.id,
                "path": path,
                "line": int(line),
                "heading": hit.heading,
                "date": hit.date,
                "text": hit.text,
                "score": hit.score,
            }
        )
    return {"hits": hits, **({"note": found.note} if found.note else {})}


def _say(found: Found) -> None:
    for number, hit in enumerate(found.hits, 1):
        day = f"  {hit.date[:10]}" if hit.date else ""
        print(f"{number}. {bold(printable(hit.heading or hit.place))}{day}  [{hit.id}]")
        print(f"   {printable(hit.place)}")
        text = " ".join(hit.text.split())
        print(f"   {printable(text if len(text) <= _WIDTH else text[: _WIDTH - 1] + '…')}\n")
    if not found.hits:
        print("nothing found")
