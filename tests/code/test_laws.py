"""What holds for any code: nothing fails, ids are the file's own, order makes no difference."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractors.languages.table import LANGUAGES
from graph.code.wholes import is_part
from tests.code.graphs import fragments_of, graph_of
from tests.code.test_cases import CASES, read_cases

PROGRAMS = [case.files for file in sorted(CASES.glob("*.txt")) for case in read_cases(file)]
SUFFIXES = [language.suffixes[0] for language in LANGUAGES]
PIECES = [
    "def f(a=",
    "class A(B):\n ",
    "x = [",
    "import ",
    "function g() {",
    "=> ",
    "}",
    ")",
    "'",
    '"""',
    "\n",
    "self.",
    "A",
    "f",
]


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(SUFFIXES),
    st.one_of(st.text(max_size=200), st.lists(st.sampled_from(PIECES), max_size=25).map("".join)),
)
def test_anything_can_be_read(suffix: str, text: str) -> None:
    nodes, edges = graph_of({f"any{suffix}": text.encode("utf-8", "replace").decode()})
    assert {end for edge in edges for end in (edge.source, edge.target)} <= nodes.keys()


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(PROGRAMS), st.data())
def test_a_program_cut_off_anywhere_can_be_read(files: dict[str, str], data: st.DataObject) -> None:
    cut = {path: text[: data.draw(st.integers(0, len(text)))] for path, text in files.items()}
    nodes, edges = graph_of(cut)
    assert {end for edge in edges for end in (edge.source, edge.target)} <= nodes.keys()


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(PROGRAMS), st.sampled_from(PROGRAMS), st.randoms())
def test_other_files_never_change_ids_and_order_changes_nothing(
    one: dict[str, str], other: dict[str, str], random
) -> None:
    files = {**other, **one}
    shuffled = list(files.items())
    random.shuffle(shuffled)
    nodes, edges = graph_of(dict(shuffled))
    assert (nodes, edges) == graph_of(files)
    own = {node.id for fragment in fragments_of(one).values() for node in fragment.nodes if not is_part(node)}
    assert own <= nodes.keys()


DEEP = 3_000
HOSTILE = {
    "nested lists": ("a.py", "x = " + "[" * DEEP + "]" * DEEP),
    "a chain of members": ("a.py", "x" + ".y" * DEEP + "()"),
    "a chain of calls": ("a.js", "x" + "\n.y()" * DEEP),
    "a sum": ("a.py", "x = " + " + ".join(["f()"] * DEEP)),
    "nested functions": ("a.py", "\n".join(" " * n + f"def f{n}():" for n in range(90)) + "\n" + " " * 90 + "f0()"),
    "each calls the next": ("a.py", "\n".join(f"def f{n}(): return f{n + 1}()" for n in range(DEEP)) + "\nf0()()"),
    "all call all": (
        "a.py",
        "\n".join(
            f"def f{n}(a):\n  if a: return f{(n * 7 + 1) % 60}(a)\n  return f{(n * 3 + 2) % 60}(f{(n + 1) % 60})"
            for n in range(60)
        ),
    ),
    "a long lineage": ("a.py", "class C0: ...\n" + "\n".join(f"class C{n + 1}(C{n}): ..." for n in range(600))),
    "a large table": (
        "a.py",
        "t = {" + ", ".join(f"'{n}': f" for n in range(DEEP)) + "}\n" + "\n".join(f"t['{n}']()" for n in range(DEEP)),
    ),
    "one name again and again": ("a.py", "\n".join(f"def f(): f()  # TODO: {n}" for n in range(DEEP))),
    "targets in targets": ("a.py", "a, " + "(b, " * DEEP + "c" + ")" * DEEP + " = d\n"),
    "a class of its own name": ("a.py", "class A(A): ...\nA().x()\n" * 220),
    "a sum that a machine wrote": ("a.go", "package p\nfunc f() { x = " + "a + " * 100_000 + "a }\n"),
    "members without end": ("A.java", "class A { void f() { a" + ".b" * 50_000 + "; } }\n"),
    "functions that take functions": (
        "a.go",
        "package p\nfunc (t T) f(a " + "func(a " * DEEP + "int" + ")" * DEEP + ") {}\n",
    ),
    "one decorator upon another": ("a.py", "def d(f): return f\n" + "@d\n" * DEEP + "def g(): ...\n"),
    "lineages that lead to one another": (
        "a.py",
        "\n".join(f"class C{n}({', '.join(f'C{(n + m) % 400}' for m in range(1, 6))}): ..." for n in range(400)),
    ),
    "a value made of itself": ("a.rs", "matcher.unwrap();\nlet matcher = matcher(1);\n"),
    "patterns in patterns": ("a.js", "let " + "[" * 300 + "a" + "]" * 300 + " = b; a();"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_code_is_read(name: str) -> None:
    path, text = HOSTILE[name]
    nodes, _ = graph_of({path: text})
    assert path in nodes


def test_answers_hang_on_no_order_however_long_the_way_to_them() -> None:
    """Whoever is asked first, the first or the last of a long row: all know what the last one defines."""
    for order in (1, -1):
        names = [f"m{number:03}" for number in range(130)][::order]
        files = {f"{name}.py": f"from {following} import x\nx()\n" for name, following in pairwise(names)}
        _, edges = graph_of({**files, f"{names[-1]}.py": "def x(): ...\n"})
        assert sum(edge.relation == "calls" and edge.target == f"{names[-1]}.py::x" for edge in edges) == len(files)


def test_a_ring_of_files_that_take_over_each_other_is_read() -> None:
    count = 100
    files = {
        f"m{n}.py": f"from m{(n + 1) % count} import *\nfrom m{(n * 7 + 3) % count} import *\nq{n}()\n"
        for n in range(count)
    }
    nodes, edges = graph_of(files)
    assert files.keys() <= nodes.keys()
    assert not any(edge.relation == "calls" for edge in edges)
