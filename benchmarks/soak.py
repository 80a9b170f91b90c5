"""The laws of the build, for long: random changes, kills and crowds of builders on copies of vaults.

Prints a line of figures; exits with 1 at the first difference, and keeps the folder that shows it.
"""

from __future__ import annotations

import argparse
import json
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
from typing import Any, Final

from benchmarks.workers import kill_workers
from tests.laws.vaults import Vault
from vaultkit.building.pipeline import build
from vaultkit.config import read_root
from vaultkit.indexing.index import open_for_reading

GRAPHIFY: Final = str(Path(sys.executable).with_name("graphify"))
HOUSE: Final = Path(__file__).resolve().parent.parent
COMPARED: Final = ("graph.json", "GRAPH_REPORT.md", "graph.html")
OURS: Final = {*COMPARED, "build.json", ".gitignore", ".lock", "index.sqlite"}
SMALL: Final = 300
"""Notes up to which every step is compared with a rebuild."""
EVERY: Final = 25
"""In a bigger vault each so-manieth."""
CROWD: Final = 8

Graph = dict[str, Any]


class Difference(Exception):
    """A law that does not hold."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vault", type=Path, action="append", help="may be given more than once")
    parser.add_argument("--steps", type=int, default=2_000, help="changes, each with an update (default: 2,000)")
    parser.add_argument("--kills", type=int, default=200, help="builds killed at a random moment (default: 200)")
    parser.add_argument("--minutes", type=float, default=5, help=f"of {CROWD} builders at once (default: 5)")
    parser.add_argument("--worker-kills", type=int, default=500, help="workers killed, with hooks (default: 500)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    work = Path(tempfile.mkdtemp(prefix="soak-"))
    soak, started = Soak(work, random.Random(arguments.seed)), time.monotonic()
    vaults = [copied(vault, work) for vault in arguments.vault or [HOUSE / "examples" / "vault", generated(work)]]
    try:
        for vault in vaults:
            soak.walk(vault, arguments.steps // len(vaults))
            soak.kill(vault, arguments.kills // len(vaults))
            soak.crowd(vault, arguments.minutes * 60 / len(vaults))
            soak.kill_workers(vault, arguments.worker_kills // len(vaults))
    except Difference as difference:
        print(f"{difference}\nseed {arguments.seed}; the vault and both builds are in {work}", file=sys.stderr)
        return 1
    finally:
        figures = ", ".join(f"{count:,} {what}" for what, count in soak.figures.items())
        print(f"{len(vaults)} vaults, {figures}; {time.monotonic() - started:,.0f} s")
    shutil.rmtree(work)
    return 0


def copied(vault: Path, work: Path) -> Path:
    """A copy that may be changed, in a folder of the same name."""
    target = work / f"{len(list(work.iterdir()))}" / vault.name
    return Path(shutil.copytree(vault, target, symlinks=True, ignore=shutil.ignore_patterns(".git", "graphify-out")))


def generated(work: Path) -> Path:
    """A made-up vault."""
    vault = work / "generated" / "vault"
    vault.parent.mkdir()
    called = [sys.executable, str(HOUSE / "benchmarks" / "generate.py"), str(vault), "--notes", "1000"]
    subprocess.run(called, check=True)
    return vault


class Soak:
    """Changes vaults and compares."""

    def __init__(self, work: Path, dice: random.Random) -> None:
        self.rebuilt = work / "rebuilt"
        self.dice = dice
        self.figures: Counter[str] = Counter()

    def walk(self, path: Path, steps: int) -> None:
        """One change and one update at a time."""
        vault = Vault(path)
        every = 1 if len(vault.files()) <= SMALL else EVERY
        before = self.update(path)
        self.compare(path)
        for step in range(1, steps + 1):
            what = vault.befall(self.dice)
            after = self.update(path)
            self.compare_ids(before, after)
            before = after
            self.figures["steps"] += 1
            if step % every == 0 or step == steps:
                self.compare(path, f"after {what}, step {step}")

    def kill(self, path: Path, kills: int) -> None:
        """Builds that are killed: the old graph stays, and the next build makes the best of it."""
        vault = Vault(path)
        longest = self.seconds(path)
        for number in range(kills):
            for _ in range(3):
                vault.befall(self.dice)
            builder = self.builder(path)
            time.sleep(self.dice.uniform(0, longest))
            builder.send_signal(signal.SIGKILL)
            self.figures["kills"] += builder.wait() == -signal.SIGKILL
            load(path)
            with open_for_reading(path / "graphify-out" / "index.sqlite") as index:
                if len(list(index.graph.nodes())) != json.loads(index.meta("counts"))["nodes"]:
                    raise Difference("the index holds half a build")
            self.update(path)
            if number % (1 if longest < 2 else 10) == 0 or number == kills - 1:
                self.compare(path, f"after kill {number}")

    def crowd(self, path: Path, seconds: float) -> None:
        """Several builders at once, while the vault changes and somebody reads."""
        vault, end, builders = Vault(path), time.monotonic() + seconds, list[subprocess.Popen[bytes]]()
        while time.monotonic() < end:
            builders = [builder for builder in builders if not self.has_ended(builder)]
            builders += [self.builder(path) for _ in range(CROWD - len(builders))]
            vault.befall(self.dice)
            load(path)
            self.figures["reads"] += 1
            time.sleep(0.05)
        for builder in builders:
            builder.wait()
            self.has_ended(builder)
        self.update(path)
        self.compare(path, "after the crowd")

    def kill_workers(self, path: Path, kills: int) -> None:
        """Hooks that start workers, which are killed."""
        os.environ["VAULTKIT_HOME"] = str(self.rebuilt.parent / "home")
        self.figures["workers killed"] += kill_workers(path, kills, self.dice, lambda when: self.compare(path, when))

    def has_ended(self, builder: subprocess.Popen[bytes]) -> bool:
        code = builder.poll()
        if code not in (None, 0, 1):
            raise Difference(f"a builder ended with {code}")
        self.figures["builds at once"] += code is not None
        return code is not None

    def builder(self, path: Path) -> subprocess.Popen[bytes]:
        return subprocess.Popen([GRAPHIFY, path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def seconds(self, path: Path) -> float:
        """How long an update takes, from the start of its process."""
        (path / "Soak.md").write_text("one more note")
        started = time.monotonic()
        self.builder(path).wait()
        return time.monotonic() - started

    def update(self, path: Path) -> Graph:
        root = read_root(path)
        build(root, root.out)
        return load(path)

    def compare(self, path: Path, when: str = "at the start") -> None:
        build(read_root(path), self.rebuilt, force=True)
        self.figures["compared with a rebuild"] += 1
        for name in COMPARED:
            if (path / "graphify-out" / name).read_bytes() != (self.rebuilt / name).read_bytes():
                raise Difference(f"{name} differs from a rebuild {when}")
        if left := set(os.listdir(path / "graphify-out")) - OURS:
            raise Difference(f"left behind {when}: {sorted(left)}")

    def compare_ids(self, before: Graph, after: Graph) -> None:
        """A node whose file nobody touched keeps its id."""
        old, new = before["graph"]["files"], after["graph"]["files"]
        untouched = {path for path, sha in old.items() if new.get(path) == sha}
        if changed := ids(before, untouched) ^ ids(after, untouched):
            raise Difference(f"ids changed: {sorted(changed)[:5]}")


def ids(graph: Graph, files: set[str]) -> set[tuple[str, str]]:
    """The nodes of these files."""
    return {(node["id"], node["source_file"]) for node in graph["nodes"] if node["source_file"] in files}


def load(path: Path) -> Graph:
    """graph.json; to read half of one would raise."""
    try:
        graph: Graph = json.loads((path / "graphify-out" / "graph.json").read_bytes())
    except ValueError as fault:
        raise Difference(f"graph.json is no JSON: {fault}") from fault
    return graph


if __name__ == "__main__":
    sys.exit(main())
