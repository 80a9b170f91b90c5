"""What a check found, in the words of a reader: a person, a script, GitHub, a code scanner. A function a format."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from vaultkit import __version__
from vaultkit.contract.findings import Finding
from vaultkit.rulebook import RULEBOOK

Paint = Callable[[str, str], str]
"""A text in a colour by name: red, yellow, blue, bold, dim."""


class Report(NamedTuple):
    """What is to be told."""

    findings: tuple[Finding, ...]
    files: int
    fixed: int = 0
    skipped: str = ""
    """Why rules were skipped, "" if none were."""
    prefix: str = ""
    """What leads from the current folder to the vault: put before paths that a reader is to open."""
    exempt: Mapping[str, int] = MappingProxyType({})
    """Which folders and globs left how many notes out."""
    paint: Paint = lambda text, colour: text

    def count(self, severity: str) -> int:
        """How many findings are of a severity."""
        return sum(finding.problem.severity == severity for finding in self.findings)


def text(report: Report) -> str:
    """`path:line:column severity rule message`, a line each, and a summary."""
    lines = [_text_line(report, finding) for finding in report.findings]
    return "\n".join([*lines, _summary(report)]) + "\n"


def as_json(report: Report) -> str:
    """One JSON object; paths are relative to the vault."""
    answer = {
        "problems": [_record(finding) for finding in report.findings],
        "files": report.files,
        "errors": report.count("error"),
        "warnings": report.count("warning"),
        "infos": report.count("info"),
        "fixed": report.fixed,
        "skipped": report.skipped,
        "exempt": dict(report.exempt),
    }
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":")) + "\n"


def jsonl(report: Report) -> str:
    """A JSON object a line, one for each problem."""
    records = (json.dumps(_record(each), ensure_ascii=False, separators=(",", ":")) for each in report.findings)
    return "".join(record + "\n" for record in records)


def github(report: Report) -> str:
    """Annotations of a GitHub Actions run (GitHub docs: Workflow commands)."""
    return "".join(_annotation(report, finding) + "\n" for finding in report.findings)


def sarif(report: Report) -> str:
    """A log of the Static Analysis Results Interchange Format, 2.1.0 (OASIS)."""
    used = sorted({finding.problem.rule for finding in report.findings})
    rules = [{"id": rule, "defaultConfiguration": {"level": _LEVELS[RULEBOOK[rule]]}} for rule in used]
    driver = {"name": "vaultkit", "version": __version__, "rules": rules}
    results = [_result(report, finding, used.index(finding.problem.rule)) for finding in report.findings]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, ensure_ascii=False, indent=1) + "\n"


FORMATS: Final[dict[str, Callable[[Report], str]]] = {
    "text": text,
    "json": as_json,
    "jsonl": jsonl,
    "github": github,
    "sarif": sarif,
}

_SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"
_LEVELS: Final = {"error": "error", "warning": "warning", "info": "note"}
_COMMANDS: Final = {"error": "error", "warning": "warning", "info": "notice"}
_COLOURS: Final = {"error": "red", "warning": "yellow", "info": "blue"}


def _text_line(report: Report, finding: Finding) -> str:
    path, line, column, severity, rule, message = finding.problem
    place = f":{line}:{column}" if line else ":1:1"
    fixable = report.paint(" (--fix)", "dim") if finding.fix else ""
    shown = printable(message)
    return (
        f"{printable(report.prefix + path)}{place} {report.paint(severity, _COLOURS[severity])} {rule} {shown}{fixable}"
    )


def _summary(report: Report) -> str:
    counts = [_counted(report.count(severity), severity) for severity in ("error", "warning", "info")]
    found = ", ".join(count for count in counts if count) or "no problems"
    rules = Counter(finding.problem.rule for finding in report.findings).most_common(3)
    most = f" ({', '.join(f'{count:,} {rule}' for rule, count in rules)})" if len(report.findings) > 20 else ""
    fixable = sum(finding.fix is not None for finding in report.findings)
    fixes = f"; {fixable:,} can be repaired with --fix" if fixable else ""
    done = f"; {report.fixed:,} repaired" if report.fixed else ""
    exempt = f"; {_counted(sum(report.exempt.values()), 'note')} exempt: {', '.join(report.exempt)}"
    done += printable(exempt) if report.exempt else ""
    return report.paint(f"{found} in {_counted(report.files, 'note') or '0 notes'}", "bold") + most + done + fixes


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'s' if count != 1 else ''}" if count else ""


def _record(finding: Finding) -> dict[str, Any]:
    return {**finding.problem._asdict(), "fixable": finding.fix is not None}


def _annotation(report: Report, finding: Finding) -> str:
    path, line, column, severity, rule, message = finding.problem
    place = f",line={line},col={max(column, 1)}" if line else ""
    fields = f"file={_property(report.prefix + path)}{place},title={_property(rule)}"
    return f"::{_COMMANDS[severity]} {fields}::{_data(message)}"


def _data(value: str) -> str:
    return value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str) -> str:
    return _data(value).replace(":", "%3A").replace(",", "%2C")


def _result(report: Report, finding: Finding, index: int) -> dict[str, Any]:
    from urllib.parse import quote  # of the formats only SARIF has addresses

    path, line, column, severity, rule, message = finding.problem
    uri = quote((report.prefix + path).encode("utf-8", "surrogateescape"))
    place: dict[str, Any] = {"artifactLocation": {"uri": uri}}
    if line:
        place["region"] = {"startLine": line, "startColumn": max(column, 1)}
    return {
        "ruleId": rule,
        "ruleIndex": index,
        "level": _LEVELS[severity],
        "message": {"text": message},
        "locations": [{"physicalLocation": place}],
    }


def printable(value: str) -> str:
    """Untrusted text without control characters: it cannot steer the terminal."""
    if value.isprintable():
        return value
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in value)
