"""The programs on the PATH: whether our names are ours, and whether git is there."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from vaultkit import __version__
from vaultkit.doctor.diagnosis import Diagnosis, Patient
from vaultkit.git import git_version
from vaultkit.hosts.hook_program import NAME, find_hook_program, own_folders, version_beside
from vaultkit.hosts.installing import project_of
from vaultkit.hosts.registry import called_by_name


def hook_program(patient: Patient) -> Iterator[Diagnosis]:
    """Whether `vaultkit-hook` by name is the one of this installation; that matters where a host calls it so."""
    program = find_hook_program()
    here = f"{program.path}, version {__version__}"
    if program.found_by_name:
        yield Diagnosis(NAME, "ok", here)
    elif program.on_path is None:
        remedy = f"to call it by name, put {program.path.parent} there"
        yield Diagnosis(NAME, "warning", f"not on the PATH; it is {here}", remedy)
    else:
        other = version_beside(program.on_path)
        says = f"{program.on_path} is another one, of version {other or 'unknown'}; this one is {here}"
        matters = other != __version__ and called_by_name(project_of(patient.folder))
        yield Diagnosis(NAME, "problem" if matters else "warning", says, "remove one of the two installations")


def graphify_name(_: Patient) -> Iterator[Diagnosis]:
    """Whether another program owns the name `graphify`."""
    found = shutil.which("graphify")
    if found is None:
        yield Diagnosis("graphify", "ok", "not on the PATH; `vaultkit graph` is the same")
    elif any(Path(found).resolve().parent == folder.resolve() for folder in own_folders()):
        yield Diagnosis("graphify", "ok", found)
    else:
        yield Diagnosis("graphify", "warning", f"{found} is another program", "write `vaultkit graph ..` instead")


def git(_: Patient) -> Iterator[Diagnosis]:
    """Whether git can be run, and its version."""
    yield Diagnosis("git", "ok", git_version())
