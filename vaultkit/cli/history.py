"""How the writes of a ref are told to people."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from datetime import datetime

from vaultkit.cli.terminal import painted, printable
from vaultkit.git.refs import Written


def say_history(written: Iterable[Written]) -> int:
    """Print writes, a line each: commit, local time, message. The exit code: 1 if there are none."""
    is_empty = True
    for each in written:
        when = datetime.fromisoformat(each.at).astimezone().strftime("%Y-%m-%d %H:%M")
        print(painted(f"{each.id[:8]}  {when}", "dim") + "  " + printable(each.message))
        is_empty = False
    if is_empty:
        print("nothing has been written yet", file=sys.stderr)
    return 1 if is_empty else 0
