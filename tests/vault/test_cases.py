"""Notes are read as Obsidian reads them: each case is a small vault, and all that its graph says.

A case in `tests/cases/vault/*.txt`:

    === L06 the title; what follows up to the first file is a remark
    @ a/b/Note.md
    @ q/s.md
    the text of q/s.md: [[Note]]
    @ q/link.md -> s.md
    =>
    q/s.md -links_to-> a/b/Note.md INFERRED 0.9 subpath=Heading
    q/s.md:1 warning broken-heading
    node a/b/Note.md label=Note kind=note
    no node q/other.md

Below `=>` stand every edge and every problem, and the nodes worth a word. An edge without a confidence is EXTRACTED.
`tagged` edges matter in a case that names one or says `no tags`, lines in one that writes `lines=` (or `count=`),
columns in one that writes `path:line:column`. `⟨0D 0A⟩` are bytes, in names, texts and facts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graph.model import Problem
from vaultkit.building.pipeline import build
from vaultkit.config import read_root

CASES = Path(__file__).parent.parent / "cases" / "vault"
_CASE = re.compile(r"^=== (.+)\n((?:(?!=> *\n).*\n)*)=> *\n((?:(?!=== ).*\n)*)", re.MULTILINE)
_FILE = re.compile(r"^@ (.+?)(?: -> (.+))?\n((?:(?!@ ).*\n)*)", re.MULTILINE)
_BYTES = re.compile(r"⟨([0-9A-F ]+)⟩")
_USUAL = {"source", "target", "relation", "key", "confidence", "confidence_score", "source_file", "source_location"}


def _cases() -> list[Any]:
    return [
        pytest.param(files, facts, id=f"{path.stem}: {title}")
        for path in sorted(CASES.glob("*.txt"))
        for title, files, facts in _CASE.findall(path.read_text("utf-8"))
    ]


def _bytes(text: str) -> bytes:
    parts = _BYTES.split(text)
    return b"".join(bytes.fromhex(part) if index % 2 else part.encode() for index, part in enumerate(parts))


def _write(vault: Path, files: str) -> None:
    (vault / ".obsidian").mkdir(parents=True)
    for name, link, text in _FILE.findall(files):
        path = vault / _bytes(name).decode()
        path.parent.mkdir(parents=True, exist_ok=True)
        if link:
            path.symlink_to(link)
        elif path.exists():
            pytest.skip("this disk cannot hold two names that differ in case or composition only")
        else:
            path.write_bytes(_bytes(text))


def _text(value: object) -> str:
    if isinstance(value, list | dict):
        return ",".join(f"{key}:{_text(value[key])}" if isinstance(value, dict) else _text(key) for key in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _edge(edge: dict[str, Any], asked: str) -> str:
    sure = edge["confidence"] == "EXTRACTED"
    confidence = "" if sure else f" {edge['confidence']} {edge['confidence_score']:.2g}"
    left_out = _USUAL | {key for key in ("count", "lines") if f" {key}=" not in asked}
    more = "".join(f" {key}={_text(edge[key])}" for key in sorted(edge.keys() - left_out))
    return f"{edge['source']} -{edge['relation']}-> {edge['target']}{confidence}{more}"


def _said(graph: dict[str, Any], problems: tuple[Problem, ...], asked: str) -> Iterator[str]:
    """What the graph says, in the words of a case; of nodes only what the case asks for."""
    with_tags = " -tagged-> " in asked or "no tags\n" in asked
    for edge in graph["links"]:
        if with_tags or edge["relation"] != "tagged":
            yield _edge(edge, asked)
    for problem in problems:
        column = f":{problem.column}" if re.search(r":\d+:\d+ ", asked) else ""
        yield f"{problem.path}:{problem.line}{column} {problem.severity} {problem.rule}"
    nodes = {node["id"]: node for node in graph["nodes"]}
    for no, name, keys in re.findall(r"^(no )?node (.+?)((?: \w+=.*)?)$", asked, re.MULTILINE):
        if no and name not in nodes:
            yield f"no node {name}"
        elif not no and name in nodes:
            given = (f" {key}={_text(nodes[name].get(key, ''))}" for key in re.findall(r" (\w+)=", keys))
            yield f"node {name}{''.join(given)}"


@pytest.mark.parametrize(("files", "facts"), _cases())
def test_case(files: str, facts: str, tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    _write(vault, files)
    root = read_root(vault)
    problems = build(root, root.out).problems
    graph = json.loads((root.out / "graph.json").read_bytes())
    asked = _bytes(facts).decode()
    expected = [line for line in asked.split("\n") if line.strip() and line != "no tags"]
    assert "\n".join(sorted(_said(graph, problems, asked))) == "\n".join(sorted(expected))


def test_every_case_is_run() -> None:
    assert len(_cases()) == sum(path.read_text("utf-8").count("\n=== ") for path in CASES.glob("*.txt"))
