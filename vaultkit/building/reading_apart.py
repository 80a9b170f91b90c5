"""Reads many files in several processes at once; what they say comes back in order."""

from __future__ import annotations

import gc
import multiprocessing
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Final

import msgspec

from vaultkit.building.reading import Job, Reading, read

_CHUNK: Final = 16
_AHEAD: Final = 8
"""How many chunks may wait to be taken in: what is read ahead takes memory."""


def read_apart(jobs: list[Job], processes: int) -> Iterator[Reading | None]:
    """What `read` says of each of the files."""
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(processes, context, initializer=gc.disable)  # reading makes no cycles
    try:
        ahead: deque[Future[bytes]] = deque()
        for start in range(0, len(jobs), _CHUNK):
            ahead.append(pool.submit(_read, jobs[start : start + _CHUNK]))
            if len(ahead) > _AHEAD:
                yield from _readings.decode(ahead.popleft().result())
        for each in ahead:
            yield from _readings.decode(each.result())
    finally:
        pool.shutdown(cancel_futures=True)


_readings: Final = msgspec.msgpack.Decoder(list[Reading | None])


def _read(jobs: list[Job]) -> bytes:
    """What another process sends of its readings."""
    return msgspec.msgpack.encode([read(*job) for job in jobs])
