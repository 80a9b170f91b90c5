"""What is wrong with a note that was just written, in words that say what to write."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from graph.model import Problem
from vaultkit.checking.check import check_alone, check_paths, is_note
from vaultkit.config import read_root
from vaultkit.contract.contract import Contract, read_contract
from vaultkit.contract.findings import Finding
from vaultkit.rulebook import ASKING

_SHOWN: Final = 12
_LONGEST: Final = 400
"""Characters of one message: hosts cut what is long (Claude Code at 10,000)."""


def verdict(root: str, path: str) -> str:
    """The errors of the note at a root-relative path and how to correct them; "" for a note without any.

    The same errors as those of `vaultkit check`: the vault is asked only if its contract holds an answer of it for
    an error. A file that is gone or is no note has none. Raises VaultkitError.
    """
    if not is_note(path) or not os.path.lexists(os.path.join(root, path)):
        return ""
    contract = read_contract(Path(root))
    if any(contract.levels.get(rule) == "error" for rule in ASKING):
        findings: Sequence[Finding] = check_paths(read_root(Path(root)), [path], contract).findings
    else:
        findings = check_alone(read_root(Path(root)), path, contract)
    problems = sorted((each.problem for each in findings), key=lambda each: each.severity != "error")
    if not problems or problems[0].severity != "error":
        return ""
    return "\n".join(_lines(path, problems, contract))


def _lines(path: str, problems: Sequence[Problem], contract: Contract) -> Iterator[str]:
    yield f"The note {path} was written, but does not keep the contract of its vault. To be corrected:"
    for problem in problems[:_SHOWN]:
        grave = "" if problem.severity == "error" else f" ({problem.severity})"
        place = f"line {problem.line}" if problem.line else "the note"
        yield f"- {place}, {problem.rule}{grave}: {_short(problem.message)}"
    if len(problems) > _SHOWN:
        yield f"- and {len(problems) - _SHOWN} more: vaultkit check"
    if any(problem.rule == "frontmatter-missing" for problem in problems):
        yield "A note of this vault begins like this:"
        yield from _example(contract)


def _example(contract: Contract) -> Iterator[str]:
    """Frontmatter that keeps the contract once it is filled in."""
    yield "---"
    yield "summary: One line that says what the note holds."
    yield "tags:"
    names = sorted(contract.required, key=lambda name: (name != contract.first, name == "scope"))
    subjects = [f"{name}/.." for name in contract.subjects[-1:]]
    tags = [f"scope/{' or scope/'.join(contract.scopes)}" if name == "scope" else f"{name}/.." for name in names]
    yield from (f"  - {tag}" for tag in [*tags[:1], *subjects, *tags[1:]])
    yield "---"


def _short(message: str) -> str:
    plain = " ".join(message.split())
    return plain if len(plain) <= _LONGEST else plain[: _LONGEST - 2] + ".."
