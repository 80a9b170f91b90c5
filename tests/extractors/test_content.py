"""What is content: Obsidian's own cases, CommonMark by a reference implementation, and laws for any text."""

from __future__ import annotations

import re
import tomllib
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from extractors.markdown.content import read_content

CASES = Path(__file__).parent.parent / "cases" / "content"


def _cases() -> list[Any]:
    """A case is a title line, `.`, a note (`→` is a tab), `.`, what of it stays visible, and `.`."""
    pattern = re.compile(r"^(.+)\n\.\n((?s:.*?))^\.\n((?s:.*?))^\.\n", re.MULTILINE)
    return [
        pytest.param(case[2].replace("→", "\t"), case[3], id=f"{path.stem}: {case[1]}")
        for path in sorted(CASES.glob("*.txt"))
        for case in pattern.finditer(path.read_text("utf-8"))
    ]


def _visible(prose: str) -> list[str]:
    """The lines that hold content, runs of blanks as one: where blanks stand is for the laws to say."""
    return [" ".join(line.split()) for line in prose.split("\n") if line.strip()]


@pytest.mark.parametrize(("note", "expected"), _cases())
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_case(note: str, expected: str, line_end: str) -> None:
    prose = read_content(note.replace("\n", line_end)).prose
    assert _visible(prose.replace(line_end, "\n")) == _visible(expected)


def _headings_cases() -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = tomllib.loads((CASES / "headings.toml").read_text("utf-8"))["case"]
    return cases


@pytest.mark.parametrize("case", _headings_cases(), ids=lambda case: case["name"])
def test_headings(case: dict[str, Any]) -> None:
    frontmatter = case.get("frontmatter", "")
    content = read_content(frontmatter + case["note"], len(frontmatter))
    found = [f"{heading.level} {heading.line} {heading.text}" for heading in content.headings]
    assert found == case["headings"]
    assert not content.prose[: len(frontmatter)].strip()


# --------------------------------------------------------------------------------------------- by CommonMark

_MARKER = re.compile(r"m[0-9]+x")
_COMMONMARK = MarkdownIt("commonmark").enable("table")

_TABLE = "\n| @ | `@` |\n| --- | :-: |\n| @ `@ | @` \\| `@\\|@` |\n@ <b @>"
_QUOTED_TABLE = "\n> @\n> `@ | @`\n> -|-\n> `@` | `@`"
_INLINE = """
@ ~ @ @ ~ `@` ~ ``@ ` @`` ~ `@ ~ @`` ~ ` ~ \\`@` ~ \\\\`@` ~ \\<b @> ~ \\| ~ | ~ *@* _@_ ~ **@**
<b>@</b> ~ <b a='@'> ~ <i @ ~ @> ~ </b @> ~ </b> ~ <https://@.org> ~ <@(at)example.org>
<!-- @ --> ~ <!-- @ ~ @ --> ~ <?@?> ~ <!X @> ~ <![CDATA[@]]> ~ [@](@) ~ [@](<b @> '@') ~ [[@]] ~ ![@](`@`)
"""
_STARTS = (
    *("", "", " ", "  ", "   ", "    ", "     ", "\t", " \t", "> ", ">", ">\t"),
    *("- ", "-\t", "-   ", "-    ", "-     ", "* ", "+ "),
    *("1. ", "2) ", "10. ", "# ", "## ", "#", "``` ", "```", "````", "~~~", "~~~ ", "| "),
    *("<div>", "</div>", "<!-- ", "<b>", "<pre>", "</pre>", "<?", "?>"),
)
_WHOLE = (
    *("", "", "", "===", "---", "-", "=", "- - -", "***", "_ _ _", "```", "~~~", "````", ">", "-", "1."),
    *("    ", "\t", "-->", "</script>", "<script>@", "<b>", "# @ #", "### @ ## ", "@ | @", "| @ | @ |"),
    *("> ```", "- ```", "    @", "  - @", "      @", _TABLE, _QUOTED_TABLE),
    *("[@]: @\n", "[@]: <@ @> '@'\n", "[@]: @\n===", "[@]:\n@\n'@'\n\n"),
)


def _with_markers(template: str) -> str:
    numbers = count()
    return re.sub("@", lambda _: f"m{next(numbers)}x", template).replace("(at)", "@")


_inline = st.sampled_from(re.split(" ~ |\n", _INLINE.strip()))
_line = st.builds(
    lambda starts, rest: "".join(starts) + " ".join(rest),
    st.lists(st.sampled_from(_STARTS), max_size=3),
    st.lists(_inline, max_size=3),
)
_lines = st.lists(st.sampled_from(_WHOLE) | _line, max_size=12)
_notes = _lines.map(lambda lines: _with_markers("\n".join(lines)))

_WIDE_ITEM = re.compile(
    r"(?:^|[ \t>])(?:[-+*]|[0-9]+[.)])(?: {3}| *\t)|[ \t]{2}(?:[-+*]|[0-9]+[.)])|[0-9]{2}[.)]", re.MULTILINE
)
_DEEP_START = re.compile(r"^[ >]*(?: {4}| {0,3}\t)[ \t]*[-+*#`~<>0-9_|]", re.MULTILINE)
_RULE_BELOW_PIPE = re.compile(r"[|].*\n[ >]*-+[ \t]*$", re.MULTILINE)


def _departs(note: str) -> bool:
    """Whether the reference implementation may leave CommonMark here.

    It lets a block begin on a line that is indented like code and should lazily continue the paragraph of a
    quote or of a wider item, and takes any line with a pipe above `---` for a table.
    """
    lazy = _DEEP_START.search(note) and (_WIDE_ITEM.search(note) or ">" in note)
    return bool(lazy or _RULE_BELOW_PIPE.search(note))


def _by_commonmark(note: str) -> tuple[set[str], list[tuple[int, int]]]:
    """The markers that stand in code, HTML or autolinks, and the headings as (level, line)."""
    hidden: set[str] = set()
    headings: list[tuple[int, int]] = []
    for token in _COMMONMARK.parse(note):
        if token.type in ("fence", "code_block", "html_block"):
            hidden |= set(_MARKER.findall(f"{token.info} {token.content}"))
        elif token.type == "heading_open" and token.map:
            headings.append((int(token.tag[1]), token.map[0] + 1))
        autolink = False
        for child in token.children or ():
            if child.type == "link_open":
                autolink = child.markup == "autolink"
            elif child.type in ("code_inline", "html_inline") or (autolink and child.type == "text"):
                hidden |= set(_MARKER.findall(child.content))
            elif child.type == "link_close":
                autolink = False
    return hidden, headings


@settings(max_examples=400, deadline=None)
@given(_notes)
def test_code_html_and_headings_are_those_of_commonmark(note: str) -> None:
    assume(not _departs(note))
    content = read_content(note)
    hidden = set(_MARKER.findall(note)) - set(_MARKER.findall(content.prose))
    assert (hidden, [(heading.level, heading.line) for heading in content.headings]) == _by_commonmark(note)


# -------------------------------------------------------------------------------------------------- the laws

_PIECES = (
    *("%%", "%", "$", "$$", "`", "```", "~~~", "<", "<!--", "-->", "<a ", ">", "[[", "]]"),
    *("](", ")", "[", "]:", "\\", "|", "|-|", "#", "# ", "- ", "> ", "1. ", "[^1]: ", "---"),
    *("==", "word", "word ", "    ", "\t", " ", "\n", "\n", "\n\n", "\r\n", "\r", "\0"),
    *("\u2028", "\x85", "\x0b", "\x0c", "\x1c", "\ufeff", "é", "中", "🚀", "\udc80"),
)
_texts = st.text() | st.lists(st.sampled_from(_PIECES), max_size=40).map("".join)


@settings(max_examples=300, deadline=None)
@given(_texts, st.integers(0, 20))
def test_prose_is_the_text_with_blanks_in_place(text: str, start: int) -> None:
    start = min(start, len(text))
    content = read_content(text, start)
    assert len(content.prose) == len(text)
    assert not content.prose[:start].strip()
    for old, new in zip(text, content.prose, strict=True):
        assert new == old or (new == " " and old not in "\r\n")


@settings(max_examples=300, deadline=None)
@given(_texts)
def test_headings_stand_in_order_on_lines_of_the_text(text: str) -> None:
    lines = re.split("\r\n|\r|\n", text)
    headings = read_content(text).headings
    assert list(headings) == sorted(headings, key=lambda heading: heading.line)
    for heading in headings:
        assert 1 <= heading.level <= 6
        assert heading.text.split(" ")[0] in lines[heading.line - 1]


@settings(max_examples=300, deadline=None)
@given(_texts)
def test_line_ends_do_not_matter(text: str) -> None:
    unix = re.sub("\r\n|\r", "\n", text)
    expected = read_content(unix)
    for line_end in ("\r\n", "\r"):
        content = read_content(unix.replace("\n", line_end))
        assert content.prose.replace(line_end, "\n") == expected.prose
        assert content.headings == expected.headings


@settings(max_examples=300, deadline=None)
@given(st.lists(st.text(st.characters(categories=["L"]), min_size=1) | st.just(""), max_size=20))
def test_plain_words_are_all_content(lines: list[str]) -> None:
    text = "\n".join(lines)
    assert read_content(text).prose == text


_MANY = 20_000


@pytest.mark.parametrize(
    "text",
    [
        *(piece * _MANY for piece in ("[[", "`", "`a", "%%", "%% ", "$", "$a ", "$$a", "<!--", "x<!--")),
        *(piece * _MANY for piece in ("\\", "<", "](", "[](", "[a](b", "<a ", "<a x='", "<?", "x<!X")),
        *(piece * _MANY for piece in ("[^", "[a", "|", "> ", "- ", "1. ", "%% a\n\n", "a %% b\n%% c\n")),
        *(piece * _MANY for piece in ("$$ a\n\n", "> %%\n", "[a]: b\n", "[a]: b '\n", "a\n==\n")),
        "```\n" + "a `b` $c$ %%\n" * _MANY,
        "> ```\n" + "> a `b` $c$ %%\n" * _MANY,
        "".join(" " * (2 * depth) + "- a\n" for depth in range(600)),
        "".join("`" * length + " " for length in range(600)),
        "# a" + " " * _MANY + "b",
        "# a" + " #" * _MANY + "b",
        "<a " + "x " * _MANY,
        "a|b\n-|-\n" + "`a`|b\\|c\n" * _MANY,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_hard_texts_end(text: str) -> None:
    """Each of these takes minutes where the scan is not linear (Y24)."""
    assert len(read_content(text).prose) == len(text)
