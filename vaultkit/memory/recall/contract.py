"""The answer that every back-end gives: what was asked, what was found, how relevant, what went wrong. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

UNAVAILABLE: Final = "BACKEND_UNAVAILABLE"
"""No git, no repository, no memory branch."""
TIMEOUT: Final = "QUERY_TIMEOUT"
EMPTY: Final = "EMPTY_RESULT"
PARTIAL: Final = "PARTIAL_RESULT"
"""Some were found, but not all was looked through."""
ERROR: Final = "BACKEND_ERROR"


class Result(NamedTuple):
    """Something that was found."""

    content: str
    relevance: float
    """0 to 1."""
    source: str
    """The back-end that holds it."""
    timestamp: str
    """ISO 8601, UTC."""


class Answer(NamedTuple):
    """What a back-end answers."""

    query: str
    backend: str
    results: tuple[Result, ...] = ()
    error_code: str | None = None
    error_message: str | None = None
    duration_ms: int = 0

    @property
    def status(self) -> str:
        """`success`, `partial`, `empty` or `error`."""
        if self.error_code == PARTIAL:
            return "partial"
        if self.error_code not in (None, EMPTY):
            return "error"
        return "success" if self.results else "empty"

    @property
    def normalized_relevance(self) -> float:
        """The highest relevance of all results, 0 without one."""
        return max((result.relevance for result in self.results), default=0.0)

    def record(self) -> dict[str, Any]:
        """The answer as JSON: the same fields always."""
        return {
            "query_echo": self.query,
            "results": [result._asdict() for result in self.results],
            "result_count": len(self.results),
            "status": self.status,
            "error_message": self.error_message,
            "error_code": self.error_code,
            "backend_duration_ms": self.duration_ms,
            "normalized_relevance": self.normalized_relevance,
            "backend": self.backend,
        }


def ranked(query: str, backend: str, results: Iterable[Result], limit: int | None, *, is_whole: bool = True) -> Answer:
    """The answer with the most relevant results, of the same relevance the latest first."""
    ordered = sorted(results, key=lambda result: (result.relevance, result.timestamp), reverse=True)
    if not is_whole:
        return Answer(query, backend, tuple(ordered[:limit]), PARTIAL, "the time was up before all was looked through")
    return Answer(query, backend, tuple(ordered[:limit]), None if ordered else EMPTY)


def failed(query: str, backend: str, code: str, message: str) -> Answer:
    """The answer that says what went wrong."""
    return Answer(query, backend, error_code=code, error_message=message)


def timestamp(at: datetime) -> str:
    """A time as answers give it: `2026-03-17T14:30:00Z`."""
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def days_between(at: datetime, now: datetime) -> int:
    """Whole days from one time to another, none if it lies ahead."""
    return max(0, (now - at).days)


def best(answers: Sequence[Answer]) -> Answer | None:
    """The answer with the most relevant result; None if none has any."""
    found = [answer for answer in answers if answer.results]
    return max(found, key=lambda answer: answer.normalized_relevance, default=None)
