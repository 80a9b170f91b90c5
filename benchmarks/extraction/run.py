"""How well a model reads: precision, recall and F1 over the gold set, the share that is grounded, seconds a note.

Usage: run.py MODEL [--host URL] [--every N] [--timeout SECONDS]
"""

from __future__ import annotations

import argparse
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from extractors import concepts
from extractors.attempts import Read, Reader, Unanswered, Unread
from extractors.prose import prompt
from extractors.prose.proof import Claims, Relation, Unusable, doubted, prove
from extractors.source import Source
from graph.concept_names import concept_slug
from graph.model import EXTRACTED
from vaultkit.models import slm

GOLD = Path(__file__).with_name("gold.toml")


class Score(NamedTuple):
    """How many of what a model said are right, how many it said, how many there are."""

    right: int
    said: int
    there: int

    def __str__(self) -> str:
        precision, recall = self.right / (self.said or 1), self.right / (self.there or 1)
        f1 = 2 * precision * recall / ((precision + recall) or 1)
        return (
            f"precision {precision:.2f}, recall {recall:.2f}, F1 {f1:.2f} ({self.right} of {self.said} / {self.there})"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model")
    parser.add_argument("--host", default="")
    parser.add_argument("--every", type=int, default=1, help="only each N-th note")
    parser.add_argument("--timeout", type=float, default=120)
    arguments = parser.parse_args()
    notes = tomllib.loads(GOLD.read_text("utf-8"))["note"][:: arguments.every]
    reader, started = Reader(_asking(arguments)), time.monotonic()
    found = []
    for number, note in enumerate(notes, 1):
        found.append(read(reader, note))
        print(f"{number} of {len(notes)}: {note['name']}", file=sys.stderr, flush=True)
    seconds = (time.monotonic() - started) / len(notes)
    tally = Counter(concepts.drops(found))
    print(f"{arguments.model}: {len(notes)} notes, {seconds:.1f} seconds a note")
    print(f"entities:                 {score(_entities(found), _gold_entities(notes))}")
    print(f"relations:                {score(relations(found), gold_relations(notes))}")
    proved = [claims._replace(relations=_proved(claims)) for claims in found]
    print(f"of them EXTRACTED:        {score(relations(proved), gold_relations(notes))}")
    print(f"pairs, whatever relation: {score(_pairs(found), _gold_pairs(notes))}")
    kept = sum(len(each.entities) + len(each.relations) for each in found)
    print(f"grounded: {kept / ((kept + sum(tally.values())) or 1):.0%} of what it said; dropped: {dict(tally)}")
    print(f"notes of which nothing could be kept: {sum(not each for each in found)}")


def _asking(arguments: argparse.Namespace) -> concepts.Complete:
    """The model as extractors know it."""
    door = slm.open_door(arguments.host)

    def complete(turns: tuple[str, ...], schema: dict[str, Any]) -> dict[str, Any]:
        limits = slm.Limits(arguments.timeout, prompt.answer_tokens(schema), 4096)
        try:
            return slm.completer_at(door, arguments.model, limits)(turns, schema)
        except slm.Bad as fault:
            raise Unusable(fault.what, fault.answer) from fault
        except slm.Silent as fault:
            raise Unanswered(fault.what) from fault

    return complete


def read(reader: Reader, note: dict[str, Any]) -> Claims:
    """What can be kept of a model's reading of a note."""
    found = []
    for passage in concepts.passages(Source(f"{note['name']}.md", note["text"].encode())):
        found += map(_kept, reader.read(passage))
    dropped = concepts.drops(found)
    return Claims(
        tuple(entity for each in found for entity in each.entities),
        tuple(relation for each in found for relation in each.relations),
        dropped,
    )


def _proved(claims: Claims) -> tuple[Relation, ...]:
    return tuple(each for each in claims.relations if each.confidence == EXTRACTED)


def _kept(outcome: Read | Unread) -> Claims:
    """What the graph has of an outcome."""
    if isinstance(outcome, Read):
        return outcome.asked.claims
    return doubted(prove(outcome.passage, outcome.saved)) if outcome.saved is not None else Claims()


Triple = tuple[str, str, str]


def score(said: list[set[Triple]], gold: list[list[set[Triple]]]) -> Score:
    """Compares by note; each statement of the gold set is a choice of triples, any of which is right."""
    right = wanted = 0
    for found, choices in zip(said, gold, strict=True):
        right += sum(bool(found & choice) for choice in choices)
        wanted += len(choices)
    return Score(right, sum(map(len, said)), wanted)


def _entities(found: list[Claims]) -> list[set[Triple]]:
    return [{(concept_slug(each.name), "", "") for each in claims.entities} for claims in found]


def relations(found: list[Claims]) -> list[set[Triple]]:
    return [
        {(concept_slug(each.subject), each.relation, concept_slug(each.object)) for each in claims.relations}
        for claims in found
    ]


def _pairs(found: list[Claims]) -> list[set[Triple]]:
    return [_unlabelled(triples) for triples in relations(found)]


def _gold_entities(notes: list[dict[str, Any]]) -> list[list[set[Triple]]]:
    return [[{(concept_slug(name), "", "")} for name in note["entities"]] for note in notes]


def gold_relations(notes: list[dict[str, Any]]) -> list[list[set[Triple]]]:
    return [
        [
            {(concept_slug(subject), relation, concept_slug(object_)) for relation in choice.split("|")}
            for subject, choice, object_ in note["relations"]
        ]
        for note in notes
    ]


def _gold_pairs(notes: list[dict[str, Any]]) -> list[list[set[Triple]]]:
    return [[_unlabelled(choice) for choice in choices] for choices in gold_relations(notes)]


def _unlabelled(triples: Iterable[Triple]) -> set[Triple]:
    """The pairs, whichever comes first."""
    return {(*sorted((subject, object_)), "") for subject, _, object_ in triples}


if __name__ == "__main__":
    main()
