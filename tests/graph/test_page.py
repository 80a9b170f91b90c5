"""The page graph.html: what it holds, and that no text of a graph is ever markup in it."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from html.parser import HTMLParser
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.layout import layout
from graph.model import AMBIGUOUS, EXTRACTED, INFERRED, Confidence, Edge, Node
from graph.output.page import Page, render_page
from graph.output.page_data import Where, page_graph

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


def edge(source: str, target: str, relation: str = "links_to", **changes: Any) -> Edge:
    return Edge(source, target, relation, EXTRACTED, 1.0, source, "L1", (1,), {})._replace(**changes)


EMPTY: Mapping[str, str] = MappingProxyType({})


def page(
    nodes: Sequence[Node] = (), edges: Sequence[Edge] = (), community: Mapping[str, str] = EMPTY, **changes: Any
) -> Page:
    places = layout([each.id for each in nodes], ((each.source, each.target) for each in edges), community)
    graph = page_graph(nodes, iter(edges), Where(places, community, dict.fromkeys(community.values(), 1)))
    return Page("Vault", "vault", "b1", {}, (), graph)._replace(**changes)


def everywhere(text: str) -> Page:
    """A page that says `text` wherever a graph can say anything."""
    nodes = [node(text, text, text, text, summary=text, tags=[text], signature=text)]
    edges = [edge(text, text, text, source_file=text + "x", attrs={"evidence": text})]
    return page(nodes, edges, {text: text}, name=text, build_id=text, counts={f"n {text}": 3}, gods=[(text, 2)])


def well_formed(text: str) -> str:
    """What UTF-8 can say of a text."""
    return text.encode("utf-8", "replace").decode()


def check_is_only_text(text: str) -> None:
    html = render_page(everywhere(text))
    html.encode()  # no lone surrogate is left: the page can be written
    reader = Reader(html)
    assert [tag for tag, _ in reader.tags] == SKELETONS[bool(text)]
    said = well_formed(text)
    data = reader.data()
    assert {name: data["nodes"][name][0] for name in ("label", "summary")} == {"label": said, "summary": said}
    assert data["nodes"]["signature"] == ({"0": said} if text else {})
    assert data["edges"]["evidence"] == ({"0": said} if text else {})
    assert (data["kinds"], data["tags"], data["relations"]) == ([said], [said], [said])
    assert data["files"] == ([said, well_formed(text + "x")] if text else ["x"])
    assert (data["name"], data["build"]) == (said, said)
    block = html.rpartition('id="data">')[2].partition("</script>")[0]
    assert not set("<>&\u2028\u2029") & set(block)


SKELETONS = {bool(text): [tag for tag, _ in Reader(render_page(everywhere(text))).tags] for text in ("", "plain")}


@pytest.mark.parametrize("text", NASTY)
def test_nasty_text_is_only_text(text: str) -> None:
    check_is_only_text(text)


@settings(max_examples=30)
@given(st.text(st.characters(codec=None), max_size=40) | st.text("</script!->&\"'=\u2028\ud83d\ude00", max_size=30))
def test_any_text_is_only_text(text: str) -> None:
    check_is_only_text(text)


IDS = ("#c", "a.md", "b.md", "unresolved:d")
SURE: list[Confidence] = [EXTRACTED, INFERRED, AMBIGUOUS]
EDGES = st.lists(
    st.builds(
        Edge,
        source=st.sampled_from((*IDS, "gone.md")),
        target=st.sampled_from((*IDS, "gone.md")),
        relation=st.sampled_from(("links_to", "mentions", "property:up")),
        confidence=st.sampled_from(SURE),
        confidence_score=st.just(0.5),
        source_file=st.sampled_from(("", "a.md", "map.canvas")),
        source_location=st.just("L1"),
        lines=st.lists(st.integers(1, 9), max_size=4).map(sorted).map(tuple),
        attrs=st.just({}),
    ),
    max_size=8,
)


@settings(max_examples=30)
@given(EDGES)
def test_edges_can_be_read_back(edges: list[Edge]) -> None:
    nodes = [node(each, file=each if each.endswith(".md") else "") for each in IDS]
    html = render_page(page(nodes, edges))
    data = Reader(html).data()
    columns = data["edges"]
    files = [node.source_file for node in nodes]
    read = [
        (
            IDS[columns["source"][row]],
            IDS[columns["target"][row]],
            data["relations"][columns["relation"][row]],
            data["confidences"][columns["confidence"][row]],
            columns["count"][row],
            data["files"][columns["file"][str(row)]] if str(row) in columns["file"] else files[columns["source"][row]],
        )
        for row in range(len(columns["source"]))
    ]
    ordered = sorted(edges, key=lambda each: (each.source_file, *each[:3]))
    known = [each for each in ordered if {each.source, each.target} <= set(IDS)]
    assert read == [
        (
            each.source,
            each.target,
            each.relation,
            each.confidence,
            max(1, len(each.lines)),
            each.source_file or files[IDS.index(each.source)],
        )
        for each in known
    ]
    assert html == render_page(page(nodes, edges))


@pytest.mark.parametrize(
    ("id_", "file", "short"),
    [
        ("a.md", "a.md", ""),
        ("a.py::f", "a.py", "::f"),
        ("ext:x", "", "ext:x"),
        ("%23a.md", "#a.md", "%23a.md"),
        ("#t", "", "#t"),
    ],
)
def test_ids_leave_out_the_file_that_they_begin_with(id_: str, file: str, short: str) -> None:
    data = Reader(render_page(page([node(id_, file=file)]))).data()
    assert data["nodes"]["id"] == [short]
    assert [data["files"][at] if at >= 0 else "" for at in data["nodes"]["file"]] == [file]


def test_attributes_of_the_wrong_type_are_left_out() -> None:
    nodes = [node("a", summary=3, tags="one"), node("b", summary=None, tags=["x", 5], signature=[])]
    data = Reader(render_page(page(nodes))).data()
    assert (data["nodes"]["summary"], data["nodes"]["tags"], data["nodes"]["signature"]) == (["", ""], [[], [0]], {})


def test_a_node_says_where_it_stands_and_what_it_is() -> None:
    day = Node("2026-01-02.md", "2026-01-02", "note", "document", "2026-01-02.md", "L1", {})
    test = Node("t.py::t", "t", "function", "code", "t.py", "L7", {"is_test": True})
    aside = Node("x.md", "x", "note", "document", "x.md", "L1", {"excluded": True})
    data = Reader(render_page(page([day, test, aside], community={"t.py::t": "2026-01-02.md"}))).data()
    nodes = data["nodes"]
    assert (nodes["flags"], nodes["line"], nodes["community"], data["communities"]) == (
        [1, 2, 4],
        [1, 7, 1],
        [-1, 0, -1],
        [0],
    )
    assert list(zip(nodes["x"], nodes["y"], strict=True)) == layout([day.id, test.id, aside.id], (), {test.id: day.id})


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ({"note": 12345, "links_to": 7}, ["12,345", "note", "7", "links to"]),
        ({"property:up": 2}, ["up (property)"]),
        ({EXTRACTED: 1, INFERRED: 0}, ["extracted", "1"]),
    ],
)
def test_counts_are_said_in_words(counts: dict[str, int], said: list[str]) -> None:
    text = [part.strip() for part in Reader(render_page(page(counts=counts))).text]
    assert set(said) <= set(text)


def test_entry_points_stand_in_the_page_itself_in_order() -> None:
    nodes = [node("a b.md", "A & B", summary="First"), node("ü.md", "")]
    html = render_page(page(nodes, gods=[("ü.md", 1200), ("gone.md", 9), ("a b.md", 34)]))
    reader = Reader(html)
    links = [attrs["href"] for tag, attrs in reader.tags if tag == "a"]
    assert links == ["#node=%C3%BC.md", "#node=a%20b.md"]
    text = [part for part in reader.text if part.strip()]
    assert [part for part in text if part in ("ü.md", "1,200", "A & B", "First", "34")] == [
        "ü.md", "1,200", "A & B", "34", "First",
    ]  # fmt: skip
    assert "noscript" in [tag for tag, _ in reader.tags]


def test_the_page_refers_to_nothing_outside_itself() -> None:
    html = render_page(everywhere("plain"))
    tags = Reader(html).tags
    references = [
        attrs[name] or "" for _, attrs in tags for name in ("src", "href", "srcset", "action") if name in attrs
    ]
    assert all(reference.startswith(("#", "data:")) for reference in references)
    assert not re.search(r"\b(fetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|innerHTML|eval\()", html)
    assert not re.search(r"@import|url\(", html)


def test_only_our_own_script_and_style_may_run() -> None:
    """The policy names both by their hashes: neither an attribute nor an element that a note smuggled in would run."""
    html = render_page(everywhere("plain"))
    (policy,) = [attrs["content"] for _, attrs in Reader(html).tags if "http-equiv" in attrs]
    inside = [re.findall(rf"<{tag}>(.*?)</{tag}>", html, re.DOTALL) for tag in ("script", "style")]
    hashes = [b64encode(sha256(text.encode()).digest()).decode() for (text,) in inside]
    assert policy == (
        f"default-src 'none'; script-src 'sha256-{hashes[0]}'; style-src 'sha256-{hashes[1]}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    assert not any("style" in attrs or any(name.startswith("on") for name in attrs) for _, attrs in Reader(html).tags)


def test_an_empty_graph_is_a_page_too() -> None:
    data = Reader(render_page(page())).data()
    assert data["nodes"]["id"] == data["edges"]["source"] == []
