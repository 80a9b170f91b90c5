"""Repairs the notes of a vault as far as that is certain: what would be written, and what is left to do by hand."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from extractors.source import decode
from vaultkit.checking import Checked, as_text, check_bytes, read_data, summed, with_view
from vaultkit.config import Root
from vaultkit.contract import Contract
from vaultkit.errors import VaultkitError
from vaultkit.exempt import is_exempt
from vaultkit.files import rewrite
from vaultkit.findings import Finding
from vaultkit.fixing import fix_note
from vaultkit.lock import lock
from vaultkit.state import lock_file
from vaultkit.view import View

_PATIENCE = 60.0
"""Seconds to wait for a journal entry or another change of the same vault."""
_LINE = re.compile(r"[^\n]*+\n|[^\n]++")


class Change(NamedTuple):
    """A note with its repairs."""

    path: str
    old: bytes
    new: bytes
    done: tuple[Finding, ...]

    @property
    def diff(self) -> str:
        """What changes, as a unified diff."""
        old, new = (_LINE.findall(data.decode("utf-8")) for data in (self.old, self.new))
        return "".join(_ended(difflib.unified_diff(old, new, f"a/{self.path}", f"b/{self.path}")))


class Mended(NamedTuple):
    """What repairs would come to."""

    changes: tuple[Change, ...]
    """Only notes of which something changes."""
    left: Checked
    """What is found after that."""

    @property
    def repaired(self) -> int:
        """How many findings the changes repair."""
        return sum(len(change.done) for change in self.changes)


def mend_paths(root: Root, paths: Sequence[str], contract: Contract) -> Mended:
    """Repair the notes at these root-relative paths, exempt ones left out. Nothing is written.

    A note that several links lead to changes once.
    """
    checked = [path for path in paths if not is_exempt(path, contract.exempt)]
    mended, why_not = with_view(root, frozenset(paths), {}, lambda view: _mend_each(root, checked, contract, view))
    return Mended(tuple(mended.changes), summed(checked, mended.left, why_not))


class _MendedEach(NamedTuple):
    changes: list[Change]
    left: list[Sequence[Finding]]


def _mend_each(root: Root, checked: Sequence[str], contract: Contract, view: View | None) -> _MendedEach:
    changes: list[Change] = []
    left: list[Sequence[Finding]] = []
    done: set[Path] = set()
    for path in checked:
        data = read_data(root, path)
        if isinstance(data, Finding):
            left.append([data])
            continue
        change, findings = _mend(root, path, data, contract, view)
        target = (root.path / path).resolve()
        changes += [change] if change and target not in done else []
        done.add(target)
        left.append(findings)
    return _MendedEach(changes, left)


def write(root: Root, mended: Mended) -> list[VaultkitError]:
    """Put each change in its place, under the lock of all that changes notes; why it was refused where it was.

    A note that no longer holds what was read is left alone. Raises VaultkitError if another change does not end.
    """
    refused: list[VaultkitError] = []
    if not mended.changes:
        return refused
    with lock(lock_file(root.path), patience=_PATIENCE):
        for change in mended.changes:
            try:
                rewrite(root.path / change.path, change.old, change.new)
            except VaultkitError as fault:
                refused.append(fault)
    return refused


def mend_bytes(root: Root, path: str, data: bytes, contract: Contract) -> Mended:
    """Repair bytes as if they were the note at `path`."""
    if is_exempt(path, contract.exempt):
        return Mended((), Checked((), 0, ""))
    texts = as_text(path, data)
    (change, findings), why_not = with_view(root, [path], texts, lambda view: _mend(root, path, data, contract, view))
    return Mended((change,) if change else (), summed([path], [findings], why_not))


def _mend(
    root: Root, path: str, data: bytes, contract: Contract, view: View | None
) -> tuple[Change | None, Sequence[Finding]]:
    """A note's change, None if there is none, and what is left; a link out of the vault is not written through."""
    text = decode(data)
    if text is None or not (root.path / path).resolve().is_relative_to(root.path):
        return None, check_bytes(path, data, contract, view)
    fixed = fix_note(path, text, contract, view)
    change = Change(path, data, fixed.text.encode("utf-8"), fixed.done) if fixed.text != text else None
    return change, fixed.left


def _ended(lines: Iterator[str]) -> Iterator[str]:
    """Lines of a diff, the last line of a file without a line end marked as git marks it."""
    return (line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
