"""The tool calls of a session: each is noted in its log as it ends, and told by the next reply."""

from __future__ import annotations

from typing import Any, Final

from vaultkit.memory.shelf.call import Call
from vaultkit.sessions.session_log import append, entries, record

_NAME: Final = 100
"""Characters of a tool's name."""
_LOOKED_AT: Final = 20_000
"""Characters of what a tool was given or printed: in what is not looked at, nothing is worth telling."""
_MARK: Final = b'{"call": '


def note_call(session: str, call: Call) -> None:
    """Note a call with one write: name, arguments in short, duration, outcome; no secrets. Raises OSError."""
    from vaultkit.memory.shelf.ledger import arguments

    told: dict[str, Any] = {"call": call.name[:_NAME], "ok": call.ok}
    if given := arguments(call._replace(input=_bounded(call.input))):
        told["input"] = given
    if call.duration_ms is not None:
        told["ms"] = round(call.duration_ms)
    if not call.ok and call.error.strip():
        from vaultkit.memory.redact import redact
        from vaultkit.memory.shelf.traces import one_line

        told["error"] = one_line(redact(call.error)[-_LOOKED_AT:])
    append(session, told)


def calls_since(session: str, start: int) -> tuple[list[Call], int]:
    """The calls noted in the log of a session from an offset on, and where it ends now. Raises OSError."""
    told = list(entries(session, start))
    found = (record(line) for _, line in told if line.startswith(_MARK))
    return [_call(each) for each in found if isinstance(each, dict)], told[-1][0] if told else start


def _call(told: dict[str, Any]) -> Call:
    return Call(str(told["call"]), told.get("input"), told.get("ok") is True, told.get("ms"), told.get("error", ""))


def _bounded(value: Any, left: int = 40) -> Any:
    """Data of which each text and list is cut to what can be told of it: a file's whole text costs nothing more."""
    if isinstance(value, str):
        return value[:_LOOKED_AT]
    if isinstance(value, list):
        return [_bounded(item, left - 1) for item in value[:left]] if left > 0 else []
    if isinstance(value, dict):
        return {key[:_NAME]: _bounded(item, left - 1) for key, item in list(value.items())[:left]} if left > 0 else {}
    return value
