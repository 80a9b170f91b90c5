"""TOML settings with one table of ours at their end; the order and the comments of all others stay."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from vaultkit.errors import VaultkitError
from vaultkit.hosts.hook_program import is_server
from vaultkit.hosts.part import Edited, Found, cut
from vaultkit.hosts.settings_text import BOM

_HEADER: Final = re.compile(r"^[ \t]*\[", re.MULTILINE)


class TomlSettings(NamedTuple):
    """A settings file of a host (`Part`)."""

    file: Path
    above: str
    """The table in which ours is one: `mcp_servers`."""
    name: str
    wanted: Mapping[str, str | list[str]]
    executable: bool = False

    def put(self, text: str, stretches: Sequence[str]) -> Edited:
        """The settings with our table, behind all others."""
        there = self._table(self._read(text))
        if there == self.wanted:
            return Edited(text, tuple(stretches))
        if there is not None and not is_server(there):
            what = f"{self.file}: {self.above}.{self.name} is somebody else's"
            raise VaultkitError(what, "give it another name; nothing was changed")
        before = self.take(text, stretches)
        newline = "\r\n" if "\r\n" in text else "\n"
        rows = [f"[{self.above}.{self.name}]"]
        rows += [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in self.wanted.items()]
        gap = newline if before.removeprefix(BOM) else ""
        gap = newline + gap if gap and not before.endswith("\n") else gap
        stretch = gap + newline.join(rows) + newline
        after = before + stretch
        if (
            self._table(self._read(after, f"[{self.above}] is written in a way that takes no more tables"))
            != self.wanted
        ):
            raise VaultkitError(f"{self.file}: {self.above} takes no table", "correct it; nothing was changed")
        return Edited(after, (stretch,))

    def take(self, text: str, stretches: Sequence[str]) -> str:
        """The settings without our table."""
        settings = self._read(text)
        if not is_server(self._table(settings)):
            return text
        wanted = self._without(settings)
        for left in (cut(text, stretches), self._cut_out(text)):
            try:
                if (
                    left is not None
                    and self._without(self._read(left)) == wanted
                    and self._table(self._read(left)) is None
                ):
                    return left
            except VaultkitError:
                continue
        what = f"{self.file}: {self.above}.{self.name} is not written as one table"
        raise VaultkitError(what, "take it out by hand; nothing was changed")

    def is_void(self, text: str) -> bool:
        """Whether nothing is in it, not even a comment."""
        return not text.removeprefix(BOM).strip()

    def found(self, text: str) -> Found | None:
        """The server of ours that the settings name."""
        there = self._table(self._read(text))
        if there is None or not is_server(there):
            return None
        return Found((str(there["command"]),), there == self.wanted, self.name, "MCP server")

    def _read(self, text: str, why: str = "") -> dict[str, Any]:
        try:
            return tomllib.loads(text.removeprefix(BOM))
        except (tomllib.TOMLDecodeError, RecursionError) as fault:
            what = f"{self.file}: {why}" if why else f"{self.file} is no TOML ({fault})"
            raise VaultkitError(what, "correct it; nothing was changed") from fault

    def _table(self, settings: dict[str, Any]) -> Any:
        above = settings.get(self.above)
        return above.get(self.name) if isinstance(above, dict) else None

    def _without(self, settings: dict[str, Any]) -> dict[str, Any]:
        """What settings say beside our table; one around it that is empty then says nothing."""
        above = settings.get(self.above)
        rest = {key: value for key, value in above.items() if key != self.name} if isinstance(above, dict) else above
        left = {key: value for key, value in settings.items() if key != self.above}
        return {**left, self.above: rest} if rest else left

    def _cut_out(self, text: str) -> str | None:
        """The text without the lines from our header to the last one before another table or a gap."""
        name = re.escape(self.name)
        header = re.compile(rf"^[ \t]*\[{re.escape(self.above)}\.{name}(?:\.[^\]\n]*)?\][^\n]*\n?", re.MULTILINE)
        while match := header.search(text):
            following = _HEADER.search(text, match.end())
            block = text[match.end() : following.start() if following else len(text)]
            kept = re.search(r"(?:^[ \t]*(?:#[^\n]*)?(?:\n|\Z))+\Z", block, re.MULTILINE)
            rest = kept[0] if kept else ""
            end = match.end() + len(block) - len(rest)
            text = text[: match.start()] + text[end:]
        return text
