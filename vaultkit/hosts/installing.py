"""Ties vaultkit to a host, and takes it out again: hooks and servers in its settings, skills beside them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from vaultkit.disk.lock import lock
from vaultkit.disk.state import lock_file
from vaultkit.errors import VaultkitError
from vaultkit.hosts.hook_program import Programs
from vaultkit.hosts.host import Host, Scope
from vaultkit.hosts.package import PREFIX
from vaultkit.hosts.part import Found
from vaultkit.hosts.receipt import Receipt, digest, keep_receipt, read_receipt, shared_with_others
from vaultkit.hosts.settings_text import decode, read_bytes
from vaultkit.writing.change import Change, finish, write_all

_PATIENCE: Final = 10.0
"""Seconds to wait for another installation."""
_WHAT: Final = "an installation"


class Place(NamedTuple):
    """Where a host's settings are."""

    host: Host
    scope: Scope
    project: Path
    """The folder of the project that is meant, also for the user's scope: it may switch the plugin on."""

    @property
    def is_local(self) -> bool:
        """Whether no other machine reads what is written: a repository does not carry its own hooks along."""
        return self.scope == "user" or self.host.is_local(self.project)

    @property
    def settings(self) -> Path:
        """What stands for the place: the file with the hooks."""
        return self.host.settings(self.scope, self.project)

    @property
    def is_users(self) -> bool:
        """Whether the settings are the user's own: those of a project are where the project is the home folder."""
        if self.scope == "user" or "user" not in self.host.scopes:
            return self.scope == "user"
        return os.path.realpath(self.settings) == os.path.realpath(self.host.settings("user", self.project))


class Step(NamedTuple):
    """One file that is written or removed."""

    file: Path
    old: bytes | None
    new: bytes | None
    """None: there is no such file, before or after."""
    executable: bool = False

    @property
    def change(self) -> Change:
        """The step as a change below the root of all files."""
        path = self.file.absolute().relative_to(self.file.absolute().anchor).as_posix()
        if self.new is None:
            return Change(path, self.old or b"", b"", kind="gone")
        if self.old is None:
            return Change(path, b"", self.new, kind="program" if self.executable else "new")
        return Change(path, self.old, self.new)


class Plan(NamedTuple):
    """What is to be done; nothing if all is as it shall be."""

    steps: tuple[Step, ...]
    left: tuple[Path, ...]
    """Skills that somebody else wrote or edited: they stay."""
    receipt: Receipt


def project_of(folder: Path) -> Path:
    """The work tree around a folder, else the folder itself: where a host is started that works on a project."""
    return next((each for each in (folder, *folder.parents) if (each / ".git").exists()), folder)


def places_of(host: Host, project: Path) -> list[Place]:
    """Where a host looks for settings when it works on a project, each once: a home folder is no project beside it."""
    places = [Place(host, scope, project) for scope in host.scopes]
    return [place for place in places if place.scope == "user" or not place.is_users]


@contextmanager
def alone(place: Place) -> Iterator[None]:
    """Hold off other installations while a plan is made and carried out; first end one that was killed.

    Raises VaultkitError.
    """
    with lock(lock_file(place.settings), patience=_PATIENCE):
        finish(_root(place.settings))
        yield


def plan_install(place: Place, programs: Programs) -> Plan:
    """What makes a host call these programs and know the skills. Raises VaultkitError."""
    enabled = place.host.plugin(place.project)
    if enabled is not None:
        what = f"the plugin is switched on in {enabled.settings} and brings the same hooks"
        raise VaultkitError(what, "nothing to install; with both, every hook would run twice")
    receipt = read_receipt(_name(place))
    steps, stretches, created = [], dict(receipt.stretches), set(receipt.created)
    for part in place.host.parts(place.scope, place.project, programs):
        name, old = os.fspath(part.file), read_bytes(part.file)
        text = decode(part.file, old or b"")
        known = receipt.stretches.get(name, ())
        edited = part.put(text, known)
        if edited.text != text:
            steps.append(Step(part.file, old, edited.text.encode(), part.executable))
        stretches[name] = edited.stretches
        if old is None:
            created.add(name)
        elif part.found(text) is None:
            created.discard(name)
    ours = place.host.files(place.scope, place.project, programs)
    written, left = _files(ours, receipt)
    others = shared_with_others(_name(place))
    outdated = list(_outdated(ours, receipt, others.files))
    kept = {path: sha for path, sha in receipt.files.items() if Path(path) not in {step.file for step in outdated}}
    files = {**kept, **{os.fspath(path): digest(data) for path, data in ours.items() if path not in left}}
    all_steps = (*steps, *written, *outdated)
    _check_places(all_steps)
    around = {os.fspath(folder) for path in files for folder in Path(path).parents}
    shared = (folder for folder in others.folders if folder in around)
    folders = sorted({*_missing_folders(all_steps), *receipt.folders, *shared}, key=len, reverse=True)
    return Plan(all_steps, left, Receipt(stretches, tuple(sorted(created)), files, tuple(folders)))


def plan_uninstall(place: Place) -> Plan:
    """What takes all of it out again, and nothing else. Raises VaultkitError."""
    receipt = read_receipt(_name(place))
    steps: list[Step] = []
    left: list[Path] = []
    for part in place.host.parts(place.scope, place.project, Programs()):
        old, name = read_bytes(part.file), os.fspath(part.file)
        if old is not None:
            text = decode(part.file, old)
            after = part.take(text, receipt.stretches.get(name, ()))
            if after != text:
                made = name in receipt.created or not (after or name in receipt.stretches)
                gone = made and part.is_void(after)
                steps.append(Step(part.file, old, None if gone else after.encode()))
            if part.found(after):
                left.append(part.file)
    ours = place.host.files(place.scope, place.project, Programs())
    known = {**{path: digest(data) for path, data in ours.items()}, **_paths(receipt.files)}
    shared = shared_with_others(_name(place)).files
    for path, sha in known.items():
        if os.fspath(path) in shared:
            continue
        data = read_bytes(path)
        if data is not None and digest(data) in (sha, digest(ours.get(path, b""))):
            steps.append(Step(path, data, None))
        elif data is not None and os.fspath(path) in receipt.files:
            left.append(path)
    _check_places(steps)
    return Plan(tuple(steps), tuple(left), Receipt())


def found_in(host: Host, scope: Scope, project: Path, programs: Programs) -> dict[Path, Found]:
    """What the settings of a host hold of ours, by file. Raises VaultkitError on settings that are broken."""
    held: dict[Path, Found] = {}
    for part in host.parts(scope, project, programs):
        data = read_bytes(part.file)
        found = part.found(decode(part.file, data)) if data is not None else None
        if found is not None:
            held[part.file] = found
    return held


def _check_places(steps: Sequence[Step]) -> None:
    """Raise VaultkitError if a file cannot be written where it shall be: a dry run tells as well."""
    for file in (step.file.absolute() for step in steps if step.new is not None):
        above = next(folder for folder in file.parents if os.path.lexists(folder))
        if not above.is_dir():
            raise VaultkitError(f"{above} is no folder", "move it away; nothing was changed")
        if file.exists() and not file.stat().st_mode & 0o222:
            raise VaultkitError(f"{file} is read-only", "make it writable first; nothing was changed")


def _files(ours: dict[Path, bytes], receipt: Receipt) -> tuple[list[Step], tuple[Path, ...]]:
    """Files of ours to write, and those that are not ours to replace."""
    known = _paths(receipt.files)
    steps, left = [], []
    for path, data in ours.items():
        old = read_bytes(path)
        if old is None or (old != data and digest(old) == known.get(path)):
            steps.append(Step(path, old, data, data.startswith(b"#!")))
        elif old != data:
            left.append(path)
    return steps, tuple(left)


def _outdated(ours: dict[Path, bytes], receipt: Receipt, shared: frozenset[str]) -> Iterator[Step]:
    """Files of an earlier version that this one no longer has, if nobody edited them."""
    for path, sha in _paths(receipt.files).items():
        data = read_bytes(path) if path not in ours and os.fspath(path) not in shared else None
        if data is not None and digest(data) == sha:
            yield Step(path, data, None)


def _paths(files: Mapping[str, str]) -> dict[Path, str]:
    return {Path(path): sha for path, sha in files.items()}


def _missing_folders(steps: tuple[Step, ...]) -> Iterator[str]:
    """The folders that will be made."""
    missing = {folder for step in steps for folder in step.file.parents if not folder.exists()}
    yield from map(os.fspath, missing)


def carry_out(place: Place, plan: Plan) -> None:
    """Do what was planned, all of it or nothing, also if it is killed. Raises VaultkitError.

    What is put in is on the receipt before, and what is taken out until after: a kill between the two loses nothing.
    """
    installs, name = plan.receipt != Receipt(), _name(place)
    folders = read_receipt(name).folders
    if installs:
        keep_receipt(name, plan.receipt)
    for root in dict.fromkeys(_root(step.file) for step in plan.steps):
        write_all(root, [step.change for step in plan.steps if _root(step.file) == root], _WHAT)
    gone = [step.file.parent for step in plan.steps if step.new is None]
    _remove_empty([os.fspath(folder) for folder in gone if folder.name.startswith(PREFIX)])
    if not installs:
        _remove_empty(folders)
        keep_receipt(name, plan.receipt)


def _root(file: Path) -> Path:
    """What all files of a disk lie below: a change of several is one change there."""
    return Path(file.absolute().anchor)


def _name(place: Place) -> str:
    return f"{place.host.name} {place.settings.absolute()}"


def _remove_empty(folders: Sequence[str]) -> None:
    """Remove the folders that were made for us, unless somebody else's files are in them."""
    for folder in folders:
        try:
            os.rmdir(folder)
        except OSError:
            continue
