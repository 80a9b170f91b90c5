"""One question to all layers of memory: one ranked answer, what is the same told once, within a budget of tokens."""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple

from graph.asking.fusion import fused
from graph.text import count_tokens
from vaultkit.errors import UsageError, VaultkitError
from vaultkit.layers.question import Question
from vaultkit.memory.hit import Hit
from vaultkit.nearest import did_you_mean

LAYERS: Final = {"graph": 1.0, "episodes": 1.0, "git": 1.0, "shelf": 1.0}
"""Modules of `vaultkit.layers`, and how much the ranks of each count."""
BUDGET: Final = 1500
LEAST: Final = 100
"""Tokens below which no answer makes sense."""
COUNT: Final = 8
_BESIDE: Final = 0.5
"""What it counts, in words, that something answers in which no word of the question stands."""
_OVERHEAD: Final = 12
"""Tokens of what stands around a hit: number, layer, dashes."""
_SHORTEST: Final = 24
"""Tokens of a text below which it is not worth its heading."""


class Told(NamedTuple):
    """An answer."""

    hits: tuple[Hit, ...]
    tokens: int
    truncated: bool
    """Whether hits were left out or shortened for the budget."""
    silent: dict[str, str]
    """Layers that could not be asked, and why."""
    nowhere: tuple[str, ...] = ()
    """Words of the question that carry a subject and stand in no hit of any layer."""

    def record(self) -> dict[str, Any]:
        """As JSON, stable; more fields may come."""
        hits = [_record(hit) for hit in self.hits]
        return {"hits": hits, "tokens": self.tokens, "truncated": self.truncated, "silent": self.silent} | (
            {"nowhere": list(self.nowhere)} if self.nowhere else {}
        )


def _nothing(hit: Hit) -> bool:
    """No hit is known already."""
    return False


def ask(
    question: Question,
    layers: Sequence[str] = (),
    budget: int = BUDGET,
    most: int = COUNT,
    is_known: Callable[[Hit], bool] = _nothing,
) -> Told:
    """The best hits of the layers, without any of all, best first. A layer that cannot be asked is told, and left out.

    What the asker knows already is left out, too.

    Raises UsageError for an unknown layer, VaultkitError if none of them could be asked.
    """
    names = _known(layers)
    rankings: dict[str, list[Hit]] = {}
    silent: dict[str, str] = {}
    for name in names:
        try:
            rankings[name] = importlib.import_module(f"vaultkit.layers.{name}").find(question)
        except VaultkitError as fault:
            silent[name] = str(fault)
    if not rankings:
        raise VaultkitError("no layer could be asked: " + "; ".join(f"{name}: {why}" for name, why in silent.items()))
    subjects = question.subjects
    hits = [hit for hit in merged(rankings, len(subjects)) if not is_known(hit)]
    nowhere = tuple(word for word in subjects if not any(word in hit.words for hit in hits))
    if subjects and len(nowhere) == len(subjects) and hits and not _is_else_meant(question):
        hits = []
    if question.limit is not None:  # what is of that time comes before what has none
        hits.sort(key=lambda hit: not hit.date)
    shown, tokens = _affordable(hits[:most], budget)
    whole = all(hit == full for hit, full in zip(shown, hits, strict=False))
    return Told(tuple(shown), tokens, len(shown) < len(hits[:most]) or not whole, silent, nowhere)


def _is_else_meant(question: Question) -> bool:
    """Whether a hit can answer without a word of the question: by its time, or by a meaning that a model compares."""
    if question.limit is not None:
        return True
    from vaultkit.memory.episodes.meaning import read_embedding  # few questions are about something unknown

    return read_embedding(question.folder).is_on


def merged(rankings: dict[str, list[Hit]], asked: int = 0) -> list[Hit]:
    """The hits of all layers by weighted reciprocal ranks; those of one place, else of one text, are one.

    Of several the first is shown, and why the others were found. Ranks of different layers say nothing of how much of
    a question is answered, so each hit counts by its share of the `asked` words that carry a subject: one with all
    of them comes before what two layers found for one of them.
    """
    same: dict[str, list[Hit]] = {}
    keys: list[list[str]] = []
    for ranking in rankings.values():
        keys.append([])
        for hit in ranking:
            key = _key(hit, same)
            if key not in keys[-1]:
                keys[-1].append(key)
            same.setdefault(key, []).append(hit)
    ranked = fused(keys, [LAYERS[name] for name in rankings])
    hits = [_one(same[key]) for key, _ in ranked]
    scored = [
        hit._replace(score=round(score * _share(hit, asked), 5)) for hit, (_, score) in zip(hits, ranked, strict=True)
    ]
    return sorted(scored, key=lambda hit: -hit.score)


def _share(hit: Hit, asked: int) -> float:
    """How much of what was asked stands in a hit; for none of it, half of a word."""
    return max(len(hit.words), _BESIDE) / asked if asked else 1.0


def _known(layers: Sequence[str]) -> Sequence[str]:
    for name in layers:
        if name not in LAYERS:
            remedy = did_you_mean(name, LAYERS)
            raise UsageError(f"there is no layer {name!r}", remedy)
    return list(dict.fromkeys(layers)) or list(LAYERS)


def _key(hit: Hit, same: dict[str, list[Hit]]) -> str:
    """What tells a hit from others: that of one whose lines it shares, else of one with the same text, else its own."""
    text = hashlib.sha256(" ".join(hit.text.casefold().split()).encode("utf-8", "surrogatepass")).hexdigest()
    if text in same:
        return text
    return next((key for key, hits in same.items() if any(_overlap(hit, other) for other in hits)), text)


def _overlap(one: Hit, other: Hit) -> bool:
    """Whether two hits are lines of one file that overlap."""
    path, first, last = _lines(one)
    other_path, other_first, other_last = _lines(other)
    return bool(first) and path == other_path and first <= other_last and other_first <= last


def _lines(hit: Hit) -> tuple[str, int, int]:
    """(path, first line, last line); 0 for what is no file."""
    path, _, line = hit.place.rpartition(":")
    if not line.isdecimal():
        return hit.place, 0, 0
    return path, int(line), int(line) + (hit.text.count("\n") if hit.layer == "episodes" else 0)


def _one(hits: Sequence[Hit]) -> Hit:
    first = hits[0]
    others = dict.fromkeys(f"{hit.layer}: {hit.why}" for hit in hits[1:] if hit.layer != first.layer)
    date = next((hit.date for hit in hits if hit.date), "")
    words = tuple(dict.fromkeys(word for hit in hits for word in hit.words))
    return first._replace(date=date, words=words, why="; ".join([first.why, *(f"also {other}" for other in others)]))


def _affordable(hits: Iterable[Hit], budget: int) -> tuple[list[Hit], int]:
    """As many hits as can be paid for, the last one perhaps shortened, and what they cost."""
    shown: list[Hit] = []
    left = budget
    for hit in hits:
        head = count_tokens(f"{hit.heading}{hit.place}{hit.date[:10]}{hit.why}") + _OVERHEAD
        cost = head + count_tokens(hit.text)
        if cost <= left:
            shown.append(hit)
            left -= cost
        elif left - head >= _SHORTEST:
            text = _shortened(hit.text, left - head)
            shown.append(hit._replace(text=text))
            left -= head + count_tokens(text)
            break
        else:
            break
    return shown, budget - left


def _shortened(text: str, tokens: int) -> str:
    """A text cut to so many tokens, at least a letter of it."""
    while (cost := count_tokens(text)) > tokens and len(text) > 2:
        text = text[: max(1, min(len(text) * tokens // cost, len(text) - 1) - 2)] + "…"
    return text


def _record(hit: Hit) -> dict[str, Any]:
    path, line, _ = _lines(hit)
    return {
        "layer": hit.layer,
        **({"root": hit.root} if hit.root else {}),
        "id": hit.id,
        "path": path,
        "line": line,
        "heading": hit.heading,
        "date": hit.date,
        "text": hit.text,
        "why": hit.why,
        "score": hit.score,
    }
