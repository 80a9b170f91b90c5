"""Laws of ids: readable, and never to be mistaken for each other."""

from __future__ import annotations

from urllib.parse import unquote_to_bytes

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from graph.model import node_id, tag_id, unresolved_id
from graph.text import fold, fold_prose

_PIECES = [
    "#",
    "%",
    "%41",
    "%2",
    "::",
    ":",
    "ext:",
    "concept:",
    "unresolved:",
    "/",
    "a",
    "F",
    "é",
    "\x01",
    "\n",
    "\udce9",
]
_PATH = st.one_of(st.lists(st.sampled_from(_PIECES), max_size=8).map("".join), st.text())
_RESERVED = ("#", "ext:", "concept:", "unresolved:")


@given(_PATH)
@example("%%41")
@example("ext::x")
def test_an_id_leads_back_to_its_path(path: str) -> None:
    """So no two paths have one id."""
    assert unquote_to_bytes(node_id(path)) == path.encode("utf-8", "surrogateescape")


@given(_PATH)
def test_a_path_never_looks_like_anything_else(path: str) -> None:
    identity = node_id(path)
    assert not identity.startswith(_RESERVED)
    assert "::" not in identity
    assert identity.isprintable() or not any(ord(character) < 32 or ord(character) == 127 for character in identity)


@given(_PATH)
def test_tags_and_missing_notes_are_recognised_by_their_ids(name: str) -> None:
    assert tag_id(name).startswith("#")
    assert unresolved_id(name).startswith("unresolved:")


@given(st.text(), st.text())
def test_names_that_fold_alike_share_an_id(one: str, other: str) -> None:
    assert (tag_id(one) == tag_id(other)) == (fold(one) == fold(other))
    assert (unresolved_id(one) == unresolved_id(other)) == (fold(one) == fold(other))


@pytest.mark.parametrize(
    "path", ["notes/A.md", "a b/c-d_é.md", "日記.md", "C#.md", "50%.md", "a:b.md", "x/#y.md", "Ext:x"]
)
def test_ordinary_paths_are_their_own_ids(path: str) -> None:
    assert node_id(path) == path


@given(st.text())
def test_folding_twice_is_folding_once(name: str) -> None:
    assert fold(fold(name)) == fold(name)


@pytest.mark.parametrize("piece", ["a", "camelCase", "acgt", "a.", "a+", "http:", "http://", " ", "\x1f", "://"])
def test_folding_prose_takes_linear_time(piece: str) -> None:
    text = piece * (400_000 // len(piece))
    assert len(fold_prose(text)) <= len(text) + 1
