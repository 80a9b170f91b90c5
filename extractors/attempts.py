"""Has a model read a passage, patiently but not for ever: asked again a few times, then once in two halves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from extractors.concepts import Asked, Complete, ask
from extractors.proof import Unusable
from extractors.sections import Passage, halves

NOTHING: Final = "the model found nothing in it"
_TRIES: Final = 3
_SILENCES: Final = 2
"""How often a passage may get no answer at all: each costs as long as a call may last."""
_SURE: Final = 3
"""How often a model must have answered the same to be known for always doing so."""


class Unanswered(Exception):
    """No answer came, and why."""


class Read(NamedTuple):
    """A passage that was read."""

    passage: Passage
    asked: Asked


class Unread(NamedTuple):
    """A passage that was not."""

    passage: Passage
    why: str
    repeated: bool
    """Whether the model answered just the same when it was asked again."""
    silent: bool
    """Whether no answer came, as from a server that is not well."""


class Reader:
    """Asks one model. It learns whether the model gives the same answer to the same question."""

    def __init__(self, complete: Complete) -> None:
        """`complete` raises Unanswered and Unusable; what else it raises is raised."""
        self._complete = complete
        self._same = self._other = 0

    def read(self, passage: Passage, missing: tuple[Passage, ...] = ()) -> Iterator[Read | Unread]:
        """What comes of a passage, or of those of its halves that are still `missing`."""
        if missing:
            yield from map(self._tried, missing)
            return
        outcome = self._tried(passage)
        parts = halves(passage) if isinstance(outcome, Unread) else []
        found = list(map(self._tried, parts))
        if any(isinstance(each, Read) for each in found):
            yield from found
        elif isinstance(outcome, Unread):
            hopeless = outcome.repeated and all(isinstance(each, Unread) and each.repeated for each in found)
            yield outcome._replace(repeated=hopeless)
        else:
            yield outcome

    def _tried(self, passage: Passage) -> Read | Unread:
        """The best of several answers; the first that is clean will do, one that there is nothing must come again."""
        best: Asked | None = None
        seen: set[str] = set()
        why, silences, same = "", 0, False
        for _ in range(_TRIES):
            try:
                asked = ask(passage, self._complete)
            except Unanswered as fault:
                why, silences = str(fault), silences + 1
                if silences == _SILENCES:
                    break
                continue
            except Unusable as fault:
                why, said = str(fault), repr(fault.answer)
            else:
                if asked.claims and _is_clean(asked):
                    return Read(passage, asked)
                best, said = max(best or asked, asked, key=_worth), repr(asked.answer)
            same = said in seen
            self._learn(again=bool(seen), same=same)
            seen.add(said)
            if same or (self._same >= _SURE and self.is_constant):
                same = True
                break
        if best is not None and (best.claims or same):
            return Read(passage, best)
        return Unread(passage, why or NOTHING, same, bool(silences) and not seen)

    def _learn(self, *, again: bool, same: bool) -> None:
        self._same += again and same
        self._other += again and not same

    @property
    def is_constant(self) -> bool:
        """Whether the model never gave another answer when it was asked again: then asking once more is no use."""
        return not self._other


def _is_clean(asked: Asked) -> bool:
    """Whether less of an answer had to be dropped than could be kept."""
    return sum(asked.claims.dropped.values()) <= sum(_worth(asked)[1:])


def _worth(asked: Asked) -> tuple[int, int, int]:
    """How much of an answer is proved, how many relations and things it has."""
    claims = asked.claims
    return sum(each.score == 1.0 for each in claims.relations), len(claims.relations), len(claims.entities)
