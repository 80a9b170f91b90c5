"""Calls of a C# repository that are drawn by a seed, and how a graph fares by what a reader judged of them.

    csharp_sites.py draw ROOT [--seed N] [--number N] > sites.json      which calls there are to judge
    csharp_sites.py score JUDGED.json GRAPH.json [--show]               how a graph of that repository fares

A site is a call or a `new` in any C# file that names something which some file of the repository defines; sites are
drawn from all of them. `draw` lists with each the definitions of that name. A judged site keeps the place, the name and
the caller, and says under `target` which definition is called (`path:line`), or "outside" where it is none of the
repository. Where a call is dispatched by an interface or a base class, the member that the static type of the receiver
names counts. Recall: the share of the sites with a target that have a `calls` edge of any confidence from the caller to
the target. Precision: the share of EXTRACTED `calls` edges that are right, of all from such a caller to anything of the
called name that is said to stand where the site does.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from tree_sitter import Node
from tree_sitter_language_pack import get_parser

CALLERS: Final = (
    "method_declaration",
    "constructor_declaration",
    "local_function_statement",
    "property_declaration",
    "operator_declaration",
)
CLASSES: Final = ("class_declaration", "struct_declaration", "record_declaration", "interface_declaration")
DEFINITIONS: Final = (*CALLERS[:3], *CLASSES)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    drawing = commands.add_parser("draw")
    drawing.add_argument("root", type=Path)
    drawing.add_argument("--seed", type=int, default=1)
    drawing.add_argument("--number", type=int, default=60)
    scoring = commands.add_parser("score")
    scoring.add_argument("judged", type=Path)
    scoring.add_argument("graph", type=Path)
    scoring.add_argument("--show", action="store_true")
    arguments = parser.parse_args()
    if arguments.command == "draw":
        json.dump(drawn(arguments.root, arguments.seed, arguments.number), sys.stdout, indent=1)
    else:
        score(json.loads(arguments.judged.read_bytes()), json.loads(arguments.graph.read_bytes()), arguments.show)


# drawing


def drawn(root: Path, seed: int, number: int) -> list[dict[str, Any]]:
    """So many sites, with the definitions that bear the name of what they call."""
    trees = {str(path.relative_to(root)): tree(path) for path in sorted(root.rglob("*.cs")) if "obj" not in path.parts}
    defined: dict[str, list[str]] = {}
    for path, node in trees.items():
        for each in below(node, DEFINITIONS):
            name = each.child_by_field_name("name")
            if name is not None:
                defined.setdefault(text(name), []).append(f"{path}:{name.start_point[0] + 1}")
    sites = [
        {**site, "candidates": defined[site["name"]]}
        for path, node in trees.items()
        for site in sites_of(path, node)
        if site["name"] in defined
    ]
    return random.Random(seed).sample(sites, min(number, len(sites)))


def tree(path: Path) -> Node:
    return get_parser("csharp").parse(path.read_bytes()).root_node


def below(node: Node, kinds: tuple[str, ...]) -> Iterator[Node]:
    pending = [node]
    while pending:
        each = pending.pop()
        if each.type in kinds:
            yield each
        pending += reversed(each.children)


def sites_of(path: str, node: Node) -> Iterator[dict[str, Any]]:
    for call in below(node, ("invocation_expression", "object_creation_expression")):
        callee = call.child_by_field_name("function") or call.child_by_field_name("type")
        name = called(callee) if callee is not None else None
        if name is not None:
            line = name.start_point[0] + 1
            begins = callee.start_point[0] + 1 if callee is not None else line
            yield {"file": path, "begins": begins, "line": line, "name": text(name), "caller": caller_of(call)}


def called(callee: Node) -> Node | None:
    """The last name of what is called."""
    if callee.type == "identifier":
        return callee
    if callee.type == "generic_name":
        return callee.named_children[0]
    last = callee.child_by_field_name("name") or (callee.named_children[-1] if callee.named_children else None)
    return called(last) if last is not None and last.id != callee.id else None


def caller_of(call: Node) -> str:
    """The name of the definition around a call, "" outside of all."""
    node: Node | None = call
    while node is not None:
        if node.type in (*CALLERS, *CLASSES):
            name = node.child_by_field_name("name")
            return text(name) if name is not None else ""
        node = node.parent
    return ""


def text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")


# scoring


def score(sites: list[dict[str, Any]], graph: dict[str, Any], show: bool) -> None:
    edges = calls_of(graph)
    found, sure, right = 0, 0, 0
    asked = [site for site in sites if site["target"] != "outside"]
    for site in sites:
        near = edges.get((site["file"], site["name"]), ())
        hit = any(is_target(call.target, site["target"]) and is_caller(call, site) for call in near)
        found += hit
        certain = [call for call in near if call.confidence == "EXTRACTED" and stands_at(call, site)]
        places = (site["target"], *site.get("also", ()))
        good = [call for call in certain if any(is_target(call.target, place) for place in places)]
        sure, right = sure + len(certain), right + len(good)
        if show and site in asked and not hit:
            print(f"missed {site['file']}:{site['line']} {site['name']}")
        for call in certain if show else ():
            if call not in good:
                print(f"wrong {site['file']}:{site['line']} {site['name']} -> {call.target['id']}")
    print(f"recall {found}/{len(asked)} = {found / max(1, len(asked)):.3f}")
    print(f"precision of EXTRACTED {right}/{sure} = {right / max(1, sure):.3f}")


class Call(NamedTuple):
    """A `calls` edge of a graph."""

    source: dict[str, Any]
    target: dict[str, Any]
    confidence: str
    lines: list[int]


def calls_of(graph: dict[str, Any]) -> dict[tuple[str, str], list[Call]]:
    """The calls by the file of the caller and the name that is called."""
    nodes = {str(node["id"]): node for node in graph["nodes"]}
    found: dict[tuple[str, str], list[Call]] = {}
    for edge in graph.get("links", graph.get("edges", [])):
        source, target = str(edge.get("_src", edge["source"])), str(edge.get("_tgt", edge["target"]))
        if edge["relation"] == "calls" and source in nodes and target in nodes:
            lines = edge.get("lines") or [number_in(edge)]
            call = Call(nodes[source], nodes[target], edge.get("confidence", "EXTRACTED"), lines)
            found.setdefault((str(call.source.get("source_file") or ""), bare(call.target)), []).append(call)
    return found


def is_caller(call: Call, site: dict[str, Any]) -> bool:
    """Whether a call is by the definition around a site, or by the file of one that stands in none."""
    return bare(call.source) == (site["caller"] or site["file"].rpartition("/")[2]) or stands_at(call, site)


def stands_at(call: Call, site: dict[str, Any]) -> bool:
    """Whether a call is said to be where a site begins or where its name stands."""
    return not {site["begins"], site["line"]}.isdisjoint(call.lines)


def bare(node: dict[str, Any]) -> str:
    """The name of a definition; the first of generic types' names."""
    label = str(node.get("label") or "").strip().lstrip(".").partition("(")[0]
    return label.rsplit(".", 1)[-1] if not label.endswith(".cs") else label


def is_target(node: dict[str, Any], target: str) -> bool:
    """Whether a node is the definition at a place; a class stands for its constructors."""
    path, _, line = target.rpartition(":")
    return node.get("source_file") == path and abs(number_in(node) - int(line or 0)) <= 3


def number_in(said: dict[str, Any]) -> int:
    """The first line of the place of a node or edge."""
    return int("".join(filter(str.isdigit, str(said.get("source_location") or "").partition("-")[0])) or 0)


if __name__ == "__main__":
    main()
