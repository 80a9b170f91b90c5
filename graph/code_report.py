"""What GRAPH_REPORT.md says of code: god nodes, communities, import cycles, entry points, hubs without a test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from posixpath import dirname
from typing import Any, Final

from graph.analyse import Analysis
from graph.codemap import CodeMap
from graph.model import Node, Problem
from graph.naming import is_code, qualified_name
from graph.text import counted
from graph.units import is_test, unit_of

_LISTED: Final = 15
_GODS: Final = 20
_MEMBERS: Final = 8
_STEPS: Final = 8
_EXAMPLES: Final = 3
_WIDTH: Final = 160


def code_section(
    analysis: Analysis,
    code: CodeMap,
    problems: Iterable[Problem],
    left_out: Mapping[str, str],
) -> dict[str, Any]:
    """What the template of the report is given about code, all of it Markdown. `left_out`: rules of files that are not
    read, in words."""
    nodes = analysis.nodes
    languages, others = _languages(nodes.values())
    return {
        "gods": [_needed(nodes[key], degree) for key, degree in list(code.degrees.items())[:_GODS]],
        "languages": _counts(languages),
        "communities": _communities(analysis, code),
        "cycles": [_way(cycle) for cycle in code.cycles[:_LISTED]],
        "more_cycles": max(0, len(code.cycles) - _LISTED),
        "entries": [_needing(nodes[key], degree) for key, degree in code.entries[:_LISTED]],
        "untested": [_needed(nodes[key], degree) for key, degree in code.untested[:_LISTED]],
        "others": _counts(others),
        "left_out": _left_out(problems, left_out),
    }


def _languages(nodes: Iterable[Node]) -> tuple[Counter[str], Counter[str]]:
    """How many files there are by language: those that are read, and those that are nothing but nodes."""
    read: Counter[str] = Counter()
    others: Counter[str] = Counter()
    for node in nodes:
        if "language" in node.attrs:
            (others if node.attrs.get("unread") else read)[node.attrs["language"]] += 1
    return read, others


def code_name(node: Node) -> str:
    """A symbol or file of code as Markdown: its name, and its place unless that is its name."""
    name = _code(node.id if node.kind == "file" else qualified_name(node))
    line = node.source_location.removeprefix("L")
    return name if node.kind == "file" or not node.source_file else f"{name} ({_code(f'{node.source_file}:{line}')})"


def _code(text: str) -> str:
    """Untrusted text as code in Markdown: nothing in it means anything."""
    clean = "".join(character if character.isprintable() and character != "`" else " " for character in text)
    return f"`{' '.join(clean.split())}`"


def _needed(node: Node, degree: int) -> str:
    doc = node.attrs.get("docstring", "")
    shown = doc if len(doc) <= _WIDTH else doc[: _WIDTH - 1] + "…"
    return f"{code_name(node)}: needed by {degree:,}" + (f"; {_code(shown)}" if shown else "")


def _needing(node: Node, degree: int) -> str:
    return f"{code_name(node)}: needs {counted(degree, 'symbol')}"


def _communities(analysis: Analysis, code: CodeMap) -> list[str]:
    """The communities that hold code of the project, each by its hub, where most of it lies, and what else is in it."""
    members: dict[str, list[Node]] = {}
    for key, hub in analysis.communities.of.items():
        if is_code(analysis.nodes[key]) and not is_test(analysis.nodes[key]):
            members.setdefault(hub, []).append(analysis.nodes[key])
    lines: list[str] = []
    for hub, found in sorted(members.items(), key=lambda item: (-len(item[1]), item[0])):
        parts = {node.id for node in found if unit_of(node) == node.id and node.kind not in ("file", "variable")}
        others = sorted(parts - {hub}, key=lambda key: (-code.degrees.get(key, 0), key))[:_MEMBERS]
        if len(found) > 2 and len(lines) < _LISTED and others:
            folder, count = max(Counter(dirname(node.source_file) for node in found).items(), key=lambda item: item[1])
            share = f", {count / len(found):.0%} in {_code((folder or '.') + '/')}"
            names = ", ".join(_code(qualified_name(analysis.nodes[key])) for key in others)
            lines.append(f"{code_name(analysis.nodes[hub])}: {counted(len(found), 'symbol')}{share}; with {names}")
    return lines


def _way(cycle: tuple[str, ...]) -> str:
    shown = [*cycle[:_STEPS], "…", cycle[-1]] if len(cycle) > _STEPS + 1 else list(cycle)
    return " → ".join(map(_code, shown))


def _counts(counts: Mapping[str, int]) -> str:
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{name} {counted(count, 'file')}" for name, count in ordered)


def _left_out(problems: Iterable[Problem], words: Mapping[str, str]) -> list[str]:
    """How many files and folders were left out for each reason, with a few of them."""
    paths: dict[str, list[str]] = {}
    for problem in problems:
        if problem.rule in words:
            paths.setdefault(problem.rule, []).append(problem.path)
    return [
        f"{rule} ({words[rule]}): {_kinds(found)}: {', '.join(map(_code, found[:_EXAMPLES]))}"
        + (", .." if len(found) > _EXAMPLES else "")
        for rule, found in sorted(paths.items())
    ]


def _kinds(paths: list[str]) -> str:
    folders = sum(path.endswith("/") for path in paths)
    parts = [counted(count, what) for count, what in ((folders, "folder"), (len(paths) - folders, "file")) if count]
    return " and ".join(parts)
