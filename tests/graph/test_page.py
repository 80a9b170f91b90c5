"""The page graph.html: what it holds, and that no text of a graph is ever markup in it."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import templates
from graph.model import AMBIGUOUS, EXTRACTED, INFERRED, Node
from graph.page import Page, render_page

NASTY = (
    "</script><img src=x onerror=alert(1)>",
    "<!--<script>",
    "]]></style>",
    "\"double\" 'single' `back` & &lt; &amp;",
    "{{ 7 * 7 }} {% raw %} {# #}",
    "line\u2028paragraph\u2029end",
    "\u202edesrever\u202c \u2066isolate",
    "nul\x00 bell\x07 return\r\n tab\t",
    "日本語 مرحبا 👩‍👩‍👧 \U000e0041",
    "lone \ud800 and \udcff",
    "",
    "javascript:alert(1)",
    "%zz #node=x ?a=b",
)


class Reader(HTMLParser):
    """What a browser would see: start tags, text, and the contents of each script."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.scripts: list[tuple[dict[str, str | None], str]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "script":
            self.scripts.append((dict(attrs), ""))

    def handle_data(self, data: str) -> None:
        if self.cdata_elem == "script":
            attrs, text = self.scripts[-1]
            self.scripts[-1] = (attrs, text + data)
        elif self.cdata_elem is None:
            self.text.append(data)

    def data(self) -> dict[str, Any]:
        (block,) = [text for attrs, text in self.scripts if attrs.get("type") == "application/json"]
        decoded = json.loads(block)
        assert isinstance(decoded, dict)
        return decoded


def node(id_: str, label: str = "", kind: str = "note", file: str = "", **attrs: Any) -> Node:
    return Node(id_, label, kind, "document", file, "", attrs)


def page(**changes: Any) -> Page:
    empty = Page(name="Vault", vault="Vault", build_id="b1", counts={}, gods=(), nodes=(), edges=())
    return empty._replace(**changes)


def everywhere(text: str) -> Page:
    """A page that says `text` wherever a graph can say anything."""
    nodes = [node(text, text, text, text, summary=text, tags=[text])]
    return Page(text, text, text, {f"n {text}": 3}, [(text, 2)], nodes, [(text, text, text, text, 2)])


def well_formed(text: str) -> str:
    """What UTF-8 can say of a text."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


SKELETONS = {bool(text): [tag for tag, _ in Reader(render_page(everywhere(text))).tags] for text in ("", "plain")}


def check_is_only_text(text: str) -> None:
    html = render_page(everywhere(text))
    html.encode()  # no lone surrogate is left: the page can be written
    reader = Reader(html)
    assert [tag for tag, _ in reader.tags] == SKELETONS[bool(text)]
    said = well_formed(text)
    data = reader.data()
    assert {name: column[0] for name, column in data["nodes"].items()} == {
        **dict.fromkeys(("id", "label", "kind", "source_file", "summary"), said),
        "tags": [said],
    }
    assert (data["name"], data["vault"], data["relations"]) == (said, said, [said])
    block = html.rpartition('id="data">')[2].partition("</script>")[0]
    assert not set("<>&\u2028\u2029") & set(block)


@pytest.mark.parametrize("text", NASTY)
def test_nasty_text_is_only_text(text: str) -> None:
    check_is_only_text(text)


@given(st.text(st.characters(codec=None), max_size=40) | st.text("</script!->&\"'=\u2028\ud83d\ude00", max_size=30))
def test_any_text_is_only_text(text: str) -> None:
    check_is_only_text(text)


IDS = ("a.md", "b.md", "#c", "unresolved:d")
EDGES = st.lists(
    st.tuples(
        st.sampled_from((*IDS, "gone.md")),
        st.sampled_from((*IDS, "gone.md")),
        st.sampled_from(("links_to", "mentions", "property:up")),
        st.sampled_from((EXTRACTED, INFERRED, AMBIGUOUS, "GUESSED")),
        st.integers(1, 10**6),
    )
)


@given(EDGES)
def test_edges_can_be_read_back(edges: list[tuple[str, str, str, str, int]]) -> None:
    nodes = [node(id_) for id_ in IDS]
    html = render_page(page(nodes=nodes, edges=iter(edges)))
    data = Reader(html).data()
    columns = [data["edges"][name] for name in ("source", "target", "relation", "confidence", "count")]
    read = [
        (IDS[source], IDS[target], data["relations"][relation], data["confidences"][confidence], count)
        for source, target, relation, confidence, count in zip(*columns, strict=True)
    ]
    assert read == [edge for edge in edges if {edge[0], edge[1]} <= set(IDS)]
    assert html == render_page(page(nodes=nodes, edges=edges))


def test_attributes_of_the_wrong_type_are_left_out() -> None:
    html = render_page(page(nodes=[node("a", summary=3, tags="one"), node("b", summary=None, tags=["x", 5])]))
    data = Reader(html).data()["nodes"]
    assert (data["summary"], data["tags"]) == (["", ""], [[], ["x"]])


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ({"notes": 12345, "links_to": 7}, ["12,345", "notes", "7", "links to"]),
        ({"property:up": 2}, ["up (property)"]),
        ({EXTRACTED: 1, INFERRED: 1}, ["extracted", "inferred", "50%"]),
        ({EXTRACTED: 9999, AMBIGUOUS: 1}, [">99%", "<1%", "ambiguous"]),
        ({EXTRACTED: 5, INFERRED: 0}, ["100%", "0%"]),
    ],
)
def test_counts_are_said_in_words_and_shares(counts: dict[str, int], said: list[str]) -> None:
    text = [part.strip() for part in Reader(render_page(page(counts=counts))).text]
    assert set(said) <= set(text)


def test_no_shares_without_edges() -> None:
    assert 'class="bar"' not in render_page(page(counts={EXTRACTED: 0, INFERRED: 0, AMBIGUOUS: 0}))


def test_entry_points_stand_in_the_page_itself_in_order() -> None:
    nodes = [node("a b.md", "A & B", summary="First"), node("ü.md", "")]
    html = render_page(page(nodes=nodes, gods=[("ü.md", 1200), ("gone.md", 9), ("a b.md", 3)]))
    reader = Reader(html)
    links = [attrs["href"] for tag, attrs in reader.tags if tag == "a"]
    assert links == ["#node=%C3%BC.md", "#node=a%20b.md"]
    text = [part for part in reader.text if part.strip()]
    assert [part for part in text if part in ("ü.md", "1,200", "A & B", "First", "3")] == [
        "ü.md", "1,200", "A & B", "3", "First",
    ]  # fmt: skip
    assert "noscript" in [tag for tag, _ in reader.tags]


def test_the_page_refers_to_nothing_outside_itself() -> None:
    html = render_page(everywhere("plain"))
    tags = Reader(html).tags
    references = [
        attrs[name] or "" for _, attrs in tags for name in ("src", "href", "srcset", "action") if name in attrs
    ]
    assert all(reference.startswith(("#", "data:")) for reference in references)
    assert "://" not in html.replace("obsidian://open", "")
    assert not re.search(r"\b(fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|import|innerHTML|eval)\b", html)
    assert not re.search(r"@import|url\(", html)


def test_the_policy_forbids_everything_but_the_inline_parts() -> None:
    policies = [attrs["content"] for _, attrs in Reader(render_page(page())).tags if "http-equiv" in attrs]
    assert policies == [
        "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    ]


@pytest.mark.parametrize("name", ["page.css", "page.js", "page_table.js", "page_card.js"])
def test_inlined_files_are_inlined_as_they_stand(name: str) -> None:
    text = (Path(templates.__file__).parent / name).read_text(encoding="utf-8")
    assert text in render_page(page())
    assert "</" not in text


def test_an_empty_graph_is_a_page_too() -> None:
    data = Reader(render_page(page())).data()
    assert data["nodes"]["id"] == data["edges"]["source"] == []
