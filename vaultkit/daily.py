"""Where the daily note of a day lies: `[journal]` of `.vaultkit.toml`, else Obsidian's daily-notes settings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Final, NamedTuple

from graph.regex import regex
from vaultkit.config import CONFIG_NAME, read_settings
from vaultkit.disk.contents import read_text
from vaultkit.errors import VaultkitError

DEFAULT_FOLDER: Final = "journal"
DEFAULT_FORMAT: Final = "YYYY-MM-DD"
_OBSIDIAN: Final = ".obsidian/daily-notes.json"

_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_SHORT_MONTHS: Final = tuple(name[:3] for name in _MONTHS)
_WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_TOKEN: Final = regex(r"\[([^\]]*)\]|(YYYY|YY|MMMM|MMM|MM|M|DDDD|DDD|DD|Do|D|dddd|ddd)|([A-Za-z]+)|([^A-Za-z\[]+|\[)")
"""A part of a date format of moment.js: literal in brackets, a token, an unknown token, anything else."""

_READ: Final = {
    "YYYY": ("year", r"\d{4}"),
    "YY": ("short_year", r"\d{2}"),
    "MMMM": ("month_name", "[A-Z][a-z]+"),
    "MMM": ("month_name", "[A-Z][a-z]{2}"),
    "MM": ("month", r"\d{2}"),
    "M": ("month", r"\d{1,2}"),
    "DD": ("day", r"\d{2}"),
    "D": ("day", r"\d{1,2}"),
    "Do": ("day", r"\d{1,2}(?=[a-z]{2})"),
}
"""What a token looks like in the name of a note."""


class Daily(NamedTuple):
    """How daily notes are filed."""

    folder: str
    """Root-relative, "" for the root."""
    format: str
    """A date format of moment.js, without `.md`; slashes make folders."""
    source: str
    """Where this was said: the name of a file, or `default`."""

    def path(self, day: date) -> str:
        """The root-relative path of a day's note."""
        name = "".join(_words(day, match) for match in _tokens(self.format))
        return f"{self.folder}/{name}.md" if self.folder else f"{name}.md"

    def days(self, root: Path) -> Iterator[tuple[date, str]]:
        """(day, path) of the daily notes there are, in no order."""
        for file in (root / self.folder).rglob("*.md"):
            path = file.relative_to(root).as_posix()
            day = self.day(path)
            if day is not None:
                yield day, path

    def day(self, path: str) -> date | None:
        """The day whose note lies at a root-relative path, None for any other note."""
        found = re.fullmatch(_pattern(self), path)
        if found is None:
            return None
        given = {name: value for name, value in found.groupdict().items() if value}
        year = int(given.get("year") or "20" + given["short_year"])
        try:
            month = int(given["month"]) if "month" in given else _SHORT_MONTHS.index(given["month_name"][:3]) + 1
            day = date(year, month, int(given["day"]))
        except ValueError:
            return None
        return day if self.path(day) == path else None  # a format has one path for a day


def read_daily(root: Path) -> Daily:
    """How the vault at `root` files its daily notes. Raises VaultkitError if a format cannot be followed."""
    daily = _read(root)
    _check(daily, root)
    return daily


def journal_place(root: Path) -> tuple[str, str]:
    """The folder of the daily notes, "" for the root, and the folder or glob that they fit. Raises VaultkitError."""
    daily = _read(root)
    return daily.folder, f"{daily.folder}/" if daily.folder else "".join(map(_glob, _tokens(daily.format))) + ".md"


def _glob(match: re.Match[str]) -> str:
    digits = {"YYYY": 4, "YY": 2, "MM": 2, "DD": 2}.get(match.group(2) or "", 0)
    literal = match.group(4) or ""
    return "[0-9]" * digits or literal.replace("[", "[[]") or "*"


def _read(root: Path) -> Daily:
    given = read_settings(root).get("journal", {})
    obsidian = _obsidian(root / _OBSIDIAN)
    named = {"folder", "format"} & given.keys()
    source = CONFIG_NAME if named else _OBSIDIAN if obsidian else "default"
    folder = str(given.get("folder", obsidian.get("folder", DEFAULT_FOLDER))).strip("/")
    written = str(given.get("format", obsidian.get("format") or DEFAULT_FORMAT))
    return Daily(folder, written.strip("/"), source)


def _obsidian(file: Path) -> dict[str, str]:
    """The settings of Obsidian's core plugin (help: Daily notes); a broken file says nothing."""
    try:
        settings = json.loads(read_text(file))
    except (OSError, ValueError):
        return {}
    if not isinstance(settings, dict):
        return {}
    return {"folder": "", **{key: value for key, value in settings.items() if isinstance(value, str)}}


def _check(daily: Daily, root: Path) -> None:
    tokens = {match.group(2) for match in _tokens(daily.format)}
    whole = tokens & {"YYYY", "YY"} and tokens & {"MM", "M", "MMM", "MMMM"} and tokens & {"DD", "D", "Do"}
    if not whole:
        raise VaultkitError(f"the journal format {daily.format!r} names no day", f"write {DEFAULT_FORMAT!r}, for one")
    for match in _tokens(daily.format):
        if match.group(3) or match.group(2) in ("DDDD", "DDD"):
            what = f"the journal format {daily.format!r} ({daily.source}) holds {match.group()!r}"
            raise VaultkitError(
                f"{what}, which is not known here",
                f"use year, month and day as in {DEFAULT_FORMAT!r}; put words in [brackets]",
            )
    parts = daily.path(date(2000, 1, 1)).split("/")
    if any(part in ("", ".", "..") or part.startswith(".") for part in parts):
        raise VaultkitError(
            f"the journal folder {daily.folder!r} ({daily.source}) is no folder of the vault {root}",
            "write a path inside it",
        )


def _tokens(written: str) -> Iterator[re.Match[str]]:
    return _TOKEN.finditer(written)


def _pattern(daily: Daily) -> str:
    """An expression for the paths that a format makes, and perhaps others."""
    parts = [re.escape(f"{daily.folder}/")] if daily.folder else []
    named: set[str] = set()
    for match in _tokens(daily.format):
        token = match.group(2)
        if token is None:
            parts.append(re.escape(_words(date.min, match)))
            continue
        name, shape = _READ.get(token, ("", "[A-Za-z]+"))
        parts.append(f"(?P<{name}>{shape})" if name and name not in named else f"(?:{shape})")
        parts.append("[a-z]{2}" if token == "Do" else "")
        named.add(name)
    return "".join(parts) + r"\.md"


def _words(day: date, match: re.Match[str]) -> str:
    """One part of a format for a day, in English."""
    literal, token = match.group(1), match.group(2)
    if token is None:
        return literal if literal is not None else match.group()
    words = {
        "YYYY": f"{day.year:04}",
        "YY": f"{day.year % 100:02}",
        "MMMM": _MONTHS[day.month - 1],
        "MMM": _MONTHS[day.month - 1][:3],
        "MM": f"{day.month:02}",
        "M": str(day.month),
        "DD": f"{day.day:02}",
        "D": str(day.day),
        "Do": f"{day.day}{_suffix(day.day)}",
        "dddd": _WEEKDAYS[day.weekday()],
        "ddd": _WEEKDAYS[day.weekday()][:3],
    }
    return words.get(token, match.group())


def _suffix(number: int) -> str:
    return "th" if number in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def long_day(day: date) -> str:
    """`Monday, 30 November 2026`."""
    return f"{_WEEKDAYS[day.weekday()]}, {day.day} {_MONTHS[day.month - 1]} {day.year}"
