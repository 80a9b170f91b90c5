"""Draws call sites of a repository by a seed, to be judged by reading them, and holds a graph to the judgements.

    call_sites.py draw ROOT --seed N [--count 80]              where they are, with what stands there
    call_sites.py score JUDGEMENTS.tsv GRAPH.json [--show]     recall, and precision of EXTRACTED

A site is a name with a bracket behind it, in no comment, string, attribute or definition, which something in the
repository is called, too. It is found without a parser, so that what parsers miss is drawn as well. A line of
judgements has tabs between: path, line, name (`name!` of a macro), the function around it ("" for the file), and the
callee as `path:line` of its definition, `outside` or `no call`.
A graph has a site if a `calls` edge leads from a node of that file and name to one that stands there; every
EXTRACTED `calls` edge of that caller to something of that name is judged, if it tells its lines, at this line.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

HIDDEN = re.compile(
    r"//[^\n]*|/\*.*?\*/|\bb?r(#+)\".*?\"\1|\bb?r\"[^\"]*\"|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\\n]|\\[^\n]{1,8})'",
    re.DOTALL,
)
ATTRIBUTE = re.compile(r"#!?\[[^\]]*\]")
MACRO = re.compile(r"\bmacro_rules!\s*\w+\s*\{")
SITE = re.compile(r"\b([A-Za-z_]\w*)(?:(!)\s*[(\[{]|\s*(?:::<[^()\n]*?>)?\()")
DEFINED = re.compile(r"\bfn\s+(\w+)|\bmacro_rules!\s*(\w+)|\bstruct\s+(\w+)[^;{]*?\(|^\s+([A-Z]\w*)\(", re.MULTILINE)
AROUND = re.compile(r"\bfn\s+(\w+)[^;{]*\{")
ELSEWHERE = ("outside", "no call")
NEAR = 3
"""Lines between a definition and what is applied to it."""
PRELUDE = {"Some", "Ok", "Err", "unwrap"}
"""Names that nearly always mean what every file sees, whatever the repository calls so."""


class Site(NamedTuple):
    path: str
    line: int
    name: str
    around: str
    text: str


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    draw = commands.add_parser("draw")
    draw.add_argument("root", type=Path)
    draw.add_argument("--seed", type=int, required=True)
    draw.add_argument("--count", type=int, default=80)
    draw.add_argument("--suffix", default=".rs")
    score = commands.add_parser("score")
    score.add_argument("judgements", type=Path)
    score.add_argument("graph", type=Path)
    score.add_argument("--show", action="store_true")
    arguments = parser.parse_args()
    if arguments.command == "draw":
        for site in drawn(arguments.root, arguments.suffix, arguments.seed, arguments.count):
            print(*site, sep="\t")
    else:
        print(scored(arguments.judgements, json.loads(arguments.graph.read_bytes()), arguments.show))


# drawing


def drawn(root: Path, suffix: str, seed: int, count: int) -> list[Site]:
    """So many sites, in the order in which they are drawn."""
    texts = {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8", errors="replace")
        for path in sorted(root.rglob(f"*{suffix}"))
        if ".git" not in path.parts and "graphify-out" not in path.parts
    }
    plain = {path: without_hidden(text) for path, text in texts.items()}
    defined = {name for text in plain.values() for found in DEFINED.finditer(text) for name in found.groups() if name}
    sites = [site for path in texts for site in sites_of(path, plain[path], texts[path], defined)]
    return random.Random(seed).sample(sites, min(count, len(sites)))


def without_hidden(text: str) -> str:
    """The text with blanks for comments, strings, attributes and the bodies of macros."""
    text = HIDDEN.sub(blank, text)
    text = ATTRIBUTE.sub(blank, text)
    for found in reversed(list(MACRO.finditer(text))):
        end = closing(text, found.end() - 1)
        text = text[: found.end()] + re.sub(r"[^\n]", " ", text[found.end() : end]) + text[end:]
    return text


def blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0])


def closing(text: str, start: int) -> int:
    """Where the brace that opens at `start` is closed."""
    depth = 0
    for found in re.compile(r"[{}]").finditer(text, start):
        depth += 1 if found[0] == "{" else -1
        if not depth:
            return found.start()
    return len(text)


def sites_of(path: str, plain: str, text: str, defined: set[str]) -> Iterator[Site]:
    functions = [(found.start(), closing(plain, found.end() - 1), found[1]) for found in AROUND.finditer(plain)]
    lines = text.splitlines()
    for found in SITE.finditer(plain):
        before = plain[max(0, found.start() - 24) : found.start()]
        if found[1] not in defined - PRELUDE or re.search(r"\b(?:fn|struct|macro_rules!)\s+$", before):
            continue
        line = plain.count("\n", 0, found.start()) + 1
        around = [name for start, end, name in functions if start < found.start() < end]
        name = found[1] + (found[2] or "")
        yield Site(path, line, name, around[-1] if around else "", lines[line - 1].strip())


# scoring


def scored(judgements: Path, graph: dict[str, Any], show: bool) -> str:
    """Recall and precision of a graph."""
    nodes = {node["id"]: node for node in graph["nodes"]}
    edges: dict[tuple[str, str, str], list[dict[str, Any]]] = {}
    for edge in graph.get("links", graph.get("edges", [])):
        source, target = edge.get("_src", edge["source"]), edge.get("_tgt", edge["target"])
        if edge["relation"] == "calls" and source in nodes and nodes[target].get("source_file"):
            file, around = nodes[source].get("source_file", ""), bare(nodes[source])
            for by in {around, ""}:  # "": a module inside of the file may answer for what no function does
                edges.setdefault((file, by, bare(nodes[target])), []).append({**edge, "to": nodes[target]})
    found = wanted = right = judged = 0
    for row in judgements.read_text(encoding="utf-8").splitlines():
        if not row or row.startswith("#"):
            continue
        path, line, name, around, callee = row.split("\t")[:5]
        candidates = [edge for own in (name, name.rstrip("!")) for edge in edges.get((path, around, own), ())]
        here = [edge for edge in candidates if int(line) in edge.get("lines", [int(line)])]
        fits = [edge for edge in here if callee not in ELSEWHERE and stands(edge["to"], callee)]
        sure = [edge for edge in here if edge.get("confidence") == "EXTRACTED"]
        wanted += callee not in ELSEWHERE
        found += bool(fits)
        judged += bool(sure)
        right += any(edge in fits for edge in sure)
        if show and ((sure and not any(edge in fits for edge in sure)) or (callee not in ELSEWHERE and not fits)):
            print("wrong" if sure else "missed", path, line, name, callee, [edge["target"] for edge in here])
    return (
        f"recall {found}/{wanted} = {found / max(1, wanted):.3f}, "
        f"precision of EXTRACTED {right}/{judged} = {right / max(1, judged):.3f}"
    )


def bare(node: dict[str, Any]) -> str:
    label = str(node.get("label", "")).strip().removesuffix("()")
    return label if node["id"] == node.get("source_file") or label.endswith(".rs") else label.rpartition(".")[2]


def stands(node: dict[str, Any], place: str) -> bool:
    """Whether a node is what is defined at a place, give or take what is applied to it."""
    path, _, line = place.rpartition(":")
    known = [int("".join(filter(str.isdigit, str(node.get("source_location") or "0"))) or 0), *node.get("lines", [])]
    return node.get("source_file") == path and any(abs(each - int(line)) <= NEAR for each in known)


if __name__ == "__main__":
    main()
