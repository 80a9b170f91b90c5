"""Law 1 for answers: after any change of the folder, an updated index answers as a rebuilt one does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from hypothesis import HealthCheck, settings
from hypothesis.stateful import invariant

from graph.asking.answering import answer, search
from graph.asking.budget import cut
from graph.asking.dependents import Affected, affected, farther
from graph.asking.explaining import explain
from graph.asking.paths import find_path
from graph.asking.query import find_node
from graph.asking.wording import (
    affected_record,
    bond_record,
    explanation_record,
    path_record,
    quote_record,
    scored_record,
    unclear_record,
)
from graph.codec import encode_json
from graph.model import Node
from tests.laws.test_update_equals_rebuild import ChangingVault
from vaultkit.building.pipeline import build
from vaultkit.config import read_root
from vaultkit.indexing.index import open_for_reading
from vaultkit.indexing.reader import Reader

QUESTIONS = ("gamma ray", "where is Alpha?", "日本語", "how does delta force read me", "cafe wifi 2.4", "pic data")
TAGS = ("domain", "client/b")
NAMED = (
    "Alpha",
    "a/alpha",
    "Gamma",
    "[[Beta Note]]",
    "README",
    "日本",
    "cafe",
    "nowhere",
    "#domain/x",
    "pic",
    "elta f",
)


def records(view: Reader) -> Iterator[tuple[object, object]]:
    """(question, answer as it is printed) of every kind of question."""
    for question in QUESTIONS:
        whole = answer(view, question, lambda path: (), depth=2)
        found = cut(whole, 600, view.covered())
        nodes, edges = map(scored_record, found.nodes), map(bond_record, found.edges)
        yield question, [found.text, *nodes, *edges, *map(quote_record, found.quotes)]
        yield question, [scored_record(hit) for hit in search(view, question, None, 20)]
    for tag in TAGS:
        yield tag, [scored_record(hit) for hit in search(view, "alpha beta", view.tagged(tag), 20)]
    known = []
    for name in NAMED:
        found_node = find_node(view, name)
        if not isinstance(found_node, Node):
            yield name, unclear_record(found_node)
            continue
        known.append(found_node)
        yield name, explanation_record(explain(view, [found_node]))
        near = affected(view, [found_node], 2)
        beyond = farther(view, [found_node], near)
        yield name, affected_record(Affected((found_node,), near, 2, len(beyond)))
    for one, other in islice(product(known, repeat=2), 0, None, 3):
        for undirected in (False, True):
            yield (one.id, other.id), path_record(find_path(view, [one], [other], undirected=undirected))
    yield "gods", [(node.id, degree) for node, degree in view.gods(20)]


class AnsweringVault(ChangingVault):
    @invariant()
    def update_equals_rebuild(self) -> None:
        root, rebuilt = read_root(self.vault.path), self.base / "rebuilt"
        build(root, root.out)
        build(root, rebuilt, force=True)
        with open_for_reading(root.out / "index.sqlite") as one, open_for_reading(rebuilt / "index.sqlite") as other:
            pairs = zip(records(Reader(one.connection)), records(Reader(other.connection)), strict=True)
            for updated, anew in pairs:
                assert encode_json(updated) == encode_json(anew)


AnsweringVault.TestCase.settings = settings(
    max_examples=6, stateful_step_count=10, deadline=None, suppress_health_check=list(HealthCheck)
)
TestAnswersEqual = AnsweringVault.TestCase
