"""What the commands that work on a vault have in common: which vault, and how they say what they did."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from vaultkit.cli.terminal import printable
from vaultkit.config import Root, find_vault

if TYPE_CHECKING:
    from graph.model import Problem
    from vaultkit.writing.change import Change


def add_vault_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--vault`."""
    parser.add_argument("--vault", type=Path, metavar="DIR", help="the vault (default: the one around this folder)")


def add_dry_run_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--dry-run`."""
    parser.add_argument("--dry-run", action="store_true", help="print the changes as a diff and write nothing")


def vault_of(arguments: argparse.Namespace) -> Root:
    """The vault that is meant. Raises VaultkitError."""
    return find_vault(arguments.vault, Path.cwd())


def in_vault(root: Root, written: str) -> str:
    """A path as the user wrote it, from the current folder or from the vault's root, as a root-relative one."""
    place = Path(written).expanduser()
    from_here = (Path.cwd() / place).absolute()
    if (place.is_absolute() or written.startswith("./") or from_here.exists()) and from_here.is_relative_to(root.path):
        return from_here.relative_to(root.path).as_posix()
    return written


def say_lines(lines: Iterable[str]) -> None:
    """Print untrusted lines."""
    sys.stdout.write("".join(printable(line) + "\n" for line in lines))


def say_diff(changes: Sequence[Change]) -> None:
    """Print changes as diffs: as they are into a pipe, without control characters on a terminal."""
    text = "".join(change.diff for change in changes)
    if sys.stdout.isatty():
        say_lines(text.removesuffix("\n").split("\n") if text else ())
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode("utf-8"))


def say_left(left: Iterable[Problem]) -> None:
    """Say on stderr what was left as it is."""
    for problem in left:
        print(printable(f"{problem.path}:{problem.line}:{problem.column} {problem.message}"), file=sys.stderr)
