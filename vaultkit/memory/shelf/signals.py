"""What the log asks of the agent: signals that fall due as a conversation goes on, kept until somebody hears them.

`immediate`: the user asked to remember or to forget; `extract`: time to look for
completed work units; `summary`: messages wait to be condensed; `session-end`: a session ended, and nobody has looked
through it since.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from graph.regex import regex
from vaultkit.memory.shelf.cascade import BATCH_SIZE, Limits, due, loads
from vaultkit.memory.shelf.entry import turn_of
from vaultkit.memory.shelf.store import Store

Signal = Literal["immediate", "extract", "session-end"]
EXTRACT_EVERY: Final = 5
"""Prompts of a session from one look for completed work units to the next."""

_ASKED: Final = regex(
    r"""(?ix)
    (?<!\w) (?: remember | memori[sz]e | forget | keep\ in\ mind
      | merk(?:e|t)?\ (?:dir|euch) | (?:denk|denke)\ daran | vergiss | vergesst
      | souviens-toi | souvenez-vous | rappelle-toi | retiens | oublie[sz]?
      | recuerda | recu[eé]rdalo | acu[eé]rdate | olvida | olv[ií]dalo | ricorda(?:ti)? | dimentica
      | запомни(?:те)? | забудь(?:те)? ) (?!\w)
  | 记住 | 記住 | 记得 | 記得 | 记下 | 記下 | 牢记 | 别忘 | 別忘 | 不要忘 | 忘记 | 忘記 | 忘掉 | 忘了它
  | 覚えて | 忘れて | 忘れない | 기억해 | 잊어 | 잊지"""
)
"""Words with which somebody asks for it, in the languages that the dates of the shelf are read in, and some more."""
_RECALLED: Final = regex(
    r"""(?ix)
    \b (?:do|did) (?:\ not | n['’]?t)? \ (?:you|i|we|they|he|she) \ (?:(?:still|even)\ )? (?:remember|forget) \b
  | \b (?:i|we|you|they|he|she)
      (?:\ (?:always|still|often|sometimes|never|do|did|might|cannot|(?:can|don|didn|couldn|won)['’]?t))? (?:\ not)?
      \ (?:remember|forget) \b
  | 还?(?:记得|記得)(?:吗|嗎|么|[^。！!？?]{0,12}[？?])"""
)
"""The same words where somebody only tells or asks what is remembered."""


class Due(NamedTuple):
    """A signal that nobody has heard yet."""

    session: str
    signal: Signal
    turn: int
    """Of the message at which it fell due."""

    @property
    def message(self) -> str:
        """The name of that message."""
        return f"msg-{self.session}-{self.turn:03}"


def asks_to_remember(prompt: str) -> bool:
    """Whether a prompt asks to remember or to forget something, rather than what is remembered."""
    return _ASKED.search(_RECALLED.sub(" ", prompt)) is not None


def fallen_due(message: str, prompt: str, prompts: int) -> list[Due]:
    """What falls due with a prompt that was logged under a name as the n-th of its session."""
    session, turn = turn_of(message) or ("", 0)
    found: list[Due] = [Due(session, "immediate", turn)] if asks_to_remember(prompt) else []
    return found + ([Due(session, "extract", turn)] if prompts and prompts % EXTRACT_EVERY == 0 else [])


def keep_due(store: Store, scope: str, fallen: Sequence[Due]) -> None:
    """Keep signals until somebody hears them, as a part of a change. Of several of a kind only requests all count."""
    for each in fallen:
        if each.signal != "immediate":
            query = "DELETE FROM due WHERE scope = ? AND session = ? AND signal = ?"
            store.connection.execute(query, (scope, each.session, each.signal))
        store.connection.execute("INSERT OR IGNORE INTO due VALUES (?, ?, ?, ?)", (scope, *each))


def take_due(store: Store, scope: str) -> list[Due]:
    """The signals of a scope that nobody has heard, as a part of a change: they are heard now."""
    query = "DELETE FROM due WHERE scope = ? RETURNING session, signal, turn"
    return sorted((Due(*row) for row in store.connection.execute(query, (scope,))), key=lambda each: each[::-1])


def told_due(fallen: Sequence[Due]) -> list[str]:
    """Signals in words, a line each."""
    return [f"TRIGGER:{each.signal} {_WORDS[each.signal].format(each)}" for each in fallen]


_WORDS: Final[dict[Signal, str]] = {
    "immediate": "{0.message} asks to remember or to forget something.",
    "extract": f"{{0.message}} is prompt {EXTRACT_EVERY} since the last look for completed work units.",
    "session-end": "session {0.session} ended after {0.message}; its last work units were not extracted yet:"
    ' `vaultkit shelf query \'["$knowledge", ["$like", "name", "msg-{0.session}-%"]]\'` has its messages.',
}


def told_summary(store: Store, scope: str, limits: Limits) -> Iterator[str]:
    """That messages wait to be condensed, and whether it is time: from a batch of them on."""
    levels = loads(store, scope, limits)
    level, messages = due(levels), levels[0]
    if level is not None:
        yield (
            f"TRIGGER:summary summary {level.level} is due ({level.why}) over {level.entries:,} × {level.tag}:"
            " `vaultkit shelf pending --read` has them."
        )
    elif messages.entries >= BATCH_SIZE:
        share = f"{messages.tokens:,} of {limits.max_tokens:,} tokens"
        yield f"TRIGGER:summary {messages.entries:,} messages wait ({share}); no summary is due yet."
