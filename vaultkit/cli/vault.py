"""What the commands that work on a vault have in common: which vault, and how they say what they did."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from graph.text import counted
from vaultkit.building.build_record import BUILD
from vaultkit.cli.arguments import a_path
from vaultkit.cli.meant import vault_meant
from vaultkit.cli.terminal import printable
from vaultkit.config import Root
from vaultkit.errors import UsageError, VaultkitError
from vaultkit.writing.pending import is_pending
from vaultkit.writing.places import from_root

if TYPE_CHECKING:
    from graph.model import Problem
    from vaultkit.building.pipeline import Watcher
    from vaultkit.writing.change import Change


def add_vault_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--vault`."""
    parser.add_argument("--vault", type=a_path, metavar="DIR", help="the vault (default: the one around this folder)")


def add_dry_run_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--dry-run`."""
    parser.add_argument("--dry-run", action="store_true", help="print the changes as a diff and write nothing")


def vault_of(arguments: argparse.Namespace) -> Root:
    """The vault that is meant, with what a killed command left half done in it brought to its end.

    Raises VaultkitError.
    """
    return opened_vault(arguments)[0]


def opened_vault(arguments: argparse.Namespace) -> tuple[Root, str]:
    """The same vault, and which command was brought to its end, in its own words; "" if none was."""
    root = vault_meant(arguments.vault)
    return root, settle(root.path)


def settle(root: Path) -> str:
    """Bring to its end what a killed command left half done, and say so; its own words, "" if there was none.

    Raises VaultkitError.
    """
    if not is_pending(root):
        return ""
    from vaultkit.writing.change import finish

    finished = finish(root)
    if finished is None:
        return ""
    ended = "took back" if finished.back else "finished"
    files = counted(finished.files, "file")
    print(printable(f"vaultkit: {ended} what was interrupted: {finished.what} ({files})"), file=sys.stderr)
    for left in finished.left:
        print(printable(f"vaultkit: left as it is: {left}"), file=sys.stderr)
    return "" if finished.back or finished.left else finished.what


def follow(root: Root, watcher: Watcher) -> None:
    """Bring the graph up to date with what was just written, so that the next question is answered from it.

    What is written is written: a graph that has to stay behind is told, and no error.
    """
    from vaultkit.asking.current import bring_up_to_date

    try:
        bring_up_to_date(root, root.out, watcher, older=True)
    except VaultkitError as fault:
        watcher.behind(f"the notes are written, but the graph stays behind: {fault}")


def follow_later(root: Root) -> None:
    """Have the graph of a root, if it has one, brought up to date in the background.

    For what is written often and by the line: a graph of 6,600 notes takes two seconds, the line a twentieth of one.
    Until then a question is answered with a word that the graph is behind.
    """
    if not (root.out / BUILD).exists():
        return
    from vaultkit.disk.root_state import root_state
    from vaultkit.disk.spawn import wake

    try:
        wake(root_state(root.path))
    except (OSError, VaultkitError) as fault:
        print(printable(f"vaultkit: written, but the graph stays behind: {fault}"), file=sys.stderr)


def in_vault(root: Root, written: str) -> str:
    """A path to something that is there, from the current folder or from the vault's root, as a root-relative one.

    Raises UsageError for one that leads elsewhere.
    """
    place = Path(os.path.abspath(written))
    if written and not os.path.isabs(written) and os.path.lexists(place) and place.is_relative_to(root.path):
        return place.relative_to(root.path).as_posix()
    return placed_in_vault(root, written)


def placed_in_vault(root: Root, written: str) -> str:
    """A path to something that is to be, as the vault knows it; those with `.` in front count from here.

    Raises UsageError for one that leads elsewhere.
    """
    from_here = written.startswith(("./", "../")) or written in (".", "..")
    if not from_here:
        return from_root(root.path, written)
    place = Path(os.path.abspath(written))
    if not place.is_relative_to(root.path):
        raise UsageError(f"{written!r} is not in the vault {root.path}", "give a path inside it")
    end = "/" if written.endswith(("/", ".")) else ""
    return f"/{place.relative_to(root.path).as_posix()}{end}".replace("/./", "/")


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


def add_change_arguments(parser: argparse.ArgumentParser) -> None:
    """Add `--dry-run`, `--json` and `--vault` of a command that changes notes."""
    add_dry_run_argument(parser)
    parser.add_argument("--json", action="store_true", help="answer as JSON")
    add_vault_argument(parser)


def say_left(left: Iterable[Problem]) -> None:
    """Say on stderr what was left as it is."""
    for problem in left:
        place = f":{problem.line}:{problem.column}" if problem.line else ":"
        print(printable(f"{problem.path}{place} {problem.message}"), file=sys.stderr)


def left_code(left: Iterable[Problem]) -> int:
    """The exit code of a change that left these as they are: 1 if one of them should not have been."""
    return 1 if any(problem.severity != "info" for problem in left) else 0
