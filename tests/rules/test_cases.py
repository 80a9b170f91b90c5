"""One note against the contract: cases as data in tests/cases/rules, before and after --fix."""

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from vaultkit.checking.check import check_note
from vaultkit.checking.fixing import fix_note
from vaultkit.contract.contract import Contract
from vaultkit.contract.findings import Finding

CASES = Path(__file__).parents[1] / "cases" / "rules"


def cases() -> list[Any]:
    return [
        pytest.param(case, id=f"{file.stem}: {case['name']}")
        for file in sorted(CASES.glob("*.toml"))
        for case in tomllib.loads(file.read_text("utf-8"))["case"]
    ]


def said(findings: Iterable[Finding]) -> list[str]:
    return [f"{p.line}:{p.column} {p.severity} {p.rule}" for p, _ in findings]


@pytest.mark.parametrize("case", cases())
def test_case(case: dict[str, Any]) -> None:
    path, text = case.get("path", "Note.md"), case["text"]
    findings = check_note(path, text, Contract())
    assert said(findings) == case["problems"]
    assert case.get("says", "") in "".join(finding.problem.message for finding in findings)
    fixed = fix_note(path, text, Contract())
    assert fixed.text == case.get("fixed", text)
    left = case.get("left", [] if "fixed" in case else case["problems"])
    assert said(fixed.left) == left
    assert bool(fixed.done) == ("fixed" in case)
