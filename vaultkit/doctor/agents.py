"""The hosts: whether they call our hooks, once, and those of this version."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from vaultkit import __version__
from vaultkit.doctor.diagnosis import Diagnosis, Patient
from vaultkit.hosts.hook_program import NAME, find_hook_program, is_ours
from vaultkit.hosts.hook_text import Groups, our_groups
from vaultkit.hosts.host import Host, Plugin, Scope
from vaultkit.hosts.installing import project_of
from vaultkit.hosts.registry import HOSTS
from vaultkit.hosts.settings_text import read_settings_file


def hooks(patient: Patient) -> Iterator[Diagnosis]:
    """What each host has of us."""
    project = project_of(patient.folder)
    for host in HOSTS.values():
        yield from _host(host, project)


def _host(host: Host, project: Path) -> Iterator[Diagnosis]:
    about = f"{host.name} hooks"
    scopes: tuple[Scope, ...] = ("user", "project")
    found = {host.settings(scope, project): our_groups(read_settings_file(host.settings(scope, project)), is_ours)
             for scope in scopes}  # fmt: skip
    installed = {file: groups for file, groups in found.items() if groups}
    plugin = host.plugin(project)
    for file, groups in installed.items():
        yield _settings(host, about, file, groups)
    if plugin is not None:
        yield _plugin(about, plugin)
    if not installed and plugin is None:
        yield Diagnosis(about, "warning", "not installed", f"vaultkit install {host.name}")
        return
    if len(installed) + (plugin is not None) > 1:
        places = [str(file) for file in installed] + ([f"the plugin in {plugin.settings}"] if plugin else [])
        remedy = f"keep one: vaultkit uninstall {host.name}, with --project for that of a project"
        yield Diagnosis(about, "warning", f"every hook runs more than once: {', '.join(places)}", remedy)
    for why in host.silenced(project):
        yield Diagnosis(
            about, "problem", f"{host.title} does not call them: {why}", "switch that off, if it is yours to"
        )


def _settings(host: Host, about: str, file: Path, groups: Groups) -> Diagnosis:
    """Whether hooks in a settings file are those of this version, and lead to a program."""
    again = f"vaultkit install {host.name}" + ("" if file == host.settings("user", Path()) else " --project")
    called = {handler["command"] for each in groups.values() for group in each for handler in group["hooks"]}
    lost = [command for command in called if not shutil.which(command)]
    if lost:
        return Diagnosis(about, "problem", f"{file} calls {lost[0]}, which cannot be run", again)
    if len(called) > 1 or groups != host.hooks(next(iter(called))):
        return Diagnosis(about, "warning", f"those in {file} are not those of version {__version__}", again)
    return Diagnosis(about, "ok", f"in {file}: {', '.join(groups)}")


def _plugin(about: str, plugin: Plugin) -> Diagnosis:
    """Whether an enabled plugin is of this version; it calls our program by its name."""
    if not shutil.which(NAME):
        remedy = f"put {find_hook_program().path.parent} on the PATH, or use the settings: vaultkit install claude"
        return Diagnosis(about, "problem", f"the plugin calls {NAME}, which is not on the PATH", remedy)
    if plugin.version not in (__version__, ""):
        says = f"the plugin is version {plugin.version}, the program {__version__}"
        return Diagnosis(about, "warning", says, "claude plugin update vaultkit@vaultkit")
    return Diagnosis(about, "ok", f"the plugin, switched on in {plugin.settings}")
