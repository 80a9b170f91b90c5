"""What the commands of a shelf have in common: which shelf, which scope, and how entries are shown."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from graph.text import well_formed
from vaultkit.cli.terminal import print_json, printable
from vaultkit.config import current_folder
from vaultkit.memory.shelf.entry import Content, Entry, parse_list, parse_scopes, record
from vaultkit.memory.shelf.places import DEFAULT, place_of
from vaultkit.memory.shelf.project import project_name
from vaultkit.memory.shelf.settings import read_shelving
from vaultkit.memory.shelf.store import Store, open_store

if TYPE_CHECKING:
    from vaultkit.memory.shelf.asking import Answer

NOTHING = "No results found."


def add_shelf_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--shelf`."""
    text = "the shelf (default: `name` of [shelf] in the configuration, else `default`)"
    parser.add_argument("-s", "--shelf", default="", metavar="NAME", help=text)


def add_scope_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--scope`."""
    text = "the project (default: the name of the git work tree or folder one is in)"
    parser.add_argument("--scope", type=well_formed, metavar="NAME", help=text)


def add_json_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--json`."""
    parser.add_argument("--json", action="store_true", help="answer as JSON in one line")


def add_content_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what entries are made of."""
    parser.add_argument("-d", "--data", type=well_formed, default="", metavar="TEXT", help="the text; `-` reads stdin")
    text = "the projects it holds in, `a,b`; with a trailing comma everywhere too, `,` everywhere alone"
    parser.add_argument("--scopes", type=well_formed, default="", metavar="LIST", help=text)
    synonyms = "other names by which it shall be found, `a,b` or JSON"
    parser.add_argument("--synonyms", type=well_formed, default="", metavar="LIST", help=synonyms)
    parser.add_argument("--no-embed", action="store_true", help="keep it out of the vector index")


def content_of(arguments: argparse.Namespace) -> Content:
    """The content that the arguments describe. Raises UsageError."""
    return Content(
        data=text_of(arguments.data),
        tags=parse_list(getattr(arguments, "tags", "")),
        scopes=parse_scopes(arguments.scopes),
        synonyms=parse_list(arguments.synonyms),
        figures=parse_list(getattr(arguments, "figures", "")),
    )


def text_of(given: str) -> str:
    """A text that was given, or what stands on stdin for `-`."""
    return well_formed(sys.stdin.buffer.read().decode("utf-8", "replace")) if given == "-" else given


@contextmanager
def opened(arguments: argparse.Namespace) -> Iterator[Store]:
    """The store of the shelf that is meant, made if it is missing. Raises VaultkitError."""
    name = arguments.shelf or read_shelving(current_folder()).name or DEFAULT
    with open_store(place_of(name).folder) as store:
        yield store


def scope_of(arguments: argparse.Namespace) -> str:
    """The scope that is meant."""
    return project_name(current_folder()) if arguments.scope is None else str(arguments.scope).strip()


def embed_new(store: Store, entry: Entry) -> None:
    """Give a new entry its vector if a model is set; if that fails, say so."""
    from vaultkit.memory.shelf.embedding import embedded  # who logs a message embeds nothing

    if why := embedded(store, entry):
        warn([why])


def say_entries(answer: Answer, *, as_json: bool) -> None:
    """Print entries as JSON, a line for each value; none as a word. Says on stderr if a limit cut some off."""
    if as_json:
        print_json([record(entry) for entry in answer.entries])
    elif answer.entries:
        print_json([record(entry) for entry in answer.entries], indent=True)
    else:
        print(NOTHING)
    if answer.more:
        warn([f"only {len(answer.entries)} are shown; there are more: raise the limit"])


def say(lines: Iterable[str]) -> None:
    """Print untrusted lines."""
    sys.stdout.write("".join(printable(line) + "\n" for line in lines))


def warn(lines: Sequence[str]) -> None:
    """Say something on stderr."""
    for line in lines:
        print(f"note: {printable(line)}", file=sys.stderr)
