"""Law 3: merging is order-independent and idempotent, in one file, across files and on the disk."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from graph.model import AMBIGUOUS, Edge, Heading, Node, Problem, Reference
from graph.notes.anchors import Anchors, anchors
from graph.notes.mentions import Mention, mention_edges
from graph.notes.names import Names
from graph.notes.resolve import Resolved, View, resolve
from tests.program import ARTIFACTS, copy_example, graphify, update
from vaultkit.indexing.index import open_for_building, open_for_reading
from vaultkit.indexing.reader import Reader

FILES = ("a/Alpha.md", "b/Alpha.md", "Beta.md", "pic.png", "data.csv", "me.md")
TARGETS = ("Alpha", "alpha", "a/Alpha", "Beta", "beta.md", "B", "pic.png", "data.csv", "Nowhere", "nowhere", "", "me")

few = settings(max_examples=25, deadline=None)

references = st.builds(
    Reference,
    source=st.just("me.md"),
    target=st.sampled_from(TARGETS),
    subpath=st.sampled_from(["", "One", "Two", "^b1"]),
    relation=st.sampled_from(["links_to", "embeds", "property:up"]),
    syntax=st.sampled_from(["wikilink", "inline", "property", "date"]),
    line=st.integers(1, 4),
    column=st.integers(1, 2),
)


def view() -> View:
    def stray(path: str) -> Node | None:
        return Node(path, path, "attachment", "attachment", path, "", {}) if path.endswith(".csv") else None

    def anchors_of(path: str) -> Anchors | None:
        return anchors([Heading("One", 1, 1)], ["b1"]) if path.endswith(".md") else None

    return View(Names(FILES, [("B", "Beta.md"), ("B", "b/Alpha.md")]), anchors_of, stray)


def content(found: Resolved) -> tuple[object, ...]:
    """What came of it, as it will stand in the graph: in no order of its own."""
    return sorted(found.nodes), sorted(found.edges, key=repr), sorted(found.problems), found.keys


@few
@given(st.lists(references, max_size=8).flatmap(lambda found: st.tuples(st.just(found), st.permutations(found))))
def test_references_in_any_order(orders: tuple[list[Reference], list[Reference]]) -> None:
    one, other = (resolve("me.md", order, view()) for order in orders)
    assert content(one) == content(other)


@few
@given(st.lists(references, max_size=8))
def test_parallel_facts_are_one_edge(found: list[Reference]) -> None:
    """The strongest confidence of them all, and every line, sorted."""
    together = {(edge.source, edge.target, edge.relation): edge for edge in resolve("me.md", found, view()).edges}
    alone = [edge for each in found for edge in resolve("me.md", [each], view()).edges]
    assert together.keys() == {(edge.source, edge.target, edge.relation) for edge in alone}
    for key, edge in together.items():
        parts = [part for part in alone if (part.source, part.target, part.relation) == key]
        assert edge.confidence_score == max(part.confidence_score for part in parts)
        assert edge.confidence in {part.confidence for part in parts if part.confidence_score == edge.confidence_score}
        assert list(edge.lines) == sorted(line for part in parts for line in part.lines)
        assert edge.source_location == f"L{edge.lines[0]}"
        assert (edge.confidence == AMBIGUOUS) == ("candidates" in edge.attrs)


holders = st.dictionaries(st.sampled_from("rstu"), st.lists(st.sampled_from(FILES[:3]), unique=True).map(sorted))
mentions = st.lists(
    st.builds(Mention, st.sampled_from("rstu"), st.lists(st.integers(1, 9), min_size=1).map(sorted).map(tuple)),
    unique_by=lambda mention: mention.name,
)


@few
@given(holders, mentions.flatmap(lambda found: st.tuples(st.just(found), st.permutations(found))))
def test_mentions_in_any_order(holders: dict[str, list[str]], orders: tuple[list[Mention], list[Mention]]) -> None:
    one, other = (sorted(mention_edges("a/me.md", order, holders), key=repr) for order in orders)
    assert one == other
    assert all(list(edge.lines) == sorted(edge.lines) for edge in one)
    assert len({edge.target for edge in one}) == len(one)


ids = st.sampled_from(["#tag", "unresolved:x", "data.csv", "a.md", "b.md"])
paths = st.sampled_from(["a.md", "b.md", "c.md"])


@st.composite
def found_in(draw: st.DrawFn) -> tuple[str, Resolved]:
    """What may come of one file."""
    path = draw(paths)
    labels = st.sampled_from(["#tag", "#Tag", "X", "x"])
    nodes = st.lists(
        st.builds(Node, ids, labels, st.just("tag"), st.just("concept"), st.just(""), st.just(""), st.just({}))
    )
    edges = st.lists(
        st.builds(
            lambda source, target, line: Edge(source, target, "r", "EXTRACTED", 1.0, path, f"L{line}", (line,), {}),
            ids, ids, st.integers(1, 3),
        ),
        unique_by=lambda edge: edge[:3],
    )  # fmt: skip
    problems = st.lists(st.builds(Problem, st.just(path), st.integers(0, 3), st.just(0), st.just("error"), ids, ids))
    return path, Resolved(tuple(draw(nodes)), tuple(draw(edges)), tuple(draw(problems)), frozenset(draw(st.sets(ids))))


@few
@given(st.lists(found_in(), max_size=5, unique_by=lambda each: each[0]))
def test_files_in_any_order_and_more_than_once(found: list[tuple[str, Resolved]]) -> None:
    once = graph_of(found)
    assert graph_of(found[::-1]) == once
    assert graph_of([*found, *found[::-1], *found]) == once


def graph_of(found: Iterable[tuple[str, Resolved]]) -> tuple[object, ...]:
    """The graph of an index that learns of these files in this order."""
    with tempfile.TemporaryDirectory() as folder, open_for_building(Path(folder, "index.sqlite")) as index:
        with index.writing():
            for each in found:
                index.graph.put([each])
        return list(index.graph.nodes()), list(index.graph.edges()), index.graph.problems()


def looks(out: Path) -> dict[str, tuple[int, int, bytes]]:
    return {path.name: (path.stat().st_mtime_ns, path.stat().st_ino, path.read_bytes()) for path in out.iterdir()}


def test_building_twice_changes_nothing(tmp_path: Path) -> None:
    vault = copy_example(tmp_path / "vault")
    (vault / "Broken.md").write_bytes(b"\xff\xfe")
    update(vault)
    time.sleep(0.1)  # what was as young as the build (the folder, by its output) is looked at once more, then settled
    update(vault)
    before = looks(vault / "graphify-out")
    assert not update(vault).changed
    assert graphify("build", vault, "--update").returncode == 1
    assert looks(vault / "graphify-out") == before


def test_files_that_only_look_changed_change_no_artifact(tmp_path: Path) -> None:
    vault = copy_example(tmp_path / "vault")
    update(vault)
    before = {name: looks(vault / "graphify-out")[name] for name in ARTIFACTS}
    same_changes: list[Callable[[Path], object]] = [os.utime, lambda path: path.write_bytes(path.read_bytes())]
    for change in same_changes:
        change(vault / "Home.md")
        assert not update(vault).changed
        assert {name: looks(vault / "graphify-out")[name] for name in ARTIFACTS} == before


def test_readers_change_nothing(tmp_path: Path) -> None:
    vault = copy_example(tmp_path / "vault")
    update(vault)
    before = looks(vault / "graphify-out")
    assert graphify("gods", cwd=vault).returncode == graphify("status", cwd=vault).returncode == 0
    with open_for_reading(vault / "graphify-out" / "index.sqlite") as index:
        assert Reader(index.connection).node("Home.md")
    assert looks(vault / "graphify-out") == before
