"""Asks real vaults the questions of questions.jsonl: how far up the right notes come, and what an answer costs.

python benchmarks/asking/run.py --vault help-en=DIR --vault mdelmontep=DIR --vault pkmer=DIR [--peer GRAPHIFY]
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

from bm25 import Bm25, note_sections, words

from graph.text import count_tokens
from vaultkit.asking.questions import Narrowing, query
from vaultkit.building.pipeline import build
from vaultkit.config import read_root

QUESTIONS: Final = Path(__file__).with_name("questions.jsonl")
BUDGET: Final = 1500
_PEER_NODE = re.compile(r"^NODE .*\[src=(.*?) loc=", re.MULTILINE)

Ask = Callable[[str], tuple[list[str], int]]
"""Gives the notes that a way of asking answers with, the best first, and the tokens of its answer."""


class Question(NamedTuple):
    """A question and the notes that answer it."""

    number: int
    """Its line in the file, from 1."""
    id: str
    vault: str
    question: str
    answers: tuple[str, ...]
    kind: str


class Result(NamedTuple):
    """How one question went one way."""

    question: Question
    way: str
    rank: int
    """Place of the first right note, 0 if there is none."""
    found: float
    """Share of the right notes among the first ten."""
    tokens: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vault", action="append", required=True, metavar="NAME=DIR", help="where a vault lies")
    parser.add_argument("--peer", type=Path, metavar="GRAPHIFY", help="another graphify to ask too")
    parser.add_argument("--json", action="store_true", help="every result instead of the table")
    arguments = parser.parse_args()
    vaults = {name: Path(folder).resolve() for name, _, folder in (each.partition("=") for each in arguments.vault)}
    results: list[Result] = []
    with tempfile.TemporaryDirectory() as temporary:
        os.environ["VAULTKIT_HOME"] = temporary
        for name, vault in vaults.items():
            questions = [each for each in read_questions() if each.vault == name]
            for way, ask in ways(vault, Path(temporary, name), arguments.peer).items():
                results += [result(each, way, *ask(each.question)) for each in questions]
    if arguments.json:
        print(json.dumps([flat(each) for each in results], ensure_ascii=False, indent=1))
    else:
        print_tables(results)


def read_questions() -> list[Question]:
    """Every question, in the order of the file."""
    found = []
    for number, line in enumerate(QUESTIONS.read_text("utf-8").splitlines(), start=1):
        each = json.loads(line)
        answers = tuple(each["answers"])
        found.append(Question(number, each["id"], each["vault"], each["question"], answers, each["kind"]))
    return found


def ways(vault: Path, folder: Path, peer: Path | None) -> dict[str, Ask]:
    """The ways in which a vault is asked; what they need is made below `folder`."""
    out = folder / "graphify-out"
    out.mkdir(parents=True)
    build(read_root(vault), out)
    plain = Bm25(note_sections(vault), words)
    found: dict[str, Ask] = {
        "query": lambda question: ours(out, question, Narrowing(budget=BUDGET)),
        "depth 0": lambda question: ours(out, question, Narrowing(budget=BUDGET, depth=0)),
        "bm25": lambda question: plain.ask(question, BUDGET),
    }
    if peer is not None:
        copy, program = _peer_graph(peer.absolute(), vault, folder / "copy"), str(peer.absolute())
        found["peer"] = lambda question: theirs(program, copy, question)
    return found


def ours(out: Path, question: str, narrowing: Narrowing) -> tuple[list[str], int]:
    """The notes of our answer."""
    answer = query(out, question, narrowing).answer
    tokens = count_tokens(answer.text)
    if tokens > narrowing.budget:
        sys.exit(f"{tokens} tokens are more than {narrowing.budget}: {question}")
    return _notes(each.node.source_file for each in answer.nodes), tokens


def theirs(program: str, vault: Path, question: str) -> tuple[list[str], int]:
    """The notes of the other program's answer."""
    asked = subprocess.run([program, "query", question], cwd=vault, capture_output=True, text=True, check=False)
    return _notes(_PEER_NODE.findall(asked.stdout)), count_tokens(asked.stdout)


def _peer_graph(program: Path, vault: Path, copy: Path) -> Path:
    os.environ["GRAPHIFY_BACKEND"] = "none"
    shutil.copytree(vault, copy, symlinks=True, ignore=shutil.ignore_patterns(".git", "graphify-out"))
    subprocess.run([program, "update", "."], cwd=copy, capture_output=True, check=True)
    return copy


def _notes(files: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(file for file in files if file.endswith(".md")))


def result(question: Question, way: str, notes: list[str], tokens: int) -> Result:
    """How the notes fit the question."""
    places = [notes.index(each) + 1 for each in question.answers if each in notes]
    found = sum(place <= 10 for place in places) / len(question.answers)
    return Result(question, way, min(places, default=0), found, tokens)


def flat(each: Result) -> dict[str, Any]:
    """A result as a record."""
    return {**each.question._asdict(), **each._asdict(), "question": each.question.question}


def print_tables(results: list[Result]) -> None:
    """The measures of every way: overall, by vault, by kind, and by half."""
    print(f"{'':<14}{'way':<9}{'n':>4}{'hit@1':>7}{'hit@5':>7}{'MRR':>7}{'all@10':>8}{'tokens':>8}")
    for title, chosen in groups(results):
        for way in dict.fromkeys(each.way for each in results):
            print(f"{title:<14}{way:<9}{row([each for each in chosen if each.way == way])}")


def groups(results: list[Result]) -> Iterable[tuple[str, list[Result]]]:
    """The results that are counted together."""
    yield "all", results
    yield "even lines", [each for each in results if each.question.number % 2 == 0]
    yield "odd lines", [each for each in results if each.question.number % 2]
    for name in dict.fromkeys(each.question.vault for each in results):
        yield name, [each for each in results if each.question.vault == name]
    for kind in dict.fromkeys(each.question.kind for each in results):
        yield kind, [each for each in results if each.question.kind == kind]


def row(results: list[Result]) -> str:
    """Hits, mean reciprocal rank, recall in the first ten of the questions whose answers are linked, mean tokens."""
    count = len(results) or 1
    hits = [sum(0 < each.rank <= place for each in results) / count for place in (1, 5)]
    reciprocal = sum(1 / each.rank for each in results if each.rank) / count
    linked = [each.found for each in results if each.question.kind == "connection"]
    recall = f"{sum(linked) / len(linked):>8.3f}" if linked else f"{'':>8}"
    tokens = sum(each.tokens for each in results) / count
    return f"{len(results):>4}{hits[0]:>7.3f}{hits[1]:>7.3f}{reciprocal:>7.3f}{recall}{tokens:>8.0f}"


if __name__ == "__main__":
    main()
