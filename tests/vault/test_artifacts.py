"""What a build writes: graph.json, GRAPH_REPORT.md, graph.html, build.json, as their readers need them."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import networkx
import pytest

from vaultkit.building.pipeline import build
from vaultkit.config import read_root

EXAMPLE = Path(__file__).parents[2] / "examples" / "vault"
NODE_FIELDS = {"id", "label", "kind", "file_type", "source_file", "source_location"}
EDGE_FIELDS = {"source", "target", "key", "relation", "confidence", "confidence_score"}
EDGE_FIELDS |= {"source_file", "source_location", "count", "lines"}
SECTIONS = ["God nodes", "Summary", "Communities", "Surprising connections", "Hubs, orphans, dead ends"]
SECTIONS += ["Unresolved links", "Ambiguous links", "What was not read", "Findings", "Suggested questions"]


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    vault = tmp_path_factory.mktemp("example") / "vault"
    shutil.copytree(EXAMPLE, vault, ignore=shutil.ignore_patterns("graphify-out"))
    root = read_root(vault)
    build(root, root.out)
    return root.out


@pytest.fixture(scope="module")
def graph(out: Path) -> dict[str, Any]:
    graph: dict[str, Any] = json.loads((out / "graph.json").read_bytes())
    return graph


def test_networkx_loads_it_and_loses_nothing(graph: dict[str, Any]) -> None:
    loaded = networkx.node_link_graph(graph, edges="links")
    assert isinstance(loaded, networkx.MultiDiGraph)
    assert loaded.number_of_nodes() == len(graph["nodes"])
    assert loaded.number_of_edges() == len(graph["links"])
    assert loaded.graph["tool"] == "vaultkit"


def test_nodes_and_links_carry_the_fields_and_are_sorted(graph: dict[str, Any]) -> None:
    assert all(node.keys() >= NODE_FIELDS for node in graph["nodes"])
    assert all(link.keys() >= EDGE_FIELDS for link in graph["links"])
    ids = [node["id"] for node in graph["nodes"]]
    assert ids == sorted(set(ids))
    keys = [tuple(link[name] for name in ("source_file", "source", "target", "relation")) for link in graph["links"]]
    assert keys == sorted(set(keys))
    assert {end for key in keys for end in key[1:3]} <= set(ids)


def test_confidences_keep_their_scores(graph: dict[str, Any]) -> None:
    for link in graph["links"]:
        score, candidates = link["confidence_score"], link.get("candidates", [])
        assert (link["confidence"] == "EXTRACTED") == (score == 1.0)
        assert (link["confidence"] == "AMBIGUOUS") == bool(candidates)
        assert 0 < score <= 1
        assert not candidates or (score == 1 / len(candidates) and candidates[0] == link["target"])


def test_every_artifact_names_the_same_build(out: Path, graph: dict[str, Any]) -> None:
    build_id = graph["graph"]["build_id"]
    assert json.loads((out / "build.json").read_bytes())["build_id"] == build_id
    assert build_id in (out / "GRAPH_REPORT.md").read_text("utf-8")
    assert build_id in (out / "graph.html").read_text("utf-8")
    assert (out / ".gitignore").read_text() == "*\n"


def test_files_are_those_that_were_read(graph: dict[str, Any]) -> None:
    read = {
        path.relative_to(EXAMPLE).as_posix() for suffix in ("md", "canvas") for path in EXAMPLE.rglob(f"*.{suffix}")
    }
    read = {path for path in read if not path.startswith("graphify-out")}
    assert graph["graph"]["files"].keys() == read


def test_the_report_begins_with_the_god_nodes_and_links_only_what_is_there(out: Path) -> None:
    report = (out / "GRAPH_REPORT.md").read_text("utf-8")
    assert re.findall(r"^## (.*)$", report, re.MULTILINE) == SECTIONS
    for target in re.findall(r"\[\[([^\]|]+)", report):
        assert len([file for file in EXAMPLE.rglob("*.*") if _fits(file, target)]) == 1, target


def _fits(file: Path, target: str) -> bool:
    """Whether a link of this text means the file: by its whole path, or by its name."""
    path = file.relative_to(EXAMPLE).as_posix().removesuffix(".md")
    return target in (path, path.rpartition("/")[2] if "/" not in target else path)


def test_the_report_shows_a_picture_that_is_there(out: Path, graph: dict[str, Any]) -> None:
    shown = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", (out / "GRAPH_REPORT.md").read_text("utf-8"))
    assert shown == ["GRAPH_REPORT.svg"]
    picture = ElementTree.parse(out / shown[0]).getroot()
    texts = {text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")}
    assert texts >= {node["community_name"] for node in graph["nodes"] if "community_name" in node}


def test_the_report_stays_short_whatever_is_in_the_vault(tmp_path: Path) -> None:
    (tmp_path / ".obsidian").mkdir()
    for number in range(400):
        group = number % 40
        links = "".join(f"[[n{(number + 40 * step) % 400}]] [[missing {number} {step}]] " for step in range(1, 4))
        text = f"---\nprop{number}: '[[n{group}]]'\naliases: [same{group}]\nb: [\n---\n[[same{group}]] {links}"
        (tmp_path / f"n{number}.md").write_text(text)
        (tmp_path / f"bad{number}.md").write_bytes(b"\xff")
    root = read_root(tmp_path)
    built = build(root, root.out)
    assert len(built.unread) == 400
    assert len((root.out / "GRAPH_REPORT.md").read_text("utf-8").splitlines()) <= 300


def test_titles_cannot_write_into_the_report(tmp_path: Path) -> None:
    (tmp_path / ".obsidian").mkdir()
    hostile = "# x <script>alert(1)</script> `a` *b* ![i](j)"
    (tmp_path / "a.md").write_text(f'---\nsummary: "{hostile} ## y"\n---\n')
    (tmp_path / "b.md").write_text("[[a]] [[no <b>such</b> *note*]]")
    root = read_root(tmp_path)
    build(root, root.out)
    report = (root.out / "GRAPH_REPORT.md").read_text("utf-8")
    assert "<script>" not in report.replace("\\<", "")
    assert "<b>" not in report.replace("\\<", "")
    assert re.findall(r"^## (.*)$", report, re.MULTILINE) == SECTIONS
