"""Keeps templates compiled to Python, beside the compiled modules of this package."""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib.util import cache_from_source
from os.path import dirname

from jinja2 import BytecodeCache, FileSystemBytecodeCache
from jinja2.bccache import Bucket


class _BesideModules(FileSystemBytecodeCache):
    """Where nobody may write, templates are compiled anew each time."""

    def load_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def compiled_templates() -> BytecodeCache | None:
    """Where compiled templates are kept; None if Python is told to keep nothing compiled."""
    if sys.dont_write_bytecode:
        return None
    return _BesideModules(dirname(cache_from_source(__file__)), f"%s.{sys.implementation.cache_tag}.template")
