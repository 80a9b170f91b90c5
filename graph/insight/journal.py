"""Which notes of a vault are its journal: they tell of days, and nobody enters a map there."""

from __future__ import annotations

from typing import Final

from graph.model import Node
from graph.regex import regex

_DAY: Final = regex(r"\d{4}-\d{2}-\d{2}")


def is_journal(node: Node) -> bool:
    """Whether a note belongs to the journal: by its type, or by a name that is a day."""
    return "journal" in node.attrs.get("facets", {}).get("type", ()) or bool(_DAY.fullmatch(node.label))
