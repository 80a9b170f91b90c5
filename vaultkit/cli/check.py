"""vaultkit check: notes against the frontmatter contract."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final

from graph.text import counted
from vaultkit.building.build_record import BUILD
from vaultkit.checking.check import Checked, check_paths, check_text, is_note, list_notes, relative
from vaultkit.checking.formats import FORMATS, Report
from vaultkit.cli.meant import root_meant, vault_meant
from vaultkit.cli.terminal import painted
from vaultkit.config import CONFIG_NAME, Root, current_folder, read_root, read_settings, root_around, vault_place
from vaultkit.contract.contract import read_contract
from vaultkit.errors import UsageError, VaultkitError
from vaultkit.rulebook import RULEBOOK

if TYPE_CHECKING:
    from vaultkit.writing.mending import Mended

EXAMPLE = "vaultkit check notes/ --fix"
_MANY: Final = 20
"""Findings in a vault that has no contract of its own: it was perhaps written for another one."""
_EXIT_CODES: Final = "exit codes: 0 clean (mere infos are), 1 errors or warnings, 2 wrong usage"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("paths", nargs="*", type=Path, help="notes and folders (default: the whole vault)")
    parser.add_argument("--fix", action="store_true", help="repair what is certain, in the frontmatter alone")
    shown = "show what --fix would change, and change nothing, with --fix beside it or not"
    parser.add_argument("--diff", action="store_true", help=shown)
    parser.add_argument("--format", choices=FORMATS, default="text", help="how to say it (default: text)")
    parser.add_argument("--changed", action="store_true", help="only notes that differ from git's HEAD")
    parser.add_argument("--stdin", action="store_true", help="check what is piped in; with --fix print it repaired")
    parser.add_argument("--stdin-filename", type=Path, metavar="NAME", help="as which note, with --stdin")
    parser.add_argument("--vault", type=Path, metavar="DIR", help="the vault (default: the one around the notes)")
    parser.add_argument("--rules", action="store_true", help="list the rules and how grave they are")
    parser.epilog = f"{parser.epilog}\n\n{_EXIT_CODES}"


def run(arguments: argparse.Namespace) -> int:
    """Check, and repair if asked; 1 if errors or warnings are left."""
    if arguments.rules:
        print("\n".join(f"{severity:<8} {rule}" for rule, severity in RULEBOOK.items()))
        return 0
    if arguments.stdin != (arguments.stdin_filename is not None):
        raise UsageError("--stdin and --stdin-filename go together", "give both")
    if arguments.stdin and (arguments.paths or arguments.changed):
        raise UsageError("--stdin takes no other notes", "leave out the paths and --changed")
    root = _root(arguments)
    return _check_stdin(root, arguments) if arguments.stdin else _check_files(root, arguments)


def _root(arguments: argparse.Namespace) -> Root:
    """The vault that is meant: the one named, else the one around the first note, else the folder it lies in."""
    if arguments.vault:
        return read_root(arguments.vault)
    named = arguments.stdin_filename or next(iter(arguments.paths), None)
    if named is None:
        return _root_here()
    if not arguments.stdin and not os.path.lexists(named):
        return _root_of_paths(arguments)
    folder = (named if named.is_dir() else named.absolute().parent).resolve()
    return root_around(folder) or read_root(folder)


def _root_here() -> Root:
    """The vault of someone who works in this folder; without any, the project around it."""
    return vault_meant(None) if vault_place(None, current_folder()) else root_meant(None)


def _root_of_paths(arguments: argparse.Namespace) -> Root:
    """The vault in which paths are that are not below this folder: as the other commands print them."""
    root = _root_here()
    inside = [root.path / path for path in arguments.paths]
    for path, named in zip(inside, arguments.paths, strict=True):
        if not os.path.lexists(path):
            raise UsageError(f"there is no {named}", "give notes or folders")
    arguments.paths = inside
    return root


def _check_files(root: Root, arguments: argparse.Namespace) -> int:
    paths = list_notes(root, arguments.paths or [root.path])
    if not paths and root.kind != "vault":
        what = f"there are no notes in {', '.join(map(str, arguments.paths or [root.path]))}, which is no vault"
        raise VaultkitError(what, "name the folder of your notes, or make it a vault: vaultkit init")
    if arguments.changed:
        from vaultkit.git import changed_files  # a check must start fast: hooks wait for it

        changed = frozenset(filter(is_note, changed_files(root.path)))
        paths = [path for path in paths if path in changed]
    contract = read_contract(root.path)
    if not (arguments.fix or arguments.diff):
        return _say(root, arguments.format, check_paths(root, paths, contract), 0)
    from vaultkit.writing.mending import mend_paths, write

    mended = mend_paths(root, paths, contract)
    if arguments.diff:
        return _show(mended)
    failed = write(root, mended)
    if len(failed) < len(mended.repairs) and (root.out / BUILD).exists():
        _follow(root)
    for fault in failed:
        print(f"vaultkit: {fault}", file=sys.stderr)
    return _say(root, arguments.format, mended.left, mended.repaired) or min(len(failed), 1)


def _follow(root: Root) -> None:
    from vaultkit.cli.progress import watching
    from vaultkit.cli.vault import follow

    with watching() as watcher:
        follow(root, watcher)


def _check_stdin(root: Root, arguments: argparse.Namespace) -> int:
    path, data = relative(root, arguments.stdin_filename), sys.stdin.buffer.read()
    contract = read_contract(root.path)
    if not (arguments.fix or arguments.diff):
        return _say(root, arguments.format, check_text(root, path, data, contract), 0)
    from vaultkit.writing.mending import mend_bytes

    mended = mend_bytes(root, path, data, contract)
    if arguments.diff:
        return _show(mended)
    sys.stdout.flush()
    sys.stdout.buffer.write(mended.repairs[0].change.new if mended.repairs else data)
    return _code(mended.left)


def _show(mended: Mended) -> int:
    """Print what would change; 1 if something would, or something is left to the author."""
    if not mended.repairs and _code(mended.left):
        left = counted(len(mended.left.findings), "finding")
        print(f"vaultkit: nothing here can be repaired for certain; {left} without --diff", file=sys.stderr)
    sys.stdout.flush()
    sys.stdout.buffer.write("".join(repair.change.diff for repair in mended.repairs).encode())
    return 1 if mended.repairs else _code(mended.left)


def _say(root: Root, name: str, checked: Checked, fixed: int) -> int:
    if checked.skipped:
        remedy = "rules that ask about the vault were skipped; build the index: graphify PATH"
        print(f"vaultkit: {checked.skipped}; {remedy}", file=sys.stderr)
    prefix = _prefix(root, name)
    report = Report(checked.findings, checked.files, fixed, checked.skipped, prefix, checked.exempt, painted)
    sys.stdout.flush()
    sys.stdout.buffer.write(FORMATS[name](report).encode("utf-8", "replace"))
    if name == "text" and len(checked.findings) > _MANY:
        _say_how_to_soften(root, checked)
    return _code(checked)


def _say_how_to_soften(root: Root, checked: Checked) -> None:
    """Say where a contract is written, if the vault has none of its own."""
    if read_settings(root.path).keys() & {"contract", "rules"}:
        return
    rule = Counter(finding.problem.rule for finding in checked.findings).most_common(1)[0][0]
    soften = f'[rules] {rule} = "off" (or "info"); [contract] says what notes must have: docs/rules.md'
    print(f"vaultkit: if that is not your contract, soften it in {CONFIG_NAME}: {soften}", file=sys.stderr)


def _prefix(root: Root, name: str) -> str:
    """What leads from here to the vault; machines get a path that they can follow, or one inside the vault."""
    here = current_folder().resolve()
    if root.path == here:
        return ""
    if root.path.is_relative_to(here):
        return root.path.relative_to(here).as_posix() + "/"
    return f"{root.path.as_posix()}/" if name == "text" else ""


def _code(checked: Checked) -> int:
    return 1 if any(finding.problem.severity != "info" for finding in checked.findings) else 0
