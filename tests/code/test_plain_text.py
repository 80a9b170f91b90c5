"""How a file is written down makes no difference: another encoding, other line ends, a mark before it, a stray NUL."""

from __future__ import annotations

import pytest

from extractors import registry
from extractors.source import Source
from tests.code.graphs import graph_of_fragments
from tests.code.test_cases import CASES, read_cases

DEEP = ("c", "cpp", "csharp", "go", "java", "javascript", "python", "rust", "typescript")
WRITTEN = {
    "UTF-16": lambda text: text.encode("utf-16"),
    "UTF-16, big end first": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "a mark before UTF-8": lambda text: text.encode("utf-8-sig"),
    "lines that end as those of old Macs": lambda text: text.replace("\n", "\r").encode(),
    "lines that end as those of Windows": lambda text: text.replace("\n", "\r\n").encode(),
    "a NUL": lambda text: text.encode() + b"\0\n",
}


@pytest.mark.parametrize("language", DEEP)
def test_it_says_the_same(language: str) -> None:
    files = read_cases(CASES / f"{language}.txt")[0].files
    _, expected = graph_of_fragments({path: registry.extract(Source(path, files[path].encode())) for path in files})
    for name, write in WRITTEN.items():
        _, edges = graph_of_fragments({path: registry.extract(Source(path, write(files[path]))) for path in files})
        assert sorted(edge[:4] + edge[7:8] for edge in edges) == sorted(edge[:4] + edge[7:8] for edge in expected), name


@pytest.mark.parametrize("data", [b"\0\1\2\3" * 40, "def f(): ...\n".encode("utf-16-le")], ids=["binary", "no mark"])
def test_what_is_no_text_is_told(data: bytes) -> None:
    fragment = registry.extract(Source("a.py", data))
    assert [problem.rule for problem in fragment.problems] == ["unreadable"] and len(fragment.nodes) == 1
