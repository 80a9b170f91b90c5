"""What is no syntax is told, at its line; what is syntax is not."""

from __future__ import annotations

from itertools import islice

import pytest

from extractors.languages.language import Language
from extractors.languages.table import LANGUAGES, language_of
from tests.code.graphs import fragments_of
from tests.code.test_cases import CASES, read_cases

EXACT = [language for language in LANGUAGES if language.exact]
SOURCES = {
    path: text for file in sorted(CASES.glob("*.txt")) for case in read_cases(file) for path, text in case.files.items()
}


def sources_of(language: Language) -> dict[str, str]:
    """A few files of a language."""
    found = ((path, text) for path, text in SOURCES.items() if language_of(path, text.encode()) is language)
    return dict(islice(found, 12))


@pytest.mark.parametrize("language", EXACT, ids=lambda language: language.name)
def test_code_without_a_fault_has_no_problem(language: Language) -> None:
    fragments = fragments_of(sources_of(language))
    assert fragments
    assert not [each for fragment in fragments.values() for each in fragment.problems if each.rule == "syntax"]


@pytest.mark.parametrize("language", EXACT, ids=lambda language: language.name)
def test_a_fault_is_told_at_its_line(language: Language) -> None:
    path, text = next(iter(sources_of(language).items()))
    fragment = fragments_of({path: f"{text}\n)) ]] ((\n"})[path]
    (problem,) = (each for each in fragment.problems if each.rule == "syntax")
    assert (problem.severity, problem.path) == ("warning", path)
    assert problem.line == text.count("\n") + 2


def test_a_fault_in_a_function_does_not_point_at_the_file() -> None:
    text = "class A:\n    def one(self): ...\n\n    def two(:\n\n    def three(self): ...\n"
    (problem,) = fragments_of({"a.py": text})["a.py"].problems
    assert (problem.line, problem.column) == (4, 13)
