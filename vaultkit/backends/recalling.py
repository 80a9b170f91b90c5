"""The router of memories: asks one after another until an answer is good enough, and says where it came from."""

from __future__ import annotations

import importlib
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from vaultkit.backends.question import Question
from vaultkit.disk.logbook import log
from vaultkit.disk.state import home
from vaultkit.errors import UsageError, VaultkitError
from vaultkit.memory.recall.contract import ERROR, Answer, best, failed
from vaultkit.nearest import did_you_mean

BACKENDS: Final = ("totalrecall", "gitnotes", "episodes", "shelf", "graph")
"""Modules of `vaultkit.backends`, in the order in which they are asked unless `[recall] order` says otherwise."""


class Routed(NamedTuple):
    """The answer that was taken, and all that were given on the way to it."""

    answer: Answer
    asked: tuple[Answer, ...]
    duration_ms: int

    def record(self) -> dict[str, Any]:
        """As JSON: the answer of the back-end, and how it was found."""
        chain = [
            {"backend": each.backend, "status": each.status, "normalized_relevance": each.normalized_relevance}
            for each in self.asked
        ]
        return self.answer.record() | {
            "routed_to": self.answer.backend,
            "fallback_chain": chain,
            "fallbacks_used": len(chain) - 1,
            "router_duration_ms": self.duration_ms,
        }


def route(question: Question) -> Routed:
    """Ask the back-ends in their order until one answers with a relevance that is good enough.

    If none does, the most relevant answer is taken. What goes wrong in one is logged, and the next is asked.
    Raises UsageError if the order names an unknown one.
    """
    start = time.monotonic()
    asked: list[Answer] = []
    for name in _order(question.settings.order):
        asked.append(_ask(name, question))
        if asked[-1].results and asked[-1].normalized_relevance >= question.settings.good_enough:
            break
    taken = best(asked) or _nothing(asked)
    return Routed(taken, tuple(asked), round((time.monotonic() - start) * 1000))


def _ask(name: str, question: Question) -> Answer:
    start = time.monotonic()
    try:
        answer: Answer = importlib.import_module(f"vaultkit.backends.{name}").ask(question)
    except VaultkitError as fault:
        answer = failed(question.text, name, ERROR, str(fault))
    if answer.status == "error":
        _log(f"{name}: {answer.error_code}: {answer.error_message}")
    return answer._replace(backend=name, duration_ms=round((time.monotonic() - start) * 1000))


def _nothing(asked: Sequence[Answer]) -> Answer:
    """Nobody has found anything: an error only if there was nothing but errors."""
    empty = next((answer for answer in asked if answer.status == "empty"), None)
    return empty or asked[0]


def _order(wanted: Sequence[str]) -> Sequence[str]:
    for name in wanted:
        if name not in BACKENDS:
            remedy = did_you_mean(name, BACKENDS)
            raise UsageError(f"there is no memory {name!r} to ask", remedy)
    return wanted or BACKENDS


def _log(text: str) -> None:
    """A log that cannot be written is no reason to give no answer."""
    try:
        log(Path(home(), "recall.log"), text)
    except OSError:
        return
