"""An expression that is compiled late does what a compiled one does; all of the house's are sound."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph.regex import regex
from tests.program import HOUSE

IN_HOOKS = (
    "extractors/markdown/blocks.py",
    "extractors/markdown/links.py",
    "extractors/properties/yaml12.py",
    "graph/model.py",
    "vaultkit/contract/repairs.py",
)


@given(st.text("ab\n", max_size=8))
def test_it_finds_what_a_compiled_one_finds(text: str) -> None:
    for flags in (0, re.MULTILINE | re.IGNORECASE):
        late, soon = regex(r"^(?P<x>a+)B?", flags), re.compile(r"^(?P<x>a+)B?", flags)
        for _ in range(2):
            assert [match.span() for match in late.finditer(text)] == [match.span() for match in soon.finditer(text)]
            assert late.sub("c", text) == soon.sub("c", text) and bool(late.match(text)) == bool(soon.match(text))
        assert (late.pattern, late.flags, late.groups, late.groupindex) == (soon.pattern, soon.flags, 1, {"x": 1})


def users() -> list[str]:
    """The modules that have late expressions."""
    files = [file for floor in ("graph", "extractors", "vaultkit") for file in sorted((HOUSE / floor).rglob("*.py"))]
    paths = [file.relative_to(HOUSE) for file in files if "graph.regex import" in file.read_text("utf-8")]
    return [".".join(Path(path).with_suffix("").parts) for path in paths]


@pytest.mark.parametrize("module", users())
def test_every_expression_is_sound(module: str) -> None:
    """Compiled at import a fault showed at once; here it shows."""
    late = [value for value in vars(importlib.import_module(module)).values() if type(value) is type(regex(""))]
    assert all(isinstance(each.groups, int) for each in late)


def test_those_of_hooks_are_late() -> None:
    """What a hook imports compiles nothing while it is imported."""
    for name in IN_HOOKS:
        tree = ast.parse((HOUSE / name).read_text("utf-8"))
        parts = [part for part in tree.body if not isinstance(part, ast.FunctionDef | ast.ClassDef)]
        calls = [node for part in parts for node in ast.walk(part) if isinstance(node, ast.Call)]
        assert "re.compile" not in [ast.unparse(call.func) for call in calls]
