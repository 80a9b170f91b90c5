"""Repairs the notes of a vault as far as that is certain: what would be written, and what is left to do by hand."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from extractors.source import decode
from vaultkit.checking.check import Checked, as_text, check_bytes, read_data, sifted, summed, with_view
from vaultkit.checking.fixing import fix_note
from vaultkit.config import Root
from vaultkit.contract.contract import Contract
from vaultkit.contract.exempt import is_exempt
from vaultkit.contract.findings import Finding
from vaultkit.contract.view import View
from vaultkit.errors import VaultkitError
from vaultkit.writing.change import Change, write_all


class Repair(NamedTuple):
    """A note with its repairs."""

    change: Change
    done: tuple[Finding, ...]


class Mended(NamedTuple):
    """What repairs would come to."""

    repairs: tuple[Repair, ...]
    """Only notes of which something changes."""
    left: Checked
    """What is found after that."""

    @property
    def repaired(self) -> int:
        """How many findings they repair."""
        return sum(len(repair.done) for repair in self.repairs)


def mend_paths(root: Root, paths: Sequence[str], contract: Contract) -> Mended:
    """Repair the notes at these root-relative paths, exempt ones left out. Nothing is written.

    A note that several links lead to changes once.
    """
    checked, exempt = sifted(paths, contract)
    mended, why_not = with_view(root, frozenset(paths), {}, lambda view: _mend_each(root, checked, contract, view))
    return Mended(tuple(mended.repairs), summed(checked, mended.left, why_not)._replace(exempt=exempt))


class _MendedEach(NamedTuple):
    repairs: list[Repair]
    left: list[Sequence[Finding]]


def _mend_each(root: Root, checked: Sequence[str], contract: Contract, view: View | None) -> _MendedEach:
    repairs: list[Repair] = []
    left: list[Sequence[Finding]] = []
    done: set[Path] = set()
    for path in checked:
        data = read_data(root, path)
        if isinstance(data, Finding):
            left.append([data])
            continue
        repair, findings = _mend(root, path, data, contract, view)
        target = Path(os.path.realpath(root.path / path))
        repairs += [repair] if repair and target not in done else []
        done.add(target)
        left.append(findings)
    return _MendedEach(repairs, left)


def write(root: Root, mended: Mended) -> list[VaultkitError]:
    """Put the repairs of each note in their place; why it was refused where it was.

    A note that no longer holds what was read is left alone.
    """
    refused: list[VaultkitError] = []
    for repair in mended.repairs:
        try:
            write_all(root.path, [repair.change], "the repair of a note")
        except VaultkitError as fault:
            refused.append(fault)
    return refused


def mend_bytes(root: Root, path: str, data: bytes, contract: Contract) -> Mended:
    """Repair bytes as if they were the note at `path`."""
    if is_exempt(path, contract.exempt):
        return Mended((), Checked((), 0, "", sifted([path], contract)[1]))
    texts = as_text(path, data)
    (repair, findings), why_not = with_view(root, [path], texts, lambda view: _mend(root, path, data, contract, view))
    return Mended((repair,) if repair else (), summed([path], [findings], why_not))


def _mend(
    root: Root, path: str, data: bytes, contract: Contract, view: View | None
) -> tuple[Repair | None, Sequence[Finding]]:
    """A note's repairs, None if there is none, and what is left; a link out of the vault is not written through."""
    text = decode(data)
    if text is None or not Path(os.path.realpath(root.path / path)).is_relative_to(root.path):
        return None, check_bytes(path, data, contract, view)
    fixed = fix_note(path, text, contract, view)
    if fixed.text == text:
        return None, fixed.left
    return Repair(Change(path, data, fixed.text.encode("utf-8")), fixed.done), fixed.left
