"""vaultkit episodes index: read what is new or changed."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from graph.text import counted
from vaultkit.cli.arguments import a_path
from vaultkit.cli.terminal import print_json, printable
from vaultkit.config import current_folder
from vaultkit.memory.episodes.indexing import Indexed, index
from vaultkit.memory.episodes.meaning import embed, read_embedding
from vaultkit.memory.episodes.places import client_folders, usual_roots
from vaultkit.memory.episodes.tables import reading

EXAMPLE = "vaultkit index ~/MyVault/journal ~/.claude/projects"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    what = "files and folders (default: those that were ever given, and those of the configuration)"
    parser.add_argument("paths", nargs="*", type=a_path, metavar="PATH", help=what)
    clients = "also the transcripts of Claude Code, Codex and OpenCode, where they keep them"
    parser.add_argument("--transcripts", action="store_true", help=clients)
    parser.add_argument("--force", action="store_true", help="read everything again")
    parser.add_argument("--json", action="store_true", help="answer as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Index, and say what was done; 1 if a file could not be read."""
    added: list[Path] = [] if arguments.paths else usual_roots(current_folder())
    added += [folder for folder in client_folders() if folder.exists()] if arguments.transcripts else []
    done = index(arguments.paths, more=added, force=arguments.force, progress=_progress)
    embedding = read_embedding(current_folder())
    embedded = 0
    if embedding.is_on:
        with reading() as connection:
            embedded = embed(connection, embedding.embedder())
    if arguments.json:
        print_json(done._asdict() | ({"embedded": embedded} if embedding.is_on else {}))
    else:
        print(told(done) + (f"; {embedded:,} embedded" if embedding.is_on else ""))
    for fault in done.unread:
        print(printable(f"not read: {fault}"), file=sys.stderr)
    return 1 if done.unread else 0


def told(done: Indexed) -> str:
    """What was done, in a line."""
    counts = [f"{done.changed:,} new or changed"] if done.changed else []
    counts += [f"{done.removed:,} gone"] if done.removed else []
    skipped = f"; {done.skipped:,} unknown lines skipped" if done.skipped else ""
    what = ", ".join(counts) or "up to date"
    return f"{what}; {counted(done.chunks, 'chunk')} of {counted(done.sources, 'file')}{skipped} ({done.seconds:.1f} s)"


def _progress(done: int, all_: int) -> None:
    if sys.stderr.isatty() and (done % 20 == 0 or done == all_):
        print(f"\rreading {done:,} of {all_:,}", end="\n" if done == all_ else "", file=sys.stderr, flush=True)
