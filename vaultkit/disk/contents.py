"""What is in a file that anybody may replace meanwhile: read without ever waiting for a pipe."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


def read_regular(path: Path, limit: int) -> bytes:
    """At most `limit` bytes of a file, without ever waiting for a pipe that has taken its place.

    Raises OSError, FileNotFoundError also if there is something else than a file.
    """
    try:
        with _opened(path) as file:
            return file.read(min(limit, os.fstat(file.fileno()).st_size + 1))
    except (NotAFile, IsADirectoryError) as fault:
        raise FileNotFoundError(errno.ENOENT, "no file", str(path)) from fault


def read_whole(path: Path) -> bytes:
    """All bytes of a file that others may replace at any time, without ever waiting for a pipe.

    Raises OSError, NotAFile if a pipe, a socket or a device stands there.
    """
    with _opened(path) as file:
        return file.read()


def read_text(path: Path, *, errors: str = "strict") -> str:
    """The UTF-8 text of a file as `read_whole` reads it, line breaks as "\\n". Raises OSError, UnicodeDecodeError."""
    return read_whole(path).decode("utf-8", errors).replace("\r\n", "\n").replace("\r", "\n")


class NotAFile(OSError):
    """A pipe, a socket or a device in the place of a file: whoever reads it may wait forever."""


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(mode):
            raise NotAFile(errno.EINVAL, "it is a pipe, a socket or a device", str(path))
        with open(descriptor, "rb", closefd=False) as file:
            yield file
    finally:
        os.close(descriptor)
