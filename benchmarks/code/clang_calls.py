"""What libclang says of the calls in a C repository, as JSON for compiler_score.py: definitions and calls.

    clang_calls.py ROOT [CLANG ARGUMENT ..] > truth.json

Every C file below ROOT is a translation unit of its own; ROOT and each folder with a header is searched for includes.
A call is `settled` if its callee is a function that is defined in the repository, `unknown` if nothing declares it.
What a macro calls is right (`markup`), but not asked for, as its name does not stand at the call.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from clang.cindex import Cursor, CursorKind, Index, TranslationUnit


def main() -> None:
    root = Path(sys.argv[1]).resolve()
    folders = sorted({path.parent for path in root.rglob("*.h")} | {root})
    arguments = [f"-I{folder}" for folder in folders] + sys.argv[2:]
    units = [(path, Index.create().parse(str(path), arguments)) for path in sorted(root.rglob("*.c"))]
    seen: dict[tuple[str, int], int] = {}
    definitions: list[dict[str, object]] = []
    by_usr: dict[str, int] = {}
    for _, unit in units:
        for cursor in functions(unit, root):
            place = (relative(cursor, root), cursor.location.line)
            if place not in seen:
                seen[place] = len(definitions)
                lines = [*range(cursor.extent.start.line, cursor.location.line + 1)]
                definitions.append(
                    {"file": place[0], "lines": lines, "name": cursor.spelling, "kind": "function", "scope": len(seen)}
                )
            by_usr.setdefault(cursor.get_usr(), seen[place])
    calls: dict[tuple[str, int, int, str], dict[str, object]] = {}
    for _, unit in units:
        for cursor in functions(unit, root):
            file = relative(cursor, root)
            lines = (root / file).read_text("utf-8", "replace").splitlines()
            for call in cursor.walk_preorder():
                if call.kind == CursorKind.CALL_EXPR:
                    note(call, file, lines, seen[file, cursor.location.line], by_usr, calls)
    files = sorted(str(path.relative_to(root)) for path in [*root.rglob("*.c"), *root.rglob("*.h")])
    json.dump({"files": files, "definitions": definitions, "calls": list(calls.values())}, sys.stdout)


def note(
    call: Cursor,
    file: str,
    lines: list[str],
    caller: int,
    by_usr: dict[str, int],
    calls: dict[tuple[str, int, int, str], dict[str, object]],
) -> None:
    line, callee = call.location.line, call.referenced
    target = by_usr.get(callee.get_usr()) if callee is not None else None
    name = call.spelling
    state = "settled" if target is not None else "unknown" if callee is None else "elsewhere"
    around = " ".join(lines[max(0, line - 1) : call.extent.end.line])
    calls[file, line, call.location.column, name] = {
        "file": file,
        "line": line,
        "name": name,
        "state": state,
        "markup": name not in around,
        "callers": [caller],
        "targets": [] if target is None else [target],
    }


def functions(unit: TranslationUnit, root: Path) -> list[Cursor]:
    return [
        cursor
        for cursor in unit.cursor.get_children()
        if cursor.kind == CursorKind.FUNCTION_DECL
        and cursor.is_definition()
        and cursor.location.file is not None
        and root in Path(cursor.location.file.name).resolve().parents
    ]


def relative(cursor: Cursor, root: Path) -> str:
    return str(Path(cursor.location.file.name).resolve().relative_to(root))


if __name__ == "__main__":
    main()
