"""What libclang says of the calls in a C or C++ repository, as JSON for compiler_score.py: definitions and calls.

    clang_calls.py ROOT [--without FOLDER ..] [CLANG ARGUMENT ..] > truth.json

Every C and C++ file below ROOT is a translation unit of its own; ROOT and each folder with a header is searched for
includes; a file that does not compile for want of a header is left out. A call is `settled` if its callee is defined in
the repository, or a method that is pure there, and `unknown` if nothing declares it. Both where a function is declared
and where it is defined stand for it, and a class stands for its constructors. What a macro calls, and what is called
without its name (operators, conversions, copies), is right (`markup`) but not asked for.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from clang.cindex import Cursor, CursorKind, Diagnostic, Index, TranslationUnit

SOURCES = (".c", ".cc", ".cpp", ".cxx")
HEADERS = (".h", ".hh", ".hpp", ".hxx")
CLASSES = (
    CursorKind.CLASS_DECL,
    CursorKind.STRUCT_DECL,
    CursorKind.UNION_DECL,
    CursorKind.CLASS_TEMPLATE,
    CursorKind.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION,
)
TEMPLATES = (CursorKind.CLASS_TEMPLATE, CursorKind.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION)
FUNCTIONS = (
    CursorKind.FUNCTION_DECL,
    CursorKind.FUNCTION_TEMPLATE,
    CursorKind.CXX_METHOD,
    CursorKind.CONSTRUCTOR,
    CursorKind.DESTRUCTOR,
    CursorKind.CONVERSION_FUNCTION,
)
WORD = re.compile(r"\w+")
Place = tuple[str, int, str]


class Repository:
    """Where everything is declared, and who calls what."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.definitions: list[dict[str, object]] = []
        self.calls: dict[tuple[str, int, int, str], dict[str, object]] = {}
        self._numbers: dict[Place, int] = {}
        self._groups: dict[str, set[int]] = {}
        self._usr: dict[Place, str] = {}
        self._defined: set[str] = set()
        self._lines: dict[str, list[str]] = {}
        self._paths: dict[str, str] = {}

    def path(self, cursor: Cursor) -> str:
        """The root-relative path that a cursor stands in, "" outside of the root."""
        file = cursor.location.file
        if file is None:
            return ""
        known = self._paths.get(file.name)
        if known is None:
            path = Path(file.name).resolve()
            known = str(path.relative_to(self.root)) if self.root in path.parents else ""
            self._paths[file.name] = known
        return known

    def lines(self, path: str) -> list[str]:
        if path not in self._lines:
            self._lines[path] = (self.root / path).read_text("utf-8", "replace").splitlines()
        return self._lines[path]

    def declare(self, cursor: Cursor) -> None:
        """Note where a function or class is declared or defined."""
        if cursor.kind in CLASSES and not cursor.is_definition():
            return
        place = self.path(cursor), cursor.location.line, bare(cursor)
        number = self._numbers.get(place)
        if number is None:
            number = self._numbers[place] = len(self.definitions)
            lines = [*range(cursor.extent.start.line, cursor.location.line + 1)]
            kind = "class" if cursor.kind in CLASSES else "function"
            self.definitions.append({"file": place[0], "lines": lines, "name": place[2], "kind": kind, "scope": number})
        usr = self._usr.setdefault(place, cursor.get_usr())
        self._groups.setdefault(usr, set()).add(number)
        if place[2] == "TestBody":
            self._declare_test(place, usr)
        if cursor.is_definition() or (cursor.kind == CursorKind.CXX_METHOD and cursor.is_pure_virtual_method()):
            self._defined.add(usr)

    def _declare_test(self, place: Place, usr: str) -> None:
        """The body of a test of GoogleTest also goes by the names that stand in the text: the test's, the macro's."""
        words = WORD.findall(self.lines(place[0])[place[1] - 1])
        for name in {*words[:1], *words[2:3]}:
            number = len(self.definitions)
            self._groups[usr].add(number)
            self.definitions.append(
                {"file": place[0], "lines": [place[1]], "name": name, "kind": "function", "scope": number}
            )

    def targets(self, cursor: Cursor) -> set[int]:
        """The numbers of all that stands for what a cursor refers to."""
        found: set[int] = set()
        for each in (cursor, cursor.semantic_parent if cursor.kind == CursorKind.CONSTRUCTOR else None):
            if each is None:
                continue
            usr = self._usr.get((self.path(each), each.location.line, bare(each)), each.get_usr())
            if usr in self._defined:
                found |= self._groups[usr]
        return found

    def call(self, call: Cursor, parent: Cursor, caller: Cursor) -> None:
        callee, line = call.referenced, call.location.line
        targets = self.targets(callee) if callee is not None else set()
        name = bare(callee) if callee is not None else call.spelling or self.named(call)
        file = self.path(call)
        if not file:
            return
        is_made = callee is not None and callee.kind == CursorKind.CONSTRUCTOR
        asked = self.is_made_by_name(call, parent, name) if is_made else name in self.text(call, file)
        self.calls[file, line, call.location.column, name] = {
            "file": file,
            "line": line,
            "name": name,
            "state": "settled" if targets else "unknown" if callee is None else "elsewhere",
            "markup": not asked,
            "callers": sorted(self.targets(caller)) + self.file_of_test(caller),
            "targets": sorted(targets),
        }

    def named(self, call: Cursor) -> str:
        """The last name before the arguments of a call, where only its text tells it."""
        words = WORD.findall(self.text(call, self.path(call)).partition("(")[0])
        return words[-1] if words else ""

    def leave_open(self, caller: Cursor) -> None:
        """What a template makes is known only when it is used: objects of the classes that it names are not judged."""
        if caller.kind != CursorKind.FUNCTION_TEMPLATE and caller.semantic_parent.kind not in TEMPLATES:
            return
        for each in caller.walk_preorder():
            if each.kind in (CursorKind.TYPE_REF, CursorKind.TEMPLATE_REF) and (file := self.path(each)):
                name = bare(each).rpartition("::")[2].rpartition(" ")[2]
                self.calls.setdefault(
                    (file, each.location.line, each.location.column, name),
                    {
                        "file": file,
                        "line": each.location.line,
                        "name": name,
                        "state": "unknown",
                        "markup": True,
                        "callers": sorted(self.targets(caller)),
                        "targets": [],
                    },
                )

    def file_of_test(self, caller: Cursor) -> list[int]:
        """The file, for a test that only a macro names (Catch2, doctest): it has no name that a graph could use."""
        line = self.lines(self.path(caller))[caller.location.line - 1]
        return [-1] if line.lstrip().startswith(("TEST_CASE", "SCENARIO", "TEMPLATE_TEST_CASE")) else []

    def is_made_by_name(self, call: Cursor, parent: Cursor, name: str) -> bool:
        """Whether an object is made where its class is named: `T(..)`, `new T`, `T x(..)`, and no copy."""
        text = self.text(call, self.path(call))
        if text.lstrip().startswith((name, f"new {name}")):
            return True
        is_copy = call.referenced.is_copy_constructor() or call.referenced.is_move_constructor()
        return parent.kind == CursorKind.VAR_DECL and name in parent.type.spelling and not is_copy

    def text(self, cursor: Cursor, file: str) -> str:
        start, end = cursor.extent.start, cursor.extent.end
        lines = self.lines(file)[max(0, start.line - 1) : end.line]
        if not lines:
            return ""
        if len(lines) == 1:
            return lines[0][start.column - 1 : end.column - 1]
        return "\n".join([lines[0][start.column - 1 :], *lines[1:-1], lines[-1][: end.column - 1]])


def bare(cursor: Cursor) -> str:
    return str(cursor.spelling).partition("<")[0] if "operator" not in cursor.spelling else str(cursor.spelling)


def main() -> None:
    root = Path(sys.argv[1]).resolve()
    arguments = sys.argv[2:]
    without = []
    while arguments[:1] == ["--without"]:
        without.append(root / arguments[1])
        arguments = arguments[2:]
    found = [path for path in sorted(root.rglob("*")) if not any(each in path.parents for each in without)]
    headers = [path for path in found if path.suffix in HEADERS]
    sources = [path for path in found if path.suffix in SOURCES]
    folders = {folder for path in headers for folder in (path.parent, path.parent.parent)} | {root}
    flags = [f"-I{folder}" for folder in sorted(folders)] + arguments
    parsed = dict(read(sources, flags))
    repository = Repository(root)
    cursors = [cursor for unit in parsed.values() for cursor in walk(unit, repository)]
    for cursor in cursors:
        repository.declare(cursor)
    for cursor in cursors:
        if cursor.kind in FUNCTIONS and cursor.is_definition():
            for call, parent in calls_in(cursor):
                repository.call(call, parent, cursor)
            repository.leave_open(cursor)
    files = sorted(str(path.relative_to(root)) for path in [*headers, *parsed])
    calls = list(repository.calls.values())
    json.dump({"files": files, "definitions": repository.definitions, "calls": calls}, sys.stdout)


def read(sources: list[Path], flags: list[str]) -> Iterator[tuple[Path, TranslationUnit]]:
    """The units that could be read whole."""
    index = Index.create()
    for path in sources:
        unit = index.parse(str(path), flags)
        faults = [each for each in unit.diagnostics if each.severity == Diagnostic.Fatal]
        if faults:
            print(f"left out: {faults[0]}", file=sys.stderr)
        else:
            yield path, unit


def walk(unit: TranslationUnit, repository: Repository) -> Iterator[Cursor]:
    """The functions and classes that the files of the root declare."""
    pending = [each for each in unit.cursor.get_children() if repository.path(each)]
    while pending:
        cursor = pending.pop()
        if cursor.kind in FUNCTIONS or cursor.kind in CLASSES:
            yield cursor
        pending += cursor.get_children()


def calls_in(function: Cursor) -> Iterator[tuple[Cursor, Cursor]]:
    """The calls of a function itself, those of functions inside of it apart."""
    pending = [(each, function) for each in function.get_children()]
    while pending:
        cursor, parent = pending.pop()
        if cursor.kind == CursorKind.CALL_EXPR:
            yield cursor, parent
        if cursor.kind not in FUNCTIONS:
            pending += [(each, cursor) for each in cursor.get_children()]


if __name__ == "__main__":
    main()
