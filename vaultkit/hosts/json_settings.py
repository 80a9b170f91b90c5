"""JSON settings with something of ours: hooks, an MCP server."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from vaultkit.errors import VaultkitError
from vaultkit.hosts.json_claims import Claim, Misplaced, others, ours, put_in, take_out
from vaultkit.hosts.part import Edited, Found, cut
from vaultkit.hosts.settings_text import BOM, bare, read_object
from vaultkit.writing.edits import apply

_HOOKS: Final = "hooks"
"""The key that hooks have in every host."""
_VERSION: Final = "version"
"""What a host wants beside our claims, as Cursor does."""


class JsonSettings(NamedTuple):
    """A settings file of a host (`Part`)."""

    file: Path
    wanted: dict[str, Any]
    """What of it is ours, as the host reads it; numbers at the top are written where there are none."""
    claims: tuple[Claim, ...]
    comments: bool = False
    """Whether the host takes comments (JSONC)."""
    executable: bool = False

    def put(self, text: str, stretches: Sequence[str]) -> Edited:
        """The settings with what is wanted and nothing else of ours."""
        if self._ours(self._read(text)) == self._claimed:
            return Edited(text, tuple(stretches))
        mark = BOM if text.startswith(BOM) else ""
        before = self.take(text, stretches).removeprefix(BOM)
        try:
            edits = put_in(before, self._bare(before), self.wanted)
        except Misplaced as fault:
            what = f"{self.file}: {fault} is not what belongs there"
            raise VaultkitError(what, "correct it; nothing was changed") from fault
        return Edited(mark + apply(before, edits), tuple(edit.text for edit in edits))

    def take(self, text: str, stretches: Sequence[str]) -> str:
        """The settings without what is ours, and without places that are empty then."""
        settings = self._read(text)
        if not self._ours(settings):
            return text
        wanted = others(settings, self.claims)
        exact = cut(text, stretches)
        if exact is not None and self._says(exact) in (wanted, _without_version(wanted)):
            return exact
        mark = BOM if text.startswith(BOM) else ""
        body = text.removeprefix(BOM)
        left = mark + apply(body, take_out(body, self._bare(body), self.claims))
        if self._says(left) != wanted:
            raise VaultkitError(f"{self.file} has a key twice, so nothing was changed", "remove one of them")
        return left

    def is_void(self, text: str) -> bool:
        """Whether it holds nothing, or nothing but what the host wants beside ours."""
        return not _without_version(self._read(text)) and self._bare(text) == text

    def found(self, text: str) -> Found | None:
        """What of ours the settings hold."""
        held = self._ours(self._read(text))
        if not held:
            return None
        programs = tuple(dict.fromkeys(_programs(held)))
        what = ", ".join(name for part in held.values() for name in (part if isinstance(part, dict) else ()))
        return Found(programs, held == self._claimed, what, "hooks" if _HOOKS in held else "MCP server")

    @property
    def _claimed(self) -> dict[str, Any]:
        return self._ours(self.wanted)

    def _ours(self, settings: dict[str, Any]) -> dict[str, Any]:
        return ours(settings, self.claims)

    def _bare(self, text: str) -> str:
        return bare(text) if self.comments else text

    def _read(self, text: str) -> dict[str, Any]:
        return read_object(self.file, text, comments=self.comments)

    def _says(self, text: str) -> dict[str, Any] | None:
        """What settings say beside empty places; None if they are broken or still have something of ours."""
        try:
            settings = self._read(text)
        except VaultkitError:
            return None
        return None if self._ours(settings) else others(settings, self.claims)


def _without_version(settings: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in settings.items() if key != _VERSION}


def _programs(value: Any) -> Iterator[str]:
    """Every command in a part of settings."""
    if isinstance(value, list):
        for item in value:
            yield from _programs(item)
    elif isinstance(value, dict):
        command = value.get("command")
        if isinstance(command, list) and command:
            yield str(command[0])
        elif isinstance(command, str):
            yield command
        else:
            for item in value.values():
                yield from _programs(item)
