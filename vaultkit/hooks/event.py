"""What happens in an agent, and what is answered: in the words of no host."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from vaultkit.memory.shelf.call import Call

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import datetime

    Handler = Callable[["Event", datetime], Iterable["Answer"]]
    """The answers to an event at a time, each better than the one before it: at the deadline the last one counts."""

Kind = Literal[
    "before-edit",
    "after-edit",
    "tool-used",
    "prompt",
    "reply",
    "session-start",
    "session-end",
    "compaction",
    "condensed",
]
"""`compaction`: the context is about to be condensed; `condensed`: it was, and the host tells its summary."""


class Replacement(NamedTuple):
    """One exchange of text."""

    old: str
    new: str
    everywhere: bool = False
    """Every occurrence, not the only one."""


class Change(NamedTuple):
    """What an agent does to one file."""

    path: str
    """As the agent gave it."""
    content: str | None = None
    """The whole new text, None if it is exchanged in parts."""
    replacements: tuple[Replacement, ...] = ()
    """One after another; all or none."""


class Event(NamedTuple):
    """Something that happened."""

    kind: Kind
    session: str
    """Which session it happened in (`record.session_id`), "" if the host does not say."""
    folder: str
    """The agent's current folder, "" if the host does not say."""
    changes: tuple[Change, ...] = ()
    occasion: str = ""
    """How a session started, or why it ended, in the host's word."""
    text: str = ""
    """What was said: a prompt, the last message of a reply, the host's summary of the session."""
    call: Call | None = None
    """The tool call that ended, whether it edited a file or not."""
    transcript: str = ""
    """The file in which the host keeps the session, "" if it does not say."""
    is_heard: bool = True
    """Whether the `context` of an answer to a prompt, or to the start of a session, reaches the model. If it does not,
    what is due waits for an event that is heard."""


class Answer(NamedTuple):
    """What is said to it; all empty: nothing."""

    context: str = ""
    """Facts for the agent to know."""
    refusal: str = ""
    """Why what is about to happen must not."""
    fault: str = ""
    """What is wrong with what was done, and what to do."""
    notice: str = ""
    """A word for the person."""


NOTHING: Final = Answer()
