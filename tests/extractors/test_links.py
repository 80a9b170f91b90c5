"""Laws of links, tags and block ids, for any text; and texts that would take a careless pattern hours."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractors.markdown.links import blank, find_blocks, find_links, find_tags, property_links, split_linktext
from extractors.markdown.tags import is_tag

_PIECES = [
    *("[", "[[", "]", "]]", "(", ")", "](", "<", ">", "!", "|", "#", "^", "\\", ":", '"', "'", "-", "%", " ", "\t"),
    *(
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        "%41",
        "a",
        "b",
        "é",
        "日",
        "🚀",
        "[a](b)",
        "[[a]]",
        "[a]:",
        "]]:",
        "](b",
        "^a",
        "#a",
    ),
    *("http://", "mailto:", ".md", "../"),
]
_TEXT = st.one_of(st.lists(st.sampled_from(_PIECES), max_size=30).map("".join), st.text())
_BLANK_LINE = re.compile(r"\n[ \t>]*\r?\n")
_SIZE = 200_000


@settings(max_examples=300, deadline=None)
@given(_TEXT)
def test_links_lie_inside_the_text(text: str) -> None:
    links = find_links(text)
    assert links == sorted(links)
    for link in links:
        assert 0 <= link.start < link.end <= len(text)
        assert text[link.start] in "![ "
        assert link.target or link.subpath
        assert _BLANK_LINE.search(text, link.start, link.end) is None
        if link.syntax == "wikilink":
            assert "\n" not in text[link.start : link.end] and text[: link.end].endswith("]]")


@given(_TEXT)
def test_blanking_keeps_length_and_lines(text: str) -> None:
    links = find_links(text)
    blanked = blank(text, links)
    assert len(blanked) == len(text)
    assert [index for index, character in enumerate(text) if character in "\r\n"] == [
        index for index, character in enumerate(blanked) if character in "\r\n"
    ]
    assert all(not blanked[link.start : link.end].strip() for link in links)


@given(_TEXT)
def test_tags_stand_where_they_say(text: str) -> None:
    for tag in find_tags(text, text):
        assert text.startswith("#" + tag.name, tag.start)
        assert is_tag(tag.name)
        assert not re.search(r"\s", tag.name)


@given(_TEXT)
def test_block_ids_are_folded_words(text: str) -> None:
    assert all(re.fullmatch("[a-z0-9-]+", block) for block in find_blocks(text))


@given(_TEXT)
def test_property_links_are_links(value: str) -> None:
    assert [link for link, _ in property_links(value)] == find_links(value)


@given(st.text(alphabet="ab #|\\^"))
def test_a_link_text_falls_into_path_and_subpath(inner: str) -> None:
    path, subpath = split_linktext(inner)
    assert "#" not in path and "|" not in path + subpath
    assert path == path.strip() and not subpath.startswith("#")


_EVIL = [
    *("[", "[[", "![[", "[[a", "[[a|", "[[a]", "[[[", "]", "]]", "](", "[x](", "[x](<", "[x](<a", '[x](a "', "[x](a '"),
    *(
        "[x](a (",
        "[x](((",
        "[x](\\",
        "![",
        "![x",
        "[x]:",
        "[x]: a\n",
        '[x]: a "\n',
        "[x]: <\n",
        "[^x]: a\n",
        "[\n",
        "[x\n",
    ),
    *(
        "\\",
        "\\[",
        "\\]",
        "#",
        "#a",
        "#a/",
        " #a",
        "#/",
        "^",
        " ^a",
        "^a ",
        " ^",
        "\n",
        "\r",
        "\r\n",
        "> \n",
        ">",
        " ",
        "\t",
    ),
    *("[a](b)", "[a](b) [", "[[a]] [[", "[![a](b)](", "a[b](c", "(", ")", "<", "[a](b\n", '[a](b\n"c\n', "%", "[a](%"),
]


@pytest.mark.parametrize("ending", ["", ")]]"])
@pytest.mark.parametrize("piece", _EVIL)
def test_long_repetitions_end(piece: str, ending: str) -> None:
    text = piece * (_SIZE // len(piece)) + ending
    links = find_links(text)
    find_tags(text, text)
    find_blocks(text)
    assert len(blank(text, links)) == len(text)


@pytest.mark.parametrize("start", ["[[", "[x](", "[x](<", '[x](a "', "[x]: <", "#", " ^", "[x](a", "\n[x]: ("])
@pytest.mark.parametrize("filling", ["a", " ", "\n", "\\(", "-", "'", "^a ", "> \n"])
def test_long_fillings_end(start: str, filling: str) -> None:
    text = start + filling * (_SIZE // len(filling)) + start
    find_links(text)
    find_tags(text, text)
    find_blocks(text)
