"""The one error family: what happened, and what to do about it."""

from __future__ import annotations


class VaultkitError(Exception):
    """An expected, explainable failure: shown as one line, exit code 1."""

    def __init__(self, what: str, remedy: str = "") -> None:
        """`what` happened; `remedy` is what the reader can do."""
        super().__init__(f"{what}; {remedy}" if remedy else what)
        self.what, self.remedy = what, remedy


class UsageError(VaultkitError):
    """The command was called wrongly: exit code 2."""
