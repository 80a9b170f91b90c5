"""One file that a host reads and others write too, and what of ours belongs into it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple, Protocol


class Edited(NamedTuple):
    """What an installation comes to."""

    text: str
    stretches: tuple[str, ...]
    """What was inserted; what the receipt had if all was there."""


class Found(NamedTuple):
    """What a file holds of ours."""

    programs: tuple[str, ...]
    """Those that it has called, each as it is written there."""
    current: bool
    """Whether it is what this version would put there."""
    what: str
    """For people: the events of hooks, the name of a server."""
    kind: Literal["hooks", "MCP server"] = "hooks"
    """What it is; hooks if it is both."""


class Part(Protocol):
    """Knows one format. Texts may begin with a BOM; every byte that is not ours stays. Methods raise VaultkitError."""

    @property
    def file(self) -> Path:
        """Where it lies."""

    @property
    def executable(self) -> bool:
        """Whether the file is a program, if we make it."""

    def put(self, text: str, stretches: Sequence[str]) -> Edited:
        """The text with what is ours in this version, and nothing else of ours. Stretches of the last installation."""

    def take(self, text: str, stretches: Sequence[str]) -> str:
        """The text without what is ours: as it was, if what was inserted is still as it was."""

    def is_void(self, text: str) -> bool:
        """Whether a text says nothing: such a file may go if it was made for us."""

    def found(self, text: str) -> Found | None:
        """What it holds of ours; None if nothing."""


def cut(text: str, stretches: Sequence[str]) -> str | None:
    """The text without stretches, whichever of them comes next, the longest first; None if one is missing.

    One may be a part of another: hooks of several events are alike.
    """
    ahead, left, at = list(stretches), [], 0
    while ahead:
        places = [(text.find(stretch, at), -len(stretch), stretch) for stretch in set(ahead)]
        start, _, stretch = min(places)
        if start < 0:
            return None
        left.append(text[at:start])
        at = start + len(stretch)
        ahead.remove(stretch)
    return "".join([*left, text[at:]]) if stretches else None
