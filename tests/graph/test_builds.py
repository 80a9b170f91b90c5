"""Constraints of builds: what they say, and which files may be parts of one program."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.builds import is_met, is_usual, may_meet

TAGS = ("a", "b", "linux")


def written(tree: object) -> str:
    """Alternatives without parentheses: they bind the least."""
    match tree:
        case ("!", inside):
            return f"!({written(inside)})"
        case ("&&", one, other):
            return f"({written(one)})&&({written(other)})"
        case ("||", one, other):
            return f"{written(one)} || {written(other)}"
    return str(tree)


def holds(tree: object, tags: frozenset[str]) -> bool:
    match tree:
        case ("!", inside):
            return not holds(inside, tags)
        case ("&&", one, other):
            return holds(one, tags) and holds(other, tags)
        case ("||", one, other):
            return holds(one, tags) or holds(other, tags)
    return tree in tags


TREES = st.recursive(
    st.sampled_from(TAGS),
    lambda inner: st.tuples(st.just("!"), inner) | st.tuples(st.sampled_from(["&&", "||"]), inner, inner),
    max_leaves=8,
)


@settings(max_examples=60)
@given(TREES, st.frozensets(st.sampled_from(TAGS)))
def test_a_constraint_holds_as_it_is_written(tree: object, tags: frozenset[str]) -> None:
    assert is_met(written(tree), tags) == holds(tree, tags)


@pytest.mark.parametrize(
    ("builds", "expected"),
    [
        (("", "a"), True),
        (("a", "!a"), False),
        (("a || b", "!a", "!b"), False),
        (("a && b", "!b || c"), True),
        (("linux", "windows"), False),
        (("linux", "386"), True),
        (("linux && amd64", "arm64"), False),
        (("android", "linux"), True),
        (("unix", "windows"), False),
        (("unix", "darwin && !cgo"), True),
        (("go1.18", "!go1.18"), False),
    ],
)
def test_files_may_meet_if_a_build_has_all(builds: tuple[str, ...], expected: bool) -> None:
    assert may_meet(*builds) == may_meet(*reversed(builds)) == expected


@pytest.mark.parametrize("build", ["", "linux", "!linux", "cgo", "!cgo", "!a && !(b && linux)", "go1.18", "gc"])
def test_what_nobody_asks_for_is_usual(build: str) -> None:
    assert is_usual(build)


@pytest.mark.parametrize("build", ["a", "ignore", "a && linux", "linux && windows", "!go1.18", "gccgo"])
def test_what_is_asked_for_or_never_built_is_not(build: str) -> None:
    assert not is_usual(build)


@pytest.mark.parametrize("text", ["", "((((", "))", "&& a", "a ||", "!", "a b", "é", "(" * 50_000, "!" * 50_001 + "a"])
def test_garbage_is_read(text: str) -> None:
    is_met(text, frozenset())
    may_meet(text, "a")
