"""The graph of a few files of code, worked out in memory as a build does it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from extractors import registry
from extractors.languages.table import DIALECTS
from extractors.source import Source
from graph.code.evaluation import Evaluation
from graph.code.modules import Modules
from graph.code.things import file_of
from graph.code.uses import Outcome
from graph.code.wholes import joined, whole
from graph.insight.analyse import Analysis, analyse
from graph.insight.units import units
from graph.model import Edge, Fragment, Node
from graph.notes.resolve import Part, Resolved
from graph.sheaf import gathered


def fragments_of(files: Mapping[str, str]) -> dict[str, Fragment]:
    """What each file says."""
    return {path: registry.extract(Source(path, text.encode())) for path, text in sorted(files.items())}


def graph_of(files: Mapping[str, str]) -> tuple[dict[str, Node], list[Edge]]:
    """The nodes by id, and the edges."""
    return graph_of_fragments(fragments_of(files))


def graph_of_fragments(fragments: Mapping[str, Fragment]) -> tuple[dict[str, Node], list[Edge]]:
    """The same, of files that have been read."""
    facts = {path: each.facts for path, each in fragments.items() if each.facts is not None}
    interfaces = {path: file_of(each.interface) for path, each in facts.items() if each.interface.language}
    manifests = {path: each.manifest for path, each in facts.items() if each.manifest is not None}
    shared: dict[str, list[str]] = {}
    for path, each in facts.items():
        for package in each.interface.packages:
            shared.setdefault(package, []).append(path)

    def packages(package: str) -> list[str]:
        return shared.get(package, [])

    modules = Modules(interfaces, manifests)
    passed: dict[tuple[str, str], set[str]] = {}
    evaluation = Evaluation(interfaces.get, modules, DIALECTS, packages)
    outcomes = {path: Outcome(path, facts[path], evaluation) for path in interfaces}
    for outcome in outcomes.values():
        for each in outcome.passes:
            passed.setdefault(each[:2], set()).add(each.thing)
    evaluation.hand_over(lambda function, parameter: sorted(passed.get((function, parameter), ())))
    nodes: dict[str, Node] = {}
    edges: list[Edge] = []
    parts: dict[str, list[Part]] = {}
    for path, fragment in fragments.items():
        resolved = whole(fragment, outcomes[path].resolved() if path in outcomes else Resolved())
        for node in resolved.nodes:
            nodes.setdefault(node.id, node)
        for part in resolved.parts:
            parts.setdefault(part.node.id, []).append(part)
        edges += resolved.edges
    return nodes | {identity: joined(each).node for identity, each in parts.items()}, edges


def analysis_of(nodes: Iterable[Node], edges: Iterable[Edge]) -> Analysis:
    """The analysis of these nodes and edges, in whatever order they come."""
    ordered = sorted(nodes, key=lambda node: node.id)
    ties, _ = gathered([node.id for node in ordered], edges)
    return analyse(ordered, ties, units({node.id: node for node in ordered}, ties))
