"""A notebook's code is the text of its code cells, each line where a reader of the file finds it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.texts.notebook import read_notebook


def notebook(*cells: dict[str, Any], language: str = "python", **more: Any) -> dict[str, Any]:
    return {
        "cells": cells,
        "metadata": {"language_info": {"name": language}},
        "nbformat": 4,
        "nbformat_minor": 5,
        **more,
    }


def code(*lines: str, **more: Any) -> dict[str, Any]:
    source = [f"{line}\n" for line in lines[:-1]] + list(lines[-1:])
    return {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": source, **more}


def text_of(whole: dict[str, Any], **layout: Any) -> str:
    found = read_notebook(json.dumps(whole, **{"indent": 1, **layout}).encode())
    assert found is not None
    return found.text


def code_lines(text: str) -> list[str]:
    return [line for line in text.split("\n") if line]


_line = st.text(st.characters(exclude_characters="\n\r%!?", exclude_categories=["Cs", "Cc"]), min_size=1).filter(
    str.strip
)


@given(st.lists(st.lists(_line, min_size=1), max_size=5), st.booleans())
def test_every_line_stands_where_the_file_has_it(cells: list[list[str]], ascii_only: bool) -> None:
    markdown = {"cell_type": "markdown", "metadata": {}, "source": ["# no code\n", "x = 1"]}
    written = json.dumps(notebook(markdown, *(code(*cell) for cell in cells)), indent=1, ensure_ascii=ascii_only)
    found = read_notebook(written.encode())
    assert found is not None
    assert code_lines(found.text) == [line for cell in cells for line in cell]
    for read, on_disk in zip(found.text.split("\n"), written.split("\n"), strict=False):
        assert not read or json.loads(on_disk.strip().removesuffix(",")).removesuffix("\n") == read


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    read_notebook(data)


@pytest.mark.parametrize(
    "whole",
    [
        notebook(code("a = 1", "b = 2"), code("c = 3")),
        notebook({**code(), "source": "a = 1\nb = 2"}, {**code(), "source": "c = 3\n"}),
        {
            **notebook(),
            "nbformat": 3,
            "worksheets": [{"cells": [{"cell_type": "code", "input": ["a = 1\n", "b = 2\n", "c = 3"]}]}],
        },
        notebook({"source": ["a = 1\n", "b = 2\n", "c = 3"], "outputs": [{"text": ["d = 4\n"]}], "cell_type": "code"}),
        notebook({"cell_type": "raw", "source": ["no\n"]}, code("a = 1", "b = 2", "c = 3", id="source")),
        notebook(code("a = 1", metadata={"source": "no", "cell_type": "code"}), code("b = 2", "c = 3")),
    ],
)
def test_forms_of_notebooks(whole: dict[str, Any]) -> None:
    assert code_lines(text_of(whole)) == ["a = 1", "b = 2", "c = 3"]


def test_lines_are_counted_over_the_code_where_the_file_has_none() -> None:
    assert text_of(notebook(code("a", "b"), code("c")), indent=None) == "a\nb\nc"


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        (["%matplotlib inline", "!pip install x", "import x"], ["import x"]),
        (["!pip install \\", "    y", "import x"], ["import x"]),
        (["files = !ls", "out = %timeit f()", "x?", "?x", "x.y??"], []),
        (["%%bash", "ls"], []),
        (["%%time", "f()"], ["f()"]),
        (["a = b % c", "a != b", "y = x %2"], ["a = b % c", "a != b", "y = x %2"]),
    ],
)
def test_what_ipython_keeps_from_python(lines: list[str], kept: list[str]) -> None:
    assert code_lines(text_of(notebook(code(*lines)))) == kept


def test_other_kernels_have_no_magics() -> None:
    found = read_notebook(json.dumps(notebook(code("!is.null(x)"), language="R")).encode())
    assert found is not None and found == ("r", "!is.null(x)")


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"cells": []}', b"\xff\xfe", b"[" * 100_000])
def test_what_is_no_notebook(data: bytes) -> None:
    assert read_notebook(data) is None
