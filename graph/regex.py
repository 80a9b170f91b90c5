"""Regular expressions that are compiled when they are first used: a hook imports twice as many as it uses."""

from __future__ import annotations

import re
from typing import Any, cast


def regex(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """The expression `pattern`, as `re.compile` has it. A faulty one raises re.error only when it is used."""
    return cast("re.Pattern[str]", _Late(pattern, flags))


class _Late:
    """Stands for a compiled expression. What was once asked of it is at hand from then on, without a detour."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # copies and the like: those of the object that this one is
            raise AttributeError(name)
        found = getattr(re.compile(self.pattern, self._flags), name)
        setattr(self, name, found)
        return found
