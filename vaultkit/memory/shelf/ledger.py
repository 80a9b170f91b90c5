"""The tool calls of a turn in brief: what was called, how long it took, whether it succeeded. Never their output."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final

from vaultkit.errors import UsageError
from vaultkit.memory.redact import redact, redact_value
from vaultkit.memory.shelf.call import Call
from vaultkit.memory.shelf.traces import one_line
from vaultkit.nearest import did_you_mean

_LONGEST: Final = 1e10
"""Milliseconds of a call."""
SHOWN: Final = 200
"""Characters of a call's arguments."""


def read_calls(text: str) -> list[Call]:
    """The calls of a JSON list, or of JSON lines. Raises UsageError, which names the call that is wrong."""
    try:
        is_list = text.lstrip().startswith("[")
        given = json.loads(text) if is_list else [json.loads(line) for line in text.splitlines() if line.strip()]
    except (ValueError, RecursionError) as fault:
        raise UsageError(f"the tool calls are no JSON ({fault})", 'write [{"name": "bash", "ok": true}]') from fault
    return [_call(number, each) for number, each in enumerate(given, 1)]


def tools_used(calls: Iterable[Call]) -> str:
    """Each tool with how often it was called: `bash ×3, read`."""
    counts: dict[str, int] = {}
    for call in calls:
        counts[call.name] = counts.get(call.name, 0) + 1
    return ", ".join(f"{name} ×{count}" if count > 1 else name for name, count in counts.items())


def ledger(calls: Sequence[Call]) -> str:
    """The section `## Tool Calls`, calls of the same thing as one entry; "" without calls."""
    groups: dict[tuple[str, str], list[Call]] = {}
    for call in calls:
        groups.setdefault((call.name, arguments(call)), []).append(call)
    entries = [_entry(number, *key, group) for number, (key, group) in enumerate(groups.items(), 1)]
    return "\n".join(["## Tool Calls", "", *entries]) if entries else ""


def arguments(call: Call) -> str:
    """What a call was given, in one line, without secrets, cut short; "" for nothing."""
    if call.input in (None, "", {}, []):
        return ""
    clean = redact_value(call.input)
    text = clean if isinstance(clean, str) else json.dumps(clean, ensure_ascii=False, separators=(",", ":"))
    line = redact(" ".join(text.split())).replace("`", "'")
    return line if len(line) <= SHOWN else line[: SHOWN - 1] + "…"


def duration(milliseconds: float) -> str:
    """A time in words: `100ms`, `2.0s`, `3m05s`."""
    if milliseconds < 1000:
        return f"{milliseconds:.0f}ms"
    minutes, seconds = divmod(milliseconds / 1000, 60)
    return f"{minutes:.0f}m{seconds:02.0f}s" if minutes else f"{seconds:.1f}s"


def _entry(number: int, name: str, arguments: str, group: list[Call]) -> str:
    failed = [call for call in group if not call.ok]
    times = [call.duration_ms for call in group if call.duration_ms is not None]
    if len(group) == 1:
        head = f"`{name}` — " + " ".join(["❌" if failed else "✅", *map(duration, times)])
    else:
        took = f" (总用时 {duration(sum(times))})" if times else ""
        outcome = [f"{len(group) - len(failed)}✅"] if len(failed) < len(group) else []
        head = f"`{name}` ×{len(group)}{took} — " + " ".join([*outcome, *([f"{len(failed)}❌"] if failed else [])])
    why = one_line(failed[-1].error) if failed else ""
    lines = [f"{number}. {head}" + (f" — {why}" if why else "")]
    return "\n".join([*lines, *([f"   - 调用: `{arguments}`"] if arguments else [])])


def _call(number: int, given: Any) -> Call:
    if not isinstance(given, dict):
        raise UsageError(f"tool call {number} is no object", 'write {"name": "bash", "ok": true}')
    for key in given:
        if key not in Call._fields:
            remedy = did_you_mean(key, Call._fields)
            raise UsageError(f"tool call {number} has a key {key!r}", remedy)
    call = Call(**{"name": "", **given})
    took = call.duration_ms
    fits = isinstance(call.name, str) and isinstance(call.ok, bool) and isinstance(call.error, str | None)
    is_time = took is None or (isinstance(took, int | float) and not isinstance(took, bool) and 0 <= took < _LONGEST)
    if not fits or not call.name or not is_time:
        what = f"tool call {number} is not as it should be"
        raise UsageError(what, "name and error are texts, ok is true or false, duration_ms a number")
    return call._replace(error=call.error or "", name=" ".join(call.name.split()).replace("`", "'"))
