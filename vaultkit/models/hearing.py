"""What models say of one note: the answers that are kept for its sections, proved against the text as it is now."""

from __future__ import annotations

from typing import Final, Literal

from extractors import concepts
from extractors.prose.proof import Claims, Unusable, doubted, prove
from extractors.prose.sections import Passage, halves
from extractors.source import Source
from graph.model import Fragment
from vaultkit.indexing.said import SectionState
from vaultkit.models.answers import Answers

_IN_PART: Final = "the graph has the things that it named and the section has"


def heard(answers: Answers, source: Source) -> tuple[Fragment | None, list[SectionState]]:
    """What is said of a note, None if that is nothing, and what became of each of its sections."""
    hearing = _Hearing(answers)
    for passage in concepts.passages(source):
        hearing.take(passage)
    said = concepts.fragment(source.path, hearing.claims) if any(hearing.claims) else None
    return said, hearing.states


class _Hearing:
    """What has been heard of a note so far."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self.states: list[SectionState] = []
        self.claims: list[Claims] = []

    def take(self, passage: Passage) -> None:
        """A section by its own answer, or else by those of its halves."""
        whole = self._claims(passage)
        parts = halves(passage)
        if whole is None and any(self._is_known(part) for part in parts):
            self.states.append(_state(passage, "other"))
            for part in parts:
                self._take_alone(part, self._claims(part))
            return
        self._take_alone(passage, whole)
        self.states += [_state(part, "other") for part in parts]

    def _take_alone(self, passage: Passage, found: Claims | None) -> None:
        failure = self._answers.failure(passage.section.sha)
        if found is not None:
            self.claims.append(found)
            asker = self._answers.asker(passage.section.sha)
            self.states.append(_state(passage, "read", asker.model if asker else ""))
        elif failure is not None:
            part = doubted(prove(passage, failure.saved)) if failure.saved is not None else Claims()
            self.claims += [part] if part else []
            self.states.append(_state(passage, "failed", f"{failure.why}; {_IN_PART}" if part else failure.why))
        else:
            self.states.append(_state(passage, "new"))

    def _claims(self, passage: Passage) -> Claims | None:
        answer = self._answers.answer(passage.section.sha)
        try:
            return prove(passage, answer) if answer is not None else None
        except Unusable:
            return None

    def _is_known(self, passage: Passage) -> bool:
        sha = passage.section.sha
        return self._answers.asker(sha) is not None or self._answers.failure(sha) is not None


def _state(passage: Passage, state: Literal["read", "new", "failed", "other"], why: str = "") -> SectionState:
    return SectionState(passage.section.line, passage.section.sha, state, why)
