"""A configuration file of a project in, a Fragment out: how imports are resolved, and where the project is entered."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from posixpath import basename, splitext
from typing import Any, Final, NamedTuple

from extractors.manifests.entry_points import EntryPoint, entered, sources_of
from extractors.manifests.python_projects import PythonProject, of_pyproject, of_sections
from extractors.manifests.tables import table, tables, texts
from extractors.manifests.tables import text as as_text
from extractors.source import Source, decode
from extractors.texts.plain_text import plain_text
from graph.facts import Facts, Manifest
from graph.model import Fragment, Node, Problem, node_id

_LOOSE: Final = re.compile(r'("(?:[^"\\]|\\.)*+"?+)|//[^\n]*|/\*.*?(?:\*/|\Z)|,(?=\s*[}\]])', re.DOTALL)
"""What a tsconfig may hold beyond JSON (typescriptlang.org, TSConfig reference): comments and commas before the end.
What is begun and not ended goes to the end, so that nothing is looked for twice."""
_DOTTED: Final = re.compile(r"""(?:\.(?:"[^"\n]*+"|'[^'\n]*+'|[^.\n=,{}\[\]"'])*+)++""")
_MOST_PARTS: Final = 200
"""Of a dotted key; tomllib takes quadratic time for one."""
_MODULE: Final = re.compile(r"^module\s+\"?([^\s\"]+)", re.MULTILINE)
_PUB: Final = re.compile(r"^name:\s*['\"]?(\w+)", re.MULTILINE)
"""Where the name of a package stands in files of other kinds (go.dev/ref/mod: module directive; dart.dev: pubspec)."""
_PROJECT: Final = re.compile(r"<(?:AssemblyName|PackageId|RootNamespace)>\s*([\w.-]+)\s*<")
"""Where the name of a project stands, if it is not that of its file (learn.microsoft.com, MSBuild properties)."""
_ENTRIES: Final = ("types", "import", "module", "require", "default", "main", "source")


class _Told(NamedTuple):
    """What a file says."""

    manifest: Manifest
    points: tuple[EntryPoint, ...] = ()
    language: str = ""
    """That of what the points name."""


class _Unreadable(Exception):
    """The file is not what its name says; the message names that."""


def extract(source: Source) -> Fragment:
    """What a file that `readable.is_manifest` says of imports and entry points; a problem if it cannot be read."""
    text = (decode(plain_text(source.data) or b"") or "").removeprefix("\ufeff")
    name, suffix = splitext(basename(source.path))
    try:
        told = _project(name, text) if suffix == ".csproj" else _READERS[basename(source.path)](text)
    except _Unreadable as fault:
        message = f"this file is no {fault} that can be read, so imports that hang on it are not followed; correct it"
        return Fragment(source.path, problems=(Problem(source.path, 0, 0, "warning", "manifest", message),))
    facts = entered(Facts(manifest=told.manifest), told.language, told.points, text)
    return Fragment(source.path, nodes=(_node(source.path),) if facts.entries else (), facts=facts)


def with_project(fragment: Fragment, project: PythonProject, text: str) -> Fragment:
    """What a file of code with this text says, with what it says of its project."""
    if fragment.facts is None or project == PythonProject():
        return fragment
    told = _python(project)
    facts = entered(fragment.facts._replace(manifest=told.manifest), told.language, told.points, text)
    return fragment._replace(facts=facts)


def _node(path: str) -> Node:
    return Node(node_id(path), basename(path), "file", "code", path, "L1", {})


# readers


def _json(text: str) -> dict[str, Any]:
    try:
        value = json.loads(_LOOSE.sub(lambda found: found[1] or "", text))
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise _Unreadable("JSON")
    return value


def _toml(text: str) -> dict[str, Any]:
    import tomllib  # 5 ms that only those need who have such a file

    if any(found[0].count(".") >= _MOST_PARTS for found in _DOTTED.finditer(text)):
        raise _Unreadable("TOML")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as fault:
        raise _Unreadable("TOML") from fault


def _project(name: str, text: str) -> _Told:
    found = _PROJECT.search(text)
    return _Told(Manifest(package=found[1] if found else name))


def _go(text: str) -> _Told:
    found = _MODULE.search(text)
    return _Told(Manifest(package=found[1] if found else ""))


def _dart(text: str) -> _Told:
    found = _PUB.search(text)
    return _Told(Manifest(package=found[1] if found else ""))


# Python


def _pyproject(text: str) -> _Told:
    return _python(of_pyproject(_toml(text)))


def _sections(text: str) -> _Told:
    try:
        return _python(of_sections(text))
    except ValueError as fault:
        raise _Unreadable("configuration in sections") from fault


def _python(project: PythonProject) -> _Told:
    manifest = Manifest(roots=project.roots, own_roots=project.own_roots, folders=project.folders)
    return _Told(manifest, project.points, "Python")


# Rust


def _cargo(text: str) -> _Told:
    """How a crate is called, where its programs begin, what it calls others (The Cargo Book: The Manifest Format)."""
    value = _toml(text)
    package, library = table(value.get("package")), table(value.get("lib"))
    name = (as_text(library.get("name")) or as_text(package.get("name"))).replace("-", "_")
    manifest = Manifest(name, tuple(_targets(value, library)))
    return _Told(manifest, tuple(_programs(value, as_text(package.get("name")))), "Rust")


def _targets(value: dict[str, Any], library: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """(kind, file) of what a package says is built, and (use:NAME, package) of what it gives another name."""
    if path := as_text(library.get("path")):
        yield "lib", path
    for kind in ("bin", "test", "bench", "example"):
        for each in tables(value.get(kind)):
            if path := as_text(each.get("path")):
                yield kind, path
    for kind in ("dependencies", "dev-dependencies", "build-dependencies"):
        for alias, each in table(value.get(kind)).items():
            if package := as_text(table(each).get("package")):
                yield f"use:{alias}".replace("-", "_"), package.replace("-", "_")


def _programs(value: dict[str, Any], package: str) -> Iterator[EntryPoint]:
    """Where the programs of a package begin (The Cargo Book: Cargo Targets, Binaries)."""
    named = [(as_text(each.get("name")), as_text(each.get("path"))) for each in tables(value.get("bin"))]
    if package and package not in [name for name, _ in named]:
        named.append((package, "src/main.rs"))
    for name, path in named:
        usual = (f"src/bin/{name}.rs", f"src/bin/{name}/main.rs", "src/main.rs")
        yield EntryPoint(name, tuple(f"at:{each}" for each in ([path] if path else usual)), "main", path or name)


# JavaScript


def _package(text: str) -> _Told:
    value = _json(text)
    manifest = Manifest(package=as_text(value.get("name")), entries=tuple(dict(_entries(value)).items()))
    return _Told(manifest, tuple(_points(value)), "JavaScript")


def _entries(value: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """(subpath, file) of what a package exports (nodejs.org, Packages: main and exports)."""
    for key in ("main", "module", "source", "types"):
        if as_text(value.get(key)):
            yield ".", value[key]
    exports = value.get("exports")
    if isinstance(exports, dict) and any(key.startswith(".") for key in exports):
        for subpath, target in exports.items():
            if file := _file(target):
                yield subpath, file
    elif file := _file(exports):
        yield ".", file


def _points(value: dict[str, Any]) -> Iterator[EntryPoint]:
    """Its programs, and the file that others import (docs.npmjs.com, package.json: bin, main)."""
    own, programs = as_text(value.get("name")), value.get("bin")
    named = programs if isinstance(programs, dict) else {own.rpartition("/")[2]: programs}
    for name, path in texts(named):
        yield EntryPoint(name, sources_of(path), "", path)
    exported = value.get("exports")
    whole = exported.get(".", None) if isinstance(exported, dict) and "." in exported else exported
    files = [as_text(value.get("source")), as_text(value.get("main")), as_text(value.get("module")), _file(whole)]
    if given := list(filter(None, files)):
        places = dict.fromkeys(place for path in given for place in sources_of(path))
        yield EntryPoint(own, tuple(places), "", given[0])


def _file(target: Any, depth: int = 0) -> str:
    """The first file of conditional exports."""
    if isinstance(target, dict) and depth < 8:
        return next((file for key in _ENTRIES if (file := _file(target.get(key), depth + 1))), "")
    return as_text(target)


def _compiler(text: str) -> _Told:
    value = _json(text)
    options = table(value.get("compilerOptions"))
    paths = table(options.get("paths"))
    found = ((each, targets) for each, targets in paths.items() if isinstance(targets, list))
    return _Told(
        Manifest(
            base=as_text(options.get("baseUrl")),
            paths=tuple((pattern, tuple(filter(None, map(as_text, targets)))) for pattern, targets in found),
            extends=as_text(value.get("extends")),
        )
    )


_READERS: Final[Mapping[str, Callable[[str], _Told]]] = {
    "go.mod": _go,
    "pubspec.yaml": _dart,
    "Cargo.toml": _cargo,
    "package.json": _package,
    "tsconfig.json": _compiler,
    "jsconfig.json": _compiler,
    "tsconfig.base.json": _compiler,
    "pyproject.toml": _pyproject,
    "setup.cfg": _sections,
    "pytest.ini": _sections,
    "tox.ini": _sections,
}
"""What reads which file, by its name."""
