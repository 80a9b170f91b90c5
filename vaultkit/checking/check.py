"""Checks notes against the contract: one, or those of a vault. Hooks call `check_note` and get the same result."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple, TypeVar

from extractors.source import MAX_BYTES, decode
from graph.model import Problem
from vaultkit.config import Root
from vaultkit.contract.contract import Contract
from vaultkit.contract.draft import Draft
from vaultkit.contract.exempt import exempting, is_exempt
from vaultkit.contract.findings import Finding
from vaultkit.contract.view import View
from vaultkit.disk.contents import read_whole
from vaultkit.errors import UsageError, VaultkitError
from vaultkit.rulebook import IGNORE_KEY, RULEBOOK
from vaultkit.rules import RULES

_INDEX: Final = "index.sqlite"
_NOTE: Final = ".md"
_TRIES: Final = 3
"""So often the vault is looked at again if a build replaces its index meanwhile."""

_Done = TypeVar("_Done")


class Checked(NamedTuple):
    """What came of checking notes."""

    findings: tuple[Finding, ...]
    """By path, line and column."""
    files: int
    """How many notes were checked; exempt ones are not."""
    skipped: str
    """Why the rules that ask about the vault were skipped, "" if they were not."""
    exempt: Mapping[str, int] = MappingProxyType({})
    """Which folders and globs left how many notes out."""


def check_note(path: str, text: str, contract: Contract, view: View | None = None) -> list[Finding]:
    """The findings of the note at the root-relative `path`, by line and column; none for an exempt note.

    Without a view the rules that ask about the vault find nothing. Never raises.
    """
    return [] if is_exempt(path, contract.exempt) else check_draft(Draft(path, text), contract, view)


def check_draft(draft: Draft, contract: Contract, view: View | None) -> list[Finding]:
    """The findings of a note that is not exempt, without what it and the vault silence."""
    ignored = _ignored(draft)
    found: dict[Problem, Finding] = {}
    for rule in RULES:
        for finding in rule(draft, contract, view):
            level = contract.levels.get(finding.problem.rule, RULEBOOK[finding.problem.rule])
            if level != "off" and finding.problem.rule not in ignored:
                problem = finding.problem._replace(severity=level)
                found.setdefault(problem, Finding(problem, finding.fix))
    return sorted(found.values(), key=_order)


def check_paths(root: Root, paths: Sequence[str], contract: Contract) -> Checked:
    """Check the notes at these root-relative paths, exempt ones left out. One bad file costs one file."""
    checked, exempt = sifted(paths, contract)

    def check(view: View | None) -> list[list[Finding]]:
        return [_check_file(root, path, contract, view) for path in checked]

    found, why_not = with_view(root, frozenset(paths), {}, check)
    return summed(checked, found, why_not)._replace(exempt=exempt)


def sifted(paths: Sequence[str], contract: Contract) -> tuple[list[str], dict[str, int]]:
    """The notes that are not exempt, and by which folders and globs how many others are."""
    why = {path: exempting(path, contract.exempt) for path in paths}
    return [path for path in paths if not why[path]], dict(sorted(Counter(filter(None, why.values())).items()))


def check_alone(root: Root, path: str, contract: Contract) -> list[Finding]:
    """The findings of one note by the rules that ask nothing about its vault: at a cost that does not grow with it."""
    return [] if is_exempt(path, contract.exempt) else _check_file(root, path, contract, None)


def check_text(root: Root, path: str, data: bytes, contract: Contract) -> Checked:
    """Check bytes as if they were the note at `path`."""
    if is_exempt(path, contract.exempt):
        return Checked((), 0, "", sifted([path], contract)[1])
    found, why_not = with_view(root, [path], as_text(path, data), lambda view: check_bytes(path, data, contract, view))
    return summed([path], [found], why_not)


def list_notes(root: Root, places: Iterable[Path]) -> list[str]:
    """The root-relative paths of the notes at `places`, files and folders; sorted. Raises UsageError.

    Notes in a folder that Obsidian excludes are left out, a file that is named is not.
    """
    paths: set[str] = set()
    listed: list[str] | None = None
    for place in places:
        path = relative(root, place)
        if place.is_dir():
            if listed is None:
                from vaultkit.scanning.scan import scan  # who names single notes need not wait for what lists folders

                found = scan(root, root.out)
                listed = [each for each in found.files if is_note(each) and each not in found.excluded]
            prefix = "" if path == "." else path + "/"
            paths.update(each for each in listed if each.startswith(prefix))
        elif not place.exists() and not place.is_symlink():
            raise UsageError(f"there is no {place}", "give notes or folders")
        elif is_note(path):
            paths.add(path)
        else:
            raise UsageError(f"{place} is no note", "give files that end with .md and are not hidden, or folders")
    return sorted(paths)


def relative(root: Root, place: Path) -> str:
    """A path inside the root, relative to it, POSIX. Raises UsageError."""
    whole = place.absolute()
    for folder in (whole.parent.resolve() / whole.name, Path(os.path.realpath(whole))):
        if folder.is_relative_to(root.path):
            return folder.relative_to(root.path).as_posix()
    raise UsageError(f"{place} is not inside {root.path}", "say which vault is meant with --vault")


def is_note(path: str) -> bool:
    """Whether a path is that of a Markdown file that is not hidden."""
    return path.lower().endswith(_NOTE) and not any(part.startswith(".") for part in path.split("/"))


def read_data(root: Root, path: str) -> bytes | Finding:
    """The bytes of a note, or why they cannot be had."""
    file = root.path / path
    try:
        if file.stat().st_size <= MAX_BYTES:
            return read_whole(file)
        why = f"is larger than {MAX_BYTES // 1024 // 1024} MB; make it several notes"
    except OSError as fault:
        why = f"cannot be read ({fault.strerror}); correct or remove it"
    return Finding(Problem(path, 0, 0, "error", "unreadable", f"this file {why}"))


def with_view(
    root: Root, checked: Collection[str], texts: Mapping[str, str], work: Callable[[View | None], _Done]
) -> tuple[_Done, str]:
    """What work comes to that may ask about the vault, and why it could not ask everything, "" if it could.

    `checked` are the notes that the work is about, `texts` those of them that are not as on the disk.
    """
    file = root.out / _INDEX
    if not file.exists():
        return work(None), "there is no index of this vault"
    from vaultkit.checking import vault_view  # without an index nobody needs what answers from it
    from vaultkit.disk import database  # without an index nobody needs what answers from it

    reason = ""
    for _ in range(_TRIES):
        try:
            with vault_view.opened(root, checked, texts, file) as view:
                done = work(view)
            return done, view.behind
        except database.IndexChanged as fault:
            reason = str(fault)
        except database.IndexUnusable as fault:
            return work(None), _UNUSABLE[fault.state]
        except VaultkitError as fault:
            return work(None), str(fault)
    return work(None), reason


_UNUSABLE: Final = {
    "missing": "there is no index of this vault",
    "broken": "the index cannot be read",
    "other-version": "the index was made by another version",
}


def as_text(path: str, data: bytes) -> dict[str, str]:
    """The text of the note at `path` as a view takes it; {} if the bytes are none."""
    text = decode(data)
    return {path: text} if text is not None else {}


def _check_file(root: Root, path: str, contract: Contract, view: View | None) -> list[Finding]:
    data = read_data(root, path)
    return _levelled([data], contract) if isinstance(data, Finding) else check_bytes(path, data, contract, view)


def check_bytes(path: str, data: bytes, contract: Contract, view: View | None) -> list[Finding]:
    """The findings of a note as its bytes."""
    text = decode(data)
    if text is not None:
        return check_note(path, text, contract, view)
    message = "this file is no UTF-8 text; save it as UTF-8"
    return _levelled([Finding(Problem(path, 0, 0, "error", "encoding", message))], contract)


def _levelled(findings: list[Finding], contract: Contract) -> list[Finding]:
    levels = ((contract.levels.get(each.problem.rule, RULEBOOK[each.problem.rule]), each) for each in findings)
    return [Finding(each.problem._replace(severity=level)) for level, each in levels if level != "off"]


def summed(paths: Sequence[str], findings: Iterable[Iterable[Finding]], why_not: str) -> Checked:
    """What came of checking these notes; `why_not` says why some rules could not be asked."""
    return Checked(tuple(each for found in findings for each in found), len(paths), why_not if paths else "")


def _ignored(draft: Draft) -> frozenset[str]:
    key = draft.key(IGNORE_KEY)
    return frozenset(_texts(draft, key)) if key is not None else frozenset()


def _texts(draft: Draft, key: str) -> Iterator[str]:
    return (item.value for item in draft.items(key) if isinstance(item.value, str))


def _order(finding: Finding) -> tuple[int, int, str]:
    return finding.problem.line, finding.problem.column, finding.problem.rule
