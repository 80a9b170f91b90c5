"""What happens to files below some folders, for the commands that follow them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import watchfiles

from vaultkit.cli.stopping import Stop
from vaultkit.errors import VaultkitError

_STEP_MS: Final = 50
"""How long to let events gather, and so the longest a signal waits."""
_TICK_MS: Final = 100


def ticks(roots: Sequence[Path], stop: Stop) -> Iterator[list[str]]:
    """The paths of the events since the last tick, ten times a second at least; the first when all are watched.

    Raises VaultkitError where the system cannot watch.
    """
    try:
        for changes in watchfiles.watch(
            *roots,
            watch_filter=None,
            debounce=_TICK_MS,
            step=_STEP_MS,
            rust_timeout=_TICK_MS,
            yield_on_timeout=True,
            stop_event=stop,
            ignore_permission_denied=False,  # True hides every fault and leaves folders unwatched
        ):
            yield [path for _, path in changes]
    except (OSError, RuntimeError) as fault:
        raise VaultkitError(
            f"{', '.join(map(str, roots))} cannot be watched ({fault})",
            "raise fs.inotify.max_user_watches on Linux, or poll with WATCHFILES_FORCE_POLLING=1",
        ) from fault
