"""Has a model read a passage, patiently but not for ever: asked again a few times, then once about each half."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from extractors.concepts import Asked, Complete, ask, save
from extractors.prose.proof import Unusable
from extractors.prose.salvage import united
from extractors.prose.sections import Passage, halves

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
    repeated: bool = False
    """As of one that was not read."""
    again: bool = False


class Unread(NamedTuple):
    """A passage that was not."""

    passage: Passage
    why: str
    repeated: bool
    """Whether the very same answer came twice."""
    silent: bool
    """Whether no answer came, as from a server that is not well."""
    saved: dict[str, Any] | None = None
    """Entries of an answer of no use that are proved by the passage, None if there are none."""
    again: bool = False
    """Whether the model was asked again after an answer."""


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
        found = [self._tried(part, 1) for part in parts]
        if any(isinstance(each, Read) for each in found):
            yield from (each if isinstance(each, Read) else self._tried(each.passage) for each in found)
        else:
            yield _given_up(outcome, [each for each in found if isinstance(each, Unread)])

    def _tried(self, passage: Passage, times: int = _TRIES) -> Read | Unread:
        """The best of several answers; the first that is clean will do, one that there is nothing must come again."""
        heard = _Heard(passage)
        for _ in range(times):
            try:
                heard.use(ask(passage, self._complete))
            except Unanswered as fault:
                heard.miss(str(fault))
            except Unusable as fault:
                heard.discard(fault)
            if heard.is_enough or (heard.is_usable and self._is_sure):
                break
        self._learn(heard)
        return heard.outcome()

    def _learn(self, heard: _Heard) -> None:
        self._same += heard.again and heard.repeated
        self._other += heard.again and not heard.repeated

    @property
    def _is_sure(self) -> bool:
        """Whether the model always gave the same answer again: then one that is of use need not be compared."""
        return self._same >= _SURE and not self._other


class _Heard:
    """The answers to one question."""

    def __init__(self, passage: Passage) -> None:
        self._passage = passage
        self._times: Counter[str] = Counter()
        self._best: Asked | None = None
        self._saved: Asked | None = None
        self._why, self._silences = NOTHING, 0

    def use(self, asked: Asked) -> None:
        """Take an answer that can be kept, or says that there is nothing."""
        self._times[repr(asked.answer)] += 1
        self._best = max(self._best or asked, asked, key=_worth)

    def discard(self, fault: Unusable) -> None:
        """Take an answer that is of no use, except for some of its entries at best."""
        self._times[repr(fault.answer)] += 1
        self._why = str(fault)
        found = save(self._passage, fault.answer)
        if found is not None:
            self._saved = max(self._saved or found, found, key=_worth)

    def miss(self, why: str) -> None:
        """Note that no answer came."""
        self._silences += 1
        self._why = why

    @property
    def is_usable(self) -> bool:
        """Whether there is anything to keep."""
        return self._best is not None and bool(self._best.claims)

    @property
    def is_enough(self) -> bool:
        """Whether there is no point in asking again."""
        clean = self._best is not None and self.is_usable and _is_clean(self._best)
        return clean or self.repeated or self._silences == _SILENCES

    @property
    def repeated(self) -> bool:
        """Whether the very same answer came twice."""
        return any(times > 1 for times in self._times.values())

    @property
    def again(self) -> bool:
        """Whether there was more than one answer."""
        return self._times.total() > 1

    def outcome(self) -> Read | Unread:
        """What comes of them; that there is nothing is an answer if it was given twice."""
        if self._best is not None and (self.is_usable or self._times[repr(self._best.answer)] > 1):
            return Read(self._passage, self._best, self.repeated, self.again)
        silent = self._silences > 0 and not self._times
        saved = self._saved.answer if self._saved is not None else None
        return Unread(self._passage, self._why, self.repeated, silent, saved, self.again)


def _given_up(outcome: Read | Unread, parts: list[Unread]) -> Read | Unread:
    """What comes of a passage of whose halves none could be read: what could be saved of all is of the whole."""
    if isinstance(outcome, Read):
        return outcome
    found = [each.saved for each in (outcome, *parts) if each.saved is not None]
    repeated = outcome.repeated and not any(each.silent for each in parts)
    return outcome._replace(repeated=repeated, saved=united(found) if found else None)


def _is_clean(asked: Asked) -> bool:
    """Whether less of an answer had to be dropped than could be kept."""
    return sum(asked.claims.dropped.values()) <= sum(_worth(asked)[1:])


def _worth(asked: Asked) -> tuple[int, int, int]:
    """How much of an answer is proved, how many relations and things it has."""
    claims = asked.claims
    return sum(each.score == 1.0 for each in claims.relations), len(claims.relations), len(claims.entities)
