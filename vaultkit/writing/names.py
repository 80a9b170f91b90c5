"""Which names a note can have: such that every system can store it and every link can spell it."""

from __future__ import annotations

import re
from typing import Final

from vaultkit.errors import UsageError

_FORBIDDEN: Final = re.compile(r'[#^|:\[\]\\*"<>?\x00-\x1f\x7f]|%%')
"""Links cannot spell `# ^ | : [[ ]] %%` (help: Internal links); Windows cannot store `* " < > ? : | \\`."""
_RESERVED: Final = re.compile(r"(?:con|prn|aux|nul|com[1-9]|lpt[1-9])(?:\..*)?", re.IGNORECASE)
_MOST_BYTES: Final = 255


def check_name(name: str, what: str) -> None:
    """Raise UsageError, with a name to use instead, if no note or folder can be called `name`."""
    fault = _fault(name)
    if fault:
        better = _better(name)
        remedy = f"write {better!r}" if better and not _fault(better) else "choose another name"
        raise UsageError(f"{what} {name!r} {fault}", remedy)


def note_path(path: str) -> str:
    """A root-relative path for a note, `.md` added; raises UsageError if a part of it cannot be a name."""
    parts = path.removesuffix(".md").split("/")
    for part in parts:
        check_name(part, "the name")
    return "/".join(parts) + ".md"


def _fault(name: str) -> str:
    found = _FORBIDDEN.search(name)
    if found:
        return f"holds {found.group()!r}, which no link or not every system can spell"
    if not name.strip():
        return "is empty"
    if name.startswith("."):
        return "starts with a dot: Obsidian would not show it"
    if name != name.strip() or name.endswith("."):
        return "starts or ends with a blank or ends with a dot"
    if "/" in name:
        return "holds a slash"
    if _RESERVED.fullmatch(name):
        return "is reserved by Windows"
    if any("\ud800" <= character <= "\udfff" for character in name):
        return "is no text"
    return "is too long" if len(name.encode()) + 3 > _MOST_BYTES else ""


def _better(name: str) -> str:
    spaced = re.sub(r"\s*[/:|]\s*", " - ", name)
    return " ".join(_FORBIDDEN.sub(" ", spaced).split()).strip(" .-")
