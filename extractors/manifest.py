"""A configuration file of a JavaScript project in, a Fragment out: how imports are resolved, and not a single node."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from posixpath import basename, splitext
from typing import Any, Final

from extractors.source import Source, decode
from extractors.texts.plain_text import plain_text
from graph.facts import Facts, Manifest
from graph.model import Fragment, Problem

_LOOSE: Final = re.compile(r'("(?:[^"\\]|\\.)*")|//[^\n]*|/\*.*?\*/|,(?=\s*[}\]])', re.DOTALL)
"""What a tsconfig may hold beyond JSON (typescriptlang.org, TSConfig reference): comments and commas before the end."""
_PLAIN: Final = {
    "go.mod": re.compile(r"^module\s+\"?([^\s\"]+)", re.MULTILINE),
    "pubspec.yaml": re.compile(r"^name:\s*['\"]?(\w+)", re.MULTILINE),
}
"""Where the name of a package stands in files of other kinds (go.dev/ref/mod: module directive; dart.dev: pubspec)."""
_PROJECT: Final = re.compile(r"<(?:AssemblyName|PackageId|RootNamespace)>\s*([\w.-]+)\s*<")
"""Where the name of a project stands, if it is not that of its file (learn.microsoft.com, MSBuild properties)."""
_ENTRIES: Final = ("types", "import", "module", "require", "default", "main", "source")


def extract(source: Source) -> Fragment:
    """What a package.json, tsconfig.json, go.mod or project file says of imports; a problem if it cannot be read."""
    text = decode(plain_text(source.data) or b"")
    name, suffix = splitext(basename(source.path))
    if suffix == ".csproj":
        found = _PROJECT.search(text or "")
        return Fragment(source.path, facts=Facts(manifest=Manifest(package=found[1] if found else name)))
    plain = _PLAIN.get(basename(source.path))
    if plain is not None:
        found = plain.search(text or "")
        return Fragment(source.path, facts=Facts(manifest=Manifest(package=found[1] if found else "")))
    if basename(source.path) == "Cargo.toml":
        return _cargo(source, text or "")
    try:
        value = json.loads(_LOOSE.sub(lambda found: found[1] or "", (text or "").removeprefix("\ufeff")))
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        message = "this file is no JSON that can be read, so imports that hang on it are not followed; correct it"
        return Fragment(source.path, problems=(Problem(source.path, 0, 0, "warning", "manifest", message),))
    read = _package if basename(source.path) == "package.json" else _compiler
    return Fragment(source.path, facts=Facts(manifest=read(value)))


def _cargo(source: Source, text: str) -> Fragment:
    """How a crate is called, where its programs begin, what it calls others (The Cargo Book: The Manifest Format)."""
    import tomllib  # 5 ms that only those need who have such a file

    try:
        value = tomllib.loads(text)
    except (ValueError, RecursionError):
        message = "this file is no TOML that can be read, so imports that hang on it are not followed; correct it"
        return Fragment(source.path, problems=(Problem(source.path, 0, 0, "warning", "manifest", message),))
    package, library = _table(value.get("package")), _table(value.get("lib"))
    name = (_text(library.get("name")) or _text(package.get("name"))).replace("-", "_")
    return Fragment(source.path, facts=Facts(manifest=Manifest(name, tuple(_targets(value, library)))))


def _targets(value: dict[str, Any], library: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """(kind, file) of what a package says is built, and (use:NAME, package) of what it gives another name."""
    if path := _text(library.get("path")):
        yield "lib", path
    for kind in ("bin", "test", "bench", "example"):
        found = value.get(kind)
        for each in found if isinstance(found, list) else ():
            if path := _text(_table(each).get("path")):
                yield kind, path
    for kind in ("dependencies", "dev-dependencies", "build-dependencies"):
        for alias, each in _table(value.get(kind)).items():
            if package := _text(_table(each).get("package")):
                yield f"use:{alias}".replace("-", "_"), package.replace("-", "_")


def _table(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _package(value: dict[str, Any]) -> Manifest:
    return Manifest(package=_text(value.get("name")), entries=tuple(dict(_entries(value)).items()))


def _entries(value: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """(subpath, file) of what a package exports (nodejs.org, Packages: main and exports)."""
    for key in ("main", "module", "source", "types"):
        if _text(value.get(key)):
            yield ".", value[key]
    exports = value.get("exports")
    if isinstance(exports, dict) and any(key.startswith(".") for key in exports):
        for subpath, target in exports.items():
            if file := _file(target):
                yield subpath, file
    elif file := _file(exports):
        yield ".", file


def _file(target: Any, depth: int = 0) -> str:
    """The first file of conditional exports."""
    if isinstance(target, dict) and depth < 8:
        return next((file for key in _ENTRIES if (file := _file(target.get(key), depth + 1))), "")
    return _text(target)


def _compiler(value: dict[str, Any]) -> Manifest:
    options = value.get("compilerOptions")
    options = options if isinstance(options, dict) else {}
    paths = options.get("paths")
    return Manifest(
        base=_text(options.get("baseUrl")),
        paths=tuple(
            (pattern, tuple(filter(None, map(_text, targets))))
            for pattern, targets in (paths.items() if isinstance(paths, dict) else ())
            if isinstance(targets, list)
        ),
        extends=_text(value.get("extends")),
    )


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
