"""The graph of the vault or project around; relevant is what answers many of the words."""

from __future__ import annotations

from vaultkit.asking.questions import search
from vaultkit.backends.question import LIMIT, Question, share_of
from vaultkit.building.artifacts import GRAPH
from vaultkit.config import absolute, find_root
from vaultkit.memory.recall.contract import EMPTY, Answer, Result, ranked

NAME = "graph"


def ask(question: Question) -> Answer:
    """The nodes in which words of the question stand: label, summary, place. Raises VaultkitError."""
    out = find_root(absolute(question.folder)).out
    if not (out / GRAPH).is_file():
        return Answer(question.text, NAME, error_code=EMPTY)
    nodes = [scored.node for scored in search(out, question.text, (), LIMIT).answer]
    results = []
    for node in nodes:
        told = ": ".join(filter(None, (node.label, node.attrs.get("summary"))))
        place = f"{node.source_file} {node.source_location}".strip()
        results.append(Result(f"{told} ({place})", share_of(question.text, told), NAME, ""))
    return ranked(question.text, NAME, results, LIMIT)
