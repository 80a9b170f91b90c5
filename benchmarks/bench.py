"""CPU time and peak memory of builds and commands, each in a process of its own, on a copy of a vault."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

GRAPHIFY: Final = str(Path(sys.executable).with_name("graphify"))
IGNORED: Final = shutil.ignore_patterns(".git", "graphify-out")
FULL: Final = "full build"
START: Final = "start-up (one note)"
PROBE: Final = """
import os, sys
quiet = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)]
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=quiet)
_, status, used = os.wait4(child, 0)
print(os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss)
"""
"""A process starts with the peak of the one it was started from, so this small one stands in between."""


class Used(NamedTuple):
    """What a process used."""

    cpu: float
    """Seconds, user and system."""
    peak: float
    """Resident memory, in MB."""


Measured = Iterator[tuple[str, Used]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vault", type=Path)
    parser.add_argument("--runs", type=int, default=3, help="the best of so many counts (default: 3)")
    parser.add_argument("--peer", type=Path, metavar="GRAPHIFY", help="another graphify to measure too")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        os.environ["VAULTKIT_HOME"] = temporary
        copy = shutil.copytree(arguments.vault, Path(temporary, "vault"), symlinks=True, ignore=IGNORED)
        notes = sorted(path for path in copy.rglob("*.md") if "/." not in path.relative_to(copy.parent).as_posix())
        steps: list[Callable[[], Measured]] = [lambda: ours(copy, notes[len(notes) // 2]), lambda: commands(copy)]
        steps += [lambda: one_note(Path(temporary, "one"))]
        steps += [lambda: theirs(arguments.peer, copy)] if arguments.peer else []
        rows = table(best(arguments.runs, steps), len(notes))
    if arguments.json:
        print(json.dumps({"notes": len(notes), "runs": arguments.runs, "rows": rows}, indent=1))
    else:
        print_table(rows, len(notes), arguments.runs)


def best(runs: int, steps: list[Callable[[], Measured]]) -> dict[str, Used]:
    """The least CPU time and the least peak of each measurement."""
    found: dict[str, Used] = {}
    for _ in range(runs):
        for step in steps:
            for name, used in step():
                old = found.get(name, used)
                found[name] = Used(min(old.cpu, used.cpu), min(old.peak, used.peak))
    return found


def ours(vault: Path, note: Path) -> Measured:
    """A build from nothing, and what an update costs."""
    yield FULL, measure(GRAPHIFY, "build", str(vault), "--force")
    yield "nothing changed", measure(GRAPHIFY, "build", str(vault))
    with note.open("a", encoding="utf-8") as file:
        file.write("\nOne more line.\n")
    yield "one note changed", measure(GRAPHIFY, "build", str(vault))
    added = vault / "One more note.md"
    added.write_text("A note that was not there before.\n", "utf-8")
    yield "one note added", measure(GRAPHIFY, "build", str(vault))
    added.unlink()


def commands(vault: Path) -> Measured:
    """What every call costs; Python itself with argparse and json is the floor."""
    yield "graphify gods", measure(GRAPHIFY, "gods", folder=vault)
    yield "graphify --help", measure(GRAPHIFY, "--help")
    yield "python, argparse, json", measure(sys.executable, "-c", "import argparse, json")


def one_note(vault: Path) -> Measured:
    """What a build costs before it reads anything."""
    (vault / ".obsidian").mkdir(parents=True, exist_ok=True)
    (vault / "One note.md").write_text("One note.\n", "utf-8")
    yield START, measure(GRAPHIFY, "build", str(vault), "--force")


def theirs(program: Path, vault: Path) -> Measured:
    """The same of another graphify, without a model."""
    os.environ["GRAPHIFY_BACKEND"] = "none"
    shutil.rmtree(vault / "graphify-out", ignore_errors=True)
    yield "peer: full build", measure(str(program.absolute()), "update", ".", folder=vault)
    yield "peer: nothing changed", measure(str(program.absolute()), "update", ".", folder=vault)
    shutil.rmtree(vault / "graphify-out", ignore_errors=True)


def measure(*command: str, folder: Path | None = None) -> Used:
    """What one run of a command uses. Exits if it neither succeeds nor ends with findings."""
    probe = [sys.executable, "-I", "-S", "-c", PROBE, *command]
    code, cpu, peak = subprocess.run(probe, cwd=folder, stdout=subprocess.PIPE, check=True, text=True).stdout.split()
    if int(code) not in (0, 1):
        sys.exit(f"exit code {code}: {' '.join(command)}")
    return Used(float(cpu), int(peak) / (1 << 20 if sys.platform == "darwin" else 1 << 10))


def table(found: dict[str, Used], notes: int) -> list[dict[str, Any]]:
    """One row a measurement, with what builds cost a note beyond start-up."""
    full, start = found[FULL], found[START]
    rows = []
    for name, used in found.items():
        row: dict[str, Any] = {"what": name, "cpu_s": round(used.cpu, 3), "peak_mb": round(used.peak, 1)}
        row["of_full_build"] = round(used.cpu / full.cpu, 3)
        if name == FULL:
            row["ms_per_note"] = round((used.cpu - start.cpu) / notes * 1000, 3)
            row["kb_per_note"] = round((used.peak - start.peak) / notes * 1024, 1)
        rows.append(row)
    return rows


def print_table(rows: list[dict[str, Any]], notes: int, runs: int) -> None:
    print(f"{notes:,} notes, best of {runs} runs; ms and KB a note are what the full build takes beyond start-up\n")
    print(f"{'':24}{'CPU s':>8}{'of full':>9}{'ms/note':>9}{'peak MB':>9}{'KB/note':>9}")
    for row in rows:
        each = (row.get("ms_per_note", ""), row["peak_mb"], row.get("kb_per_note", ""))
        print(f"{row['what']:24}{row['cpu_s']:8.3f}{row['of_full_build']:9.1%}{each[0]:>9}{each[1]:>9}{each[2]:>9}")


if __name__ == "__main__":
    main()
