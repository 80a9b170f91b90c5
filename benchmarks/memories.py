"""Memories in git under load: a crowd of writers, writers that are killed, stores that grow.

    python benchmarks/memories.py crowd [--writers 8] [--writes 100]
    python benchmarks/memories.py kills [--kills 50]
    python benchmarks/memories.py growth [--sizes 100,1000,10000]

Each works in a repository of its own below a temporary folder, through processes of the program.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

PROGRAM = "import sys; from vaultkit.cli.main import vaultkit; sys.exit(vaultkit())"
WRITER = """
import sys
from vaultkit.cli.main import VAULTKIT, run
for number in range(int(sys.argv[2])):
    words = {words}
    if run("vaultkit", VAULTKIT, "check", words):
        sys.exit(1)
    print("done", sys.argv[1], number, flush=True)
"""
WORDS = (
    "Postgres Kafka React Terraform Redis Billing Login Search Export Cache Worker Gateway",
    "moves uses drops keeps splits caches retries batches signs checks",
    "migration queue token schema report index timeout budget snapshot invoice session replica",
)
NOTES = '["mem", "remember", "memory %s-%d of a writer" % (sys.argv[1], number), "-t", "crowd"]'
BRANCH = '["recall", "store", "key-%s" % sys.argv[1], "memory %s-%d of a writer" % (sys.argv[1], number)]'


def repository(folder: Path) -> Path:
    git(folder, "init", "--quiet", "--initial-branch=main")
    git(folder, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--allow-empty", "-m", "init")
    return folder


def git(folder: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, text=True).stdout


def vaultkit(folder: Path, *words: str, data: str = "") -> str:
    command = [sys.executable, "-c", PROGRAM, *words]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, input=data).stdout


def writer(folder: Path, words: str, name: str, writes: int) -> subprocess.Popen[str]:
    """A process that writes memories one after another and says so, with its children in a group of their own."""
    code = WRITER.replace("{words}", words)
    command = [sys.executable, "-c", code, name, str(writes)]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True, start_new_session=True)


def stored(folder: Path, words: str) -> set[str]:
    """What of the writers' memories is there."""
    if words == NOTES:
        told = [str(json.loads(line)["d"]) for line in vaultkit(folder, "mem", "export").splitlines()]
    else:
        answer = json.loads(vaultkit(folder, "recall", "list"))
        told = [result["content"] for result in answer["results"]]
    return {name for text in told for name in re.findall(r"memory (\S+) of a writer", text)}


def acknowledged(out: str) -> set[str]:
    return {
        "-".join(line.split()[1:]) for line in out.splitlines() if line.startswith("done ") and line.count(" ") == 2
    }


def crowd(writers: int, writes: int) -> None:
    for words, what in ((NOTES, "notes"), (BRANCH, "branch")):
        with tempfile.TemporaryDirectory() as name:
            folder = repository(Path(name))
            start = time.monotonic()
            processes = [writer(folder, words, str(number), writes) for number in range(writers)]
            said = set[str]().union(*(acknowledged(process.communicate()[0]) for process in processes))
            seconds = time.monotonic() - start
            lost = said - stored(folder, words)
            git(folder, "fsck", "--strict")
            size = sum(file.stat().st_size for file in Path(name, ".git").rglob("*") if file.is_file()) // 1024
            told = f"{len(said)} done, {len(lost)} lost, {seconds:.1f} s, .git {size:,} KB"
            print(f"{what}: {writers} x {writes} writes, {told}")
            assert len(said) == writers * writes and not lost


def kills(count: int) -> None:
    for words, what in ((NOTES, "notes"), (BRANCH, "branch")):
        with tempfile.TemporaryDirectory() as name:
            folder = repository(Path(name))
            said: set[str] = set()
            slowest = 0.0
            for number in range(count):
                process = writer(folder, words, f"k{number}", 1000)
                time.sleep(random.uniform(0.15, 0.9))
                os.killpg(process.pid, signal.SIGKILL)  # git too, in the middle of what it does
                said |= acknowledged(process.communicate()[0])
                start = time.monotonic()
                vaultkit(
                    folder, "mem" if words == NOTES else "recall", *(("get", "x") if words == NOTES else ("list",))
                )
                slowest = max(slowest, time.monotonic() - start)
            start = time.monotonic()
            vaultkit(folder, *(("mem", "remember", "last") if words == NOTES else ("recall", "store", "last", "text")))
            after = time.monotonic() - start
            lost = said - stored(folder, words)
            git(folder, "fsck", "--strict")
            print(f"{what}: {count} kills, {len(said)} acknowledged, {len(lost)} lost, write after it {after:.1f} s")
            assert not lost


def growth(sizes: list[int]) -> None:
    texts = list(sentences(max(sizes)))
    for size in sizes:
        with tempfile.TemporaryDirectory() as name:
            folder = repository(Path(name))
            lines = "".join(json.dumps({"d": {"decision": text}, "g": ["bench"]}) + "\n" for text in texts[:size])
            vaultkit(folder, "mem", "import", "-", data=lines)
            for number in range(20):
                vaultkit(folder, "recall", "store", f"warm-{number}", texts[number])
            fill_branch(folder, texts[:size])
            row = {what: measured(command) for what, command in commands(folder).items()}
            print(f"{size:>6}  " + "  ".join(f"{what} {cpu:.2f} s ({wall:.2f})" for what, (cpu, wall) in row.items()))


def commands(folder: Path) -> dict[str, Callable[[], Any]]:
    def run(*words: str) -> Callable[[], Any]:
        return lambda: vaultkit(folder, *(word.replace("NEW", str(time.monotonic())) for word in words))

    return {
        "mem remember": run("mem", "remember", "a new one NEW"),
        "mem search": run("mem", "search", "postgres migration"),
        "mem get": run("mem", "get", "kafka"),
        "mem sync --start": run("mem", "sync", "--start"),
        "recall store": run("recall", "store", "kNEW", "a text"),
        "recall search": run("recall", "search", "postgres", "-i"),
        "recall retrieve": run("recall", "retrieve", "key-7"),
    }


def fill_branch(folder: Path, texts: list[str]) -> None:
    """The memory branch with a file for each text, written at once."""
    stream = ["commit refs/heads/openclaw-memory\ncommitter a <a@b> 1700000000 +0000\ndata 4\nfill\n"]
    stream.append("from refs/heads/openclaw-memory^0\n")
    for number, text in enumerate(texts):
        body = (
            f"---\nkey: key-{number}\ntimestamp: 2024-01-01T00:00:00Z\ntags: [bench]\n---\n\n# Key {number}\n\n{text}\n"
        )
        stream.append(f"M 100644 inline _memory/2024-01-01T00-00-00_key-{number}.md\ndata {len(body)}\n{body}\n")
    subprocess.run(["git", "fast-import", "--quiet"], cwd=folder, input="".join(stream), text=True, check=True)


def measured(command: Callable[[], Any], runs: int = 3) -> tuple[float, float]:
    """The best of some runs: (CPU seconds of the process and its children, wall seconds)."""
    best = (float("inf"), float("inf"))
    for _ in range(runs):
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        command()
        after, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - start
        best = min(best, (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall))
    return best


def sentences(count: int) -> Iterator[str]:
    """Made-up decisions of about 150 characters, the same each time."""
    draw = random.Random(1)
    subjects, verbs, things = (words.split() for words in WORDS)
    for number in range(count):
        words = [draw.choice(subjects), draw.choice(verbs), "the", draw.choice(things), "of", draw.choice(subjects)]
        rest = " ".join(draw.choice(things) + draw.choice(["", "s"]) for _ in range(12))
        yield f"{' '.join(words)} because {rest}, case {number}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    which = parser.add_subparsers(dest="which", required=True)
    crowded = which.add_parser("crowd")
    crowded.add_argument("--writers", type=int, default=8)
    crowded.add_argument("--writes", type=int, default=100)
    which.add_parser("kills").add_argument("--kills", type=int, default=50)
    which.add_parser("growth").add_argument("--sizes", default="100,1000,10000")
    arguments = parser.parse_args()
    if arguments.which == "crowd":
        crowd(arguments.writers, arguments.writes)
    elif arguments.which == "kills":
        kills(arguments.kills)
    else:
        growth([int(size) for size in arguments.sizes.split(",")])


if __name__ == "__main__":
    main()
