"""What code a file holds: its language and its text, or why it is not read."""

from __future__ import annotations

from posixpath import basename
from typing import NamedTuple

from extractors.formats import suffix
from extractors.languages.language import Language
from extractors.languages.others import named_language
from extractors.languages.table import language_called, language_of
from extractors.source import Source
from extractors.texts.left_out import WHY, Reason, is_minified
from extractors.texts.notebook import read_notebook
from extractors.texts.plain_text import plain_text
from extractors.texts.readable import NOTEBOOK
from extractors.texts.script_blocks import PAGES, read_scripts
from extractors.texts.signed import is_signed
from graph.model import Fragment, Node, Problem, Severity, node_id


class CodeText(NamedTuple):
    """Code, ready to be parsed."""

    language: Language
    data: bytes
    """Of a notebook the code of its cells, at the lines of the file."""


def code_text(source: Source) -> CodeText | Fragment:
    """The code of a file; a Fragment that says why where there is none to read."""
    if suffix(source.path) == NOTEBOOK:
        return _of_notebook(source)
    data = plain_text(source.data)
    if suffix(source.path) in PAGES and data is not None:
        return _of_page(source.path, data)
    language = language_of(source.path, data or b"")
    if language is None:
        return Fragment(source.path, nodes=(_file(source.path, {"language": named_language(source.path)}),))
    if data is None:
        return _unread(
            source.path, "unreadable", "error", "is no text in UTF-8, or in UTF-16 with its mark; save it so"
        )
    if is_minified(source.path, data):
        return _left_out(source.path, "minified")
    if is_signed(language, data):
        return _left_out(source.path, "generated")
    return CodeText(language, data)


def _of_notebook(source: Source) -> CodeText | Fragment:
    notebook = read_notebook(source.data)
    if notebook is None:
        return _unread(source.path, "unreadable", "error", "is no notebook; nothing in it was read")
    language = language_called(notebook.language)
    if language is None:
        return _unread(source.path, "language", "info", f"is a notebook in {notebook.language}, which is not read")
    return CodeText(language, notebook.text.encode())


def _of_page(path: str, data: bytes) -> CodeText:
    scripts = read_scripts(suffix(path), data)
    language = language_called(scripts.language)
    assert language is not None
    return CodeText(language, scripts.data)


def _left_out(path: str, reason: Reason) -> Fragment:
    """What is said of a file that is not read because of what it holds."""
    return _unread(path, reason, "info", f"is not read: {WHY[reason]}")


def _unread(path: str, rule: str, severity: Severity, words: str) -> Fragment:
    problem = Problem(path, 0, 0, severity, rule, f"this file {words}")
    return Fragment(path, nodes=(_file(path, {}),), problems=(problem,))


def _file(path: str, attrs: dict[str, str]) -> Node:
    """The node of a file of which nothing but its name is known."""
    return Node(node_id(path), basename(path), "file", "code", path, "L1", {**attrs, "unread": True})
