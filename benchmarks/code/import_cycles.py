"""Holds the files of a Python package that import one another as they are loaded to what its syntax trees say.

python benchmarks/code/import_cycles.py FOLDER PACKAGE GRAPH.json      FOLDER holds the package, the graph covers it
"""

from __future__ import annotations

import argparse
import ast
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from graph.insight.cycles import knots

_PACKAGE = "__init__"


class Module(NamedTuple):
    name: str
    file: Path

    @property
    def package(self) -> str:
        """From where its relative imports are meant."""
        return self.name if self.file.stem == _PACKAGE else self.name.rpartition(".")[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("package")
    parser.add_argument("graph", type=Path)
    parser.add_argument("--prefix", default="", help="FOLDER as the graph has it: `src/`")
    arguments = parser.parse_args()
    modules = dict(found(arguments.folder, arguments.package))
    truth = {tuple(knot) for knot in knots(loads(modules))}
    links = json.loads(arguments.graph.read_bytes())["links"]
    said = {tuple(knot) for knot in knots(edges(links, arguments.prefix, arguments.folder, modules))}
    print(f"knots: {len(truth)} in the syntax trees, {len(said)} in the graph, {len(truth & said)} the same")
    for knot in sorted(truth ^ said):
        print("missed" if knot in truth else "wrong", ", ".join(knot))


def found(folder: Path, package: str) -> Iterator[tuple[str, Module]]:
    for file in sorted((folder / package).rglob("*.py")):
        name = ".".join(file.relative_to(folder).with_suffix("").parts).removesuffix(f".{_PACKAGE}")
        yield name, Module(name, file)


def loads(modules: dict[str, Module]) -> dict[str, set[str]]:
    """By module: which others it imports as it is loaded; packages around it are loaded before."""
    table: dict[str, set[str]] = {}
    for module in modules.values():
        try:
            tree = ast.parse(module.file.read_bytes())
        except SyntaxError:
            continue
        targets = {target for each in at_load(tree.body) for target in named(each, module) if target in modules}
        table[module.name] = {each for each in targets if each != module.name and not is_around(each, module.name)}
    return table


def is_around(other: str, name: str) -> bool:
    return name.startswith(f"{other}.")


def at_load(body: Iterable[ast.AST]) -> Iterator[ast.Import | ast.ImportFrom]:
    """The imports that run with these statements."""
    for node in body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        elif isinstance(node, ast.If) and {"TYPE_CHECKING", "__name__"} & set(words(node.test)):
            yield from at_load(node.orelse)
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.expr):
            yield from at_load(ast.iter_child_nodes(node))


def words(test: ast.expr) -> Iterator[str]:
    """The names and attributes in a condition."""
    for node in ast.walk(test):
        if isinstance(node, ast.Name | ast.Attribute):
            yield node.id if isinstance(node, ast.Name) else node.attr


def named(node: ast.Import | ast.ImportFrom, module: Module) -> Iterator[str]:
    """The modules that an import may mean, each name of one as a module of its own, too."""
    if isinstance(node, ast.Import):
        yield from (each.name for each in node.names)
        return
    around = module.package.split(".")
    start = around[: len(around) - node.level + 1] if node.level else []
    base = ".".join([*start, *([node.module] if node.module else [])])
    yield base
    yield from (f"{base}.{each.name}" for each in node.names)


def edges(links: list[dict[str, str]], prefix: str, folder: Path, modules: dict[str, Module]) -> dict[str, set[str]]:
    """The same by the edges of a graph between files; `prefix` is the folder as the graph has it."""
    names = {module.file.relative_to(folder).as_posix(): name for name, module in modules.items()}
    table: dict[str, set[str]] = {}
    for link in links:
        one, other = (names.get(link[end].removeprefix(prefix), "") for end in ("source", "target"))
        if link["relation"] == "imports" and "when" not in link and one and other and not is_around(other, one):
            table.setdefault(one, set()).add(other)
    return table


if __name__ == "__main__":
    main()
