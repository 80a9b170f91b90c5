"""Asks real repositories the questions of code_questions.jsonl: how far up the right symbol comes.

python benchmarks/asking/code.py --repository requests=DIR --repository flask=DIR .. [--show]
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

from bm25 import Bm25, code_words, graph_sections, note_sections, symbol_sections

from vaultkit.asking.questions import Narrowing, query
from vaultkit.building.artifacts import GRAPH
from vaultkit.building.pipeline import build
from vaultkit.config import read_root

QUESTIONS: Final = Path(__file__).with_name("code_questions.jsonl")
BUDGET: Final = 1500

Ask = Callable[[str], list[str]]
"""The ids that a way of asking answers with, the best first."""


class Result(NamedTuple):
    """How one question went one way."""

    repository: str
    half: str
    """Of the later questions: whether the ranking was worked on with it or it was kept back; "first" for the others."""
    way: str
    question: str
    rank: int
    """Place of the first right symbol, 0 if there is none."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repository", action="append", required=True, metavar="NAME=DIR")
    parser.add_argument("--show", action="store_true", help="print the rank of every question")
    arguments = parser.parse_args()
    places = dict(each.split("=", 1) for each in arguments.repository)
    results: list[Result] = []
    with tempfile.TemporaryDirectory() as temporary:
        os.environ["VAULTKIT_HOME"] = temporary
        for name, place in places.items():
            for way, ask in ways(Path(place).resolve(), Path(temporary, name)).items():
                results += [rank(each, way, ask) for each in read_questions() if each["repository"] == name]
    if arguments.show:
        print_questions(results)
    print_table(results)


def read_questions() -> list[dict[str, object]]:
    return [json.loads(line) for line in QUESTIONS.read_text("utf-8").splitlines()]


def ways(project: Path, folder: Path) -> dict[str, Ask]:
    """The ways in which a repository is asked."""
    out = folder / "graphify-out"
    out.mkdir(parents=True)
    build(read_root(project), out)
    sections = chain(symbol_sections(project), graph_sections(project, out / GRAPH), note_sections(project))
    plain = Bm25(sections, code_words)
    return {"query": lambda question: ours(out, question), "bm25": lambda question: plain.ask(question, BUDGET)[0]}


def ours(out: Path, question: str) -> list[str]:
    return [each.node.id for each in query(out, question, Narrowing(budget=BUDGET)).answer.nodes]


def rank(question: dict[str, object], way: str, ask: Ask) -> Result:
    text, right = str(question["question"]), question["right"]
    assert isinstance(right, list)
    found = ask(text)
    places = [found.index(each) + 1 for each in right if each in found]
    half = str(question.get("half", "first"))
    return Result(str(question["repository"]), half, way, text, min(places, default=0))


def print_questions(results: list[Result]) -> None:
    for each in results:
        print(f"{each.repository:10}{each.way:8}{each.rank or '-':>5}  {each.question}")


def print_table(results: list[Result]) -> None:
    print(f"{'':12}{'way':8}{'n':>4}{'hit@1':>7}{'hit@5':>7}{'MRR':>7}")
    groups = [("all", results)]
    groups += [
        (name, [each for each in results if each.repository == name])
        for name in {each.repository: 0 for each in results}
    ]
    groups += [(half, [each for each in results if each.half == half]) for half in {each.half: 0 for each in results}]
    for name, chosen in groups:
        for way in dict.fromkeys(each.way for each in results):
            ranks = [each.rank for each in chosen if each.way == way]
            hits = [sum(0 < rank <= limit for rank in ranks) / len(ranks) for limit in (1, 5)]
            mean = sum(1 / rank for rank in ranks if rank) / len(ranks)
            print(f"{name:12}{way:8}{len(ranks):>4}{hits[0]:>7.3f}{hits[1]:>7.3f}{mean:>7.3f}")


if __name__ == "__main__":
    main()
