"""What the commands on git notes have in common: which project, what is given, how they answer."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from vaultkit.cli.terminal import printable
from vaultkit.errors import UsageError
from vaultkit.memory.mem.store import Place, find_place


def add_place_arguments(parser: argparse.ArgumentParser) -> None:
    """Add `-p` and `--init`."""
    parser.add_argument(
        "-p", "--project", type=Path, default=Path(), metavar="DIR", help="a folder of the project (default: this one)"
    )
    parser.add_argument("--init", action="store_true", help="make the repository or its first commit if there is none")


def add_importance_argument(parser: argparse.ArgumentParser) -> None:
    """Add `-i c|h|n|l`."""
    parser.add_argument(
        "-i",
        "--importance",
        choices=("c", "h", "n", "l"),
        metavar="c|h|n|l",
        help="critical, high, normal or low",
    )


def place_of(arguments: argparse.Namespace) -> Place:
    """Where the memories of the project lie. Raises VaultkitError."""
    return find_place(arguments.project, init=arguments.init)


def given(text: str) -> str:
    """What an argument says; `-` stands for stdin. Raises UsageError on bytes that are no UTF-8."""
    if text != "-":
        return text
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise UsageError(
            "what stdin holds is no UTF-8 text", "encode it (base64), or remember where it lies"
        ) from fault


def say(answer: Any) -> None:
    """Print an answer as one line of compact JSON in UTF-8, control characters escaped."""
    text = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
    if not text.isprintable():
        text = "".join(each if each.isprintable() else json.dumps(each)[1:-1] for each in text)
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode() + b"\n")


def say_done(key: str, wanted: str) -> int:
    """Print whether the memory was there, and return the exit code."""
    print("ok" if key else "not found")
    return 0 if key else missing(wanted)


def missing(wanted: str) -> int:
    """Say on stderr that there is no such memory: exit code 1."""
    print(
        printable(f"vaultkit mem: there is no memory {wanted}; `recall --last 10` shows the last ones"), file=sys.stderr
    )
    return 1
