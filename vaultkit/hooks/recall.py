"""What is known of the subject of a prompt: a few hits of all memories, for those who want it with every prompt."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Final

from vaultkit.config import absolute
from vaultkit.errors import VaultkitError
from vaultkit.hooks.briefing import one_line
from vaultkit.hooks.event import Event
from vaultkit.layers.ask import ask
from vaultkit.layers.question import Question
from vaultkit.memory.hit import Hit

_BUDGET: Final = 300
"""Tokens."""
_MOST: Final = 4
_ASKED: Final = 1_000
"""Characters of a prompt that say what it is about."""
_TEXT: Final = 600


def known(event: Event, now: datetime) -> str:
    """What memories hold about a prompt, as facts; "" for nothing, or if none can be asked."""

    def is_known(hit: Hit) -> bool:
        """Whether it was said in this session: the agent has it before it."""
        return hit.layer == "shelf" and hit.id.startswith(f"msg-{event.session}-")

    folder = absolute(Path(event.folder)) if event.folder else Path.cwd()
    try:
        told = ask(Question(event.text[:_ASKED], folder, now), budget=_BUDGET, most=_MOST, is_known=is_known)
    except VaultkitError:
        return ""
    lines = [f"- {_place(hit)}: {one_line(hit.text, _TEXT)}" for hit in told.hits]
    return "\n".join(["What is remembered about this, perhaps:", *lines]) if lines else ""


def _place(hit: Hit) -> str:
    return f"{hit.place}, {hit.date[:10]}" if hit.date else hit.place
