"""What a Python project says of itself: from which folders its modules are imported, and where its programs begin."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from posixpath import dirname
from typing import Any, Final, NamedTuple

from extractors.manifests.entry_points import EntryPoint
from extractors.manifests.tables import listed, table, tables, texts

_TARGET: Final = re.compile(r"\s*+([\w.]++)\s*+(?::\s*+([\w.]++)\s*+)?(?:\[[^\]]*\])?\s*+")
"""`package.module:object.attribute [extra]` (packaging.python.org, Entry points specification)."""
_BLANKS: Final = re.compile(r"(?<=\S)[^\S\n]{2,}")


class PythonProject(NamedTuple):
    """What the configuration of a project says of its modules."""

    roots: tuple[str, ...] = ()
    """The folders whose top-level modules are installed, as paths from that of the configuration, "." for itself."""
    own_roots: tuple[str, ...] = ()
    """Those from which modules are imported where the tests of the project are run."""
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
    pytest = table(tools, "pytest")
    own = [*listed(table(pytest, "ini_options").get("pythonpath")), *listed(pytest.get("pythonpath"))]
    roots = [
        *listed(table(tools, "setuptools", "packages", "find").get("where")),
        *(dirname(each) or "." for each in (*listed(sources.get("packages")), *listed(wheel.get("packages")))),
        *(*listed(sources.get("sources")), *listed(wheel.get("sources")), *listed(sources.get("dev-mode-dirs"))),
        *(each["from"] for each in poetry if isinstance(each.get("from"), str)),
        *listed(table(tools, "pdm", "build").get("package-dir")),
        *listed(table(tools, "maturin").get("python-source")),
        *listed(table(tools, "uv", "build-backend").get("module-root")),
        *(folder for name, folder in mapped.items() if not name),
        *(folder for folder, name in renamed.items() if not name),
    ]
    named = [(name, folder) for name, folder in mapped.items() if name]
    named += [(name.replace("/", "."), folder) for folder, name in renamed.items() if name]
    return PythonProject(_once(roots), _once(own), tuple(named), tuple(points_of(_scripts(value, tools))))


def of_sections(text: str) -> PythonProject:
    """What a setup.cfg, pytest.ini or tox.ini says. Raises ValueError."""
    told = _sections(text)
    options = told.get("options", {})
    mapped = list(pairs(options.get("package_dir", "")))
    roots = [folder for name, folder in mapped if not name]
    roots += listed(told.get("options.packages.find", {}).get("where"))
    own = [each for name in ("tool:pytest", "pytest") for each in listed(told.get(name, {}).get("pythonpath"))]
    scripts = (each for group in told.get("options.entry_points", {}).values() for each in pairs(group))
    named = tuple((name, folder) for name, folder in mapped if name)
    return PythonProject(_once(roots), _once(own), named, tuple(points_of(scripts)))


def _sections(text: str) -> dict[str, dict[str, str]]:
    """What a configuration file in sections says, by section and name, these in small letters. Raises ValueError."""
    import configparser  # 5 ms that only those need who have such a file

    parser = configparser.RawConfigParser(strict=False)
    try:
        parser.read_string(_BLANKS.sub(" ", text))  # it takes quadratic time for many blanks
    except configparser.Error as fault:
        raise ValueError(str(fault)) from fault
    return {name: dict(parser.items(name)) for name in parser.sections()}


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


def points_of(scripts: Iterable[tuple[str, str]]) -> Iterator[EntryPoint]:
    """The entry points of these names and targets, those that are written as such."""
    for name, target in scripts:
        if found := _TARGET.fullmatch(target):
            yield EntryPoint(name, (found[1],), found[2] or "", target.split("[")[0].strip())


def _once(places: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(places))


def pairs(text: str) -> Iterator[tuple[str, str]]:
    """What stands on both sides of `=`, line by line."""
    for line in text.splitlines():
        name, sign, value = line.partition("=")
        if sign:
            yield name.strip(), value.strip()
