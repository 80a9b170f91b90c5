"""Reads a Jupyter notebook: the code of its cells as one text, in the language of its kernel."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from extractors.source import decode
from graph.regex import regex

_TOKEN: Final = regex(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+')
_NO_CODE_CELL: Final = regex(r"\s*%%(?!(?:time|timeit|capture|prun|python3?)\b)\w+")
"""A cell in another language, or of text (IPython docs: Built-in magic commands, Cell magics)."""
_NO_CODE_LINE: Final = regex(r"\s*(?:[%!?]|(?:[\w.]+\s*=\s*)?[%!]\w|[\w.]+\?{1,2}\s*$)")
"""A magic, a shell command, the result of one, a call for help: lines that IPython reads before Python does."""


class Notebook(NamedTuple):
    """The code of a notebook."""

    language: str
    """As the kernel calls it, lower-case: `python`, `r`, `julia`."""
    text: str
    """The lines of the code cells. Each stands at the line of the file that holds it, as notebooks are usually written;
    in one whose JSON is not laid out by lines, they are counted over its code cells."""


_Lines = list[tuple[int, str]]
"""Lines of code, each with the line of the file that holds it."""


def read_notebook(data: bytes) -> Notebook | None:
    """The code of a notebook, formats 3 and 4 (nbformat docs); None if this is no notebook."""
    text = decode(data)
    try:
        whole = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    if text is None or not isinstance(whole, dict) or not isinstance(whole.get("nbformat"), int):
        return None
    language = _language(whole)
    code = _python if language == "python" else list
    return Notebook(language, _laid_out([line for lines in _cells(text) for line in code(lines)]))


def _language(whole: dict[str, Any]) -> str:
    metadata = whole.get("metadata")
    for table, key in (("language_info", "name"), ("kernelspec", "language")):
        info = metadata.get(table) if isinstance(metadata, dict) else None
        if isinstance(info, dict) and isinstance(info.get(key), str):
            return "python" if info[key] == "ipython" else str(info[key]).lower()
    return "python"


def _laid_out(lines: _Lines) -> str:
    """The lines at their places; one after another if two share a place."""
    places = [place for place, _ in lines]
    if places != sorted(set(places)):
        return "\n".join(line for _, line in lines)
    laid = [""] * (places[-1] if places else 0)
    for place, line in lines:
        laid[place - 1] = line
    return "\n".join(laid)


def _python(lines: _Lines) -> _Lines:
    """The lines of a cell, empty where IPython does not hand them to Python."""
    if lines and _NO_CODE_CELL.match(lines[0][1]):
        return []
    code, goes_on = [], False
    for place, line in lines:
        is_magic = goes_on or bool(_NO_CODE_LINE.match(line))
        goes_on = is_magic and line.endswith("\\")
        code.append((place, "" if is_magic else line))
    return code


def _cells(text: str) -> Iterator[_Lines]:
    """The code cells of valid JSON, in one pass."""
    frames: list[_Frame] = []
    line, last = 1, 0
    for token in _TOKEN.finditer(text):
        line += text.count("\n", last, token.start())
        last = token.start()
        word = token[0]
        if word in "{[":
            frames.append(_Frame(word == "{", frames[-1] if frames else None))
        elif word in "}]":
            closed = frames.pop()
            if closed.kind == "code" and closed.is_cell:
                yield closed.source
        elif frames and word not in ",:":
            frames[-1].take(word, line)
        if frames and word in ",:":
            frames[-1].is_key = word == "," and frames[-1].is_object


class _Frame:
    """An object or list that is being read."""

    def __init__(self, is_object: bool, above: _Frame | None) -> None:
        self.is_object = self.is_key = is_object
        self.key = self.kind = ""
        self.name = above.key if above else ""
        """The key whose value it is; that of its list, if it is in one."""
        self.is_cell = is_object and above is not None and not above.is_object and above.name == "cells"
        self.source: _Lines = []
        self._into = above.source if above and not is_object and self.name in ("source", "input") else None

    def take(self, word: str, line: int) -> None:
        """A key, or a value that is neither object nor list."""
        if self.is_key:
            self.key = str(json.loads(word))
        elif self._into is not None and word.startswith('"'):
            self._into += _split(word, line)
        elif self.key == "cell_type":
            self.kind = str(json.loads(word))
        elif self.key in ("source", "input") and word.startswith('"'):
            self.source += _split(word, line)


def _split(word: str, line: int) -> _Lines:
    """The lines of a JSON string that stands in one line of the file."""
    return [(line, each) for each in str(json.loads(word)).removesuffix("\n").split("\n")]
