"""vaultkit shelf repl: commands and expressions, line by line."""

from __future__ import annotations

import argparse
import shlex
import sys

from vaultkit.cli.main import run_group
from vaultkit.cli.shelf.opening import add_shelf_argument, warn

EXAMPLE = "hypatia repl < expressions.txt"
_ENDS = ("exit", "quit", ":q")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_shelf_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run each line: an expression, or a command as after `vaultkit shelf`. 1 if the last one failed."""
    code = 0
    while True:
        if sys.stdin.isatty():
            print("shelf> ", end="", flush=True)
        line = sys.stdin.readline()
        if not line or line.strip() in _ENDS:
            return code
        if line.strip():
            code = _run(line.strip(), arguments.shelf)


def _run(line: str, shelf: str) -> int:
    if line.startswith(("[", "{")):
        words = ["query", line]
    else:
        try:
            words = shlex.split(line)
        except ValueError as fault:
            warn([f"{line!r} cannot be read ({fault})"])
            return 2
    named = ["--shelf", shelf] if shelf and words[0] not in _OF_NO_SHELF else []
    try:
        return run_group("vaultkit shelf", "shelf", [*words[:1], *named, *words[1:]])
    except SystemExit as ended:  # argparse has said why
        return ended.code if isinstance(ended.code, int) else 2


_OF_NO_SHELF = ("list", "connect", "disconnect", "export", "help", "--help", "-h")
