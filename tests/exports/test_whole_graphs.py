"""What `graphify export` writes of a vault: all of it, the same each time, and over nobody's file."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path
from typing import Any

import networkx
import pytest

from graph.codec import decode_json
from tests.program import copy_example, update
from vaultkit.cli.main import GRAPHIFY, run

FILES = {"graphml": "graph.graphml", "gexf": "graph.gexf", "cypher": "graph.cypher", "svg": "graph.svg"}
FILES |= {"canvas": "graph.canvas"}


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    vault = copy_example(tmp_path_factory.mktemp("exports") / "vault")
    update(vault)
    return vault


@pytest.fixture(scope="module")
def graph(vault: Path) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((vault / "graphify-out" / "graph.json").read_bytes())
    return read


def export(vault: Path, *arguments: object) -> int:
    return run("graphify", GRAPHIFY, "build", ["export", *map(str, arguments), "--graph", str(vault)])


def test_networkx_loads_every_node_and_edge(vault: Path, graph: dict[str, Any], tmp_path: Path) -> None:
    assert (
        export(vault, "graphml", "-o", tmp_path / "g.graphml") == export(vault, "gexf", "-o", tmp_path / "g.gexf") == 0
    )
    loaded = [networkx.read_graphml(tmp_path / "g.graphml"), networkx.read_gexf(tmp_path / "g.gexf", version="1.3")]
    for each in loaded:
        assert sorted(each) == [node["id"] for node in graph["nodes"]]
        ends = sorted((source, target, data["relation"]) for source, target, data in each.edges(data=True))
        assert ends == sorted((link["source"], link["target"], link["relation"]) for link in graph["links"])


def test_the_tables_say_all_that_graph_json_says(vault: Path, graph: dict[str, Any], tmp_path: Path) -> None:
    assert export(vault, "csv", "-o", tmp_path) == 0
    degrees = 0
    nodes, links = _table(tmp_path / "nodes.csv"), _table(tmp_path / "edges.csv")
    for node in nodes:
        degrees += node.pop("degree")
    assert degrees > len(nodes)
    assert nodes == graph["nodes"]
    assert links == graph["links"]


def _table(file: Path) -> list[dict[str, Any]]:
    with file.open(encoding="utf-8", newline="") as opened:
        return [_record(row) for row in csv.DictReader(opened)]


def _record(row: dict[str, str]) -> dict[str, Any]:
    always = {"id", "label", "kind", "file_type", "source_file", "source_location", "source", "target"}
    texts = {name: value.removeprefix("'") for name, value in row.items() if value or name in always}
    more = decode_json(texts.pop("more", "{}"))
    record: dict[str, Any] = {**texts, **more}
    for name in {"tags", "aliases", "lines", "degree", "count", "confidence_score"} & texts.keys():
        record[name] = decode_json(texts[name])
    return record


def test_the_cypher_script_names_every_node_and_edge(vault: Path, graph: dict[str, Any], capfdbinary: Any) -> None:
    assert export(vault, "cypher", "-o", "-") == 0
    lines = capfdbinary.readouterr().out.decode().splitlines()
    nodes, edges = (sum(line.count('{graph: "') for line in lines if what in line) for what in ("SET n:", "SET r = "))
    assert (nodes, edges) == (len(graph["nodes"]), len(graph["links"]))


@pytest.mark.parametrize("name", FILES)
def test_twice_the_same_bytes(name: str, vault: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = vault / "graphify-out" / FILES[name]
    assert export(vault, name) == 0
    assert capfd.readouterr().out == f"{file}\n"
    first = file.read_bytes()
    assert export(vault, name) == 0
    assert file.read_bytes() == first


def test_html_shows_what_is_around_a_node(vault: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert export(vault, "html", "--node", "Migration style", "-o", tmp_path / "n.html") == 0
    near = (tmp_path / "n.html").read_text("utf-8")
    assert export(vault, "html", "--node", "Migration style", "--depth", 2, "-o", tmp_path / "n.html") == 0
    assert len((tmp_path / "n.html").read_text("utf-8")) > len(near)
    assert export(vault, "html", "--node", "no such thing", "-o", tmp_path / "n.html") == 1
    assert "no node is called" in capfd.readouterr().err


@pytest.mark.parametrize("name", [*FILES, "csv", "html"])
def test_files_of_others_are_not_overwritten(name: str, vault: Path, tmp_path: Path) -> None:
    node = ["--node", "Home"] if name == "html" else []
    file = tmp_path / ("nodes.csv" if name == "csv" else "mine")
    output = tmp_path if name == "csv" else file
    file.write_text("mine")
    assert export(vault, name, *node, "-o", output) == 1
    assert file.read_text() == "mine"
    assert export(vault, name, *node, "-o", output, "--force") == 0
    assert file.read_text("utf-8") != "mine"
    assert export(vault, name, *node, "-o", output) == 0


@pytest.mark.parametrize("kept", ["index.sqlite", "graph.json", ".lock", "a pipe"])
def test_the_graph_itself_and_what_is_no_file_are_never_replaced(kept: str, vault: Path, tmp_path: Path) -> None:
    place = vault / "graphify-out" / kept
    if kept == "a pipe":
        place = tmp_path / "pipe"
        os.mkfifo(place)
    before = place.lstat()
    assert export(vault, "svg", "-o", place, "--force") == 1
    assert place.lstat() == before


def test_several_files_go_into_no_pipe(vault: Path) -> None:
    assert export(vault, "obsidian", "-o", "-") == export(vault, "csv", "-o", "-") == 2 and not Path("-").exists()


def test_a_note_written_since_is_in_the_export(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    (vault / ".obsidian").mkdir(parents=True)
    (vault / "a.md").write_text("[[b]]")
    update(vault)
    (vault / "b.md").write_text("[[a]]")
    assert export(vault, "graphml", "-o", tmp_path / "g.graphml") == 0
    assert set(networkx.read_graphml(tmp_path / "g.graphml")) == {"a.md", "b.md"}


def test_without_a_graph_it_says_so(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / ".obsidian").mkdir()
    assert export(tmp_path, "graphml") == 1
    assert "there is no graph" in capfd.readouterr().err
