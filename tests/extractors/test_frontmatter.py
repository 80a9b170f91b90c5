"""Frontmatter: cases as data in tests/cases/frontmatter, and the laws that hold for every note."""

import json
import math
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from extractors.properties.frontmatter import Frontmatter, read_frontmatter
from extractors.properties.yaml12 import MAX_BORROWED, MAX_DEPTH, core

CASES = Path(__file__).parents[1] / "cases" / "frontmatter"


def cases() -> list[Any]:
    return [
        pytest.param(case, id=f"{file.stem}: {case['name']}")
        for file in sorted(CASES.glob("*.toml"))
        for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]
    ]


def fenced(yaml: str) -> str:
    return f"---\n{yaml}\n---\n" if yaml else "---\n---\n"


def said(note: Frontmatter) -> list[str]:
    return [f"{p.line}:{p.column} {p.severity} {p.rule}" for p in note.problems]


@pytest.mark.parametrize("case", cases())
def test_case(case: dict[str, Any]) -> None:
    text = case["text"] if "text" in case else fenced(case["yaml"])
    note = read_frontmatter(text, "a/note.md")
    assert note.data == json.loads(case.get("data", "{}"), strict=False)
    assert said(note) == case.get("problems", [])
    assert all(problem.path == "a/note.md" for problem in note.problems)
    assert case.get("says", "") in "".join(problem.message for problem in note.problems)
    if "yaml" in case:
        assert note.recovered == any(problem.severity == "error" for problem in note.problems)
        assert note.end == len(text)
    else:
        assert note.recovered == case.get("recovered", False)
        assert text[note.end :] == case.get("body", text)


def test_names_are_compared_without_case() -> None:
    note = read_frontmatter("---\nTags: [a]\naliases: b\nALIASES: c\nΣΑΣ: d\n---\n")
    assert note.get("tags") == ["a"]
    assert note.get("aliases") == "b"
    assert note.get("ALIASES") == "c"
    assert note.get("σας") == "d"
    assert note.get("missing") is None


def test_results_share_nothing() -> None:
    read_frontmatter("").data["a"] = 1
    assert read_frontmatter("").data == {}


def test_places_in_the_whole_file() -> None:
    text = "---\n# c\na: 1\ntags:\n  - x\n  - 'y z'\nm: {k: [v]}\nempty:\nlit: |\n  l1\n  l2\n"
    text += "é😀: é😀x\nt: &q !!str w\nu: *q\n---\n"
    note = read_frontmatter(text)
    seen = {path: (p.line, p.column, text[p.start : p.end]) for path, p in note.places.items()}
    assert seen == {
        ("a",): (3, 4, "1"),
        ("tags",): (5, 3, "- x\n  - 'y z'"),
        ("tags", 0): (5, 5, "x"),
        ("tags", 1): (6, 5, "'y z'"),
        ("m",): (7, 4, "{k: [v]}"),
        ("m", "k"): (7, 8, "[v]"),
        ("m", "k", 0): (7, 9, "v"),
        ("empty",): (8, 7, ""),
        ("lit",): (9, 6, "|\n  l1\n  l2"),
        ("é😀",): (12, 5, "é😀x"),
        ("t",): (13, 13, "w"),
        ("u",): (14, 4, "*q"),
    }
    keys = {key: text[p.start : p.end] for key, p in note.key_places.items()}
    assert keys == {key: key for key in note.data}


def test_places_in_a_recovered_block() -> None:
    text = "---\na: b: c\ntags:\n  - x\n  - @y\nd: [e]\n---\n"
    note = read_frontmatter(text)
    seen = {path: (p.line, p.column, text[p.start : p.end]) for path, p in note.places.items()}
    assert seen == {
        ("a",): (2, 4, "b: c"),
        ("tags",): (4, 3, "- x\n  - @y"),
        ("tags", 0): (4, 5, "x"),
        ("tags", 1): (5, 5, "@y"),
        ("d",): (6, 4, "[e]"),
        ("d", 0): (6, 5, "e"),
    }
    assert {key: text[p.start : p.end] for key, p in note.key_places.items()} == {key: key for key in note.data}


def test_a_duplicate_leaves_no_places() -> None:
    note = read_frontmatter("---\na: 1\na: [x, {b: y}]\nc: 2\n---\n")
    assert set(note.places) == {("a",), ("c",)}


BOMBS = {
    "laughs": "a0: &a0 [x, x]\n" + "\n".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 60)),
    "high chain": "a0: &a0 [x]\n" + "\n".join(f"a{n}: &a{n} [[[[*a{n - 1}]]]]" for n in range(1, 60)),
    "alias as key": "a0: &a0 [x, x]\n" + "\n".join(f"a{n}: &a{n} {{? [*a{n - 1}] : *a{n - 1}}}" for n in range(1, 60)),
    "brackets": "a: " + "[" * 100_000,
    "braces": "a: " + "{a: " * 50_000,
    "dashes": "- " * 50_000,
    "questions": "? " * 50_000,
    "indents": "\n".join(" " * n + "a:" for n in range(500)),
    "digits": "a: " + "9" * 100_000 + "\nb: 0x" + "f" * 100_000,
    "links": "a: " + "[[" * 100_000,
    "broken lines": "a: b: c\n" * 10_000,
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_stay_small(name: str) -> None:
    note = read_frontmatter(fenced(BOMBS[name]))
    assert nodes(note.data) <= MAX_BORROWED + len(BOMBS[name])
    assert height(note.data) <= MAX_DEPTH
    json.dumps(note.data)


def nodes(value: object) -> int:
    children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + sum(map(nodes, children))


def height(value: object) -> int:
    if not isinstance(value, dict | list):
        return 0
    return 1 + max(map(height, value.values() if isinstance(value, dict) else value), default=0)


# Laws

PIECES = [
    *("a", "b", "tags", "summary", "key: v\n", "list:\n  - a\n", "x y", "é", "😀", "[[B]]", "{{date}}"),
    *(
        ": ",
        ":",
        "::",
        "- ",
        "-",
        "? ",
        ", ",
        "[",
        "]",
        "{",
        "}",
        "'",
        '"',
        "|",
        "|\n  x\n",
        ">-\n",
        "#x",
        " #y",
    ),
    *("\n", "\n", "\n", "  ", " ", "\t", "\r\n", "\r", "\u2028", "\x85", "\u00a0", "\ufeff", "\x00"),
    *(
        "&a ",
        "*a",
        "!t ",
        "<<: ",
        "%",
        "@",
        "`",
        "\\",
        "...",
        "----",
        "---\n",
        "1",
        "0x1f",
        "true",
        "null",
        "~",
    ),
    *("\udc80", "\ud83d"),
]
BLOCKS = st.lists(st.sampled_from(PIECES), max_size=16).map("".join)
ANY_TEXT = st.text(st.characters(), max_size=60)


def check_note(text: str) -> Frontmatter:
    """What holds for every text: ends, places and problems lie inside it and agree with one another."""
    note = read_frontmatter(text)
    lines = text.split("\n")
    assert 0 <= note.end <= len(text)
    assert note.end or not note.data
    for place in [*note.places.values(), *note.key_places.values()]:
        assert 0 <= place.start <= place.end <= note.end
        assert text.count("\n", 0, place.start) + 1 == place.line
        assert place.start - (text.rfind("\n", 0, place.start) + 1) + 1 == place.column
    for problem in note.problems:
        assert 1 <= problem.line <= len(lines)
        assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1
    assert set(note.key_places) <= set(note.data)
    assert {(key,) for key in note.data} <= set(note.places)
    return note


@given(ANY_TEXT)
def test_any_text(text: str) -> None:
    check_note(text)
    check_note(f"---\n{text}\n---\n")
    check_note(f"\n---\n{text}")


@given(BLOCKS)
def test_any_block(block: str) -> None:
    check_note(f"---\n{block}\n---\nbody")
    check_note(f"---\nk: {block}\nz: 1\n---\nbody")
    check_note(block)


@example("&a \xa0")
@given(BLOCKS)
def test_places_of_plain_values_point_at_their_text(block: str) -> None:
    text = f"---\nk: {block}\nz: 1\n---\n"
    note = read_frontmatter(text)
    if note.recovered:
        return
    for path, place in note.places.items():
        value = value_at(note.data, path)
        written = text[place.start : place.end]
        if (
            not isinstance(value, dict | list)
            and written[:1] not in ("'", '"', "|", ">", "*", "{")
            and "\n" not in written
        ):
            assert core(written) == value or (math.isnan(value) if isinstance(value, float) else str(value) in written)


def value_at(data: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        data = data[step]
    return data


LETTERS = st.characters(codec="utf-8", exclude_characters="\ufeff")
TEXTS = st.text(LETTERS, max_size=12) | st.sampled_from(
    ["yes", "012", "1:30", "null", "~", "a # b", "Re: x", "[[A]]", "---"]
)
SCALARS = TEXTS | st.integers() | st.booleans() | st.none()
PROPERTIES = st.dictionaries(
    TEXTS.filter(lambda key: len(key) < 100), SCALARS | st.lists(SCALARS, max_size=4), max_size=6
)


def dumped(value: object) -> str:
    """A value as flow YAML, which JSON is; the line breaks of YAML 1.1 are left as they are."""
    return json.dumps(value, ensure_ascii=False)


@given(PROPERTIES)
def test_what_is_written_is_read(data: dict[str, object]) -> None:
    as_json = read_frontmatter(f"---\n{dumped(data)}\n---\n")
    assert (as_json.data, as_json.recovered, as_json.problems) == (data, False, ())


@given(PROPERTIES)
def test_what_is_written_as_block_is_read(data: dict[str, Any]) -> None:
    block = ""
    for key, value in data.items():
        items = "".join(f"\n  - {dumped(item)}" for item in value) if isinstance(value, list) else f" {dumped(value)}"
        block += f"{dumped(key)}:{items or ' []'}\n"
    note = read_frontmatter(f"---\n{block}---\n")
    assert (note.data, note.recovered, note.problems) == (data, False, ())


@given(st.dictionaries(st.from_regex(r"[a-z]{1,8}", fullmatch=True), SCALARS, min_size=1, max_size=5), BLOCKS)
def test_a_broken_line_costs_no_other_line(data: dict[str, object], broken: str) -> None:
    line = "BROKEN: @" + broken.replace("\n", " ").replace("\r", " ")
    rest = "".join(f"\n{key}: {dumped(value)}" for key, value in data.items())
    note = read_frontmatter(f"---\n{line}{rest}\n---\n")
    assert note.recovered
    assert {key: value for key, value in note.data.items() if key != "BROKEN"} == data


@given(st.integers() | st.floats(allow_nan=False))
def test_numbers_are_read_back(number: float) -> None:
    note = read_frontmatter(f"---\nn: {number!r}\n---\n".replace("inf", ".inf"))
    assert note.data == {"n": number}


@given(BLOCKS)
@example("[*a")
@example("{a: b, *b")
def test_advice_that_names_a_line_names_a_valid_one(value: str) -> None:
    note = read_frontmatter(f"---\nk: {value.splitlines()[0] if value else ''}\nz: 1\n---\n")
    for problem in note.problems:
        _, named, line = problem.message.partition("write k: ")
        if named and problem.severity == "error":
            assert not read_frontmatter(f"---\nk: {line}\nz: 1\n---\n").recovered
