"""Symbols are found by bare, dotted and path-like names; what fits several is told with its candidates."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graph.asking.query import Ambiguous, GraphView, Meant, Unknown, find_node, look_up
from graph.model import Node
from tests.program import update
from vaultkit.indexing.index import open_for_reading
from vaultkit.indexing.reader import Reader

FILES = {
    "src/app/__init__.py": "from app.api import get\n",
    "src/app/api.py": "def get(): ...\n\ndef only(): ...\n",
    "src/app/sessions.py": "class Session:\n    def send(self): ...\n    def get(self): ...\n\ndef session(): ...\n",
    "src/app/adapters.py": "class Adapter:\n    def send(self): ...\n",
    "src/app/db.py": "def connect(): ...\n",
    "src/app/cli/__init__.py": "def main(): ...\n",
    "tests/test_api.py": "def only(): ...\n\nclass Session: ...\n",
    "web/util.ts": "export class Reader { close(): void {} }\n",
    "java/J.java": """class J {
    void run(int a) {}
    void run2(String s) {}
    void put(int a) {}
    void put(String a) {}
    class Inner { void run(int a, int b) {} }
}
""",
    "java/One.java": "class App { App(int a) {} void J() {} }\n",
    "cs/Box.cs": """class Box<T> { void Open() {} void Fit() {} }
class Box { void Fit() {} class Lid<K> { void Turn() {} } }
class Bag<T> { void Carry() {} }
class Jar<T> { Jar(int size) {} Jar(string name) {} }
""",
    "README.md": "# Readme\n",
}
FOUND = {
    "Session": "src/app/sessions.py::Session",
    "session": "src/app/sessions.py::session",
    "Session.send": "src/app/sessions.py::Session.send",
    "Session.send()": "src/app/sessions.py::Session.send",
    "sessions.Session.send": "src/app/sessions.py::Session.send",
    "app.sessions": "src/app/sessions.py",
    "sessions": "src/app/sessions.py",
    "sessions.py": "src/app/sessions.py",
    "app/sessions.py": "src/app/sessions.py",
    "src/app/sessions.py": "src/app/sessions.py",
    "app/sessions.py::Session": "src/app/sessions.py::Session",
    "src/app/sessions.py::Session.send": "src/app/sessions.py::Session.send",
    "cli.main": "src/app/cli/__init__.py::main",
    "db.connect": "src/app/db.py::connect",
    "app.cli": "src/app/cli/__init__.py",
    "only": "src/app/api.py::only",
    "test_api.only": "tests/test_api.py::only",
    "Reader.close": "web/util.ts::Reader.close",
    "util.ts": "web/util.ts",
    "Box": "cs/Box.cs::Box",
    "Box<T>": "cs/Box.cs::Box<T>",
    "Bag": "cs/Box.cs::Bag<T>",
    "Jar": "cs/Box.cs::Jar<T>",
    "Jar<T>": "cs/Box.cs::Jar<T>",
    "Box.Open": "cs/Box.cs::Box<T>.Open()",
    "Box.Fit": "cs/Box.cs::Box.Fit()",
    "Box<T>.Fit": "cs/Box.cs::Box<T>.Fit()",
    "Bag.Carry": "cs/Box.cs::Bag<T>.Carry()",
    "Box.Lid<K>.Turn": "cs/Box.cs::Box.Lid<K>.Turn()",
    "Box.Lid.Turn": "cs/Box.cs::Box.Lid<K>.Turn()",
    "J.run": "java/J.java::J.run(int)",
    "J.run()": "java/J.java::J.run(int)",
    "J.run(int)": "java/J.java::J.run(int)",
    "J.run2": "java/J.java::J.run2(String)",
    "J.put(String)": "java/J.java::J.put(String)",
    "J.Inner.run": "java/J.java::J.Inner.run(int,int)",
    "app.get": "src/app/api.py::get",
    "app.get()": "src/app/api.py::get",
    "README": "README.md",
    "J": "java/J.java::J",
    "App": "java/One.java::App",
    "java.J": "java/J.java::J",
    "java/J.java": "java/J.java",
    "J.java": "java/J.java",
    "App.App": "java/One.java::App.App(int)",
}
INEXACT = {
    "onnec": "src/app/db.py::connect",
    "reade": "web/util.ts::Reader",
    "Connect": "src/app/db.py::connect",
    "J.run(long)": "java/J.java::J.run(int)",
    "web.close": "web/util.ts::Reader.close",
}
AMBIGUOUS = {
    "send": {"src/app/sessions.py::Session.send", "src/app/adapters.py::Adapter.send"},
    "src.get": {"src/app/api.py::get", "src/app/sessions.py::Session.get"},
    "J.put": {"java/J.java::J.put(int)", "java/J.java::J.put(String)"},
}


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphView]:
    root = tmp_path_factory.mktemp("project")
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    update(root)
    with open_for_reading(root / "graphify-out" / "index.sqlite") as index:
        yield Reader(index.connection)


@pytest.mark.parametrize("name", FOUND)
def test_one_is_meant(view: GraphView, name: str) -> None:
    found = find_node(view, name)
    assert isinstance(found, Node) and found.id == FOUND[name]


@pytest.mark.parametrize("name", FOUND)
def test_what_is_called_so_is_not_taken_for_something_like_it(view: GraphView, name: str) -> None:
    found = look_up(view, name)
    assert isinstance(found, Meant) and found.is_exact


@pytest.mark.parametrize("name", INEXACT)
def test_what_is_only_like_a_name_is_told_apart(view: GraphView, name: str) -> None:
    found = look_up(view, name)
    assert isinstance(found, Meant) and not found.is_exact
    assert [node.id for node in found.nodes] == [INEXACT[name]]


def test_overloads_are_meant_all_together(view: GraphView) -> None:
    found = look_up(view, "J.put")
    assert isinstance(found, Meant) and found.is_exact
    assert {node.id for node in found.nodes} == AMBIGUOUS["J.put"]


@pytest.mark.parametrize("name", AMBIGUOUS)
def test_several_fit(view: GraphView, name: str) -> None:
    found = find_node(view, name)
    assert isinstance(found, Ambiguous) and {node.id for node in found.candidates} == AMBIGUOUS[name]


@pytest.mark.parametrize("name", ["nowhere.at_all", "Session.nothing", "db.Session", "::", "."])
def test_none_fits(view: GraphView, name: str) -> None:
    assert isinstance(find_node(view, name), Unknown)
