"""What stands out in a code base: who is needed, import cycles, where it is entered, what no test touches."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph.insight.codemap import CodeMap
from graph.output.atlas import shape_of
from tests.code.graphs import analysis_of, graph_of
from tests.program import update

CORE = """
class Engine:
    def __init__(self): ...
    def start(self):
        return self.stop()
    def stop(self): ...

LIMIT = 3

def untested(): ...
"""
ONE = """
from app.core import Engine, untested, LIMIT
from app.two import two

def one():
    untested()
    return Engine()
"""
TWO = """
from app.core import Engine, untested
import app.one

def two(engine: Engine):
    untested()
    engine.start()
"""
MAIN = """
from app.one import one
from app.three import three

def main():
    one()
    three()

main()
"""
TEST = """
from app.core import Engine
from app.one import one

def test_it():
    Engine().start()
    one()
"""
FILES = {
    "app/core.py": CORE,
    "app/one.py": ONE,
    "app/two.py": TWO,
    "app/three.py": "from app.core import untested\n\ndef three():\n    untested()\n",
    "app/main.py": MAIN,
    "tests/test_core.py": TEST,
    "app/core.pyi": "class Stub: ...\ndef use(stub: Stub): ...\n",
}
NO_GODS = ("tests/", ".pyi", "LIMIT", "__init__")


def mapped() -> CodeMap:
    nodes, edges = graph_of(FILES)
    code = analysis_of(nodes.values(), edges).code
    assert code is not None
    return code


def test_gods_are_what_most_ways_lead_through() -> None:
    """A little-needed class that does the work comes before what is only needed."""
    work = "".join(f"    def m{n}(self):\n        helper{n}()\n" for n in range(5))
    helpers = "".join(f"def helper{n}(): ...\n" for n in range(5))
    users = "".join(f"def user{n}():\n    raise Oops\n" for n in range(5))
    session = f"class Oops(Exception): ...\n{helpers}class Session:\n{work}def get():\n    Session()\n{users}"
    nodes, edges = graph_of({"app/session.py": session})
    code = analysis_of(nodes.values(), edges).code
    assert code is not None
    assert next(iter(code.degrees)) == "app/session.py::Oops"
    assert list(code.gods.items())[:2] == [("app/session.py::Session", 6), ("app/session.py::Oops", 5)]


def test_gods_are_what_the_project_needs() -> None:
    degrees = mapped().degrees
    assert degrees.keys() == mapped().gods.keys()
    assert list(degrees)[:2] == ["app/core.py::untested", "app/core.py::Engine"]
    assert not [
        key for key in degrees if key.startswith("tests/") or ".pyi" in key or "LIMIT" in key or "__init__" in key
    ]
    assert "app/core.py::Engine.stop" not in degrees


OUTSIDE = [
    {
        "db.h": "class DB { public: void put(); int size(); };\nvoid note();",
        "db.cc": '#include "db.h"\nvoid DB::put() { note(); size(); }\nint DB::size() { return 1; }',
        "note.cc": '#include "db.h"\nvoid note() {}',
        "use.cc": '#include "db.h"\nvoid one(DB* db) { db->put(); }\nvoid two(DB* db) { db->size(); }',
    },
    {
        "db.go": "package db\ntype DB struct{}\nfunc note() {}",
        "put.go": "package db\nfunc (db *DB) put() { note(); db.size() }\nfunc (db *DB) size() {}",
        "use.go": "package db\nfunc one(db *DB) { db.put() }\nfunc two(db *DB) { db.size() }",
    },
    {
        "src/lib.rs": "mod db;\nmod put;\nmod one;",
        "src/db.rs": "pub struct DB;\npub fn note() {}",
        "src/put.rs": "use crate::db::*;\nimpl DB { fn put(&self) { note(); self.size() }\n fn size(&self) {} }",
        "src/one.rs": "fn one(db: &crate::db::DB) { db.put() }\nfn two(db: &crate::db::DB) { db.size() }",
    },
]


@pytest.mark.parametrize("files", OUTSIDE, ids=["C++", "Go", "Rust"])
def test_members_that_stand_in_another_file_count_for_their_class(files: dict[str, str]) -> None:
    nodes, edges = graph_of(files)
    analysis = analysis_of(nodes.values(), edges)
    assert analysis.code is not None
    owner = next(node.id for node in nodes.values() if node.label == "DB")
    assert analysis.gods[0].id == owner and analysis.code.degrees[owner] == 2 and analysis.code.gods[owner] == 3
    put = next(node.id for node in nodes.values() if node.label == "put")
    assert analysis.communities.of[put] == analysis.communities.of[owner]


def test_an_import_cycle_is_told_once() -> None:
    assert mapped().cycles == (("app/one.py", "app/two.py", "app/one.py"),)


@pytest.mark.parametrize(
    "two",
    [
        TWO.replace("import app.one", "def late():\n    import app.one"),
        TWO.replace("import app.one", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import app.one"),
    ],
    ids=["within a function", "for types"],
)
def test_what_does_not_run_at_load_closes_no_cycle_but_is_imported(two: str) -> None:
    nodes, edges = graph_of({**FILES, "app/two.py": two, "app/alone.py": "import app.one\napp.one.one()\n"})
    code = analysis_of(nodes.values(), edges).code
    assert code is not None
    assert code.cycles == ()
    assert [key for key, _ in code.entries] == ["app/main.py", "app/alone.py"]


def test_entries_are_files_that_nothing_imports() -> None:
    assert [key for key, _ in mapped().entries] == ["app/main.py"]


def test_examples_and_benchmarks_are_no_hubs_that_want_a_test_and_are_entered_last() -> None:
    much = "def run(): ...\n" + "".join(f"def part{n}():\n    run()\n" for n in range(9))
    main = "import run\n\ndef main():\n    run.run()\n    run.part1()\n"
    files = {f"{place}/{name}.py": text for place in ("bench", "shop") for name, text in (("run", much), ("go", main))}
    nodes, edges = graph_of({**FILES, **files})
    code = analysis_of(nodes.values(), edges).code
    assert code is not None
    assert "bench/run.py::run" in code.gods
    assert [key for key, _ in code.untested if key.endswith("::run")] == ["shop/run.py::run"]
    mains = [key for key, _ in code.entries if key.endswith("go.py::main")]
    assert mains == ["shop/go.py::main", "bench/go.py::main"]


SCRIPTS = """
[project.scripts]
shop = "app.one:one"
buy = "app.one:one"
[project.gui-scripts]
window = "app.nowhere:main"
"""


def test_what_the_project_names_comes_first_though_it_is_needed(tmp_path: Path) -> None:
    example = {
        "examples/setup.cfg": "[options.entry_points]\nx =\n  x = own:main",
        "examples/own.py": "def main(): ...",
    }
    nodes, edges = graph_of({**FILES, **example, "pyproject.toml": SCRIPTS})
    code = analysis_of(nodes.values(), edges).code
    assert code is not None
    assert code.entries == (("app/one.py::one", 2), ("examples/own.py::main", 0), ("app/main.py", 5))
    for name, text in {**FILES, "pyproject.toml": SCRIPTS}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    update(tmp_path)
    report = (tmp_path / "graphify-out" / "GRAPH_REPORT.md").read_text()
    assert "| `one` in `app/one.py:5`, `shop`, `buy` of `pyproject.toml` | 2 |" in report


ENTERED = {
    "go": (
        {
            "go.mod": "module shop\n",
            "cmd/run.go": "package main\n\nfunc main() { serve() }\n\nfunc serve() { listen() }\n\nfunc listen() {}\n",
            "cmd/alone.go": "package main\n\nvar kept = listen()\n",
        },
        ["cmd/run.go::main"],
    ),
    "c++": (
        {
            "store.cc": "int put() { return 1; }\nint all = put();\n",
            "run.cc": "int go() { return 1; }\nint main() { return go(); }\n",
        },
        ["run.cc::main()"],
    ),
    "java": (
        {"App.java": "class App {\n  public static void main(String[] a) { go(); }\n  static void go() {}\n}\n"},
        ["App.java::App.main(String[])"],
    ),
    "c#": (
        {"Program.cs": "Store.Put();\n", "Store.cs": "class Store {\n  public static void Put() {}\n}\n"},
        ["Program.cs"],
    ),
    "python": (
        {
            "pack/__main__.py": "from pack.work import go\ngo()\n",
            "pack/work.py": "def go(): ...\n",
            "first.py": "from pack.work import go\nfrom pack import work\n\ngo()\nwork.go()\n",
        },
        ["pack/__main__.py", "first.py"],
    ),
}


@pytest.mark.parametrize("language", ENTERED)
def test_entries_are_where_a_system_starts(language: str) -> None:
    files, expected = ENTERED[language]
    nodes, edges = graph_of(files)
    code = analysis_of(shape_of("", list(nodes.values()), []).nodes, edges).code
    assert code is not None and [key for key, _ in code.entries] == expected


def test_hubs_that_no_test_touches() -> None:
    assert [key for key, _ in mapped().untested] == ["app/core.py::untested"]


def test_a_graph_of_notes_has_no_map() -> None:
    assert analysis_of([], []).code is None


def test_what_no_test_can_call_is_no_hub_without_a_test() -> None:
    """A record without a method has nothing that a test could call."""
    using = "".join(
        f"export function f{n}(one: Props, two: Store): string {{ return two.put(one) }}\n" for n in range(4)
    )
    types = "export interface Props { name: string }\n"
    nodes, edges = graph_of(
        {
            "types.ts": f"{types}export class Store {{ put(one: Props): string {{ return one.name }} }}\n",
            "using.ts": f"import {{ Props, Store }} from './types'\n{using}",
            "using.test.ts": "import { f0 } from './using'\ntest('f0', () => { f0() })\n",
        }
    )
    code = analysis_of(nodes.values(), edges).code
    assert code is not None
    assert code.degrees.keys() >= {"types.ts::Props", "types.ts::Store"}
    assert {key for key, _ in code.untested} == {"types.ts::Store", "types.ts::Store.put"}
