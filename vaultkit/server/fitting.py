"""Fits an answer into a budget of tokens: the best of every list in turns, until nothing more can be paid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from graph.codec import encode_json
from graph.text import count_tokens

_RESERVE: Final = 16
"""Tokens for what is said of the answer itself: what it costs, whether it is cut."""
_NAMES: Final = frozenset({"id", "source", "target", "source_file", "source_location", "path", "key", "place"})
"""Values that are of no use if they are shortened."""


def fitted(record: dict[str, Any], budget: int) -> dict[str, Any]:
    """The record with `tokens`, what its JSON costs, and `truncated`, whether anything was left out.

    Lists lose their last items, long texts their ends; what is left is in its order. A budget that could not even pay
    for the names in the record is overdrawn.
    """
    frame = {**record, "tokens": 0, "truncated": False}
    if (tokens := cost(frame)) <= budget:
        return {**frame, "tokens": tokens, "truncated": bool(record.get("truncated"))}
    full = _shortened(record, max(40, budget // 3))
    lists = list(_lists(full))
    items = [list(each) for each in lists]
    for each in lists:
        each.clear()
    _fill(lists, items, budget - _RESERVE - cost(full))
    tokens = cost({**full, "tokens": budget, "truncated": True})
    return {**full, "tokens": tokens, "truncated": True}


def cost(record: Any) -> int:
    """Tokens of a record as JSON."""
    return count_tokens(encode_json(record).decode())


def _fill(lists: Sequence[list[Any]], items: Sequence[Sequence[Any]], left: int) -> None:
    """Put items back while they can be paid: the first of each list, then the second of each."""
    open_lists = list(zip(lists, items, strict=True))
    turn = 0
    while open_lists:
        still_open = []
        for kept, there in open_lists:
            price = cost(there[turn]) + 1 if turn < len(there) else left + 1
            if price <= left:
                kept.append(there[turn])
                left -= price
                still_open.append((kept, there))
        open_lists, turn = still_open, turn + 1


def _lists(value: Any) -> Iterator[list[Any]]:
    """The lists in a record, but not those inside of lists."""
    if isinstance(value, dict):
        for each in value.values():
            yield from _lists(each)
    elif isinstance(value, list):
        yield value


def _shortened(value: Any, longest: int, name: str = "") -> Any:
    """A copy in which texts have at most so many characters, names apart."""
    if isinstance(value, dict):
        return {key: _shortened(each, longest, key) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_shortened(each, longest) for each in value]
    if isinstance(value, str) and len(value) > longest and name not in _NAMES:
        return value[: longest - 1] + "…"
    return value
