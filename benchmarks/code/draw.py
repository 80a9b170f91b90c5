"""Draws calls and definitions of a graph by a seed, to be judged by a reader, and looks for definitions without a node.

    draw.py ROOT .suffix[,.suffix] [--seed 7] [--count 20] [--defines REGEX] [--show]

Prints tab-separated rows: `call` or `definition`, `path:line`, what the graph says, and an empty verdict to fill in;
calls are EXTRACTED ones to definitions of ROOT. `--defines` is what a line that defines something matches: each that is
in the head of no node whose name it has is printed as `missing`. `--show` puts the lines of the source below the rows;
judgements that are kept (benchmarks/code/judged/) go without.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_DEFINED = ("class", "function", "method")
_HEAD = 12
"""Lines that a definition may begin above its keyword: what is applied to it."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=Path)
    parser.add_argument("suffixes", type=lambda text: tuple(text.split(",")))
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--defines", default="")
    parser.add_argument("--show", action="store_true")
    arguments = parser.parse_args()
    root: Path = arguments.root
    graph = json.loads((root / "graphify-out/graph.json").read_bytes())
    nodes = {node["id"]: node for node in graph["nodes"] if node["source_file"].endswith(arguments.suffixes)}
    commit = subprocess.run(["git", "-C", root, "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
    print(f"# {root.name}@{commit.stdout.strip()} seed {arguments.seed}")
    for kind, rows in (("call", calls(graph, nodes)), ("definition", definitions(nodes))):
        for path, line, what in sorted(random.Random(arguments.seed).sample(rows, min(arguments.count, len(rows)))):
            print(f"{kind}\t{path}:{line}\t{what}\t")
            if arguments.show:
                print("    " + source(root, path)[line - 1].strip()[:140])
    if arguments.defines:
        missed = list(missing(root, nodes, re.compile(arguments.defines)))
        for path, line, text in missed:
            print(f"missing\t{path}:{line}" + (f"\t{text}" if arguments.show else ""))


def calls(graph: dict[str, Any], nodes: dict[str, Any]) -> list[tuple[str, int, str]]:
    """(path, line, who calls whom) of every sure call between definitions of the repository."""
    return sorted(
        (edge["source_file"], line, f"{edge['source'].partition('::')[2] or 'file'} -> {edge['target']}")
        for edge in graph["links"]
        if edge["relation"] == "calls" and edge["confidence"] == "EXTRACTED"
        if edge["source"] in nodes and edge["target"] in nodes
        for line in edge["lines"][:1]
    )


def definitions(nodes: dict[str, Any]) -> list[tuple[str, int, str]]:
    """(path, line, kind and name) of every class, function and method."""
    return sorted(
        (node["source_file"], line, f"{node['kind']} {node['id'].partition('::')[2]}")
        for node in nodes.values()
        if node["kind"] in _DEFINED
        for line in lines(node)
    )


def lines(node: dict[str, Any]) -> list[int]:
    """Where a node is defined; what is defined several times is one node."""
    return node.get("lines") or [int(node["source_location"][1:])]


def missing(root: Path, nodes: dict[str, Any], defines: re.Pattern[str]) -> Iterator[tuple[str, int, str]]:
    """(path, line, text) of the lines that look like a definition of a name of which no node has its head there."""
    known: dict[tuple[str, int], set[str]] = {}
    for node in nodes.values():
        for line in lines(node) if node["kind"] != "file" else ():
            known.setdefault((node["source_file"], line), set()).add(node["label"])
    found = 0
    for path in sorted({node["source_file"] for node in nodes.values()}):
        for number, text in enumerate(source(root, path), 1):
            if defines.search(text):
                found += 1
                labels = (label for back in range(_HEAD) for label in known.get((path, number - back), ()))
                if not any(label in text for label in labels):
                    yield path, number, text.strip()[:120]
    print(f"# {found} lines define something")


def source(root: Path, path: str) -> list[str]:
    """The lines of a file."""
    return (root / path).read_text(encoding="utf-8", errors="replace").split("\n")


if __name__ == "__main__":
    main()
