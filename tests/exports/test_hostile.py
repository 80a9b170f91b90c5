"""Untrusted text comes out of every format as that text, and as nothing else."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import Any
from xml.etree import ElementTree

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from graph.exports.canvas import canvas
from graph.exports.community_notes import community_notes
from graph.exports.cypher import Place, cypher, label_of, literal, type_of
from graph.exports.gexf import gexf
from graph.exports.graphml import graphml
from graph.exports.markdown import code, escape
from graph.exports.picture import picture
from graph.exports.placing import drawn
from graph.exports.tables import cell, edge_table, node_table
from graph.exports.xml import xml_characters, xml_id
from tests.exports.networks import TEXTS, network_of

NETWORK = network_of(TEXTS)
SHOWN = [xml_characters(text) for text in TEXTS]


def test_graphml() -> None:
    loaded = networkx.parse_graphml("".join(graphml(NETWORK)))
    assert [loaded.nodes[node.id]["label"] for node in NETWORK.nodes] == SHOWN
    assert [loaded.nodes[node.id]["summary"] for node in NETWORK.nodes] == SHOWN
    assert loaded.number_of_edges() == len(list(NETWORK.edges))


def test_gexf() -> None:
    loaded = networkx.read_gexf(io.BytesIO("".join(gexf(NETWORK)).encode()), version="1.3")
    assert [loaded.nodes[node.id]["label"] for node in NETWORK.nodes] == SHOWN
    assert [loaded.nodes[node.id]["summary"] for node in NETWORK.nodes] == SHOWN
    assert loaded.number_of_edges() == len(list(NETWORK.edges))


def test_csv() -> None:
    for table in (node_table, edge_table):
        rows = list(csv.reader(io.StringIO("".join(table(NETWORK)), newline="")))
        for row in rows:
            assert not any(each.startswith(("=", "+", "-", "@", "\t", "\r", "\n", "＝")) for each in row)
    labels = [row[1].removeprefix("'") for row in csv.reader(io.StringIO("".join(node_table(NETWORK)), newline=""))]
    assert labels[1:] == TEXTS


@given(st.text())
@settings(max_examples=100)
def test_a_cell_gives_its_text_back(text: str) -> None:
    assert (
        cell(text).removeprefix("'") == text.removeprefix("'") if not text.startswith("'") else cell(text) == f"'{text}"
    )


def test_svg() -> None:
    root = ElementTree.fromstring("".join(drawn(NETWORK.chart())))
    assert {each.tag.partition("}")[2] for each in root.iter()} <= {
        *("svg", "title", "style", "rect", "text", "g", "circle", "path"),
    }
    names = {each.text for each in root.iter("{http://www.w3.org/2000/svg}text")}
    assert SHOWN[0][:27] + "…" in names


def test_the_picture_of_a_large_graph_shows_every_community() -> None:
    large = network_of([f"n{number}" for number in range(1800)])
    ids = [node.id for node in large.nodes]
    hubs = {identity: ids[0 if number < 1700 else 1700] for number, identity in enumerate(ids)}
    degrees = {identity: 9 if number < 1700 else 1 for number, identity in enumerate(ids)}
    network = large._replace(communities=hubs, degrees=degrees, names={hub: hub for hub in hubs.values()})
    places = {identity: (number % 40, number // 40) for number, identity in enumerate(ids)}
    root = ElementTree.fromstring("".join(picture(network.chart(), places)))
    groups = [each for each in root.iter("{http://www.w3.org/2000/svg}g") if "dots" in each.get("class", "")]
    assert [len(each) for each in groups] == [1500 * 1700 // 1800, 1500 * 100 // 1800]


def test_cypher_script_is_one_statement_a_line() -> None:
    lines = "".join(cypher(NETWORK, Place(TEXTS[14], "b"))).splitlines()
    heads = [re.match(r"// |CREATE CONSTRAINT|UNWIND|MATCH", line) for line in lines]
    assert all(heads) and {head[0] for head in heads if head} == {"// ", "CREATE CONSTRAINT", "UNWIND", "MATCH"}
    for line in lines[1:]:
        assert line.endswith(";")
        outside = re.sub(r'"(?:[^"\\]|\\.)*"', '""', line)
        assert not re.search(r"""["'`$\\]""", outside.replace('""', ""))
        assert "DELETE n //" not in outside


@given(st.text(st.characters(exclude_categories=["Cs"])))
@settings(max_examples=200)
def test_a_cypher_text_is_that_text(text: str) -> None:
    written = literal(text)
    assert json.loads(written) == text  # the escapes used are those that JSON knows too
    assert len(written.splitlines()) == 1


@given(st.text())
@settings(max_examples=100)
def test_labels_and_types_are_plain_words(text: str) -> None:
    assert re.fullmatch(r"[A-Z][A-Za-z0-9_]*", label_of(text))
    assert re.fullmatch(r"[A-Z][A-Z0-9_]*", type_of(text))


@given(st.text(st.characters(exclude_categories=["Cs"])), st.text(st.characters(exclude_categories=["Cs"])))
@settings(max_examples=100)
def test_two_ids_stay_two_in_xml(one: str, other: str) -> None:
    read = [ElementTree.fromstring(f'<a id="{xml_id(each)}"/>').get("id") for each in (one, other)]
    assert (read[0] == read[1]) <= (one == other or "%" in one + other)


@pytest.mark.parametrize("kind", ["vault", "project"])
def test_canvas_keeps_the_rules(kind: str) -> None:
    """https://jsoncanvas.org/spec/1.0/: what each kind of node and edge must and may have."""
    drawn = json.loads("".join(canvas(network_of(TEXTS, kind), 100)))
    assert drawn.keys() == {"nodes", "edges"}
    ids = [each["id"] for each in (*drawn["nodes"], *drawn["edges"])]
    assert len(ids) == len(set(ids))
    extra = {"text": {"text"}, "file": {"file"}, "group": {"label"}}
    for node in drawn["nodes"]:
        assert node.keys() - {"color"} == {"id", "type", "x", "y", "width", "height"} | extra[node["type"]]
        assert all(isinstance(node[each], int) for each in ("x", "y", "width", "height"))
        assert re.fullmatch(r"#[0-9a-f]{6}", node.get("color", "#000000"))
    nodes = {each["id"] for each in drawn["nodes"]}
    for edge in drawn["edges"]:
        assert edge.keys() - {"label"} == {"id", "fromNode", "toNode"}
        assert {edge["fromNode"], edge["toNode"]} <= nodes


def test_cards_do_not_overlap() -> None:
    drawn = json.loads("".join(canvas(NETWORK, 100)))["nodes"]
    cards = [each for each in drawn if each["type"] != "group"]
    taken = {(x, y) for card in cards for x in (card["x"], card["x"] + 320) for y in (card["y"], card["y"] + 140)}
    assert len(taken) == 4 * len(cards)


MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def _parsed(text: str) -> list[Any]:
    tokens = MARKDOWN.parse(text)
    return [each for token in tokens for each in (token, *(token.children or ()))]


@pytest.mark.parametrize("text", TEXTS)
def test_escaped_text_is_text_in_markdown(text: str) -> None:
    tokens = _parsed(f"| a | b |\n|---|---|\n| {escape(text)} | {code(text)} |\n")
    kinds = {token.type for token in tokens}
    assert not kinds & {"html_inline", "html_block", "image", "link_open", "strong_open", "em_open", "s_open"}
    assert [token.type for token in tokens].count("td_open") == 2
    assert not re.search(r"\[\[|%%|==|://|www\.|@\w", escape(text))  # what Obsidian and GitHub know beside it


@pytest.mark.parametrize("wikilinks", [True, False])
def test_community_notes(wikilinks: bool) -> None:
    notes = dict(community_notes(NETWORK, wikilinks=wikilinks))
    assert len(notes) == 2
    for name, text in notes.items():
        assert not set(name) & set('\\/:*?"<>|#^[]') and len(name.encode()) < 200
        kinds = [token.type for token in _parsed(text)]
        assert not {"html_inline", "html_block", "link_open"} & set(kinds)
        assert kinds.count("image") == ("graph-communities.svg" in text)
