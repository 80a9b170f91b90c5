"""What of a file of code is no syntax: symbols around it may be missing or stand in the wrong place."""

from __future__ import annotations

from tree_sitter import Node

from extractors.languages.language import Language
from graph.model import Problem, Severity


def syntax_problems(path: str, language: Language, data: bytes, root: Node) -> tuple[Problem, ...]:
    """The first fault of a file, none if all of it is syntax; of a grammar that does not read all code just a hint."""
    if not root.has_error:
        return ()
    fault = _first_fault(root)
    row, bytes_before = fault.start_point
    before = data[fault.start_byte - bytes_before : fault.start_byte].decode("utf-8", "replace")
    severity: Severity = "warning" if language.exact else "info"
    is_none = f"is no {language.name}" if language.exact else f"does not read as {language.name}"
    message = f"this {is_none}: what is defined around it may be missing or stand in another place"
    return (Problem(path, row + 1, len(before) + 1, severity, "syntax", message),)


def _first_fault(root: Node) -> Node:
    """The first node that is no syntax or is missing, as small as the grammar tells it."""
    node: Node | None = root
    fault = root
    while node is not None:
        fault = node
        node = next((each for each in node.children if each.has_error), None)
    return fault
