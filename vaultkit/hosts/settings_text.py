"""Settings as text: JSON as a host's own reader takes it, and a clear word where it would not."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

from vaultkit.disk.contents import read_whole
from vaultkit.errors import VaultkitError

BOM: Final = "\ufeff"
_LONGEST: Final = 20
"""Digits of a number that can matter."""
_COMMENT: Final = re.compile(r'"(?:[^"\\\n]|\\.)*+"|(//[^\r\n]*|/\*.*?\*/)', re.DOTALL)
_LAST_COMMA: Final = re.compile(r'"(?:[^"\\\n]|\\.)*+"|(,)(?=\s*[}\]])')


def decode(file: Path, data: bytes) -> str:
    """The text of a settings file, a byte order mark kept. Raises VaultkitError if it is no UTF-8."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise VaultkitError(f"{file} is no UTF-8 (byte {fault.start})", "save it as UTF-8") from fault


def bare(text: str) -> str:
    """JSON with comments as one without: blanks in their place, every offset and line as before."""
    return _COMMENT.sub(lambda match: re.sub(r"[^\r\n]", " ", match[0]) if match[1] else match[0], text)


def strict(text: str) -> str:
    """JSON without comments as RFC 8259 has it: a blank for a comma before a closing bracket."""
    return _LAST_COMMA.sub(lambda match: " " if match[1] else match[0], text)


def read_object(file: Path, text: str, *, comments: bool = False) -> dict[str, Any]:
    """The settings in a text, {} in an empty one. Raises VaultkitError with the place if it is no JSON object.

    Unless the host takes comments, they and commas before a closing bracket are faults: it ignores the whole file.
    """
    body = text.removeprefix(BOM)
    if comments:
        body = strict(bare(body))
    if not body.strip(" \t\r\n"):
        return {}
    try:
        value = json.loads(body, parse_constant=_refuse_constant, parse_int=_number)
    except json.JSONDecodeError as fault:
        what = f"{file}:{fault.lineno}:{fault.colno} is no JSON ({_reason(body, fault)})"
        raise VaultkitError(what, "correct it there; nothing was changed") from fault
    except (ValueError, RecursionError) as fault:
        raise VaultkitError(f"{file} is no JSON ({fault})", "correct it; nothing was changed") from fault
    if not isinstance(value, dict):
        raise VaultkitError(f"{file} holds no settings but {body.strip()[:20]}", "put an object there: {}")
    return value


def read_settings_file(file: Path, *, comments: bool = False) -> dict[str, Any]:
    """The settings in a file, {} if there is none. Raises VaultkitError."""
    data = read_bytes(file)
    return {} if data is None else read_object(file, decode(file, data), comments=comments)


def read_bytes(file: Path) -> bytes | None:
    """What a settings file holds, None if there is none.

    Raises VaultkitError if it cannot be read, as when a folder or a pipe stands in its place, or is too large.
    """
    try:
        return read_whole(file)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as fault:
        what = f"{file} cannot be read ({fault.strerror or fault})"
        raise VaultkitError(what, "move it away or check its permissions; nothing was changed") from fault


def _number(digits: str) -> int | str:
    return int(digits) if len(digits) < _LONGEST else digits


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _reason(text: str, fault: json.JSONDecodeError) -> str:
    if text[fault.pos : fault.pos + 1] in ("/", "#"):
        return "JSON has no comments"
    if text[fault.pos : fault.pos + 1] in ("}", "]") and text[: fault.pos].rstrip().endswith(","):
        return "a comma before the closing bracket"
    return fault.msg
