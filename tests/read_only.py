"""A folder that nobody may write, also not the superuser, as whom tests often run."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_VERSION = 0x20080522
_DAC_OVERRIDE = 1 << 1
"""Linux, capabilities(7): bypass the permissions of files."""


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Take the right to write from a folder and all in it, and from this thread what is above rights."""
    if sys.platform == "win32":
        pytest.skip("rights of folders are not told by their modes")
    found = {path: path.stat().st_mode for path in (folder, *folder.rglob("*"))}
    for path, mode in found.items():
        path.chmod(mode & ~0o222)
    try:
        with _no_override():
            yield
    finally:
        for path, mode in found.items():
            path.chmod(mode)


@contextmanager
def _no_override() -> Iterator[None]:
    if os.geteuid() != 0:
        yield
        return
    if sys.platform != "linux":
        pytest.skip("the superuser may write anywhere")
    system = ctypes.CDLL(None, use_errno=True)
    head = (ctypes.c_uint32 * 2)(_VERSION, 0)
    rights = (ctypes.c_uint32 * 6)()
    assert system.capget(head, rights) == 0
    before = rights[0]
    rights[0] = before & ~_DAC_OVERRIDE
    assert system.capset(head, rights) == 0
    try:
        yield
    finally:
        rights[0] = before
        assert system.capset(head, rights) == 0
