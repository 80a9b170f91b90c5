"""Which notes nobody checks: those in exempt folders, or that fit an exempt glob."""

from __future__ import annotations

import json
import re
from fnmatch import translate
from functools import cache
from pathlib import Path

from vaultkit.disk.contents import read_text


def is_exempt(path: str, patterns: tuple[str, ...]) -> bool:
    """Whether a root-relative path lies in one of the folders or fits one of the globs; case does not count.

    A name without a slash is a folder at any depth, a path with one begins at the root; `*` may cross slashes.
    """
    return bool(patterns) and _matcher(patterns).match(path.lower()) is not None


def exempting(path: str, patterns: tuple[str, ...]) -> str:
    """The first folder, with a slash behind it, or glob that exempts a path; "" if none does."""
    for pattern in patterns if is_exempt(path, patterns) else ():
        if is_exempt(path, (pattern,)):
            return pattern if _is_glob(pattern) else pattern.strip("/") + "/"
    return ""


def obsidian_templates(root: Path) -> tuple[str, ...]:
    """The template folder of Obsidian's own settings, () if none is set (help: Templates)."""
    try:
        settings = json.loads(read_text(root / ".obsidian" / "templates.json"))
    except (OSError, ValueError):
        return ()
    folder = settings.get("folder") if isinstance(settings, dict) else None
    return (folder.strip("/") + "/",) if isinstance(folder, str) and folder.strip("/") else ()


@cache
def _matcher(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(_expression, patterns)))


def _is_glob(pattern: str) -> bool:
    return any(sign in pattern for sign in "*?[")


def _expression(pattern: str) -> str:
    plain = pattern.lower().strip("/")
    if _is_glob(plain):
        return f"(?:{translate(plain)})"
    folder = re.escape(plain)
    return rf"{folder}(?:/|\Z)" if "/" in pattern else rf"(?:.*/)?{folder}/"
