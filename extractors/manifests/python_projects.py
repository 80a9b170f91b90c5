"""What a Python project says of itself: from which folders its modules are imported, and where its programs begin."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from posixpath import dirname
from typing import Any, Final, NamedTuple

from extractors.manifests.entry_points import EntryPoint
from extractors.manifests.tables import listed, table, tables, texts

_TARGET: Final = re.compile(r"\s*([\w.]+)\s*(?::\s*([\w.]+))?\s*(?:\[[^\]]*\])?\s*")
"""`package.module:object.attribute [extra]` (packaging.python.org, Entry points specification)."""


class PythonProject(NamedTuple):
    """What the configuration of a project says of its modules."""

    roots: tuple[str, ...] = ()
    """The folders in which top-level modules lie, as paths from that of the configuration, "." for itself."""
    folders: tuple[tuple[str, str], ...] = ()
    """(package, the folder that it is made of)."""
    points: tuple[EntryPoint, ...] = ()


def of_pyproject(value: dict[str, Any]) -> PythonProject:
    """What a pyproject.toml says, its tables given."""
    tools = table(value, "tool")
    mapped = dict(texts(table(tools, "setuptools", "package-dir")))
    sources = table(tools, "hatch", "build")
    wheel = table(sources, "targets", "wheel")
    renamed = {**dict(texts(sources.get("sources"))), **dict(texts(wheel.get("sources")))}
    poetry = tables(table(tools, "poetry").get("packages"))
    roots = [
        *listed(table(tools, "pytest", "ini_options").get("pythonpath")),
        *listed(table(tools, "pytest").get("pythonpath")),
        *listed(table(tools, "setuptools", "packages", "find").get("where")),
        *(dirname(each) or "." for each in (*listed(sources.get("packages")), *listed(wheel.get("packages")))),
        *(*listed(sources.get("sources")), *listed(wheel.get("sources")), *listed(sources.get("dev-mode-dirs"))),
        *(each["from"] for each in poetry if isinstance(each.get("from"), str)),
        *listed(table(tools, "pdm", "build").get("package-dir")),
        *listed(table(tools, "maturin").get("python-source")),
        *listed(table(tools, "uv", "build-backend").get("module-root")),
        *(folder for name, folder in mapped.items() if not name),
        *(folder for folder, name in renamed.items() if not name),
        *(["src"] if "project" in value or "build-system" in value or "poetry" in tools else []),
    ]
    named = [(name, folder) for name, folder in mapped.items() if name]
    named += [(name.replace("/", "."), folder) for folder, name in renamed.items() if name]
    return PythonProject(tuple(dict.fromkeys(roots)), tuple(named), tuple(_points(_scripts(value, tools))))


def of_sections(text: str) -> PythonProject:
    """What a setup.cfg, pytest.ini or tox.ini says. Raises ValueError."""
    import configparser  # 5 ms that only those need who have such a file

    parser = configparser.RawConfigParser(strict=False)
    try:
        parser.read_string(text)
    except configparser.Error as fault:
        raise ValueError(str(fault)) from fault
    told = {name: dict(parser.items(name)) for name in parser.sections()}
    options = told.get("options", {})
    mapped = list(_pairs(options.get("package_dir", "")))
    roots = [folder for name, folder in mapped if not name]
    roots += listed(told.get("options.packages.find", {}).get("where"))
    for section in ("tool:pytest", "pytest"):
        roots += listed(told.get(section, {}).get("pythonpath"))
    scripts = (each for group in told.get("options.entry_points", {}).values() for each in _pairs(group))
    named = tuple((name, folder) for name, folder in mapped if name)
    return PythonProject(tuple(dict.fromkeys(roots)), named, tuple(_points(scripts)))


def _scripts(value: dict[str, Any], tools: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """(name, target) of every entry point."""
    project, poetry = table(value, "project"), table(tools, "poetry")
    groups = [project.get("scripts"), project.get("gui-scripts"), *table(project, "entry-points").values()]
    groups += [poetry.get("scripts"), *table(poetry, "plugins").values()]
    for group in groups:
        yield from texts(group)
        for name, each in group.items() if isinstance(group, dict) else ():
            if isinstance(each, dict) and isinstance(found := each.get("reference", each.get("callable")), str):
                yield name, found


def _points(scripts: Iterable[tuple[str, str]]) -> Iterator[EntryPoint]:
    for name, target in scripts:
        if found := _TARGET.fullmatch(target):
            yield EntryPoint(name, (found[1],), found[2] or "", target.split("[")[0].strip())


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    """What stands on both sides of `=`, line by line."""
    for line in text.splitlines():
        name, sign, value = line.partition("=")
        if sign:
            yield name.strip(), value.strip()
