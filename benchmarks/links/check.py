"""Builds the graph of each vault and compares its edges with what a person judged the drawn links to mean."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote

JUDGEMENTS = Path(__file__).with_name("judgements.jsonl")
ANCHORS = {"yes": "subpath", "no": "broken_subpath", "no headings there": "fragment"}
"""The attribute of an edge that holds a subpath, by what was judged of it."""

Record = dict[str, Any]


class Graph(NamedTuple):
    """What a build says."""

    nodes: dict[str, Record]
    edges: dict[tuple[str, int], list[Record]]
    """By note and line."""
    problems: dict[tuple[str, int], list[Record]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vault", action="append", required=True, metavar="NAME=DIR", help="may be repeated")
    folders = dict(each.split("=", 1) for each in parser.parse_args().vault)
    judged = defaultdict(list)
    for line in JUDGEMENTS.read_text("utf-8").splitlines():
        judgement = json.loads(line)
        judged[judgement["vault"]].append(judgement)
    wrong = sum(check(name, Path(folder), judged[name]) for name, folder in folders.items())
    return 1 if wrong else 0


def check(name: str, folder: Path, judgements: list[Record]) -> int:
    """Print how a vault fares; the number of judgements that the graph does not share."""
    graph = build(folder)
    differences = [(each, got) for each in judgements if (got := difference(each, graph))]
    print(f"{name:12} {len(judgements) - len(differences):3} right {len(differences):3} wrong")
    for judgement, got in differences:
        print(f"  {judgement['note']}:{judgement['line']}:{judgement['column']} {judgement['link']}")
        print(f"    judged {judgement['judged']} {judgement.get('relation', '')} ({judgement['rule']})")
        print(f"    got    {got}")
    return len(differences)


def build(vault: Path) -> Graph:
    """The graph of a copy of a vault: the vault itself stays as it is."""
    with tempfile.TemporaryDirectory() as temporary:
        copy = Path(temporary, "vault")
        shutil.copytree(vault, copy, symlinks=True, ignore=shutil.ignore_patterns(".git", "graphify-out"))
        (copy / ".obsidian").mkdir(exist_ok=True)
        command = [str(Path(sys.executable).with_name("graphify")), "build", str(copy), "--force", "--json"]
        environment = {**os.environ, "VAULTKIT_HOME": temporary}
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, env=environment)
        graph = json.loads((copy / "graphify-out" / "graph.json").read_text("utf-8"))
    edges = [(each["source_file"], line, each) for each in graph["links"] for line in each["lines"]]
    problems = [(each["path"], each["line"], each) for each in json.loads(done.stdout)["problems"]]
    return Graph({node["id"]: node for node in graph["nodes"]}, _by_place(edges), _by_place(problems))


def difference(judgement: Record, graph: Graph) -> str:
    """What the graph says instead of the judgement; "" if it says the same."""
    place = judgement["note"], judgement["line"]
    edges = [edge for edge in graph.edges[place] if edge["relation"] != "mentions"]
    if judgement["judged"] in ("no link", "external"):
        return _difference_of_none(judgement, edges, graph)
    if judgement["judged"] == "itself":
        return _difference_of_self(judgement, edges, graph)
    found = [edge for edge in edges if edge["relation"] == judgement["relation"] and _hits(judgement, edge, graph)]
    if not found:
        return _listed(edges, graph)
    subpath = judgement.get("subpath")
    attribute = ANCHORS.get(judgement.get("subpath_found", "yes"), "")
    if subpath and subpath not in _all_of(found[0], attribute):
        return f"{attribute} {_all_of(found[0], attribute)}"
    return ""


def _difference_of_none(judgement: Record, edges: list[Record], graph: Graph) -> str:
    """No edge may say what the text names, unless it stands there again as a link, which the columns tell apart."""
    at = judgement["column"], judgement["column"] + 1
    reported = [each for each in graph.problems[judgement["note"], judgement["line"]] if each["column"] in at]
    name = written(judgement["link"])
    named = [edge for edge in edges if name in _names(graph.nodes[edge["target"]])]
    again = judgement.get("again", False)
    return _listed(named, graph) if named and not again else "; ".join(each["message"] for each in reported)


def _difference_of_self(judgement: Record, edges: list[Record], graph: Graph) -> str:
    """No edge to the note itself, and no complaint about a heading that is there."""
    selves = [edge for edge in edges if edge["source"] == edge["target"]]
    subpath = judgement.get("subpath")
    reported = graph.problems[judgement["note"], judgement["line"]]
    broken = [each["message"] for each in reported if each["rule"].startswith("broken-")]
    complaints = [message for message in broken if subpath and repr(subpath) in message]
    return _listed(selves, graph) if selves else "; ".join(complaints)


def _hits(judgement: Record, edge: Record, graph: Graph) -> bool:
    target = graph.nodes[edge["target"]]
    wanted: str = judgement["judged"]
    if wanted == "unresolved":
        return (target["kind"], fold(target["label"])) == ("unresolved", written(judgement["link"]))
    if wanted.startswith("ambiguous: "):
        candidates = [graph.nodes[each]["source_file"] for each in edge.get("candidates", ())]
        return ", ".join(candidates) == wanted.removeprefix("ambiguous: ")
    return (edge["confidence"], target["source_file"]) == ("EXTRACTED", wanted)


def written(link: str) -> str:
    """What a link names, folded: without brackets, display text, subpath and `.md`."""
    inner = link.lstrip("!")
    if inner.startswith("[["):
        inner = inner[2:-2].partition("|")[0].removesuffix("\\")
    else:
        inner = unquote(inner[inner.index("](") + 2 : -1])
    return fold(inner if "://" in inner else inner.partition("#")[0])


def fold(name: str) -> str:
    return unicodedata.normalize("NFC", name.strip().casefold()).removesuffix(".md")


def _names(node: Record) -> set[str]:
    path = node["source_file"]
    return {fold(node["label"]), fold(path), fold(path.rpartition("/")[2])}


def _all_of(edge: Record, attribute: str) -> list[str]:
    return edge.get(attribute + "s") or [edge[attribute]] if attribute in edge else []


def _listed(edges: list[Record], graph: Graph) -> str:
    counted = Counter(f"{edge['relation']} -> {edge['target']} ({edge['confidence']})" for edge in edges)
    return "; ".join(counted) or "no edge"


def _by_place(items: Iterable[tuple[str, int, Record]]) -> defaultdict[tuple[str, int], list[Record]]:
    places = defaultdict(list)
    for note, line, item in items:
        places[note, line].append(item)
    return places


if __name__ == "__main__":
    sys.exit(main())
