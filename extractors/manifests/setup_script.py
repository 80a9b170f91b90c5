"""What a setup.py hands to setuptools as plain values: where modules lie, and what the project is entered by."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any, Final

from extractors.manifests.python_projects import PythonProject, pairs, points_of
from extractors.manifests.tables import listed, texts

_FINDERS: Final = frozenset(["find_packages", "find_namespace_packages"])


def of_script(text: str) -> PythonProject:
    """What the calls in a setup.py say (setuptools documentation: Keywords); nothing where that is worked out."""
    try:
        calls = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return PythonProject()
    mapped = [each for call in calls for each in texts(_keyword(call, "package_dir"))]
    roots = [folder for name, folder in mapped if not name]
    roots += [place for call in calls if _name(call.func) in _FINDERS for place in _places(call)]
    named = tuple((name, folder) for name, folder in mapped if name)
    scripts = (each for call in calls for each in _scripts(_keyword(call, "entry_points")))
    return PythonProject(tuple(dict.fromkeys(roots)), (), named, tuple(points_of(scripts)))


def _places(call: ast.Call) -> Iterator[str]:
    """Where packages are looked for: the first argument of a finder."""
    given = _value(call.args[0]) if call.args else _keyword(call, "where")
    if isinstance(given, str):
        yield given


def _scripts(value: Any) -> Iterator[tuple[str, str]]:
    """(name, target) of every entry point: by group in lists, or in one text with a line for each."""
    groups = value.values() if isinstance(value, dict) else [value]
    for lines in groups:
        yield from pairs("\n".join([lines] if isinstance(lines, str) else listed(lines)))


def _keyword(call: ast.Call, name: str) -> Any:
    return next((_value(each.value) for each in call.keywords if each.arg == name), None)


def _value(node: ast.expr) -> Any:
    """What an expression is that is nothing but values; None for any other."""
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return None


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""
