"""The hosts: whether they call our hooks, once, and those of this version."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from vaultkit import __version__
from vaultkit.doctor.diagnosis import Diagnosis, Patient
from vaultkit.errors import VaultkitError
from vaultkit.git.process import Unavailable
from vaultkit.hosts.hook_program import NAME, Programs, find_hook_program, program_of
from vaultkit.hosts.host import Host, Plugin
from vaultkit.hosts.installing import Place, found_in, places_of, project_of
from vaultkit.hosts.part import Found, Part
from vaultkit.hosts.registry import HOSTS
from vaultkit.hosts.script import Script


def hooks(patient: Patient) -> Iterator[Diagnosis]:
    """What each host has of us."""
    project = project_of(patient.folder)
    told = [diagnosis for host in HOSTS.values() for diagnosis in _guarded(host, project)]
    if not told:
        yield Diagnosis("hooks", "warning", "no agent calls vaultkit", f"vaultkit install claude (or {_agents()})")
    yield from told


def _guarded(host: Host, project: Path) -> list[Diagnosis]:
    """What one host has; settings that cannot be read are a problem of its own."""
    try:
        return list(_host(host, project))
    except VaultkitError as fault:
        what, _, remedy = str(fault).partition("; ")
        return [Diagnosis(f"{host.name} hooks", "problem", what, remedy)]


def _agents() -> str:
    return ", ".join(host.name for host in HOSTS.values() if host.has_server and host.name != "claude")


def _host(host: Host, project: Path) -> Iterator[Diagnosis]:
    about = f"{host.name} hooks"
    places = _places(host, project)
    plugin = host.plugin(project)
    for place in places:
        yield from _settings(place)
    if plugin is not None:
        yield _plugin(about, plugin)
    if not places and plugin is None:
        return
    if len(places) + (plugin is not None) > 1:
        named = [str(place.settings) for place in places] + ([f"the plugin in {plugin.settings}"] if plugin else [])
        remedy = f"keep one: vaultkit uninstall {host.name}, with --project for that of a project"
        yield Diagnosis(about, "warning", f"every hook runs more than once: {', '.join(named)}", remedy)
    for why in host.silenced(project):
        yield Diagnosis(
            about, "problem", f"{host.title} does not call them: {why}", "switch that off, if it is yours to"
        )


def _places(host: Host, project: Path) -> list[Place]:
    """Where a host has our hooks."""
    if host.scopes == ("project",) and not (project / ".git").exists():
        return []
    try:
        return [place for place in places_of(host, project) if place.settings in _found(place, Programs())]
    except Unavailable:  # no git, which a check of its own tells
        return []


def _found(place: Place, programs: Programs) -> dict[Path, Found]:
    return found_in(place.host, place.scope, place.project, programs)


def _settings(place: Place) -> Iterator[Diagnosis]:
    """Whether what a host has is of this version, and leads to programs that run."""
    again = f"vaultkit install {place.host.name}" + (" --project" if place.scope != place.host.scopes[0] else "")
    for file, found in _found(place, Programs()).items():
        about = f"{place.host.name} {found.kind}"
        programs = [program_of(each) for each in found.programs]
        lost = [program for program in programs if not shutil.which(program)]
        if lost:
            yield Diagnosis(about, "problem", f"{file} calls {lost[0]}, which cannot be run", again)
        elif not _is_current(place, file, programs):
            yield Diagnosis(about, "warning", f"those in {file} are not those of version {__version__}", again)
        elif isinstance(_part(place, file), Script) and not os.access(file, os.X_OK):
            yield Diagnosis(about, "problem", f"git does not run {file}: it is no program", f"chmod +x {file}")
        else:
            yield Diagnosis(about, "ok", f"in {file}: {found.what}")


def _is_current(place: Place, file: Path, programs: list[str]) -> bool:
    """Whether a file has what this version would write, if it called the same programs."""
    called = {Path(program).stem: program for program in programs}
    wanted = Programs(called.get(NAME, NAME), called.get("vaultkit", "vaultkit"))
    for serves in (True, False):
        found = _found(place, wanted._replace(serves=serves)).get(file)
        if found is not None and found.current:
            return True
    return False


def _part(place: Place, file: Path) -> Part | None:
    parts = place.host.parts(place.scope, place.project, Programs())
    return next((part for part in parts if part.file == file), None)


def _plugin(about: str, plugin: Plugin) -> Diagnosis:
    """Whether an enabled plugin is of this version; it calls our program by its name."""
    if not shutil.which(NAME):
        remedy = f"put {find_hook_program().path.parent} on the PATH, or use the settings: vaultkit install claude"
        return Diagnosis(about, "problem", f"the plugin calls {NAME}, which is not on the PATH", remedy)
    if plugin.version not in (__version__, ""):
        says = f"the plugin is version {plugin.version}, the program {__version__}"
        return Diagnosis(about, "warning", says, "claude plugin update vaultkit@vaultkit")
    return Diagnosis(about, "ok", f"the plugin, switched on in {plugin.settings}")
