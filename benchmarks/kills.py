"""The commands that change notes, killed at random moments on a copy of a vault, again and again.

After each kill one harmless command is run; the vault then has to be what it was, or what the command makes of it, with
nothing left behind. Prints a line of figures; exits with 1 at the first difference, and keeps the folder that shows it.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

VAULTKIT = (sys.executable, "-c", "from vaultkit.cli.main import vaultkit; raise SystemExit(vaultkit())")
NO_NOTES = (".git/", "graphify-out/", ".vaultkit.toml")


def files_of(vault: Path) -> dict[str, bytes]:
    """Every file and symbolic link that is neither git's nor the graph's."""
    found = {}
    for file in sorted(vault.rglob("*")):
        path = file.relative_to(vault).as_posix()
        if file.is_file() and not path.startswith(NO_NOTES):
            found[path] = os.fsencode(os.readlink(file)) if file.is_symlink() else file.read_bytes()
    return found


def call(vault: Path, home: Path, arguments: list[str], kill_after: float | None = None) -> tuple[int, str]:
    """Run a command, killed so many seconds after it began to write; its exit code and what it said."""
    environment = {**os.environ, "VAULTKIT_HOME": str(home), "VAULTKIT_NOW": "2026-11-30T14:05:00"}
    started = subprocess.Popen(
        [*VAULTKIT, *arguments, "--vault", str(vault)], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    if kill_after is not None:
        while started.poll() is None and not any((home / "changes").glob("*")):
            time.sleep(0.001)
        time.sleep(kill_after)
        started.send_signal(signal.SIGKILL)
    _, told = started.communicate()
    return started.returncode, told.decode()


def commands(vault: Path, random_: random.Random) -> list[str]:
    """One change of notes."""
    notes = sorted(path.relative_to(vault).as_posix() for path in vault.rglob("*.md") if ".git" not in path.parts)
    choice = random_.choice(("rename", "rename", "retag", "new"))
    if choice == "rename":
        return [
            "rename",
            "/" + random_.choice(notes),
            f"/kills {random_.randrange(10**6)}/Note {random_.randrange(10**6)}",
        ]
    if choice == "retag":
        tags = random_.sample(("clippings", "categories", "books", "note", "podcast", "a/b", "c"), 2)
        return ["retag", *tags]
    title = f"New {random_.randrange(10**6)}"
    return ["new", "hub", title, "--summary", "What it is.", "--tag", "domain/x", "--folder", "made"]


def main() -> int:
    """Kill until the time is up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vault", type=Path)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    random_ = random.Random(arguments.seed)
    base = Path(tempfile.mkdtemp(prefix="kills-"))
    vault, other, home = base / "vault", base / "other", base / "home"
    ignored = shutil.ignore_patterns(".git", "graphify-out")
    shutil.copytree(arguments.vault, vault, symlinks=True, ignore=ignored)
    (vault / ".obsidian").mkdir(exist_ok=True)
    call(vault, home, ["facets"])
    counts: Counter[str] = Counter()
    end = time.monotonic() + arguments.seconds
    while time.monotonic() < end:
        command = commands(vault, random_)
        before = files_of(vault)
        shutil.rmtree(other, ignore_errors=True)
        shutil.copytree(vault, other, symlinks=True)
        code, _ = call(other, home, command)
        after = files_of(other)
        killed, _ = call(vault, home, command, random_.random() ** 2 * 0.1)
        counts["killed" if killed == -signal.SIGKILL else "too late"] += 1
        torn = files_of(vault) not in (before, after)
        _, told = call(vault, home, ["facets"])
        found = files_of(vault)
        counts["half done, then ended" if "finished what was" in told else "torn" if torn else "whole"] += 1
        if found not in (before, after) or list(vault.rglob(".vaultkit-new-*")):
            print(f"{command}: the vault is neither as before nor as after; see {base}\n{told}")
            return 1
        if found == before != after and call(vault, home, command)[0] != code:
            print(f"{command}: the same command again fails; see {base}")
            return 1
        counts[command[0]] += 1
    shutil.rmtree(base)
    print(", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
