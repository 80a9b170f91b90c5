"""What is read of each programming language, worked out from its queries: the rows of a table."""

from __future__ import annotations

import re
from typing import Final

from extractors.languages.language import Language
from extractors.languages.table import query_text

HEAD: Final = ("language", "files", "definitions", "calls", "imports", "bases", "what settles a name", "tests")
_DEFINITIONS: Final = {
    "functions": ("def.function", "def.value", "def.arrow"),
    "methods": ("def.method", "def.member", "def.constructor", "def.extension"),
    "classes": ("def.class", "def.class.value"),
    "interfaces": ("def.interface",),
    "enums": ("def.enum",),
    "macros": ("def.macro",),
    "namespaces": ("def.namespace",),
    "aliases": ("def.alias",),
    "variables": ("def.variable",),
    "fields": ("bind.field", "parameter.field"),
}
_MODULES: Final = {
    "dotted": "dotted names",
    "path": "paths",
    "folder": "packages",
    "namespace": "namespaces",
    "include": "includes",
    "crate": "crates",
    "name": "names of files",
}


def captures(language: Language) -> tuple[str, ...]:
    """What is read of a language, a cell for each word of `HEAD`; "" for what is not."""
    text = re.sub(r"^;.*", "", query_text(language), flags=re.MULTILINE)
    said = set(re.findall(r"(?<!\S)@([\w.]+)", text))
    modules = _MODULES.get(language.dialect.modules, language.dialect.modules)
    modules += ", paths" if language.dialect.paths else ""
    settled = ["scopes"]
    settled += ["types"] if language.dialect.static else []
    settled += ["packages"] if language.package else []
    return (
        language.name,
        " ".join((*language.suffixes, *language.files)),
        ", ".join(word for word, roles in _DEFINITIONS.items() if said & set(roles)),
        "yes" if any(role.startswith("expr.call") for role in said) else "",
        modules if any(role.startswith(("import", "expr.import")) for role in said) else "",
        "yes" if said & {"inherits", "implements", "bases", "base"} else "",
        ", ".join(settled),
        "yes" if language.tests or "naming.title" in said else "",
    )
