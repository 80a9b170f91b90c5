"""CPU time and peak memory of two code graphs side by side, on copies of one project. Linux only (smaps_rollup).

    cost.py PROJECT --changed FILE --ask QUESTION --between A B [--peer GRAPHIFY] [--runs N] [--json FILE]

The peer's full build is `extract --code-only` and `cluster-only`, which makes communities and report. Peaks are the
proportional set sizes of all processes of a command together, looked at 20 times a second.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

OURS: Final = str(Path(sys.executable).with_name("graphify"))
LIMITS: Final = {
    "full build": 0.12,
    "nothing changed": 0.003,
    "one file changed": 0.02,
    "query": 0.05,
    "path": 0.05,
    "explain": 0.05,
}
"""What ours may take of the peer's: of its full build, questions of its questions."""
PEER_EXITS: Final = (0, 1, 3, 4)


class Used(NamedTuple):
    """What a command used."""

    cpu: float
    """Seconds, user and system, with those of its children."""
    peak: float
    """Memory, in MB."""


class Task(NamedTuple):
    """What is done on each side."""

    project: Path
    changed: str
    question: str
    ends: tuple[str, str]


Measured = Iterator[tuple[str, Used]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("project", type=Path)
    parser.add_argument("--changed", required=True, help="the file that gets a function more")
    parser.add_argument("--ask", required=True)
    parser.add_argument("--between", nargs=2, required=True, metavar="NAME")
    parser.add_argument("--ours", default=OURS)
    parser.add_argument("--peer", type=Path, metavar="GRAPHIFY")
    parser.add_argument("--runs", type=int, default=1, help="of ours, the best counts; 0: none (default: 1)")
    parser.add_argument(
        "--json", type=Path, help="where the figures go; the peer's are taken from there if it has some"
    )
    arguments = parser.parse_args()
    task = Task(arguments.project, arguments.changed, arguments.ask, tuple(arguments.between))
    found: dict[str, dict[str, Used]] = {"ours": {}, "peer": {}}
    if arguments.json and arguments.json.exists() and not arguments.peer:
        found["peer"] = {name: Used(*used) for name, used in json.loads(arguments.json.read_text())["peer"].items()}
    for _ in range(arguments.runs):
        for name, used in on_copy(task, lambda copy: ours(arguments.ours, copy, task)):
            old = found["ours"].get(name, used)
            found["ours"][name] = Used(min(old.cpu, used.cpu), min(old.peak, used.peak))
    if arguments.peer:
        found["peer"] = dict(on_copy(task, lambda copy: peer(str(arguments.peer.absolute()), copy, task)))
    if arguments.json:
        arguments.json.write_text(json.dumps(found, indent=1))
    print_table(found["ours"], found["peer"])


def on_copy(task: Task, measured: Callable[[Path], Measured]) -> list[tuple[str, Used]]:
    with tempfile.TemporaryDirectory() as temporary:
        os.environ.pop(
            "PYTHONDONTWRITEBYTECODE", None
        )  # installed programs do not compile their modules at every start
        os.environ.update(VAULTKIT_HOME=f"{temporary}/home", HOME=temporary, GRAPHIFY_BACKEND="none")
        ignored = shutil.ignore_patterns("graphify-out")
        copy = shutil.copytree(task.project, Path(temporary, "project"), symlinks=True, ignore=ignored)
        return list(measured(copy))


def ours(program: str, copy: Path, task: Task) -> Measured:
    yield "full build", measure(copy, [program, "build", "--no-docs", "--force", "."])
    yield "nothing changed", measure(copy, [program, "build", "--no-docs", "."])
    add_function(copy / task.changed)
    yield "one file changed", measure(copy, [program, "build", "--no-docs", "."])
    yield from questions(program, copy, task)


def peer(program: str, copy: Path, task: Task) -> Measured:
    parts = [[program, "extract", ".", "--code-only"], [program, "cluster-only", ".", "--no-label"]]
    extracted, clustered = (measure(copy, part, PEER_EXITS) for part in parts)
    yield "full build", Used(extracted.cpu + clustered.cpu, max(extracted.peak, clustered.peak))
    yield "nothing changed", measure(copy, [program, "update", "."], PEER_EXITS)
    add_function(copy / task.changed)
    yield "one file changed", measure(copy, [program, "update", "."], PEER_EXITS)
    yield from questions(program, copy, task)


def questions(program: str, copy: Path, task: Task) -> Measured:
    yield "query", measure(copy, [program, "query", task.question], PEER_EXITS)
    yield "path", measure(copy, [program, "path", *task.ends], PEER_EXITS)
    yield "explain", measure(copy, [program, "explain", task.ends[0]], PEER_EXITS)


def add_function(file: Path) -> None:
    with file.open("a", encoding="utf-8") as text:
        text.write("\n\ndef one_more_function():\n    return None\n")


def measure(folder: Path, command: list[str], exits: tuple[int, ...] = (0, 1)) -> Used:
    """What one run of a command uses. Exits if it fails."""
    log = folder.parent / "log"
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=folder, stdout=output, stderr=output, start_new_session=True)
        peaks = [0.0]
        over = threading.Event()
        watcher = threading.Thread(target=watch, args=(process.pid, peaks, over))
        watcher.start()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        over.set()
        watcher.join()
    if process.returncode not in exits:
        sys.exit(f"exit code {process.returncode}: {' '.join(command)}\n{log.read_text(errors='replace')[-2000:]}")
    print(f"{used.ru_utime + used.ru_stime:9.2f} CPU s {peaks[0]:8.0f} MB  {' '.join(command)}", file=sys.stderr)
    return Used(used.ru_utime + used.ru_stime, max(peaks[0], used.ru_maxrss / 1024))


def watch(session: int, peaks: list[float], over: threading.Event) -> None:
    """Keep the highest sum of what the processes of a session hold."""
    while not over.wait(0.05):
        held = sum(proportional(pid) for pid in os.listdir("/proc") if pid.isdigit() and in_session(int(pid), session))
        peaks[0] = max(peaks[0], held)


def in_session(pid: int, session: int) -> bool:
    try:
        return os.getsid(pid) == session
    except OSError:
        return False


def proportional(pid: str) -> float:
    """The proportional set size of a process in MB, 0 if it is gone."""
    try:
        for line in Path("/proc", pid, "smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass
    return 0.0


def print_table(ours: dict[str, Used], peer: dict[str, Used]) -> None:
    print(f"{'':18}{'ours CPU s':>12}{'MB':>8}{'peer CPU s':>12}{'MB':>8}{'CPU':>9}{'limit':>8}{'memory':>8}")
    for name, other in peer.items() if not ours else ():
        print(f"{name:18}{'':20}{other.cpu:12.2f}{other.peak:8.0f}")
    for name, used in ours.items():
        other = peer.get(name)
        line = f"{name:18}{used.cpu:12.2f}{used.peak:8.0f}"
        if other:
            whole = peer["full build"] if name in ("nothing changed", "one file changed") else other
            line += f"{other.cpu:12.2f}{other.peak:8.0f}{used.cpu / whole.cpu:9.4f}{LIMITS[name]:8}"
            line += f"{used.peak / other.peak:8.2f}"
        print(line)


if __name__ == "__main__":
    main()
