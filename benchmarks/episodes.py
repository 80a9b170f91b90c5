"""Measures episodes: how well they are found on LoCoMo, and what it costs as they grow.

    python benchmarks/episodes.py locomo locomo10.json 6-10 [turn|session]
    python benchmarks/episodes.py growth 1000 10000 100000

LoCoMo's data is `data/locomo10.json` of snap-research/locomo. R@k: the mean share of evidence turns among the first
k. CPU seconds are of this process; times of the clock say more about the machine.
"""

from __future__ import annotations

import json
import os
import random
import re
import resource
import shutil
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from datetime import datetime
from pathlib import Path
from typing import Any

from vaultkit.memory.episodes.indexing import index, reset
from vaultkit.memory.episodes.search import Wanted, search
from vaultkit.memory.episodes.tables import index_file, reading

NOW = datetime.fromisoformat("2026-12-01T00:00:00+00:00")
KINDS = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
TURN = re.compile(r"\bD(\d+)[:_](\d+)")


def locomo(data: Path, first: int, last: int, layout: str) -> None:
    kinds: dict[str, list[tuple[float, float]]] = defaultdict(list)
    indexing = asking = 0.0
    chunks, took = 0, []
    for talk in json.loads(data.read_text("utf-8"))[first - 1 : last]:
        folder = Path(tempfile.mkdtemp())
        known = write_talk(talk["conversation"], folder, layout)
        reset()
        start = time.process_time()
        chunks += index([folder]).chunks
        indexing += time.process_time() - start
        with reading() as db:
            for question in talk["qa"]:
                wanted = {
                    f"D{int(a)}:{int(b)}"
                    for each in question.get("evidence") or []
                    for a, b in re.findall(r"D:?(\d+):(\d+)", each)
                }
                wanted &= known
                if not wanted:
                    continue
                start, began = time.process_time(), time.perf_counter()
                hits = search(db, question["question"], Wanted(10), NOW).hits
                asking += time.process_time() - start
                took.append(time.perf_counter() - began)
                found = [turn_of(f"{hit.heading} {os.path.basename(hit.place)}") for hit in hits]
                shares = (len(wanted & set(found[:5])) / len(wanted), len(wanted & set(found)) / len(wanted))
                kinds[KINDS[question["category"]]].append(shares)
        shutil.rmtree(folder)
    everything = [share for shares in kinds.values() for share in shares]
    for kind, shares in {**kinds, "all": everything}.items():
        at_5, at_10 = (100 * statistics.mean(each) for each in zip(*shares, strict=True))
        print(f"{kind:12} n={len(shares):4}  R@5 {at_5:.1f}  R@10 {at_10:.1f}")
    index_cost, cost = 1000 * indexing / chunks, 1000 * asking / len(took)
    print(
        f"index {index_cost:.2f} ms CPU a chunk; query {cost:.1f} ms CPU, p50 {1000 * statistics.median(took):.1f} ms"
    )


def turn_of(place: str) -> str:
    found = TURN.search(place)
    return f"D{int(found[1])}:{int(found[2])}" if found else ""


def write_talk(talk: dict[str, Any], folder: Path, layout: str) -> set[str]:
    """One file a turn, or one a session with a heading a turn; the ids of all turns."""
    known = set()
    for name in sorted((key for key in talk if re.fullmatch(r"session_\d+", key)), key=lambda key: int(key[8:])):
        date = talk.get(f"{name}_date_time", "")
        body = f"# Session {name[8:]} - {date}\n"
        for turn in talk[name]:
            caption = f" [image: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
            text = f"{turn['speaker']}: {turn.get('text', '')}{caption}"
            known.add(turn["dia_id"])
            body += f"\n## {turn['dia_id']}\n\n{text}\n"
            if layout == "turn":
                (folder / f"{turn['dia_id'].replace(':', '_')}.md").write_text(
                    f"# {turn['dia_id']} ({date})\n\n{text}\n", "utf-8"
                )
        if layout != "turn":
            (folder / f"{name}.md").write_text(body, "utf-8")
    return known


def growth(sizes: list[int]) -> None:
    for size in sizes:
        folder = Path(tempfile.mkdtemp())
        words = write_days(folder, size)
        reset()
        start = time.process_time()
        done = index([folder])
        cost = time.process_time() - start
        start = time.process_time()
        index()
        again = time.process_time() - start
        megabytes = index_file().stat().st_size / 1e6
        asked = random.Random(1)
        took, spent = [], time.process_time()
        with reading() as db:
            for _ in range(30):
                began = time.perf_counter()
                search(db, "when did we talk about " + " ".join(asked.choices(words, k=4)), Wanted(), NOW)
                took.append(time.perf_counter() - began)
        spent = (time.process_time() - spent) / 30
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        each, median = 1000 * cost / done.chunks, 1000 * statistics.median(took)
        print(
            f"{done.chunks:7,} chunks: index {cost:.1f} s CPU ({each:.2f} ms a chunk), nothing changed {again:.2f} s,"
        )
        print(
            f"  {megabytes:.1f} MB; query {1000 * spent:.1f} ms CPU, p50 {median:.1f} ms; peak {peak:.0f} MB",
            flush=True,
        )
        shutil.rmtree(folder)


def write_days(folder: Path, size: int) -> list[str]:
    """Journal notes of 50 sections, of words as frequent as in a language; its words of middling frequency."""
    drawn = random.Random(7)
    words = [f"{''.join(drawn.choices('abdegiklmnoprstuvz', k=drawn.randint(3, 9)))}" for _ in range(20_000)]
    weights = [1 / (rank + 3) for rank in range(len(words))]
    for day in range(-(-size // 50)):
        sections = min(50, size - 50 * day)
        texts = (" ".join(drawn.choices(words, weights, k=40)) for _ in range(sections))
        body = "".join(f"\n## {number}\n\n{text}\n" for number, text in enumerate(texts))
        (folder / f"{2000 + day // 336}-{day // 28 % 12 + 1:02}-{day % 28 + 1:02}.md").write_text(
            f"# Day\n{body}", "utf-8"
        )
    return words[50:5_000]


def main() -> None:
    os.environ["VAULTKIT_HOME"] = home = tempfile.mkdtemp()
    try:
        if sys.argv[1:2] == ["locomo"]:
            first, _, last = sys.argv[3].partition("-")
            locomo(Path(sys.argv[2]), int(first), int(last or first), (sys.argv[4:] or ["session"])[0])
        elif sys.argv[1:2] == ["growth"]:
            growth([int(size) for size in sys.argv[2:]])
        else:
            sys.exit(__doc__)
    finally:
        shutil.rmtree(home)


if __name__ == "__main__":
    main()
