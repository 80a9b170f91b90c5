"""What communities are called: `places` says in which files the members of each lie, the first one being the hub."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.insight.community_names import community_names
from graph.model import Node

CODE, NOTE = "function", "note"


def _names(places: dict[str, list[str]], kind: str = CODE, shuffled: int = 0) -> dict[str, str]:
    """The names of communities, by the labels of their hubs."""
    nodes, of = [], {}
    for hub, files in places.items():
        for number, file in enumerate(files):
            label = hub if number == 0 else f"{hub}{number}"
            identity = f"{file}::{label}" if kind == CODE else f"{file}/{label}.md"
            nodes.append(
                Node(
                    identity,
                    label,
                    kind,
                    "code" if kind == CODE else "document",
                    file if kind == CODE else identity,
                    "L1",
                    {},
                )
            )
            of[identity] = f"{files[0]}::{hub}" if kind == CODE else f"{files[0]}/{hub}.md"
    random.Random(shuffled).shuffle(nodes)
    labels = {node.id: node.label for node in nodes}
    return {labels[hub]: name for hub, name in community_names(nodes, of).items()}


@pytest.mark.parametrize(
    ("places", "called"),
    [
        pytest.param(
            {"Engine": ["web/core/a.py"], "Node": ["web/template/a.py", "web/template/b.py", "web/core/a.py"]},
            {"Engine": "Engine (core)", "Node": "template/"},
            id="a folder that is theirs, else the hub and its home",
        ),
        pytest.param(
            {"Field": ["src/a.py"] * 5, "Node": ["src/b.py"] * 4},
            {"Field": "Field", "Node": "Node"},
            id="the folder of all says nothing",
        ),
        pytest.param(
            {"get": ["src/a.py"] * 8, "run": ["demo/x/a.py"] * 2},
            {"get": "get", "run": "demo/x/"},
            id="a folder beside the main one does",
        ),
        pytest.param(
            {"map": ["bind/a.py"] * 4, "put": ["bind/b.py"] * 4, "Engine": ["a.py"] * 9},
            {"map": "map (bind)", "put": "put (bind)", "Engine": "Engine"},
            id="a folder of two is neither's",
        ),
        pytest.param(
            {"Log": ["a/x.py", "b/x.py", "b/y.py", "c/x.py", "c/y.py"], "Sink": ["a/x.py", "a/y.py", "c/z.py"] * 2},
            {"Log": "Log (b, c)", "Sink": "a/"},
            id="where most lies in no folder, those that hold much",
        ),
        pytest.param(
            {"run": ["a/x.py", "b/x.py"], "Run": ["b/y.py", "a/y.py"]},
            {"run": "a/run", "Run": "b/Run"},
            id="names that differ by nothing but case are told apart",
        ),
    ],
)
def test_code_is_called_by_what_it_holds(places: dict[str, list[str]], called: dict[str, str]) -> None:
    assert _names(places) == called


def test_a_title_that_speaks_for_itself_stays() -> None:
    places = {
        "Books to read": ["c/Plugins", "b"],
        "🗂 People": ["b/People"] * 3,
        "deathau": ["c/Plugins"] * 2,
        "1C0D": ["c/Plugins"] * 2,
    }
    called = {"Books to read": "Books to read", "🗂 People": "🗂 People", "deathau": "deathau (Plugins)"}
    assert _names(places, NOTE) == called | {"1C0D": "1C0D (Plugins)"}


@given(
    st.dictionaries(
        st.sampled_from(["a", "A", "b", "run", "Map"]),
        st.lists(st.sampled_from(["x.py", "a/x.py", "a/b/x.py", "run/x.py"]), min_size=1, max_size=4),
        max_size=5,
    ),
    st.integers(0, 9),
)
@settings(max_examples=60)
def test_no_two_are_called_alike_in_whatever_order_nodes_come(places: dict[str, list[str]], seed: int) -> None:
    names = _names(places)
    assert len(set(names.values())) == len(places)
    assert names == _names(places, shuffled=seed)
