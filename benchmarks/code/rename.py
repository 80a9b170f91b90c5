"""Rewrites the snippets of a call-graph benchmark: every identifier gets another name, definitions another order.

    rename.py SNIPPETS OUT [--seed N]

What the programs do stays, and each callgraph.json is mapped along. One mapping of names holds for a whole snippet,
file and folder names included; names of built-ins, of their attributes and of modules that are not there stay.
Functions and classes that stand together are put in another order unless one needs another while it is being defined.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import json
import keyword
import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_BUILT_IN: Final = {
    *dir(builtins),
    *keyword.kwlist,
    *(
        name
        for kind in (str, list, dict, set, tuple, int, float, bytes, object, type(iter([])), type)
        for name in dir(kind)
    ),
    *(name for kind in (type(_ for _ in ()), type(lambda: 0)) for name in dir(kind)),
}
_SYLLABLES: Final = ("ba", "do", "fe", "gi", "ku", "la", "mo", "ni", "pe", "ro", "su", "ta", "vi", "wu", "xa", "zo")
_DOTTED: Final = re.compile(r"\.*[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*\Z")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("snippets", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    truths = sorted(arguments.snippets.rglob("callgraph.json"))
    for truth in truths:
        out = arguments.out / truth.parent.relative_to(arguments.snippets)
        rewrite(truth.parent, out, random.Random(f"{arguments.seed} {truth.parent.name}"))
    print(f"{len(truths)} snippets rewritten to {arguments.out}")


def rewrite(snippet: Path, out: Path, dice: random.Random) -> None:
    """One snippet, rewritten into a folder of its own."""
    trees = {path.relative_to(snippet): ast.parse(path.read_bytes()) for path in sorted(snippet.rglob("*.py"))}
    names = renamed(trees, dice)
    shutil.rmtree(out, ignore_errors=True)
    for path, tree in trees.items():
        Renamer(names).visit(tree)
        reorder(tree, dice)
        target = out / rename_path(path, names)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(ast.unparse(ast.fix_missing_locations(tree)) + "\n", "utf-8")
    truth = json.loads((snippet / "callgraph.json").read_text("utf-8"))
    roots = {path.parts[0].removesuffix(".py") for path in trees}
    mapped = {
        rename_qualified(caller, names, roots): [rename_qualified(each, names, roots) for each in callees]
        for caller, callees in truth.items()
    }
    (out / "callgraph.json").write_text(json.dumps(mapped, indent=1), "utf-8")


# Names


def renamed(trees: dict[Path, ast.Module], dice: random.Random) -> dict[str, str]:
    """New names for all that the snippet itself names."""
    own = {part.removesuffix(".py") for path in trees for part in path.parts}
    foreign: set[str] = set()
    for tree in trees.values():
        for node in ast.walk(tree):
            own.update(stated(node))
            foreign.update(imported_from_elsewhere(node, trees))
    chosen: set[str] = set()
    names = {}
    for name in sorted(own - foreign - _BUILT_IN):
        if not (name.startswith("__") and name.endswith("__")):
            names[name] = unused(dice, chosen | own | foreign)
            chosen.add(names[name])
    return names


def stated(node: ast.AST) -> Iterator[str]:
    """The names that a node gives to something."""
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield node.name
        case ast.arg():
            yield node.arg
        case ast.Name(ctx=ast.Store()):
            yield node.id
        case ast.Attribute(ctx=ast.Store()):
            yield node.attr
        case ast.alias(asname=str(name)):
            yield name
        case ast.ExceptHandler(name=str(name)):
            yield name
        case ast.keyword(arg=str(name)):
            yield name


def imported_from_elsewhere(node: ast.AST, trees: dict[Path, ast.Module]) -> Iterator[str]:
    """Names of modules that are not there, and what is imported from them."""
    roots = {path.parts[0].removesuffix(".py") for path in trees}
    if isinstance(node, ast.ImportFrom) and not node.level and (node.module or "").split(".")[0] not in roots:
        yield from (node.module or "").split(".")
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.Import):
        for alias in node.names:
            if alias.name.split(".")[0] not in roots:
                yield from alias.name.split(".")


def unused(dice: random.Random, taken: set[str]) -> str:
    while True:
        name = "".join(dice.choices(_SYLLABLES, k=3))
        if name not in taken:
            return name


def rename_path(path: Path, names: dict[str, str]) -> Path:
    *folders, name = path.parts
    stem = name.removesuffix(".py")
    return Path(*(names.get(folder, folder) for folder in folders), names.get(stem, stem) + ".py")


def rename_qualified(name: str, names: dict[str, str], roots: set[str]) -> str:
    """`main.A.m` in the new names; what is not the snippet's own stays."""
    parts = name.split(".")
    return ".".join(names.get(part, part) for part in parts) if parts[0] in roots else name


class Renamer(ast.NodeTransformer):
    """Writes the new names wherever the old ones stand, in strings that are nothing but names too."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for field in ("id", "attr", "arg", "name", "asname", "module"):
            value = getattr(node, field, None)
            if isinstance(value, str):
                setattr(node, field, self.dotted(value))
        if isinstance(node, ast.Global | ast.Nonlocal):
            node.names = [self.names.get(name, name) for name in node.names]
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and _DOTTED.match(node.value):
            node.value = self.dotted(node.value)
        return super().generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Name) and node.func.id in ("eval", "exec"):
            for program in node.args:
                if isinstance(program, ast.Constant) and isinstance(program.value, str):
                    program.value = ast.unparse(self.visit(ast.parse(program.value)))
        return self.generic_visit(node)

    def dotted(self, text: str) -> str:
        return ".".join(self.names.get(part, part) for part in text.split("."))


# Order


def reorder(tree: ast.Module, dice: random.Random) -> None:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | Definition):
            node.body = [each for run in runs(node.body) for each in shuffled(run, dice)]


def runs(body: list[ast.stmt]) -> Iterator[list[ast.stmt]]:
    """The statements of a body: definitions that may change places are together, every other one is alone."""
    together: list[ast.stmt] = []
    for statement in body:
        if isinstance(statement, Definition) and not statement.decorator_list and not has_own_lambda(statement):
            together.append(statement)
            continue
        yield together
        yield [statement]
        together = []
    yield together


def has_own_lambda(definition: Definition) -> bool:
    """Whether a lambda belongs to the scope around the definition: they are numbered there."""
    around: list[ast.AST] = [definition.args] if not isinstance(definition, ast.ClassDef) else [*definition.bases]
    return any(isinstance(node, ast.Lambda) for each in around for node in ast.walk(each))


def shuffled(run: list[ast.stmt], dice: random.Random) -> list[ast.stmt]:
    """Another order in which every definition comes after what it needs, and after an earlier one of its name."""
    left = [each for each in run if isinstance(each, Definition)]
    if len(left) != len(run):
        return run
    order: list[ast.stmt] = []
    while left:
        free = [each for place, each in enumerate(left) if not any(needs(each, other) for other in left[:place])]
        chosen = free[-1] if len(free) > 1 and free[-1] is not left[0] else dice.choice(free)
        order.append(chosen)
        left.remove(chosen)
    return order


def needs(later: Definition, earlier: Definition) -> bool:
    """Whether a definition must stay behind another one."""
    return earlier.name == later.name or earlier.name in set(names_while_defined(later))


def names_while_defined(definition: Definition) -> Iterator[str]:
    """Every name that is looked up when the definition is executed, not only when it is called."""
    if isinstance(definition, ast.ClassDef):
        evaluated: list[ast.AST] = [*definition.bases, *definition.keywords]
        for statement in definition.body:
            if isinstance(statement, Definition):
                yield from names_while_defined(statement)
                evaluated += statement.decorator_list
            else:
                evaluated.append(statement)
    else:
        annotations = [each.annotation for each in ast.walk(definition.args) if isinstance(each, ast.arg)]
        evaluated = [*definition.args.defaults, *filter(None, definition.args.kw_defaults), *filter(None, annotations)]
        evaluated += [definition.returns] if definition.returns else []
    yield from (node.id for each in evaluated for node in ast.walk(each) if isinstance(node, ast.Name))


if __name__ == "__main__":
    main()
