"""New text for a settings file: with our hooks, or as it was before them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from vaultkit.errors import VaultkitError
from vaultkit.hosts.hook_text import Groups, HooksMisplaced, IsOurs, our_groups, put_in, take_out, without_ours
from vaultkit.hosts.settings_text import BOM, read_object
from vaultkit.writing.edits import apply


class Edited(NamedTuple):
    """What an installation comes to."""

    text: str
    stretches: tuple[str, ...]
    """What was inserted; nothing if the hooks were there."""


def with_hooks(file: Path, text: str, wanted: Groups, is_ours: IsOurs, stretches: Sequence[str]) -> Edited:
    """The settings with these hooks and no others of ours. The stretches are those of the last installation.

    Raises VaultkitError if the settings cannot be read, or have something else where hooks should be.
    """
    if our_groups(read_object(file, text), is_ours) == wanted:
        return Edited(text, tuple(stretches))
    mark = BOM if text.startswith(BOM) else ""
    before = without_hooks(file, text, is_ours, stretches).removeprefix(BOM)
    try:
        edits = put_in(before, wanted)
    except HooksMisplaced as fault:
        what = f"{file}: {fault} is not what belongs there"
        raise VaultkitError(what, "correct it; nothing was changed") from fault
    return Edited(mark + apply(before, edits), tuple(edit.text for edit in edits))


def without_hooks(file: Path, text: str, is_ours: IsOurs, stretches: Sequence[str]) -> str:
    """The settings without our hooks: as they were if what was inserted is still as it was, else with it cut out.

    Events and groups that are empty then go as well. Raises VaultkitError.
    """
    settings = read_object(file, text)
    if not our_groups(settings, is_ours):
        return text
    wanted = without_ours(settings, is_ours)
    cut = _cut(text, stretches)
    if cut is not None and _says(file, cut, is_ours) == wanted:
        return cut
    mark = BOM if text.startswith(BOM) else ""
    left = mark + apply(text.removeprefix(BOM), take_out(text.removeprefix(BOM), is_ours))
    if _says(file, left, is_ours) != wanted:
        raise VaultkitError(f"{file} has a key twice, so nothing was changed", "remove one of them")
    return left


def _cut(text: str, stretches: Sequence[str]) -> str | None:
    """The text without stretches, whichever of them comes next, the longest first; None if one is missing.

    One may be a part of another: hooks of several events are alike.
    """
    ahead, left, at = list(stretches), [], 0
    while ahead:
        places = [(text.find(stretch, at), -len(stretch), stretch) for stretch in set(ahead)]
        start, _, stretch = min(places)
        if start < 0:
            return None
        left.append(text[at:start])
        at = start + len(stretch)
        ahead.remove(stretch)
    return "".join([*left, text[at:]]) if stretches else None


def _says(file: Path, text: str, is_ours: IsOurs) -> dict[str, object] | None:
    """What settings say beside empty hooks; None if they are broken or still have hooks of ours."""
    try:
        settings = read_object(file, text)
    except VaultkitError:
        return None
    return None if our_groups(settings, is_ours) else without_ours(settings, is_ours)
