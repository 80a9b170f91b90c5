"""GRAPH_REPORT.md: the graph in words, for a person in Obsidian or on GitHub and for an agent at its start."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple

from graph.exports.markdown import code, escape
from graph.exports.node_names import NodeNames
from graph.insight.analyse import Analysis, God, Surprise
from graph.model import AMBIGUOUS, Edge, Node, Problem, ends_in_doubt
from graph.output.code_report import LeftOut, Row, code_section
from graph.output.suggested import Suggestion
from graph.text import counted
from templates import render

GODS: Final = 20
_COMMUNITIES: Final = 20
_MEMBERS: Final = 5
_SUMMARY: Final = 160
_LISTED: Final = 15
_OF_A_RULE: Final = 3
_RULES: Final = 30
_RELATIONS: Final = 12
_PROPERTY: Final = "property:"
UNREAD: Final = frozenset({"encoding", "unreadable", "canvas", "file-name"})
"""Rules that tell of a file whose content is not in the graph."""
_OWN_SECTION: Final = frozenset({"unresolved-link", "ambiguous-link"})
"""Rules of which the report of a vault tells in a section of their own."""
_OF_A_NODE: Final = 2
"""How many surprises of one node are told."""
_MEANINGS: Final = {
    "EXTRACTED": "the text says so",
    "INFERRED": "deduced, with a score below 1",
    "AMBIGUOUS": "several targets fit",
}


class UnreadSection(NamedTuple):
    """A section of a note that no model has read."""

    path: str
    line: int
    why: str


class Report(NamedTuple):
    """What the report is written from."""

    name: str
    kind: str
    """vault or project: in a vault node names are wikilinks."""
    build_id: str
    nodes: Mapping[str, Node]
    """By id, sorted."""
    analysis: Analysis
    communities: Sequence[Row]
    """Those of code."""
    notable: Iterable[Edge]
    """The edges with attributes: among them those that are AMBIGUOUS."""
    suggestions: Sequence[Suggestion]
    """What may be asked."""
    problems: Sequence[Problem]
    identical: Sequence[Sequence[str]]
    """Groups of notes whose bytes are the same."""
    sections: Sequence[UnreadSection] = ()
    """What of the notes no model has read."""
    left_out: Mapping[str, str] = {}
    """Rules of the problems that tell of files which are not read on purpose, in words."""
    by_name: Sequence[str] = ()
    """The files of a project that nobody reads: they are known by their names alone."""
    picture: str = ""
    """The picture of the communities, a file beside the report; "" for none."""


class Line(NamedTuple):
    """A row of a table or an entry of a list: a name, already in Markdown, and what is said of it."""

    name: str
    words: str
    number: str = ""


def render_report(report: Report) -> str:
    """The report as Markdown, at most 300 lines at any size. Same input, same text."""
    analysis = report.analysis
    named = NodeNames(report.nodes, wikilinks=report.kind == "vault")
    left = LeftOut(report.problems, report.left_out, report.by_name)
    return render(
        "report.md.j2",
        code=analysis.code and code_section(report.nodes, analysis.code, report.communities, report.notable, left),
        name=escape(report.name),
        build_id=report.build_id,
        gods=[_god(named, god) for god in analysis.gods[:GODS]],
        picture=report.picture,
        counts=_counts(analysis),
        relations=_relations(analysis),
        shares=_shares(analysis),
        communities=_communities(named, analysis),
        more_communities=max(0, len(_shown_communities(analysis)) - _COMMUNITIES),
        surprises=_surprises(named, analysis),
        hubs=[Line(named.link(hub.id), "", f"{hub.degree:,}") for hub in analysis.hubs[:10] if hub.degree > 2],
        orphans=_some(named, analysis.orphans),
        dead_ends=_some(named, analysis.dead_ends),
        unresolved=_unresolved(named, analysis),
        ambiguous=_ambiguous(named, report.notable),
        identical=[
            ", ".join(map(named.link, group[:_MEMBERS]))
            + (f" and {len(group) - _MEMBERS:,} more" if group[_MEMBERS:] else "")
            for group in report.identical[:_LISTED]
        ],
        unread=unread(report.problems),
        sections=_unread_sections(report.sections),
        rules=_rules(report.problems, report.left_out if analysis.code else {})[:_RULES],
        findings=_findings(report.problems, UNREAD if analysis.code else UNREAD | _OWN_SECTION),
        questions=[_question(each, analysis) for each in report.suggestions],
        limit=_LISTED,
    )


def unread(problems: Iterable[Problem]) -> list[Line]:
    """The files that were not read, and why."""
    return [Line(escape(problem.path), escape(problem.message)) for problem in problems if problem.rule in UNREAD]


def _unread_sections(sections: Iterable[UnreadSection]) -> list[Line]:
    """The sections that no model has read: one line for each reason, every place in it."""
    places: dict[str, dict[str, list[int]]] = {}
    for each in sections:
        places.setdefault(each.why, {}).setdefault(each.path, []).append(each.line)
    return [
        Line(
            f"{counted(sum(map(len, notes.values())), 'section')}, {escape(why)}",
            ", ".join(f"{escape(path)}:{','.join(map(str, sorted(lines)))}" for path, lines in notes.items()),
        )
        for why, notes in sorted(places.items())
    ]


def _god(named: NodeNames, god: God) -> Line:
    return Line(named.link(god.id), named.summary(god.id), f"{god.degree:,}")


def _relations(analysis: Analysis) -> list[tuple[str, str]]:
    """The relations and their numbers, the most frequent first, those of properties together at the end."""
    ranked = sorted(analysis.relations.items(), key=lambda item: (-item[1], item[0]))
    plain = [(code(name), f"{count:,}") for name, count in ranked if not name.startswith(_PROPERTY)]
    properties = [(name.removeprefix(_PROPERTY), count) for name, count in ranked if name.startswith(_PROPERTY)]
    if not properties:
        return plain[:_RELATIONS]
    names = ", ".join(f"{code(name)} {count:,}" for name, count in properties[:_RELATIONS])
    more = f" and {len(properties) - _RELATIONS:,} more" if len(properties) > _RELATIONS else ""
    return [*plain[:_RELATIONS], (f"properties: {names}{more}", f"{sum(count for _, count in properties):,}")]


def _counts(analysis: Analysis) -> str:
    ordered = sorted(analysis.kinds.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(counted(count, kind) for kind, count in ordered)


def _shares(analysis: Analysis) -> list[tuple[str, str, str, str]]:
    whole = sum(analysis.confidences.values()) or 1
    return [
        (name, _MEANINGS[name], f"{count:,}", f"{count / whole:.1%}") for name, count in analysis.confidences.items()
    ]


def _shown_communities(analysis: Analysis) -> list[str]:
    return [hub for hub, size in analysis.communities.sizes.items() if size > 2]


def _communities(named: NodeNames, analysis: Analysis) -> list[Line]:
    members: dict[str, list[str]] = {}
    for identity, hub in analysis.communities.of.items():
        members.setdefault(hub, []).append(identity)
    degrees = dict(analysis.gods)
    lines = []
    for hub in _shown_communities(analysis)[:_COMMUNITIES]:
        is_hub = analysis.names[hub] == named.plain(hub)
        others = sorted(set(members[hub]) - {hub}, key=lambda each: (-degrees.get(each, 0), each))
        shown = ", ".join(map(named.link, [*([] if is_hub else [hub]), *others][:_MEMBERS]))
        name = named.link(hub) if is_hub else f"**{escape(analysis.names[hub])}**"
        lines.append(Line(name, shown, f"{len(members[hub]):,}"))
    return lines


def _surprises(named: NodeNames, analysis: Analysis) -> list[Line]:
    return [
        Line(
            f"{named.link(each.source)} → {named.link(each.target)}",
            f"{escape(each.reason)} ({each.confidence})",
            code(each.relation),
        )
        for each in islice(_varied(analysis.surprises), 10)
    ]


def _varied(surprises: Iterable[Surprise]) -> Iterator[Surprise]:
    """The surprises, of each node only the first few."""
    told: Counter[str] = Counter()
    for each in surprises:
        if max(told[each.source], told[each.target]) < _OF_A_NODE:
            told.update((each.source, each.target))
            yield each


def _some(named: NodeNames, identities: Sequence[str]) -> tuple[int, str]:
    return len(identities), ", ".join(map(named.link, identities[:_LISTED]))


def _unresolved(named: NodeNames, analysis: Analysis) -> list[Line]:
    """The names that no file answers to, the most wanted first."""
    return [
        Line(named.link(each), ", ".join(map(named.link, users[:3])) + _more(users), f"{len(users):,}")
        for each, users in analysis.unresolved.items()
    ]


def _more(users: Sequence[str]) -> str:
    return f" and {len(users) - 3} more" if len(users) > 3 else ""


def _ambiguous(named: NodeNames, edges: Iterable[Edge]) -> list[Line]:
    """The links that fit several files; unlinked mentions are not worth a line here."""
    return [
        Line(
            f"{named.link(edge.source)} → {named.link(edge.target)}",
            ", ".join(map(named.link, _candidates(edge)[:5])),
        )
        for edge in edges
        if edge.confidence == AMBIGUOUS and edge.relation != "mentions"
    ]


def _candidates(edge: Edge) -> list[str]:
    """Those that an AMBIGUOUS edge may mean, at the end where there are several."""
    return [each for end in ends_in_doubt(edge) for each in end]


def _rules(problems: Iterable[Problem], told: Container[str]) -> list[tuple[str, str, str]]:
    """(rule, severity, number of findings), the most severe first, without rules that are told elsewhere."""
    order = {"error": 0, "warning": 1, "info": 2}
    counted = Counter((problem.severity, problem.rule) for problem in problems if problem.rule not in told)
    ranked = sorted(counted.items(), key=lambda item: (order[item[0][0]], -item[1], item[0][1]))
    return [(rule, severity, f"{count:,}") for (severity, rule), count in ranked]


def _findings(problems: Iterable[Problem], told: Container[str]) -> list[Line]:
    """Where something is wrong: errors first, of each rule a few at most, without rules that are told elsewhere."""
    order = {"error": 0, "warning": 1}
    shown: Counter[str] = Counter()
    lines = []
    for problem in sorted(problems, key=lambda each: (order.get(each.severity, 2), each)):
        shown[problem.rule] += 1
        if problem.severity in order and problem.rule not in told and shown[problem.rule] <= _OF_A_RULE:
            place = f"{problem.path}:{problem.line}" if problem.line else problem.path
            lines.append(Line(escape(place), escape(f"{problem.rule}: {problem.message}"[:300])))
    return lines


def _question(asked: Suggestion, analysis: Analysis) -> Line:
    """A question and the command that answers it."""
    name = code if analysis.code else escape
    return Line(asked.words.format(*map(name, asked.names)), code(f"graphify {asked.command}"))
