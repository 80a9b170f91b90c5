"""Every query compiles against its grammar, and uses the roles that somebody reads."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest
from tree_sitter import Query
from tree_sitter_language_pack import get_language

from extractors.languages.language import Language
from extractors.languages.others import OTHER_LANGUAGES
from extractors.languages.table import LANGUAGES, query_text
from extractors.symbolic import bindings, companions, expressions, module_names, timing
from extractors.symbolic.definition_kinds import DEFINITIONS
from extractors.symbolic.matching import PARTS
from graph.code import meant
from graph.facts import NAMING

READ = {
    *DEFINITIONS,
    *bindings.STATEMENTS,
    *module_names.STATEMENTS,
    *companions.ROLES,
    *expressions.ROLES,
    *("branching", "branch", "block", "comment", "annotation", "namespace", "ignored"),
    *timing.ROLES,
}


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.name)
def test_queries_compile_and_say_only_what_is_read(language: Language) -> None:
    text = query_text(language)
    Query(get_language(language.grammar), text)
    captured = set(re.findall(r"(?<!\S)@([\w.]+)", re.sub(r"^;.*", "", text, flags=re.MULTILINE)))
    unread = {name for name in captured if not name.startswith("_")} - READ - PARTS
    assert not unread


def test_what_may_be_referred_to_is_kept() -> None:
    assert meant.WAYS.keys() == NAMING


def test_no_suffix_belongs_to_two_languages() -> None:
    suffixes = [suffix for language in LANGUAGES for suffix in language.suffixes]
    assert len(suffixes) == len(set(suffixes)) and not OTHER_LANGUAGES.keys() & set(suffixes)


def test_the_table_of_the_docs_is_what_the_script_writes() -> None:
    script = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "languages_read.py"))
    assert script["PAGE"].read_text(encoding="utf-8") == script["page"]()


def test_every_role_and_part_is_documented() -> None:
    text = (Path(__file__).parents[2] / "docs" / "languages.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"@([\w.]+)", text))
    used = {
        name
        for language in LANGUAGES
        for name in re.findall(r"(?<!\S)@([\w.]+)", re.sub(r"^;.*", "", query_text(language), flags=re.MULTILINE))
        if not name.startswith("_")
    }
    assert documented - READ - PARTS == set()
    assert used - documented <= {"condition"}
