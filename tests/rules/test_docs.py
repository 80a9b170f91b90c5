"""docs/rules.md is complete and true: every rule, each wrong example at fault as shown, each right one not."""

import ast
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from vaultkit.building.pipeline import build
from vaultkit.checking.check import check_paths, list_notes
from vaultkit.config import read_root
from vaultkit.contract.contract import read_contract
from vaultkit.contract.findings import Finding
from vaultkit.rulebook import ASKING, RULEBOOK

DOCS = Path(__file__).parents[2] / "docs"
SECTION = re.compile(r"^### (\S+)\n\n(.*?)(?=^##|\Z)", re.M | re.S)
FENCE = re.compile(r"^```(markdown|python|text) (wrong|right|beside) ?([^\n]*)\n(.*?)^```\n", re.M | re.S)


class Example(NamedTuple):
    rule: str
    kind: str
    files: dict[str, bytes | str]
    """By path; a text is where a symbolic link leads."""
    checked: str


def sections() -> dict[str, str]:
    return dict(SECTION.findall((DOCS / "rules.md").read_text("utf-8")))


def examples() -> list[Example]:
    found = []
    for rule, text in sections().items():
        beside: dict[str, bytes | str] = {}
        for language, kind, path, content in FENCE.findall(text):
            if kind == "beside":
                beside[path] = content.encode()
                continue
            if language == "text":
                path, _, target = content.strip().partition(" -> ")
                found.append(Example(rule, kind, {path: target}, path))
            else:
                data = ast.literal_eval(content) if language == "python" else content.encode()
                path = path or "Note.md"
                found.append(Example(rule, kind, {**beside, path: data}, path))
            beside = {}
    return found


def findings(example: Example, vault: Path) -> list[Finding]:
    (vault / ".obsidian").mkdir()
    for path, data in example.files.items():
        file = vault / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(data, bytes):
            file.write_bytes(data)
        else:
            file.symlink_to(data)
    root = read_root(vault)
    if example.rule in ASKING:
        build(root, root.out)
    paths = list_notes(root, [vault / example.checked])
    checked = check_paths(root, paths, read_contract(vault))
    assert (checked.skipped == "") == (example.rule in ASKING)
    return list(checked.findings)


def test_every_rule_is_there() -> None:
    assert list(sections()) == list(RULEBOOK)


@pytest.mark.parametrize("rule", RULEBOOK)
def test_severity_and_repair_are_told(rule: str, tmp_path: Path) -> None:
    wrong = next(each for each in examples() if each.rule == rule and each.kind == "wrong")
    repaired = any(finding.fix for finding in findings(wrong, tmp_path))
    told = f"`{RULEBOOK[rule]}` · `--fix` · " if repaired else f"`{RULEBOOK[rule]}` · "
    first = sections()[rule].partition("\n")[0]
    assert first.startswith(told)
    assert repaired == ("`--fix`" in first)


@pytest.mark.parametrize("example", examples(), ids=lambda example: f"{example.rule} {example.kind}")
def test_example(example: Example, tmp_path: Path) -> None:
    rules = {finding.problem.rule for finding in findings(example, tmp_path)}
    assert rules == ({example.rule} if example.kind == "wrong" else set())


def test_every_rule_has_both() -> None:
    kinds = {rule: {each.kind for each in examples() if each.rule == rule} for rule in RULEBOOK}
    assert kinds == {rule: {"wrong", "right"} for rule in RULEBOOK}
