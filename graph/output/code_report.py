"""What GRAPH_REPORT.md says of code: god nodes, communities, import cycles, entry points, hubs that no test calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from posixpath import dirname, splitext
from typing import Any, Final, NamedTuple

from graph.exports.markdown import code, escape, shortened
from graph.facts import ENTERS
from graph.insight.analyse import Analysis
from graph.insight.codemap import CodeMap
from graph.insight.units import is_test
from graph.model import Edge, Node, Problem
from graph.naming import is_code, qualified_name
from graph.text import counted

_LISTED: Final = 15
_GODS: Final = 20
_MEMBERS: Final = 5
_STEPS: Final = 8
_EXAMPLES: Final = 3
_WIDTH: Final = 120


class LeftOut(NamedTuple):
    """The files of a project that are not read."""

    problems: Iterable[Problem]
    words: Mapping[str, str]
    """Rules of the problems that tell of files left out on purpose, in words."""
    by_name: Iterable[str]
    """Paths of files of other formats."""


def code_section(
    nodes: Mapping[str, Node],
    code_map: CodeMap,
    communities: Sequence[Row],
    notable: Iterable[Edge],
    left: LeftOut,
) -> dict[str, Any]:
    """What the template of the report is given about code, all of it Markdown. `communities`: what `code_communities`
    tells; `notable`: the edges with attributes."""
    languages, others = _languages(nodes.values())
    named = _named(notable)
    return {
        "gods": [
            _god(nodes[key], code_map.degrees[key], degree) for key, degree in list(code_map.gods.items())[:_GODS]
        ],
        "languages": _counts(languages),
        "communities": communities,
        "cycles": [_way(cycle) for cycle in code_map.cycles[:_LISTED]],
        "more_cycles": max(0, len(code_map.cycles) - _LISTED),
        "entries": [_entry(nodes[key], degree, named.get(key, [])) for key, degree in code_map.entries[:_LISTED]],
        "more_entries": max(0, len(code_map.entries) - _LISTED),
        "untested": [_ranked(nodes[key], degree) for key, degree in code_map.untested[:_LISTED]],
        "others": _counts(others),
        "left_out": _left_out(left.problems, left.words),
        "formats": _formats(left.by_name),
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
    """A symbol or file of code as Markdown."""
    return code(node.id if node.kind == "file" else qualified_name(node))


def _place(node: Node) -> str:
    """Where a symbol stands."""
    if node.kind == "file" or not node.source_file:
        return ""
    return code(f"{node.source_file}:{node.source_location.removeprefix('L')}")


class Row(NamedTuple):
    """A row of a table, all of it Markdown."""

    name: str
    place: str
    number: str
    words: str
    needs: str = ""


def _god(node: Node, users: int, degree: int) -> Row:
    return _ranked(node, users)._replace(needs=f"{degree - users:,}")


def _ranked(node: Node, degree: int) -> Row:
    said = escape(shortened(node.attrs.get("docstring", ""), _WIDTH))
    return Row(code_name(node), _place(node), f"{degree:,}", said)


def _entry(node: Node, degree: int, named: Sequence[str]) -> Row:
    """A row without a column for the place: most are files. With what the project calls it, if it names it."""
    row = _ranked(node, degree)
    name = f"{row.name} in {row.place}" if row.place else row.name
    return row._replace(name=", ".join([name, *named]))


def _named(edges: Iterable[Edge]) -> dict[str, list[str]]:
    """By id of what a project is entered by: how it is called, and where that stands."""
    found: dict[str, list[str]] = {}
    for edge in edges:
        if edge.relation == ENTERS:
            names = ", ".join(map(code, edge.attrs.get("names", ())[:_EXAMPLES]))
            found.setdefault(edge.target, []).append(f"{names} of {code(edge.source_file)}")
    return found


def code_communities(nodes: Mapping[str, Node], analysis: Analysis, inner: Mapping[str, str]) -> list[Row]:
    """The communities that hold code of the project, largest first; `inner` are parts of others."""
    members: dict[str, list[Node]] = {}
    for key, hub in analysis.communities.of.items():
        if is_code(nodes[key]) and not is_test(nodes[key]):
            members.setdefault(hub, []).append(nodes[key])
    rows: list[Row] = []
    for hub, found in sorted(members.items(), key=lambda item: (-len(item[1]), item[0])):
        if len(found) <= 2 or len(rows) == _LISTED:
            break
        if parts := {node.id for node in found if node.id not in inner and node.kind not in ("file", "variable")} - {
            hub
        }:
            rows.append(_community(nodes, analysis, hub, found, parts))
    return rows


def _community(
    nodes: Mapping[str, Node], analysis: Analysis, hub: str, found: Sequence[Node], parts: Iterable[str]
) -> Row:
    """A community by its name, where most of it lies, and what is most needed of these parts of it."""
    degrees = analysis.code.degrees if analysis.code else {}
    name = analysis.names[hub]
    folder, count = max(Counter(dirname(node.source_file) for node in found).items(), key=lambda item: item[1])
    ranked = sorted(parts, key=lambda key: (-degrees.get(key, 0), key))
    told = ranked if name.startswith(nodes[hub].label) else [hub, *ranked]
    shown = list(dict.fromkeys(qualified_name(nodes[key]) for key in told))[:_MEMBERS]
    place = f"{code((folder or '.') + '/')} {count / len(found):.0%}"
    return Row(code(name), place, f"{len(found):,}", ", ".join(map(code, shown)))


def _way(cycle: tuple[str, ...]) -> str:
    shown = [*cycle[:_STEPS], "…", cycle[-1]] if len(cycle) > _STEPS + 1 else list(cycle)
    return " → ".join(map(code, shown))


def _counts(counts: Mapping[str, int]) -> str:
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{name} {counted(count, 'file')}" for name, count in ordered)


def _formats(paths: Iterable[str]) -> str:
    """How many files there are of each format, told by the ends of their names."""
    counts = Counter(splitext(path)[1].lower() for path in paths)
    ranked = sorted(counts.items(), key=lambda item: (not item[0], -item[1], item[0]))
    shown = [f"{code(ending) if ending else 'without an ending'} {count:,}" for ending, count in ranked[:_LISTED]]
    rest = sum(count for _, count in ranked[_LISTED:])
    return ", ".join([*shown, f"and {counted(rest, 'more file')}"] if rest else shown)


def _left_out(problems: Iterable[Problem], words: Mapping[str, str]) -> list[str]:
    """How many files and folders were left out for each reason, with a few of them."""
    paths: dict[str, list[str]] = {}
    for problem in problems:
        if problem.rule in words:
            paths.setdefault(problem.rule, []).append(problem.path)
    return [
        f"{rule} ({words[rule]}): {_kinds(found)}: {', '.join(map(code, found[:_EXAMPLES]))}"
        + (", .." if len(found) > _EXAMPLES else "")
        for rule, found in sorted(paths.items())
    ]


def _kinds(paths: list[str]) -> str:
    folders = sum(path.endswith("/") for path in paths)
    parts = [counted(count, what) for count, what in ((folders, "folder"), (len(paths) - folders, "file")) if count]
    return " and ".join(parts)
