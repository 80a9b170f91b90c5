"""vaultkit new: a note from a template."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from posixpath import basename

from graph.text import counted
from vaultkit.cli.progress import watching
from vaultkit.cli.terminal import print_json, printable
from vaultkit.cli.vault import (
    add_dry_run_argument,
    add_vault_argument,
    follow,
    opened_vault,
    placed_in_vault,
    say_diff,
    say_lines,
)
from vaultkit.writing.drawn import Drawn, drawn_links
from vaultkit.writing.new import DONE, Draft, Request, draft_note, write_note

_SHOWN = 5
"""Links that are named, of those the note takes over."""
EXAMPLE = 'vaultkit new how-to "Restore a database" --summary "From a base backup, step by step." --tag tool/postgresql'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument(
        "type",
        metavar="TYPE",
        help="the name of a template: how-to, decision .., or of your own, templates/note/TYPE.md.j2 in the vault",
    )
    parser.add_argument("title", metavar="TITLE", help="the name of the note")
    parser.add_argument("--summary", default="", metavar="TEXT", help="what the note holds, in one line")
    parser.add_argument("--tag", action="append", default=[], metavar="NS/VALUE", help="a tag (may be given again)")
    parser.add_argument(
        "--scope", default="", metavar="SCOPE", help="global or project (default: project with a client or project tag)"
    )
    parser.add_argument("--folder", default="", metavar="DIR", help="where in the vault (default: its root)")
    parser.add_argument("--json", action="store_true", help="answer as JSON")
    add_dry_run_argument(parser)
    add_vault_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the note and print its path, or what would be written; 1 if it would break the contract."""
    root, finished = opened_vault(arguments)
    tags, folder = tuple(arguments.tag), placed_in_vault(root, arguments.folder)
    request = Request(arguments.type, arguments.title, arguments.summary, tags, arguments.scope, folder)
    path = finished.removeprefix(DONE)
    if finished.startswith(DONE) and basename(path) == f"{arguments.title}.md":
        say_lines([path])
        return 0
    draft = draft_note(root, request)
    with watching() as watcher:
        drawn = drawn_links(root, draft.path, watcher)
        if not arguments.dry_run:
            write_note(root, draft)
            follow(root, watcher)
    _warn(draft, drawn, "would lead" if arguments.dry_run else "lead")
    if arguments.json:
        links = [each._asdict() for each in drawn]
        print_json({"path": draft.path, "namesakes": draft.namesakes, "drawn": links, "written": not arguments.dry_run})
    elif arguments.dry_run:
        say_diff([draft.change])
    else:
        say_lines([draft.path])
    return 0


def _warn(draft: Draft, drawn: Sequence[Drawn], lead: str) -> None:
    """Say on stderr whose links the note takes."""
    for other in draft.namesakes:
        print(printable(f"vaultkit: {other} has the same name: a link needs the path"), file=sys.stderr)
    for led_to in dict.fromkeys(each.led_to for each in drawn):
        links = [each for each in drawn if each.led_to == led_to]
        before = f"to {led_to}" if led_to else "nowhere"
        places = ", ".join(f"{each.path}:{each.line}" for each in links[:_SHOWN])
        more = f", and {len(links) - _SHOWN:,} more" if len(links) > _SHOWN else ""
        words = f"{counted(len(links), 'link')} that led {before} {lead} to {draft.path} now ({places}{more})"
        print(printable(f"vaultkit: {words}"), file=sys.stderr)
