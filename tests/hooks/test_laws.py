"""What holds for any text: journals only grow, a briefing keeps within its limit."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from vaultkit.hooks.before_edit import changed_line
from vaultkit.hooks.briefing import Part, fit, one_line
from vaultkit.hooks.event import Change, Replacement

LINES = st.lists(st.text(st.sampled_from("ab- \t\u2019'é"), max_size=6), min_size=1, max_size=6)
ENDS = st.sampled_from(["\n", "\r\n"])


@given(LINES, LINES, ENDS, ENDS)
def test_what_is_added_passes(old: list[str], new: list[str], end: str, other: str) -> None:
    text = end.join(old) + end
    assert changed_line(text, Change("x", other.join([*old, *new]))) == 0
    assert changed_line(text, Change("x", text + other.join(new))) == 0
    assert changed_line("\ufeff" + text, Change("x", text)) == 0
    assert changed_line(None, Change("x", "")) == 0


@given(LINES, st.data(), ENDS)
def test_what_changes_a_line_does_not(old: list[str], data: st.DataObject, end: str) -> None:
    assume(old[-1])
    number = data.draw(st.integers(0, len(old) - 1))
    line = data.draw(st.text(st.sampled_from("abc"), max_size=3).filter(lambda line: line != old[number]))
    changed = changed_line(end.join(old), Change("x", "\n".join([*old[:number], line, *old[number + 1 :], "more"])))
    assert changed == number + 1
    if number:
        assert changed_line(end.join(old), Change("x", "\n".join(old[:number]))) == number + 1


@given(LINES, st.data(), ENDS)
def test_an_edit_is_judged_as_what_it_writes(old: list[str], data: st.DataObject, end: str) -> None:
    text = "\n".join(old)
    start = data.draw(st.integers(0, len(text)))
    piece = text[start : data.draw(st.integers(start, len(text)))]
    assume(piece)
    new, everywhere = data.draw(st.text("ab\n", max_size=4)), data.draw(st.booleans())
    after = text.replace(piece, new, -1 if everywhere else 1)
    edit = Change("x", None, (Replacement(piece.replace("\n", end), new, everywhere),))
    assert changed_line(text.replace("\n", end), edit) == changed_line(text, Change("x", after))


@pytest.mark.parametrize(
    ("replacements", "line"),
    [
        ([("", "x", False)], 0),
        ([("one", "1", False), ("nowhere", "", False)], 0),
        ([("one", "1", False), ("1", "one", False)], 0),
        ([("two", "two\nthree", False), ("one", "1", False)], 1),
        ([("o", "0", True)], 1),
        ([("two", "two\n" + "x" * 1000, False)], 0),
    ],
)
def test_edits_follow_one_another(replacements: list[tuple[str, str, bool]], line: int) -> None:
    edits = tuple(Replacement(*each) for each in replacements)
    assert changed_line("one\ntwo\n", Change("x", None, edits)) == line


def test_a_text_into_an_empty_note() -> None:
    for old in ("", "\n", "\ufeff\r\n"):
        assert changed_line(old, Change("x", None, (Replacement("", "new"),))) == 0


PARTS = st.lists(
    st.builds(
        Part,
        st.text("ab ", min_size=1, max_size=20),
        st.lists(st.text("xy", max_size=120), max_size=30).map(tuple),
        st.integers(0, 400),
    ),
    min_size=1,
    max_size=5,
)


@given(PARTS)
def test_a_briefing_keeps_its_limit_and_its_shares(parts: list[Part]) -> None:
    text = fit(parts, 2500)
    assert len(text) <= 2500 and text == fit(parts, 2500)
    for part in parts:
        whole = "\n".join([part.title, *part.lines])
        if len(whole) <= part.share:
            assert whole in text
    if sum(len("\n".join([part.title, *part.lines])) + 2 for part in parts) <= 2500:
        assert text == "\n\n".join("\n".join([part.title, *part.lines]) for part in parts)


@given(PARTS)
def test_what_one_part_leaves_goes_to_the_others(parts: list[Part]) -> None:
    """No line that is missing would have fitted into what is left."""
    text = fit(parts, 2500)
    left = 2500 - len(text)
    for part, shown in zip(parts, text.split("\n\n"), strict=False):
        lines = shown.split("\n")
        if lines[-1].startswith("- and ") and len(lines) - 2 < len(part.lines):
            assert len(part.lines[len(lines) - 2]) + 1 > left


@given(st.text(max_size=300), st.integers(3, 100))
def test_a_line_is_one_line(text: str, longest: int) -> None:
    line = one_line(text, longest)
    assert len(line) <= longest and line.isprintable() and line == " ".join(line.split())
    assert one_line(line, longest) == line
