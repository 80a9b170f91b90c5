"""git: hooks that say that a work tree changed (githooks(5)), and one that checks notes before a commit."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Final

from vaultkit.config import roots_around
from vaultkit.git.process import Unavailable, run_git
from vaultkit.hosts.hook_program import Programs, in_shell
from vaultkit.hosts.host import Host, Scope
from vaultkit.hosts.part import Part
from vaultkit.hosts.pre_commit_config import CONFIG, PreCommitConfig
from vaultkit.hosts.script import Script, shell_of
from vaultkit.hosts.settings_text import decode, read_bytes

_EVENTS: Final = ("post-commit", "post-merge", "post-checkout")
"""All are called after the fact, and what they answer is not looked at."""


def hooks_folder(project: Path) -> Path:
    """Where git looks for the hooks of a work tree: `core.hooksPath`, else in the repository. Raises VaultkitError."""
    answer = run_git(project, ["rev-parse", "--git-common-dir"])
    if answer.code or not (project / ".git").exists():
        raise Unavailable(f"{project} is no git work tree", "go into the one that is meant")
    command = ["config", "--show-scope", "--type=path", "-z", "--get-all", "core.hooksPath"]
    words = run_git(project, command).out.decode("utf-8", "surrogateescape").split("\0")
    named = [path for scope, path in zip(words[::2], words[1::2], strict=False) if scope != "command"]
    if named:
        return project / named[-1]
    return project / answer.out.decode("utf-8", "surrogateescape").strip("\n") / "hooks"


def _parts(scope: Scope, project: Path, programs: Programs) -> list[Part]:
    folder, call = hooks_folder(project), in_shell(programs.hook, "git")
    return [
        _script(folder / event, programs.hook, f"{call} {event} </dev/null >/dev/null 2>&1 || :") for event in _EVENTS
    ]


def _script(file: Path, program: str, line: str) -> Script:
    script = Script(file, program, (line,))
    kept, there = (read_bytes(each) for each in (script.aside, file))
    text = decode(file, there or b"")
    if kept is not None:
        return script._replace(original=decode(script.aside, kept))
    return script._replace(original=text) if text.strip() and shell_of(text) is None else script


def _asides(parts: list[Part]) -> dict[Path, bytes]:
    """The programs that go aside, or went there before."""
    scripts = [part for part in parts if isinstance(part, Script)]
    return {script.aside: script.original.encode() for script in scripts if script.original}


def _before_commit(scope: Scope, project: Path, programs: Programs) -> list[Part]:
    """An entry for pre-commit where a project uses that, else a hook of git's own."""
    if (project / CONFIG).exists():
        return [PreCommitConfig(project / CONFIG, f"{programs.vaultkit} check")]
    program = in_shell(programs.vaultkit, "").removesuffix(" --client ")
    gone = "vaultkit cannot be run, so the notes are not checked; see: vaultkit doctor"
    vault = _vault(project)
    check = f"{program} check --changed --vault {shlex.quote(vault)}"
    line = f'{check} || case $? in 126|127) echo "{gone}" >&2 ;; *) exit 1 ;; esac'
    script = _script(hooks_folder(project) / "pre-commit", programs.vaultkit, line)
    return [script._replace(refusal="" if vault else f"{project} is no vault, so its commits have no notes to check")]


def _vault(project: Path) -> str:
    """The vault whose notes a commit has, "" if there is none: then that of the user would be checked."""
    return next((str(root.path) for root in roots_around(project.resolve()) if root.kind == "vault"), "")


def _settings(scope: Scope, project: Path) -> Path:
    return hooks_folder(project) / _EVENTS[0]


def _checking(scope: Scope, project: Path) -> Path:
    config = project / CONFIG
    return config if config.exists() else hooks_folder(project) / "pre-commit"


GIT: Final = Host(
    "git",
    "git",
    _settings,
    _parts,
    lambda *place: _asides(_parts(*place)),
    scopes=("project",),
    is_local=lambda _: True,
    has_server=False,
)
PRE_COMMIT: Final = Host(
    "pre-commit",
    "git, before each commit,",
    _checking,
    _before_commit,
    lambda *place: _asides(_before_commit(*place)),
    scopes=("project",),
    is_local=lambda project: not (project / CONFIG).exists(),
    has_server=False,
)
