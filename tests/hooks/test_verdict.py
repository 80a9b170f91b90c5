"""What an agent is told of a note: the errors of `vaultkit check`, all of them, and only if there are any."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.test_docs import Example, examples, findings
from vaultkit.hooks.verdict import verdict

WRONG = [example for example in examples() if example.kind == "wrong"]


@pytest.mark.parametrize("example", WRONG, ids=lambda example: example.rule)
def test_the_errors_of_a_check(example: Example, tmp_path: Path) -> None:
    errors = [each.problem for each in findings(example, tmp_path) if each.problem.severity == "error"]
    told = verdict(str(tmp_path), example.checked)
    assert bool(told) == bool(errors)
    for problem in errors:
        assert f", {problem.rule}: {' '.join(problem.message.split())[:100]}" in told
    assert len(told) < 9_000 and all(line.isprintable() for line in told.split("\n"))
