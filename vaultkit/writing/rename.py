"""Moves a note, and every link to it; links that the move would bend are straightened too (help: Internal links)."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from posixpath import basename, dirname, join, normpath, relpath
from typing import NamedTuple

from extractors.formats import suffix
from extractors.source import decode
from graph.model import Fragment, Problem
from graph.notes.names import Answer, Names, lookup_key
from graph.text import fold
from vaultkit.asking.current import current_index
from vaultkit.building.pipeline import NOBODY, Watcher
from vaultkit.config import Root
from vaultkit.disk.contents import read_text
from vaultkit.errors import UsageError, VaultkitError
from vaultkit.writing.base_words import judge_rename
from vaultkit.writing.bases import edit_bases, with_bases
from vaultkit.writing.bookmarks import move_bookmarks
from vaultkit.writing.change import Change, read_bytes
from vaultkit.writing.doubles import has_doubles
from vaultkit.writing.names import note_path
from vaultkit.writing.places import folder_on_disk
from vaultkit.writing.relink import Relinked, Respell, Spelling, relink_canvas, relink_note
from vaultkit.writing.spelling import STYLES, Style, spell, written_style
from vaultkit.writing.symlinks import is_alias, led_along, real_path, symlinks
from vaultkit.writing.untouched import unfollowed, unread


class Renaming(NamedTuple):
    """All that a rename comes to, before anything is written."""

    old: str
    new: str
    changes: tuple[Change, ...]
    """The note itself last; write them with `write_all`."""
    links: int
    """How many links are rewritten, bookmarks of Obsidian among them."""
    left: tuple[Problem, ...]
    """Links that could not be rewritten, date properties that lead to the note no longer."""
    filled: tuple[str, ...]
    """Notes with a link that led nowhere and will lead to the note."""
    namesakes: tuple[str, ...] = ()
    """Files of the new name in other folders, if it is not that of before: links to either need a path."""


class _Move(NamedTuple):
    """Who is meant by a name before and after."""

    old: str
    new: str
    before: Names
    after: Names
    style: Style | None
    """`newLinkFormat` of Obsidian's settings; None: as each link was written."""

    def place(self, path: str) -> str:
        """Where a file is afterwards."""
        return self.new if path == self.old else path

    def respell(self, path: str) -> Respell:
        """How the links of the file that was at `path` are to be written."""
        return lambda target, syntax: self._spelling(path, target, syntax)

    def _spelling(self, path: str, target: str, syntax: str) -> Spelling | None:
        if not target:
            return None
        if syntax == "canvas":
            was = self.before.find("/" + target, "")
            moved = was.fits[:1] == (self.old,)
            return Spelling(self.new) if moved else None
        was = self.before.find(target, dirname(path))
        if not was.fits:
            return self._rebased(path, target)
        if was.how == "alias" and len(was.fits) > 1:
            return None
        meant, folder = self.place(was.fits[0]), dirname(self.place(path))
        style = self.style or written_style(target, dirname(path), was.fits[0])
        if self._is_true(was, self.after.find(target, folder), meant) and not self._is_dated(path, target, was, style):
            return None
        written = spell(self.after, meant, folder, style, target)
        return Spelling(written, target if was.how == "alias" else "") if written != target else None

    def _rebased(self, path: str, target: str) -> Spelling | None:
        """A relative link of the moved note that leads nowhere yet leads to the same place from its new folder."""
        here, there = dirname(path), dirname(self.place(path))
        if here == there or not {".", ".."} & set(target.split("/")) or target.startswith("/"):
            return None
        written = normpath(join(relpath(here or ".", there or "."), target))
        return Spelling(written if written.startswith("..") else f"./{written}")

    def _is_true(self, was: Answer, now: Answer, meant: str) -> bool:
        """Whether a name still means the file it meant, as clearly as before."""
        if len(was.fits) > 1 and set(now.fits) == set(map(self.place, was.fits)):
            return True
        if now.fits[:1] != (meant,) or (now.how == "alias") != (was.how == "alias"):
            return False
        return len(was.fits) > 1 or (len(now.fits) == 1 and bool(was.also or not now.also))

    def _is_dated(self, path: str, target: str, was: Answer, style: Style) -> bool:
        """Whether a link that names its target by a place names a place that is no longer the right one."""
        if style == "shortest" or was.how == "alias":
            return False
        before = spell(self.before, was.fits[0], dirname(path), style, target)
        now = spell(self.after, self.place(was.fits[0]), dirname(self.place(path)), style, target)
        return before == target and now != target


def plan_rename(root: Root, old: str, new: str, watcher: Watcher = NOBODY) -> Renaming:
    """What renaming the note `old` to `new` changes. Raises VaultkitError if it cannot be done; nothing is written.

    `old` is a path in the vault or a name that one note has; `new` a name, for a note that stays in its folder, or a
    path from the vault's root (`/Name` for the root itself, `folder/` to keep the name).
    """
    with current_index(root, watcher) as index:
        paths, aliases = list(index.known()), index.aliases()
        before = Names(paths, aliases)
        source = _source(root, before, old)
        target = _target(root, paths, source, new)
        after = Names(
            [target if path == source else path for path in paths],
            [(alias, target if path == source else path) for alias, path in aliases],
        )
        move = _Move(source, target, before, after, _configured_style(root))
        keys = {lookup_key(source), lookup_key(target)}
        read = {path: fragment for path, _, fragment in index.fragments()}
    asking = [(path, fragment) for path, fragment in read.items() if path == source or _asks(fragment, keys)]
    own = {path for path in paths if path in read or suffix(path) == ".base"}
    files = list(with_bases(root, paths, {path for path, _ in asking}))
    aliases_of = {path: real_path(root, path) for path, _ in files if is_alias(root, path, own)}
    relinked = [_relinked(move, path, data) for path, data in files if path not in aliases_of]
    links = symlinks(root)
    left = [problem for _, result in relinked for problem in result.left]
    left += [problem for each in aliases_of.items() if (problem := _seen_from_afar(root, move, *each))]
    bookmarked, bookmarks = move_bookmarks(root, source, target)
    changes = [*led_along(root, links, source, target), *(change for change, _ in relinked if change)]
    changes += [bookmarked] if bookmarked else []
    return Renaming(
        source,
        target,
        tuple(sorted(changes, key=lambda change: bool(change.moved_to))),
        sum(result.links for _, result in relinked) + bookmarks,
        (*left, *_lost_days(move, asking), *unread(read.values(), "links"), *unfollowed(root, links, "links")),
        tuple(sorted({path for path, fragment in asking if _is_filled(move, path, fragment)})),
        tuple(_namesakes(paths, source, target)),
    )


def _namesakes(paths: Iterable[str], source: str, target: str) -> Iterator[str]:
    name = fold(basename(target))
    if name != fold(basename(source)):
        yield from sorted(path for path in paths if path not in (source, target) and fold(basename(path)) == name)


def _asks(fragment: Fragment, keys: set[str]) -> bool:
    return has_doubles(fragment) or any(
        reference.target and lookup_key(reference.target) in keys for reference in fragment.references
    )


def _relinked(move: _Move, path: str, data: bytes) -> tuple[Change | None, Relinked]:
    """What becomes of one file."""
    text = decode(data)
    moved_to = move.new if path == move.old else ""
    if text is None:
        return (Change(path, data, data, moved_to) if moved_to else None), Relinked("", 0)
    result = _respelt(move, path, text)
    changed = moved_to or result.text != text
    return (Change(path, data, result.text.encode("utf-8"), moved_to) if changed else None), result


def _respelt(move: _Move, path: str, text: str) -> Relinked:
    """A file of any kind with its links respelt, in the bases of a note as well."""
    respell, kind = move.respell(path), suffix(path)
    done = Relinked(text, 0)
    if kind != ".base":
        done = relink_canvas(text, respell) if kind == ".canvas" else relink_note(path, text, respell)
    based = edit_bases(path, done.text, judge_rename(move.old, move.new, respell))
    return Relinked(based.text, done.links + based.words, (*done.left, *based.left))


def _seen_from_afar(root: Root, move: _Move, path: str, real: str) -> Problem | None:
    """What to say of a symbolic link to a note whose links mean something else from the folder of that link."""
    text = decode(read_bytes(root.path, path))
    if text is None or not _respelt(move, path, _respelt(move, real, text).text).links:
        return None
    message = f"this symbolic link shows {real} in another folder, where a link in it means {move.new} no longer"
    return Problem(path, 1, 1, "warning", "link-left", message)


def _lost_days(move: _Move, asking: Iterable[tuple[str, Fragment]]) -> Iterator[Problem]:
    """Date properties that led to the note by its name: a date is no link, so it stays."""
    for path, fragment in asking:
        for each in fragment.references:
            if each.syntax == "date" and move.before.find(each.target, dirname(path)).fits[:1] == (move.old,):
                message = f"the date {each.target} leads to {move.new} no longer; link it, if it should"
                yield Problem(move.place(path), each.line, each.column, "info", "day-lost", message)


def _is_filled(move: _Move, path: str, fragment: Fragment) -> bool:
    """Whether a link that meant no certain note means the renamed one now."""
    folder = dirname(move.place(path))
    for reference in fragment.references:
        was = move.before.find(reference.target, dirname(path)) if reference.target else None
        if was is not None and (not was.fits or (was.how == "alias" and len(was.fits) > 1)):
            now = move.after.find(reference.target, folder)
            if now.fits[:1] == (move.new,) and now.how != "alias":
                return True
    return False


# Names


def _source(root: Root, names: Names, old: str) -> str:
    """The note that is meant by what the user wrote."""
    written = old.strip().removeprefix("[[").removesuffix("]]")
    if not written:
        raise UsageError("an empty name names no note", "give its path in the vault, or its name")
    if (root.path / written).is_dir():
        raise UsageError(f"{old!r} is a folder", "rename moves a note; move the notes of a folder one by one")
    answer = names.find(written, "")
    if answer.how == "alias":
        raise VaultkitError(f"{old!r} is an alias of {', '.join(answer.fits)}", "name the note itself")
    candidates = (*answer.fits, *answer.also)
    if not candidates:
        raise VaultkitError(f"no note is called {old!r}", "give its path in the vault; `graphify search` finds it")
    if len(candidates) > 1:
        raise VaultkitError(f"{old!r} fits {', '.join(candidates)}", "give the path of the one you mean")
    if suffix(candidates[0]) != ".md":
        raise UsageError(f"{candidates[0]} is no note", "rename moves notes; move other files in Obsidian")
    if (root.path / candidates[0]).is_symlink():
        raise VaultkitError(f"{candidates[0]} is a link to another file", "rename that file")
    return candidates[0]


def _target(root: Root, paths: Iterable[str], source: str, new: str) -> str:
    """The path that is meant by what the user wrote; it must be free, whatever its case."""
    name = source.rpartition("/")[2]
    written = f"{new}{name}" if new.endswith("/") else new if "/" in new else f"{dirname(source)}/{new}"
    wanted = note_path(written.removeprefix("./").lstrip("/"))
    folder = folder_on_disk(root.path, dirname(wanted))
    target = join(folder, basename(wanted))
    if target == source:
        raise UsageError(f"{source} has this name already", "give another one")
    taken = next((path for path in paths if fold(path) == fold(target) and path != source), "")
    if taken:
        raise VaultkitError(f"{taken} exists", "choose another name")
    place = root.path / target
    if os.path.lexists(place) and not (place.exists() and place.samefile(root.path / source)):
        raise VaultkitError(f"{target} exists", "choose another name")
    return target


def _configured_style(root: Root) -> Style | None:
    """`newLinkFormat` of `.obsidian/app.json` (help: Settings, New link format)."""
    try:
        settings = json.loads(read_text(root.path / ".obsidian" / "app.json"))
    except (OSError, ValueError):
        return None
    given = settings.get("newLinkFormat") if isinstance(settings, dict) else None
    return next((style for style in STYLES if style == given), None)
