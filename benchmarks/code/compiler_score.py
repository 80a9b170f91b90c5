"""Compares the `calls` edges of a graph with what the TypeScript compiler says (compiler_calls.js).

    compiler_score.py TRUTH.json GRAPH.json [--show N]

One item of the truth is a caller with a callee, however often it calls; where the compiler names several (overloads,
members of a union, the function around an object's method) any of them is right, and a constructor is its class.
Recall: the share of items that the graph has, of any confidence. Precision: the share of EXTRACTED edges between
definitions of the repository that the compiler confirms; where it knows nothing of what is called (`any`) none is
judged. Nodes are mapped by file, line and label. Where the truth says who implements what, that is scored, too.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from pathlib import Path
from typing import Any, NamedTuple

Who = tuple[str, int]
"""A definition: its file and its number; -1 is the file itself."""


class Truth(NamedTuple):
    """What the compiler says."""

    items: dict[tuple[frozenset[Who], frozenset[Who]], tuple[str, int]]
    """Callers and callees, with the first place."""
    confirmed: set[tuple[Who, Who]]
    unknown: set[tuple[Who, str]]
    """Who calls something of which nothing is known, and by what name."""
    named: dict[tuple[str, str], list[int]]
    definitions: list[dict[str, Any]]
    files: set[str]
    implements: set[tuple[Who, Who]]
    unsettled: set[tuple[Who, Who]]
    """Who may implement what, of which nothing is known."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("truth", type=Path)
    parser.add_argument("graph", type=Path)
    parser.add_argument("--show", type=int, default=0, help="print so many of what is missed and of what is wrong")
    arguments = parser.parse_args()
    truth = read_truth(json.loads(arguments.truth.read_bytes()))
    graph = json.loads(arguments.graph.read_bytes())
    edges, unmapped = read_edges(graph, truth)
    found = [item for item in truth.items if any((one, two) in edges for one in item[0] for two in item[1])]
    sure = {pair for pair, confidence in edges.items() if confidence == "EXTRACTED"}
    right = sure & truth.confirmed
    wrong = {pair for pair in sure - right if (pair[0], name_of(truth, pair[1])) not in truth.unknown}
    judged = len(right) + len(wrong)
    print(f"recall {len(found)}/{len(truth.items)} = {len(found) / len(truth.items):.4f}")
    print(f"precision of EXTRACTED {len(right)}/{judged} = {len(right) / max(1, judged):.4f}")
    print(f"not judged {len(sure) - judged}, other confidence {len(edges) - len(sure)}, unmapped {unmapped}")
    dice = random.Random(1)
    missed = sorted(
        (place, name_of(truth, min(item[1]))) for item, place in truth.items.items() if item not in set(found)
    )
    for place, name in dice.sample(missed, min(arguments.show, len(missed))):
        print(f"missed {place[0]}:{place[1]} {name}")
    for caller, callee in dice.sample(sorted(wrong), min(arguments.show, len(wrong))):
        print(f"wrong {caller[0]} {name_of(truth, caller)} -> {callee[0]} {name_of(truth, callee)}")
    if truth.implements:
        score_implements(truth, graph, arguments.show)


def score_implements(truth: Truth, graph: dict[str, Any], show: int) -> None:
    """Recall of who implements what, of any confidence, and precision of EXTRACTED; `unknown` pairs are not judged."""
    edges, _ = read_edges(graph, truth, "implements")
    sure = {pair for pair, confidence in edges.items() if confidence == "EXTRACTED"} - truth.unsettled
    found, right = truth.implements & edges.keys(), sure & truth.implements
    others = edges.keys() - sure - truth.unsettled
    print(f"implements: recall {len(found)}/{len(truth.implements)} = {len(found) / len(truth.implements):.4f}")
    print(f"precision of EXTRACTED {len(right)}/{len(sure)} = {len(right) / max(1, len(sure)):.4f}")
    print(f"of other confidence {len(others & truth.implements)}/{len(others)} right")
    for word, pairs in (("missed", truth.implements - found), ("wrong", sure - right)):
        for one, two in random.Random(1).sample(sorted(pairs), min(show, len(pairs))):
            print(f"{word} {one[0]} {name_of(truth, one)} implements {two[0]} {name_of(truth, two)}")


def read_truth(said: dict[str, Any]) -> Truth:
    definitions = said["definitions"]
    classes = {
        (each["file"], each["name"]): number for number, each in enumerate(definitions) if each["kind"] == "class"
    }
    first: dict[Any, int] = {}

    def known_as(number: int) -> Who:
        """The first of several declarations of one thing; the class of a constructor."""
        each = definitions[number]
        if each["name"] == "constructor" and (each["file"], each.get("owner")) in classes:
            return each["file"], classes[each["file"], each["owner"]]
        return each["file"], first.setdefault((each["file"], each["scope"], each["name"], each["kind"]), number)

    items: dict[tuple[frozenset[Who], frozenset[Who]], tuple[str, int]] = {}
    confirmed: set[tuple[Who, Who]] = set()
    unknown: set[tuple[Who, str]] = set()
    for call in said["calls"]:
        callers = {(call["file"], -1) if each < 0 else known_as(each) for each in call["callers"]}
        callers |= {(call["file"], each) for each in call["callers"] if each >= 0}
        targets = frozenset(map(known_as, call["targets"]))
        confirmed |= {(caller, target) for caller in callers for target in targets}
        if call["state"] == "settled" and not call["markup"]:
            items.setdefault((frozenset(callers), targets), (call["file"], call["line"]))
        elif call["state"] == "unknown":
            unknown |= {(caller, call["name"]) for caller in callers}
    named = defaultdict(list)
    for number, each in enumerate(definitions):
        named[each["file"], each["name"]].append(number)
    pairs: dict[str, set[tuple[Who, Who]]] = {"settled": set(), "unknown": set()}
    for each in said.get("implements", ()):
        pairs[each["state"]].add((known_as(each["type"]), known_as(each["interface"])))
    files = set(said["files"])
    truth = Truth(items, confirmed, unknown, named, definitions, files, pairs["settled"], pairs["unknown"])
    for number in range(len(definitions)):
        definitions[number]["known_as"] = known_as(number)
    return truth


def name_of(truth: Truth, who: Who) -> str:
    return truth.definitions[who[1]]["name"] if who[1] >= 0 else ""


def read_edges(graph: dict[str, Any], truth: Truth, relation: str = "calls") -> tuple[dict[tuple[Who, Who], str], int]:
    """The calls, or another relation, between definitions that the compiler saw, with their confidence; how many have
    no such end."""
    nodes = {str(node["id"]): who(node, truth) for node in graph["nodes"]}
    files = {str(node["id"]): str(node.get("source_file") or "") for node in graph["nodes"]}
    edges: dict[tuple[Who, Who], str] = {}
    unmapped = 0
    for edge in graph.get("links", graph.get("edges", [])):
        source, target = str(edge.get("_src", edge["source"])), str(edge.get("_tgt", edge["target"]))
        if edge["relation"] != relation or not {files.get(source), files.get(target)} <= truth.files:
            continue
        one, two = nodes[source], nodes[target]
        if one is None or two is None or two[1] < 0:
            unmapped += 1
        elif edges.get((one, two)) != "EXTRACTED":
            edges[one, two] = edge.get("confidence", "EXTRACTED")
    return edges, unmapped


def who(node: dict[str, Any], truth: Truth) -> Who | None:
    """The definition that a node stands for."""
    file = str(node.get("source_file") or "")
    label = str(node.get("label") or "")
    if node["id"] == file or label in (file, file.rpartition("/")[2]):
        return (file, -1) if file in truth.files else None
    bare = label.strip().lstrip(".").removesuffix("()").rsplit(".", 1)[-1]
    candidates = truth.named.get((file, bare), [])
    digits = "".join(filter(str.isdigit, str(node.get("source_location") or "").partition("-")[0]))
    line = int(digits) if digits else 0
    exact = [each for each in candidates if line in truth.definitions[each]["lines"]]
    chosen = exact or (candidates if len({truth.definitions[each]["known_as"] for each in candidates}) == 1 else [])
    known: Who | None = truth.definitions[chosen[0]]["known_as"] if chosen else None
    return known


if __name__ == "__main__":
    main()
