"""The proof of an edit of frontmatter: YAML is read again, and says what it should and is otherwise the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from extractors.properties.frontmatter import read_frontmatter
from extractors.properties.yaml12 import Path


def with_items(data: Mapping[str, object], items: Iterable[tuple[Path, str | None]]) -> dict[str, object]:
    """Properties with other texts at these paths, a property or an item of its list; None takes an item out."""
    wanted = {key: list(value) if isinstance(value, list) else value for key, value in data.items()}
    for path, text in items:
        key = str(path[0])
        inside = wanted[key]
        if len(path) == 2 and isinstance(inside, list):
            inside[int(path[1]) : int(path[1]) + 1] = [] if text is None else [text]
        else:
            wanted[key] = text
    return wanted


def says(text: str, wanted: Mapping[str, object]) -> bool:
    """Whether a note has these properties: `1`, `1.0` and `true` differ, not-a-number equals itself."""
    return repr(read_frontmatter(text).data) == repr(wanted)
