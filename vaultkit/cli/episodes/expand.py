"""vaultkit episodes expand: the section of a note around a passage."""

from __future__ import annotations

import argparse

from vaultkit.cli.episodes.transcript import say_talk
from vaultkit.cli.terminal import print_json
from vaultkit.cli.vault import say_lines
from vaultkit.memory.episodes.around import TURNS, chunk_of, section_of, talk_around
from vaultkit.memory.episodes.tables import reading

EXAMPLE = "vaultkit expand 3f9a1c0b77d2e451"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("id", metavar="ID", help="of a passage, as search shows it; the beginning is enough")
    parser.add_argument("-n", "--lines", type=int, metavar="N", help="N lines before and after it, not the section")
    parser.add_argument("--json", action="store_true", help="answer as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print it as it stands in its file now, without secrets; of a conversation the turns around."""
    with reading() as index:
        kept = chunk_of(index, arguments.id)
        if kept.is_spoken:
            say_talk(talk_around(index, kept.id, "", arguments.lines or TURNS), as_json=arguments.json)
            return 0
        found = section_of(kept, arguments.lines)
    if arguments.json:
        print_json({"path": found.source, "first": found.first, "last": found.last, "text": found.text})
    else:
        say_lines([f"{found.source}:{found.first}-{found.last}", "", *found.text.split("\n")])
    return 0
