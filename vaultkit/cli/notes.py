"""vaultkit notes: the notes with certain tags, told by their summaries."""

from __future__ import annotations

import argparse
import sys

from extractors.markdown.tags import is_tag
from vaultkit.asking.router import notes, why_none
from vaultkit.cli.progress import watching
from vaultkit.cli.terminal import print_json, printable
from vaultkit.cli.vault import add_vault_argument, say_lines, vault_of
from vaultkit.errors import UsageError

EXAMPLE = "vaultkit notes --tag tool/semrush --scope global --type how-to"
_NAMESPACES = ("type", "scope", "client", "project", "domain", "tool", "convention")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    tag = "notes with this tag or one below it: tool finds every tool/* (may be given again: all must fit)"
    parser.add_argument("--tag", action="append", default=[], metavar="NS[/VALUE]", help=tag)
    for namespace in _NAMESPACES:
        parser.add_argument(
            f"--{namespace}", action="append", default=[], metavar="VALUE", help=f"short for --tag {namespace}/VALUE"
        )
    parser.add_argument("--text", default="", metavar="WORDS", help="only notes in which words stand, the best first")
    parser.add_argument("--top", type=int, metavar="N", help="how many (default: all)")
    parser.add_argument("--json", action="store_true", help="answer as JSON")
    add_vault_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print path and summary of each note; 1 if there is none."""
    short = [f"{namespace}/{value}" for namespace in _NAMESPACES for value in getattr(arguments, namespace)]
    tags = [*(_read_tag(tag.rstrip("/")) for tag in arguments.tag), *map(_read_tag, short)]
    if arguments.top is not None and arguments.top < 1:
        raise UsageError(f"--top {arguments.top} makes no sense", "give 1 or more")
    root = vault_of(arguments)
    with watching() as watcher:
        found = notes(root, tags, arguments.text, arguments.top, watcher)
        why = why_none(root, tags, watcher) if not found else ""
    if arguments.json:
        print_json({"notes": [entry._asdict() for entry in found]})
    else:
        say_lines(f"{entry.path}: {entry.summary}" if entry.summary else entry.path for entry in found)
    if not found:
        print(printable(f"vaultkit: {why}"), file=sys.stderr)
    return 0 if found else 1


def _read_tag(written: str) -> str:
    """A tag, with or without `#`, or the beginning of one. Raises UsageError."""
    tag = written.strip().removeprefix("#")
    if not is_tag(tag):
        raise UsageError(f"{written!r} is no tag", "use letters, digits, - and _, with / between levels")
    return tag
