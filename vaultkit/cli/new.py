"""vaultkit new: a note from a template."""

from __future__ import annotations

import argparse
import sys

from vaultkit.cli.terminal import print_json, printable
from vaultkit.cli.vault import add_vault_argument, say_lines, vault_of
from vaultkit.writing.new import Request, make_note

EXAMPLE = 'vaultkit new how-to "Restore a database" --summary "From a base backup, step by step." --tag tool/postgresql'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("type", metavar="TYPE", help="the name of a template: how-to, reference, decision, hub ..")
    parser.add_argument("title", metavar="TITLE", help="the name of the note")
    parser.add_argument("--summary", default="", metavar="TEXT", help="what the note holds, in one line")
    parser.add_argument("--tag", action="append", default=[], metavar="NS/VALUE", help="a tag (may be given again)")
    parser.add_argument(
        "--scope", default="", metavar="SCOPE", help="global or project (default: project with a client or project tag)"
    )
    parser.add_argument("--folder", default="", metavar="DIR", help="where in the vault (default: its root)")
    parser.add_argument("--json", action="store_true", help="answer as JSON")
    add_vault_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the note and print its path; 1 if it would break the contract."""
    root = vault_of(arguments)
    tags, folder = tuple(arguments.tag), arguments.folder
    request = Request(arguments.type, arguments.title, arguments.summary, tags, arguments.scope, folder)
    draft = make_note(root, request)
    for other in draft.namesakes:
        print(printable(f"vaultkit: {other} has the same name: a link needs the path"), file=sys.stderr)
    if arguments.json:
        print_json({"path": draft.path, "namesakes": draft.namesakes})
    else:
        say_lines([draft.path])
    return 0
