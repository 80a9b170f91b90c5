"""What hooks cost: CPU of `vaultkit-hook` against `python -c "import json, sqlite3, yaml"`; 100 writes in a minute.

The runs of a round follow one another, so that what else the machine does befalls all of them; the median of the
rounds' ratios counts, and the best run of each against the best of the floor. Linux: what outlives a hook is adopted,
so that its CPU time is counted as well.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

HOUSE: Final = Path(__file__).resolve().parent.parent
FLOOR: Final = [sys.executable, "-c", "import json, sqlite3, yaml"]
HOOK: Final = [sys.executable, "-c", "from vaultkit.hooks.main import main; main()"]
BUILD: Final = [sys.executable, "-c", "from vaultkit.cli.main import graphify; graphify()", "build"]
HEAD: Final = "---\nsummary: What this one says.\ntags:\n  - type/reference\n  - domain/x\n  - scope/global\n---\n\n"
WRITES: Final = 100
PR_SET_CHILD_SUBREAPER: Final = 36
"""prctl(2): orphans of this process become its children."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vault", type=Path, help="measure on a copy of this one (default: 1,000 generated notes)")
    parser.add_argument("--rounds", type=int, default=21, help="(default: 21)")
    parser.add_argument("--minute", action="store_true", help="also 100 writes in a minute")
    arguments = parser.parse_args()
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
    with tempfile.TemporaryDirectory() as temporary:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ |= {"VAULTKIT_HOME": f"{temporary}/home", "PYTHONPYCACHEPREFIX": f"{temporary}/compiled"}
        os.environ["XDG_CONFIG_HOME"] = f"{temporary}/config"
        config = Path(temporary, "config", "vaultkit", "config.toml")
        config.parent.mkdir(parents=True)
        config.write_text(f'[vault]\npath = "{temporary}/vault"\n', "utf-8")
        vault = copied(arguments.vault, Path(temporary))
        full = cpu(*BUILD, str(vault), "--force")
        print(f"{len(list(vault.rglob('*.md'))):,} notes; a full build takes {full:.2f} s of CPU")
        ratios(vault, arguments.rounds)
        if arguments.minute:
            minute(vault, full)


def copied(vault: Path | None, temporary: Path) -> Path:
    target = temporary / "vault"
    if vault is not None:
        shutil.copytree(vault, target, symlinks=True, ignore=shutil.ignore_patterns(".git", "graphify-out"))
    else:
        generate = [sys.executable, str(HOUSE / "benchmarks" / "generate.py"), str(target), "--notes", "1000"]
        subprocess.run(generate, check=True, stdout=subprocess.DEVNULL)
    (target / ".obsidian").mkdir(exist_ok=True)
    return target


def ratios(vault: Path, rounds: int) -> None:
    """What each kind of event costs, while a worker is alive, as it is during a session."""
    asked = dict(events(vault))
    found: dict[str, list[float]] = {name: [] for name in asked}
    waited: dict[str, list[float]] = {name: [] for name in asked}
    best: dict[str, float] = {}
    floors = []
    for number in range(rounds + 1):
        floor = cpu(*FLOOR)
        for name, event in asked.items():
            started = time.monotonic()
            seconds = cpu(*HOOK, stdin=anew(event))
            if number:  # the first round compiles
                waited[name].append(time.monotonic() - started)
                found[name].append(seconds / floor)
                best[name] = min(best.get(name, seconds), seconds)
        floors.append(floor)
    print(f"the floor takes {statistics.median(floors) * 1000:.0f} ms; {rounds} rounds, half of them within (..)\n")
    print(f"{'':32}{'CPU, of the floor':>24}{'best':>8}{'on the clock, ms':>24}")
    for name, each in found.items():
        clock = [seconds * 1000 for seconds in waited[name]]
        ratio = f"{best[name] / min(floors):.2f}"
        print(f"{name:32}{spread(each, '.2f'):>24}{ratio:>8}{spread(clock, '.0f'):>24}")
    wait_for_workers()


def spread(values: list[float], form: str) -> str:
    """The median, and between what half of the values lie."""
    low, middle, high = (format(each, form) for each in statistics.quantiles(values, n=4))
    return f"{middle} ({low} to {high})"


def events(vault: Path) -> Iterator[tuple[str, bytes]]:
    """(what, what goes to stdin)."""
    notes = sorted(path for path in vault.rglob("*.md") if "/." not in str(path.relative_to(vault.parent)))
    middle = notes[len(notes) // 2]
    correct = vault / "A correct note.md"
    correct.write_text(HEAD + f"See [[{middle.stem}]] and [[{notes[0].stem}]].\n", "utf-8")
    fresh = vault / "A note with a new tag.md"
    fresh.write_text(correct.read_text("utf-8").replace("domain/x", "domain/never-heard-of"), "utf-8")
    faulty = vault / "A faulty note.md"
    faulty.write_text("# No frontmatter\n", "utf-8")
    journal = vault / "journal" / "2026-01-01.md"
    outside = vault.parent / "project" / "src"
    outside.mkdir(parents=True)
    yield "a file outside, edited", edited(outside / "app.py")
    yield "Markdown outside, edited", edited(outside / "README.md")
    yield "a file outside, about to be", edited(outside / "app.py", "PreToolUse")
    yield "a correct note, edited", edited(correct)
    yield "a note with a new tag, edited", edited(fresh)
    yield "a faulty note, edited", edited(faulty)
    yield "a note, about to be edited", edited(correct, "PreToolUse")
    yield "a journal note, about to be", edited(journal, "PreToolUse")
    project = str(outside)
    yield "a prompt", say(hook_event_name="UserPromptSubmit", prompt="Why did the deploy fail yesterday?", cwd=project)
    called = {"tool_name": "Bash", "tool_input": {"command": "make deploy"}, "duration_ms": 900, "cwd": project}
    yield "a foreign tool was called", say(hook_event_name="PostToolUse", tool_response={"stdout": "ok"}, **called)
    yield "a foreign tool failed", say(hook_event_name="PostToolUseFailure", error="Error: no key", **called)
    yield "a reply", say(hook_event_name="Stop", last_assistant_message="For want of a key. " * 20, cwd=project)
    yield "a session starts", say(hook_event_name="SessionStart", source="startup", cwd=str(vault))
    yield "a session ends", say(hook_event_name="SessionEnd", reason="other", cwd=str(vault))


def anew(event: bytes) -> bytes:
    """The event as it happens another time: a second call for one event is not answered."""
    return json.dumps({**json.loads(event), "prompt_id": str(time.time_ns())}).encode()


def edited(path: Path, event: str = "PostToolUse") -> bytes:
    given = {"file_path": str(path), "content": "x\n"}
    return say(hook_event_name=event, tool_name="Write", tool_input=given, cwd=str(path.parent))


def say(**fields: Any) -> bytes:
    return json.dumps({"session_id": "bench", "transcript_path": "/t", "permission_mode": "default", **fields}).encode()


def minute(vault: Path, full: float) -> None:
    """A write every 0.6 s, each with its hook; all CPU of hooks and workers, until the last of these has ended."""
    before, started = used(), time.monotonic()
    for number in range(WRITES):
        note = vault / f"Written {number % 10}.md"
        note.write_text(f"{HEAD}Write {number}, after [[Written {(number + 1) % 10}]].\n", "utf-8")
        cpu(*HOOK, stdin=edited(note))
        time.sleep(max(0.0, started + (number + 1) * 60 / WRITES - time.monotonic()))
    hooks = used() - before
    wait_for_workers()
    total = used() - before
    print(f"\n{WRITES} writes in a minute: {total:.1f} s of CPU, {total / full:.2f} full builds (hooks: {hooks:.1f} s)")


def wait_for_workers() -> None:
    """Until nobody is left: workers are children of this process once their hooks are gone."""
    while True:
        try:
            os.wait()
        except ChildProcessError:
            return


def used() -> float:
    """CPU seconds, user and system, of all children that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def cpu(*command: str, stdin: bytes = b"") -> float:
    """CPU seconds, user and system, of one run; not of what it leaves behind. Exits if it fails."""
    with tempfile.TemporaryFile() as given:
        given.write(stdin)
        given.seek(0)
        child = subprocess.Popen(command, stdin=given, stdout=subprocess.DEVNULL, cwd=HOUSE)
        _, status, resources = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):
        sys.exit(f"exit code {child.returncode}: {' '.join(command)}")
    return resources.ru_utime + resources.ru_stime


if __name__ == "__main__":
    main()
