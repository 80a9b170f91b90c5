"""Answers a call: arguments in, a record out. The door of the server: what goes wrong becomes a record too."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Mapping
from typing import Any

from vaultkit import __version__
from vaultkit.errors import UsageError, VaultkitError
from vaultkit.server.arguments import read_arguments
from vaultkit.server.tools import TOOLS, Answer, Served


def answer(served: Served, name: str, given: Mapping[str, Any]) -> Answer:
    """What the tool of this name, which must be known, answers.

    Errors are records as well, `{"error", "message"}`: `usage` (other arguments will do), `failed` (something else has
    to be done first), `bug`; a name that fits no node or several is told as the command line tells it.
    """
    tool = TOOLS[name]
    try:
        return tool.answer(served, read_arguments(name, tool.takes, given))
    except UsageError as fault:
        return _error("usage", str(fault))
    except VaultkitError as fault:
        return _error("failed", str(fault))
    except OSError as fault:  # the system's word, which no room foresaw
        return _error("failed", f"{fault.filename}: {fault.strerror}" if fault.filename else str(fault))
    except Exception as fault:
        traceback.print_exception(fault, file=sys.stderr)
        return _error(
            "bug", f"this is a bug in vaultkit {__version__}: {name} failed; stderr of the server tells where"
        )


def _error(kind: str, message: str) -> Answer:
    return Answer({"error": kind, "message": message}, is_error=True)
