"""What a command is given as text, and what it answers as one line of JSON."""

from __future__ import annotations

import json
import sys
from typing import Any

from vaultkit.errors import UsageError


def given_text(text: str) -> str:
    """What an argument says; `-` stands for stdin. Raises UsageError on bytes that are no UTF-8."""
    if text != "-":
        return text
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise UsageError(
            "what stdin holds is no UTF-8 text", "encode it (base64), or remember where it lies"
        ) from fault


def say_json(answer: Any) -> None:
    """Print an answer as one line of compact JSON in UTF-8, what is not printable escaped."""
    text = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
    if not text.isprintable():
        text = "".join(each if each.isprintable() else json.dumps(each)[1:-1] for each in text)
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode() + b"\n")
