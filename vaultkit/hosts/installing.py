"""Ties vaultkit to a coding agent, and takes it out again: hooks in its settings, skills beside them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from vaultkit.errors import VaultkitError
from vaultkit.files import remove, rewrite
from vaultkit.hosts.hook_program import is_ours
from vaultkit.hosts.host import Host, Scope
from vaultkit.hosts.package import skill_files
from vaultkit.hosts.receipt import Receipt, digest, keep_receipt, read_receipt
from vaultkit.hosts.settings_edit import with_hooks, without_hooks
from vaultkit.hosts.settings_text import decode, read_bytes
from vaultkit.lock import lock
from vaultkit.state import lock_file
from vaultkit.writing.change import Change, create

_PATIENCE: Final = 10.0
"""Seconds to wait for another installation."""


class Place(NamedTuple):
    """Where a host's settings are."""

    host: Host
    scope: Scope
    project: Path
    """The folder of the project that is meant, also for the user's scope: it may switch the plugin on."""

    @property
    def settings(self) -> Path:
        """The settings file."""
        return self.host.settings(self.scope, self.project)


class Step(NamedTuple):
    """One file that is written or removed."""

    file: Path
    old: bytes | None
    new: bytes | None
    """None: there is no such file, before or after."""

    @property
    def change(self) -> Change:
        """The step as a change that can be shown."""
        return Change(self.file.absolute().as_posix().lstrip("/"), self.old or b"", self.new or b"")


def project_of(folder: Path) -> Path:
    """The work tree around a folder, else the folder itself: where a host is started that works on a project."""
    return next((each for each in (folder, *folder.parents) if (each / ".git").exists()), folder)


class Plan(NamedTuple):
    """What is to be done; nothing if all is as it shall be."""

    steps: tuple[Step, ...]
    left: tuple[Path, ...]
    """Skills that somebody else wrote or edited: they stay."""
    receipt: Receipt


@contextmanager
def alone(place: Place) -> Iterator[None]:
    """Hold off other installations while a plan is made and carried out. Raises VaultkitError."""
    with lock(lock_file(place.settings), patience=_PATIENCE):
        yield


def plan_install(place: Place, command: str) -> Plan:
    """What makes a host call `command` and know the skills. Raises VaultkitError."""
    enabled = place.host.plugin(place.project)
    if enabled is not None:
        what = f"the plugin is switched on in {enabled.settings} and brings the same hooks"
        raise VaultkitError(what, "nothing to install; with both, every hook would run twice")
    receipt, file = read_receipt(place.settings), place.settings
    old = read_bytes(file)
    text = decode(file, old or b"")
    edited = with_hooks(file, text, place.host.hooks(command), is_ours, receipt.stretches)
    steps = [Step(file, old, edited.text.encode())] if edited.text != text else []
    folder = place.host.skills(place.scope, place.project)
    skills = {folder / name: data for name, data in skill_files().items()}
    written, left = _skills(skills, receipt)
    ours = {os.fspath(path): digest(data) for path, data in skills.items() if path not in left}
    again = without_hooks(file, text, is_ours, receipt.stretches) != text
    created = old is None or (receipt.created and again)
    return Plan((*steps, *written), left, Receipt(edited.stretches, created, {**receipt.files, **ours}))


def plan_uninstall(place: Place) -> Plan:
    """What takes the hooks and skills out again, and nothing else. Raises VaultkitError."""
    receipt, file = read_receipt(place.settings), place.settings
    old = read_bytes(file)
    steps: list[Step] = []
    if old is not None:
        text = decode(file, old)
        after = without_hooks(file, text, is_ours, receipt.stretches)
        if after != text:
            gone = receipt.created and not after.strip("{} \t\r\n")
            steps.append(Step(file, old, None if gone else after.encode()))
    folder = place.host.skills(place.scope, place.project)
    ours = {folder / name: data for name, data in skill_files().items()}
    known = {**{path: digest(data) for path, data in ours.items()}, **_paths(receipt.files)}
    left = []
    for path, sha in known.items():
        data = read_bytes(path)
        if data is not None and digest(data) in (sha, digest(ours.get(path, b""))):
            steps.append(Step(path, data, None))
        elif data is not None and os.fspath(path) in receipt.files:
            left.append(path)
    return Plan(tuple(steps), tuple(left), Receipt())


def _skills(skills: dict[Path, bytes], receipt: Receipt) -> tuple[list[Step], tuple[Path, ...]]:
    """Skills to write, and those that are not ours to replace."""
    known = _paths(receipt.files)
    steps, left = [], []
    for path, data in skills.items():
        old = read_bytes(path)
        if old is None or (old != data and digest(old) == known.get(path)):
            steps.append(Step(path, old, data))
        elif old != data:
            left.append(path)
    return steps, tuple(left)


def _paths(files: Mapping[str, str]) -> dict[Path, str]:
    return {Path(path): sha for path, sha in files.items()}


def carry_out(place: Place, plan: Plan) -> None:
    """Do what was planned; a file that has changed meanwhile is left. Raises VaultkitError.

    What is put in is on the receipt before, and what is taken out until after: a kill between the two loses nothing.
    """
    installs = plan.receipt != Receipt()
    if installs:
        keep_receipt(place.settings, plan.receipt)
    for step in plan.steps:
        if step.new is None:
            _remove(step, place.settings.parent)
        elif step.old is None:
            create(step.file.parent, step.file.name, step.new)
        else:
            rewrite(step.file, step.old, step.new)
    if not installs:
        keep_receipt(place.settings, plan.receipt)


def _remove(step: Step, top: Path) -> None:
    """Remove a file and the folders around it that are empty then, up to the host's own."""
    if read_bytes(step.file) != step.old:
        raise VaultkitError(f"{step.file} has changed meanwhile, so it was left alone", "try again")
    remove(step.file)
    for folder in step.file.parents:
        try:
            folder.rmdir()
        except OSError:  # somebody else's files are in it
            return
        if folder == top:
            return
