"""How the writes of a ref are told to people."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from vaultkit.cli.terminal import painted, printable
from vaultkit.git.refs import Written


def say_history(written: Iterable[Written]) -> int:
    """Print writes, a line each: commit, local time, message. The exit code: 1 if there are none."""
    code = 1
    for each in written:
        when = datetime.fromisoformat(each.at).astimezone().strftime("%Y-%m-%d %H:%M")
        print(painted(f"{each.id[:8]}  {when}", "dim") + "  " + printable(each.message))
        code = 0
    return code
