"""Configuration files of projects: what they say of source roots, and that no value of a wrong kind does harm."""

from __future__ import annotations

import json
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractors.registry import extract
from extractors.source import Source
from extractors.texts.readable import MANIFESTS
from graph.model import Fragment

BROKEN = ("{", "[", "=", "\x00\x01", "[a\nb = ", "]" * 3_000, "[" * 3_000)
MANY = 60_000
HARD = (
    ("tsconfig.json", "{" + '\\"' * MANY),
    ("tsconfig.json", "{" + "/* " * MANY),
    ("package.json", '{"name": "x", "main": "' + "lib/" * MANY + '"}'),
    ("Cargo.toml", "a." * MANY + "a = 1"),
    ("Cargo.toml", "a = {" + '"=".' * MANY + "a = 1}"),
    ("pyproject.toml", '[project.scripts]\na = "x' + " " * MANY + '!"'),
    ("setup.cfg", "[a]\nx" + " " * MANY + "y"),
)
SAID = {
    ("pyproject.toml", '[tool.pytest.ini_options]\npythonpath = "a b"'): ("a", "b"),
    ("pyproject.toml", '[tool.pytest]\npythonpath = ["a"]'): ("a",),
    ("pyproject.toml", '[tool.setuptools]\npackage-dir = {"" = "a", p = "b"}'): ("a",),
    ("pyproject.toml", '[tool.hatch.build]\npackages = ["a/p", "q"]\ndev-mode-dirs = ["b"]'): ("a", ".", "b"),
    ("pyproject.toml", '[tool.uv.build-backend]\nmodule-root = "a"'): ("a",),
    ("setup.cfg", "[options]\npackage_dir =\n  = a\n  p = b\n[options.packages.find]\nwhere = c"): ("a", "c"),
    ("setup.cfg", "[tool:pytest]\npythonpath = a\n  b"): ("a", "b"),
    ("pytest.ini", "[pytest]\npythonpath = a"): ("a",),
    ("setup.cfg", "[options]\npackage_dir =\n\t =   a\n  p  =  b"): ("a",),
    ("tox.ini", "[tox]\nenvlist = %(x)s\n[pytest]\npythonpath = a"): ("a",),
}
KINDS = (None, 7, "x", [], [3, None], {}, {"a": 3}, {"": "x"}, {".": None}, {"a": {"b": []}})
KEYS = ("name", "bin", "main", "exports", "source", "module", "compilerOptions", "extends", "paths")


def read(path: str, text: str) -> Fragment:
    return extract(Source(path, text.encode()))


@pytest.mark.parametrize(("path", "text"), SAID)
def test_source_roots(path: str, text: str) -> None:
    facts = read(path, text).facts
    assert facts is not None and facts.manifest is not None
    assert facts.manifest.own_roots + facts.manifest.roots == SAID[path, text]


@pytest.mark.parametrize(("name", "text"), list(product(MANIFESTS, BROKEN)))
def test_what_cannot_be_read_is_a_problem(name: str, text: str) -> None:
    found = read(name, text)
    assert found.facts is not None or [problem.rule for problem in found.problems] == ["manifest"]


@pytest.mark.parametrize(("name", "text"), HARD, ids=lambda text: repr(text[:24]))
def test_hard_texts_end(name: str, text: str) -> None:
    """Each of these takes minutes where the time is not linear."""
    found = read(name, text)
    assert found.facts is not None or [problem.rule for problem in found.problems] == ["manifest"]


@settings(max_examples=60)
@given(st.dictionaries(st.sampled_from(KEYS), st.sampled_from(KINDS), min_size=1))
def test_values_of_any_kind_in_json(value: dict[str, object]) -> None:
    for name in ("package.json", "tsconfig.json"):
        assert read(name, json.dumps(value)).facts is not None


WORDS = st.sampled_from(
    ["project", "tool", "scripts", "poetry", "setuptools", "package-dir", "hatch", "build", "packages", "pytest", "bin"]
)
INLINE = st.sampled_from(
    ("3", '"a:b"', "[1]", "[{}]", '["a"]', "{}", '{"" = "x"}', "{a = {reference = 3}}", '{a = "b:c"}')
)


@settings(max_examples=60)
@given(st.lists(WORDS, min_size=1, max_size=3), WORDS, INLINE)
def test_values_of_any_kind_in_toml(table: list[str], key: str, value: str) -> None:
    text = f"[{'.'.join(table)}]\n{key} = {value}\n"
    for name in ("pyproject.toml", "Cargo.toml"):
        assert read(name, text).facts is not None


def test_an_entry_point_says_its_line() -> None:
    facts = read("pyproject.toml", '[project.scripts]\na = "m:f"\n\n"b.c" = "m.n:f"\n').facts
    assert facts is not None
    assert [(entry.name, entry.line) for entry in facts.entries] == [("a", 2), ("b.c", 4)]


@pytest.mark.parametrize(
    "text",
    [
        "setup(",
        "setup(entry_points=given, package_dir={x: 1, 'a': 2})",
        "setup(entry_points={'a': [1, None], 'b': None}, package_dir=['src'])",
        "find_packages(1)\nfind_packages(*where)\nfind_packages(where=where)",
        "f" + "(" * 3_000,
        "x = " + "-" * 100_000 + "1",
        "\x00",
    ],
)
def test_a_setup_script_that_says_nothing_in_plain_values_is_code_like_other(text: str) -> None:
    facts = read("setup.py", text).facts
    assert facts is None or (facts.manifest is None and facts.entries == ())
