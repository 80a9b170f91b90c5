"""The broad row of languages: definitions, calls and imports, resolved as far as scopes and imports tell."""

from __future__ import annotations

from typing import Final

from extractors.language import Language
from graph.dialect import Dialect

BROAD_LANGUAGES: Final = (
    Language(
        name="PHP",
        suffixes=(".php", ".phtml"),
        grammar="php",
        queries=("php",),
        dialect=Dialect(
            modules="script",
            suffixes=(".php", ".inc"),
            constructors=("__construct",),
            called=("__invoke",),
            callers=frozenset(["array_map", "array_filter", "array_walk", "array_reduce", "usort", "call_user_func"]),
        ),
        names=frozenset(["name", "variable_name"]),
        receiver="word",
        flags={"static": "static", "abstract": "abstract"},
        tests=r"(^|/)[Tt]ests?/|Test\.php$",
        comments=("/**",),
        closed=True,
        package="namespace",
        module_name=r"(\w+)$",
    ),
)
