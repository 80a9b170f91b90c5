"""CPU time of a shelf as it grows: what writing, asking and searching cost at each size, on made-up entries."""

from __future__ import annotations

import argparse
import json
import random
import resource
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from vaultkit.memory.shelf.asking import ask, search
from vaultkit.memory.shelf.cascade import Limits, pending
from vaultkit.memory.shelf.entry import Content, Statement
from vaultkit.memory.shelf.memories import forget
from vaultkit.memory.shelf.messages import log
from vaultkit.memory.shelf.store import FILE, Store, open_store
from vaultkit.memory.shelf.vectors import Vectors

NOW: Final = datetime(2026, 9, 8, tzinfo=UTC)
WORDS: Final = [f"{a}{b}{c}" for a in "bdfglmnprstv" for b in ("a", "e", "io", "u") for c in ("ler", "nt", "sk", "mo")]
EVERY: Final = 20
"""Messages of a summary; as many entries are rules of one project in twenty."""
TAGGED: Final = ["$contains", "tags", "rule"]
SCOPED: Final = ["$or", ["$contains", "scopes", "p3"], ["$contains", "scopes", ""]]
RULES: Final = json.dumps(["$knowledge", TAGGED, SCOPED])
BATCH: Final = 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="1000,10000,100000", help="entries (default: 1000,10000,100000)")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    sizes = [int(size) for size in arguments.sizes.split(",")]
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder)) as store:
        randomness, written = random.Random(arguments.seed), 0
        for size in sizes:
            started = time.process_time()
            while written < size:
                fill(store, written, min(BATCH, size - written), randomness)
                written += BATCH
            filling = (time.process_time() - started) / size
            print(
                json.dumps({"entries": size, **measured(store, size, randomness), "ms_fill": round(filling * 1000, 3)})
            )
            print(
                f"  {(Path(folder) / FILE).stat().st_size / size / 1024:.2f} KB an entry, "
                f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB peak"
            )


def text(randomness: random.Random) -> str:
    return " ".join(randomness.choices(WORDS, weights=range(len(WORDS), 0, -1), k=randomness.randint(10, 60)))


def fill(store: Store, start: int, entries: int, randomness: random.Random) -> None:
    """Messages of twenty projects with their summaries and links, and a rule now and then: half entries, half links."""
    with store.changing():
        for number in range(start, start + entries, 2):
            now, scope = NOW + timedelta(seconds=number), (f"p{number // 2 % 20}",)
            is_rule = number // 2 % (EVERY * 5) == 0
            name = f"rule:{number}" if is_rule else f"msg-s{number // 400}-{number}"
            tags = ("memory", "rule") if is_rule else ("message",)
            store.create_knowledge(name, Content(text(randomness), tags=tags, scopes=scope), now, embed=False)
            names = (name, "is_a", "rule") if is_rule else (f"talk {number // 400}", "summary", name)
            link = Statement(*names, Content(scopes=scope), "")
            if number < start + entries - 100:
                store.create_statement(link, now, embed=False)


def measured(store: Store, size: int, randomness: random.Random) -> dict[str, float]:
    """Milliseconds of CPU a call, the median of several."""
    vectors = Vectors(store)
    names = [f"extra {size} {number}" for number in range(40)]
    spare = iter(names)

    def create() -> None:
        with store.changing():
            store.create_knowledge(next(spare), Content(text(randomness), tags=("note",), scopes=("p3",)), NOW)

    def words() -> str:
        return " ".join(randomness.sample(WORDS, 4))

    def asked(expression: str) -> Callable[[], object]:
        return lambda: ask(store, expression, vectors)

    kinds: dict[str, Callable[[], object]] = {
        "create": create,
        "log": lambda: log(store, "bench", "user", text(randomness), "p3", NOW),
        "pending": lambda: pending(store, "p3", Limits(10**9)),
        "rules": asked(RULES),
        "not_summaried": asked('["$not-summaried", "message", ["$contains", "scopes", "p3"]]'),
        "by_name": asked('["$knowledge", ["$eq", "name", "rule:0"]]'),
        "triple": asked('["$statement", ["$triple", "$*", "is_a", "rule"]]'),
        "walk": asked('["$statement", ["$k-hop", "talk 1", "$*", 3]]'),
        "substring": asked('["$knowledge", ["$contains", "data", "no such text"]]'),
        "search": lambda: search(store, words(), ["knowledge"], 10),
        "search_rules": lambda: ask(store, json.dumps(["$knowledge", ["$search", words()], TAGGED]), vectors),
    }
    found = {name: median(call) for name, call in kinds.items()}
    found["forget"] = median(lambda: forget(store, [names.pop(0)]), 3)
    return found


def median(call: Callable[[], object], runs: int = 9) -> float:
    used = []
    for _ in range(runs):
        started = time.process_time()
        call()
        used.append(time.process_time() - started)
    return round(sorted(used)[runs // 2] * 1000, 2)


if __name__ == "__main__":
    main()
