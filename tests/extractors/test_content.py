"""What is content: cases of Obsidian's own, CommonMark by its reference implementation, and laws for any text."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from extractors.content import read_content

CASES = Path(__file__).parent.parent / "cases" / "content"
MARKER = re.compile(r"m[0-9]+x")


def _cases() -> list[object]:
    """Each file holds cases: a title line, `.`, a note, `.`, what stays visible, `.`, and a blank line."""
    found = []
    for path in sorted(CASES.glob("*.txt")):
        for case in re.finditer(r"(?m)^(.+)\n\.\n((?s:.*?))^\.\n((?s:.*?))^\.\n", path.read_text("utf-8")):
            found.append(pytest.param(case[2], case[3], id=f"{path.stem}: {case[1]}"))
    return found


def _visible(prose: str) -> str:
    """Blanks shrunk to one and lines without content left out, so that cases are easy to write."""
    lines = (" ".join(line.split()) for line in prose.split("\n"))
    return "\n".join(line for line in lines if line)


@pytest.mark.parametrize(("note", "expected"), _cases())
def test_case(note: str, expected: str) -> None:
    note = note.replace("→", "\t").replace("␠", " ")
    assert _visible(read_content(note).prose) == _visible(expected)


# ------------------------------------------------------------------------------------------------ against CommonMark

_COMMONMARK = MarkdownIt("commonmark").enable("table")


def _commonmark(note: str) -> tuple[set[str], list[tuple[int, int]]]:
    """The markers that stand in code, HTML or autolinks, and the headings as (level, line)."""
    hidden: set[str] = set()
    headings: list[tuple[int, int]] = []
    for token in _COMMONMARK.parse(note):
        if token.type in ("fence", "code_block", "html_block"):
            hidden |= set(MARKER.findall(f"{token.info} {token.content}"))
        elif token.type == "heading_open" and token.map:
            headings.append((int(token.tag[1]), token.map[0] + 1))
        autolink = False
        for child in token.children or ():
            if child.type == "link_open":
                autolink = child.markup == "autolink"
            elif child.type in ("code_inline", "html_inline") or (autolink and child.type == "text"):
                hidden |= set(MARKER.findall(child.content))
            elif child.type == "link_close":
                autolink = False
    return hidden, headings


def _ours(note: str) -> tuple[set[str], list[tuple[int, int]]]:
    content = read_content(note)
    hidden = set(MARKER.findall(note)) - set(MARKER.findall(content.prose))
    return hidden, [(heading.level, heading.line) for heading in content.headings]


_TABLE = "\n| ¤ | `¤` |\n| --- | :-: |\n| ¤ `¤ | ¤` \\| `¤\\|¤` |\n¤ <b ¤>"
_QUOTED_TABLE = "\n> ¤\n> `¤ | ¤`\n> -|-\n> `¤` | `¤`"
_INLINE = (
    ["¤", "¤ ¤", "`¤`", "``¤ ` ¤``", "`¤", "¤``", "`", "<b>¤</b>", "<b a='¤'>", "<i ¤", "¤>", "<https://¤.org>"]
    + ["<¤@example.org>", "<!-- ¤ -->", "<!-- ¤", "¤ -->", "\\`¤`", "\\<b ¤>", "[¤](¤)", "[¤](<b ¤> '¤')", "\\\\`¤`"]
    + ["[[¤]]", "![¤](`¤`)", "*¤* _¤_", "**¤**", "</b ¤>", "</b>", "<?¤?>", "<!X ¤>", "<![CDATA[¤]]>", "|", "\\|"]
)
_STARTS = (
    ["", "", "", " ", "  ", "   ", "    ", "     ", "\t", " \t", "> ", ">", ">\t", "- ", "-\t", "-   ", "-    ", "-     "]
    + ["* ", "+ ", "1. ", "2) ", "10. ", "# ", "## ", "#", "``` ", "```", "````", "~~~", "~~~ ", "<div>", "</div>", "<!-- "]
    + ["<b>", "<pre>", "</pre>", "<?", "?>", "| "]
)
_WHOLE = (
    ["", "", "", "===", "---", "-", "=", "- - -", "***", "_ _ _", "```", "~~~", "````"]
    + [">", "-", "1.", "    ", "\t", "-->", "</script>", "<script>¤", "<b>", "# ¤ #", "### ¤ ## ", "¤ | ¤", "| ¤ | ¤ |"]
    + ["[¤]: ¤\n", "[¤]: <¤ ¤> '¤'\n", "[¤]: ¤\n===", "[¤]:\n¤\n'¤'\n\n", _TABLE, _QUOTED_TABLE, "> ```", "- ```", "    ¤", "  - ¤", "      ¤"]
)
_LINE = st.one_of(
    st.sampled_from(_WHOLE),
    st.tuples(st.lists(st.sampled_from(_STARTS), max_size=3), st.lists(st.sampled_from(_INLINE), max_size=3)).map(
        lambda parts: "".join(parts[0]) + " ".join(parts[1])
    ),
)


_WIDE_ITEM = re.compile(r"(?:^|[ \t>])(?:[-+*]|[0-9]+[.)])(?: {3}| *\t)|[ \t]{2}(?:[-+*]|[0-9]+[.)])|[0-9]{2}[.)]", re.M)
_DEEP_START = re.compile(r"^[ >]*(?: {4}| {0,3}\t)[ \t]*[-+*#`~<>0-9_|]", re.M)


_RULE_BELOW_PIPE = re.compile(r"[|].*\n[ >]*-+[ \t]*$", re.M)


def _departs(note: str) -> bool:
    """Where the reference implementation leaves CommonMark.

    It lets a block begin on a line that is indented like code and should lazily continue the paragraph of a
    quote or of a wider item, and takes any line with a pipe above `---` for a table.
    """
    lazy = _DEEP_START.search(note) and (_WIDE_ITEM.search(note) or ">" in note)
    return bool(lazy or _RULE_BELOW_PIPE.search(note))


def _with_markers(template: str) -> str:
    numbers = count()
    return re.sub("¤", lambda _: f"m{next(numbers)}x", template)


_NOTES = st.lists(_LINE, max_size=12).map(lambda lines: _with_markers("\n".join(lines)))


@settings(max_examples=600, deadline=None)
@given(_NOTES)
def test_hides_what_commonmark_takes_for_code_and_html(note: str) -> None:
    assume(not _departs(note))
    assert _ours(note) == _commonmark(note)
