"""vaultkit conventions: the conventions that a project declares, told by their summaries."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from vaultkit.asking.router import Convention, conventions
from vaultkit.cli.arguments import a_path
from vaultkit.cli.progress import watching
from vaultkit.cli.terminal import print_json, printable
from vaultkit.cli.vault import add_vault_argument, say_lines, vault_of
from vaultkit.errors import UsageError
from vaultkit.sessions.conventions import find_project

EXAMPLE = "vaultkit conventions ~/code/shop"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("project", nargs="?", type=a_path, help="its folder (default: the project around this folder)")
    parser.add_argument("--json", action="store_true", help="answer as JSON")
    add_vault_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print each declared tag with its notes; 1 if none is declared or one has no note."""
    project = arguments.project.expanduser() if arguments.project else find_project(Path.cwd())
    if not project.is_dir():
        raise UsageError(f"there is no folder {project}", "give the folder of the project")
    with watching() as watcher:
        found = conventions(vault_of(arguments), project, watcher)
    if arguments.json:
        print_json({"project": str(project), "conventions": [_record(each) for each in found]})
    else:
        say_lines(_lines(found))
    if not found:
        print(
            printable(f"vaultkit: {project} declares no convention/*, neither in CLAUDE.md nor AGENTS.md"),
            file=sys.stderr,
        )
    return 0 if found and all(each.notes for each in found) else 1


def _record(convention: Convention) -> dict[str, object]:
    notes = [{"path": note.path, "title": note.title, "summary": note.summary} for note in convention.notes]
    return {"tag": convention.tag, "declared": convention.declared, "notes": notes}


def _lines(found: Sequence[Convention]) -> Iterator[str]:
    for convention in found:
        yield convention.tag
        yield from (f"  {note.path}: {note.summary}" if note.summary else f"  {note.path}" for note in convention.notes)
        if not convention.notes:
            yield f"  no note has this tag (declared in {', '.join(convention.declared)})"
