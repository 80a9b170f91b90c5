"""Brings the index up to date: reads what changed, forgets what is gone below the roots, and nothing else."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from graph.tokens import guess_language, terms
from vaultkit.config import absolute
from vaultkit.disk.database import BrokenIndex, discard, transaction
from vaultkit.disk.files import make_folder
from vaultkit.disk.filestat import Stat, is_settled
from vaultkit.disk.lock import lock
from vaultkit.disk.state import lock_file
from vaultkit.errors import VaultkitError
from vaultkit.indexing.terms import Terms
from vaultkit.memory.episodes.chunk import Chunk, chunks_of
from vaultkit.memory.episodes.reading import load, read
from vaultkit.memory.episodes.sources import Source, found_below, sources
from vaultkit.memory.episodes.tables import FIELDS, index_file, opened
from vaultkit.memory.periods import day_in

_PATIENCE: Final = 300.0
"""Seconds to wait for another process that indexes."""
_BACK: Final = 2
"""Chunks before one whose words it is found by as well; after it, one."""
_SAMPLE: Final = 8000
"""Characters of a source that tell its language."""
_LAST_NUMBER: Final = re.compile(r"(.*?)(\d{1,15})(\D*)", re.DOTALL)
_WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


class Indexed(NamedTuple):
    """What one run did."""

    roots: tuple[str, ...]
    sources: int
    changed: int
    removed: int
    chunks: int
    """How many there are now, of how many sources, below all roots."""
    skipped: int
    """Lines of the changed transcripts that nobody could make sense of."""
    unread: tuple[str, ...]
    """Files that could not be read, and why."""
    seconds: float


class Known(NamedTuple):
    """A source as it was read."""

    stat: Stat
    settled: bool
    sha: str


Progress = Callable[[int, int], None]
"""Told how many sources of how many are read."""


def _silent(done: int, all_: int) -> None:
    """Tell nobody."""


def index(
    paths: Sequence[Path] = (),
    *,
    more: Sequence[Path] = (),
    force: bool = False,
    progress: Progress = _silent,
    patience: float = _PATIENCE,
) -> Indexed:
    """Bring the index up to date with these files and folders, without any with all that were ever given, and `more`.

    Raises VaultkitError if one is not there, or there is none. One process at a time; readers see the state before.
    """
    make_folder(index_file().parent)
    with lock(lock_file(index_file()), patience=patience):
        try:
            return _index(paths, more, force, progress)
        except BrokenIndex:
            roots = [*map(Path, roots_before()), *more]
            discard(index_file())
            return _index((), [*roots, *paths], force, progress)


def reset() -> bool:
    """Remove the index; whether there was one. Raises VaultkitError."""
    with lock(lock_file(index_file()), patience=_PATIENCE):
        was_there = index_file().exists()
        discard(index_file())
    return was_there


def roots_before() -> list[str]:
    """The roots in an index of whatever version; none if it cannot be read."""
    try:
        with sqlite3.connect(f"file:{index_file()}?mode=ro", uri=True) as connection:
            return [row[0] for row in connection.execute("SELECT path FROM root ORDER BY path")]
    except sqlite3.Error:
        return []


def _index(paths: Sequence[Path], more: Sequence[Path], force: bool, progress: Progress) -> Indexed:
    started = time.monotonic()
    with opened() as connection, transaction(connection):
        writer = Writer(connection)
        roots = _given_roots(writer, paths, more)
        if not roots:
            raise VaultkitError("nothing is indexed yet", "name files or folders: vaultkit episodes index PATH")
        found = found_below(roots)
        known = writer.known(roots)
        gone = [path for path in known if path not in found and os.path.dirname(path) not in found]
        for path in gone:
            writer.forget(path)
        todo = sorted(path for path, each in found.items() if force or _may_differ(each, known.get(path)))
        changed, skipped, unread = 0, 0, []
        for number, path in enumerate(todo, 1):
            try:
                lines = writer.take(found[path], known.get(path), force=force)
            except OSError as fault:
                unread.append(f"{path}: {fault.strerror or fault}")
                if found[path].kind != "database":
                    writer.forget(path)
                continue
            changed += lines is not None
            skipped += lines or 0
            progress(number, len(todo))
        writer.finish()
        count = connection.execute("SELECT count(*), coalesce(sum(chunks), 0) FROM source").fetchone()
    seconds = round(time.monotonic() - started, 3)
    return Indexed(tuple(roots), count[0], changed, len(gone), count[1], skipped, tuple(unread), seconds)


def _given_roots(writer: Writer, paths: Sequence[Path], more: Sequence[Path]) -> list[str]:
    """The roots to look at. Raises VaultkitError for one that never was there, and for a file nobody can read."""
    before = writer.roots()
    for path in paths:
        if not absolute(path).exists() and not any(_is_below(str(absolute(path)), root) for root in before):
            raise VaultkitError(f"there is no {path}", "name files or folders that are there")
        if absolute(path).exists() and not absolute(path).is_dir() and not list(sources(absolute(path))):
            raise VaultkitError(
                f"{path} is no note and no transcript", "name folders, or files of the kinds .md, .jsonl, .json"
            )
    given = [str(absolute(path)) for path in (*paths, *more)]
    for place in given:
        writer.add_root(place)
    return sorted(set(given)) if paths else writer.roots()


def _may_differ(source: Source, known: Known | None) -> bool:
    return known is None or not known.settled or known.stat != source.stat


def _is_below(path: str, root: str) -> bool:
    return path == root or path.startswith(root.rstrip(os.sep) + os.sep)


class Writer:
    """Changes the index, inside the caller's transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Use an open connection."""
        self._db = connection
        self._terms = Terms(connection, FIELDS)
        self._stale: set[str] = set()
        """Sources of one chunk beside which another has changed, come or gone."""

    def roots(self) -> list[str]:
        """All files and folders that were ever given."""
        return [row[0] for row in self._db.execute("SELECT path FROM root ORDER BY path")]

    def add_root(self, path: str) -> None:
        """Remember a root; one inside another needs no remembering."""
        if not any(_is_below(path, root) for root in self.roots()):
            inside = [(root,) for root in self.roots() if _is_below(root, path)]
            self._db.executemany("DELETE FROM root WHERE path = ?", inside)
            self._db.execute("INSERT INTO root VALUES (?)", (path,))

    def known(self, roots: Iterable[str]) -> dict[str, Known]:
        """The sources below these roots as they were read."""
        places = list(roots)
        rows = self._db.execute("SELECT path, size, mtime_ns, ctime_ns, settled, sha FROM source")
        return {
            path: Known(Stat(*numbers), bool(settled), sha)
            for path, *numbers, settled, sha in rows
            if any(_is_below(path, root) for root in places)
        }

    def take(self, source: Source, known: Known | None, *, force: bool) -> int | None:
        """Read a source: the lines that were skipped, None if its bytes are the same. Raises OSError."""
        opened_ns = time.time_ns()
        data, sha = load(source.kind, source.path)
        settled = int(is_settled(source.stat, opened_ns))
        if known is not None and known.sha == sha and not force:
            update = "UPDATE source SET size = ?, mtime_ns = ?, ctime_ns = ?, settled = ? WHERE path = ?"
            self._db.execute(update, (*source.stat, settled, source.path))
            return None
        found = read(source.kind, source.path, data)
        language = guess_language("\n".join(passage.text for passage in found.passages)[:_SAMPLE])
        chunks = chunks_of(source.path, found.passages)
        series, place = series_of(source)
        anew = force or self._language(source.path) != language
        self._disturb(source.path)
        row = (
            source.path,
            source.kind,
            *source.stat,
            settled,
            sha,
            language,
            series,
            place,
            len(chunks),
            found.skipped,
        )
        self._db.execute(f"INSERT OR REPLACE INTO source VALUES ({', '.join('?' * len(row))})", row)
        self._keep(source.path, chunks, language, anew=anew)
        self._disturb(source.path)
        return found.skipped

    def forget(self, path: str) -> None:
        """Forget a source and its chunks."""
        self._disturb(path)
        self._terms.drop_all_of(path)
        self._db.execute("DELETE FROM chunk WHERE source = ?", (path,))
        self._db.execute("DELETE FROM source WHERE path = ?", (path,))
        self._stale.discard(path)

    def finish(self) -> None:
        """Search what stands alone in its file by its neighbours as they are now."""
        for path in sorted(self._stale):
            row = self._db.execute("SELECT language FROM source WHERE path = ? AND chunks = 1", (path,)).fetchone()
            if row:
                chunk = self._chunks(path)[0]
                self._put(path, chunk, self._beside(path), row[0])
        self._stale.clear()

    def _keep(self, path: str, chunks: list[Chunk], language: str, *, anew: bool) -> None:
        """Replace the chunks of a source; what is searched by the same words as before is left alone."""
        old = self._chunks(path)
        before, after = {} if anew else _neighbourhoods(old), _neighbourhoods(chunks)
        texts = {each.id: each.text for each in chunks}
        for identity in {each.id for each in old} - texts.keys():
            self._terms.drop(identity)
        self._db.execute("DELETE FROM chunk WHERE source = ?", (path,))
        self._db.executemany(
            "INSERT INTO chunk VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                (each.id, path, place, *_above(each.headings), each.at, each.anchor, each.line, each.text, each.digest)
                for place, each in enumerate(chunks)
            ),
        )
        for each in chunks:
            if before.get(each.id) != after[each.id]:
                self._put(path, each, [texts.get(beside, "") for beside in after[each.id][1:]], language)

    def _put(self, path: str, chunk: Chunk, beside: Sequence[str], language: str) -> None:
        spoken = [" ".join(chunk.headings), *beside, written_day(chunk.at), chunk.speaker]
        heads = [terms(text, language) for text in spoken]
        body = " ".join(terms(chunk.text, language).split("\n"))
        self._terms.put(chunk.id, path, [*heads, body])

    def _language(self, path: str) -> str:
        row = self._db.execute("SELECT language FROM source WHERE path = ?", (path,)).fetchone()
        return str(row[0]) if row else ""

    def _chunks(self, path: str) -> list[Chunk]:
        rows = self._db.execute(
            "SELECT id, headings, at, anchor, line, text FROM chunk WHERE source = ? ORDER BY position", (path,)
        )
        return [Chunk(row[0], tuple(json.loads(row[1])), *row[2:]) for row in rows]

    def _disturb(self, path: str) -> None:
        """Note those beside a source: they are found by its words."""
        row = self._db.execute("SELECT series, place, chunks FROM source WHERE path = ?", (path,)).fetchone()
        if row and row[0] and row[2] == 1:
            beside = "SELECT path FROM source WHERE series = ? AND chunks = 1 AND place BETWEEN ? AND ?"
            self._stale |= {each[0] for each in self._db.execute(beside, (row[0], row[1] - 1, row[1] + _BACK))}

    def _beside(self, path: str) -> list[str]:
        """The texts of the files before a file of one chunk, the nearest first, and of the one after it."""
        series, place = self._db.execute("SELECT series, place FROM source WHERE path = ?", (path,)).fetchone()
        query = (
            "SELECT place, text FROM source JOIN chunk ON chunk.source = source.path"
            " WHERE series = ? AND chunks = 1 AND place BETWEEN ? AND ?"
        )
        near = dict(self._db.execute(query, (series, place - _BACK, place + 1))) if series else {}
        return [near.get(number, "") for number in (place - 1, place - 2, place + 1)]


def series_of(source: Source) -> tuple[str, int]:
    """(what the names of a row of files share, which one of them this is): `talk-7.md`; ("", 0) for any other file.

    A day is no number: what was written on the day before is no context.
    """
    folder, name = os.path.split(source.path)
    stem, suffix = os.path.splitext(name)
    found = _LAST_NUMBER.fullmatch(stem)
    if found is None or source.kind != "markdown" or day_in(stem):
        return "", 0
    return f"{folder}/{found[1]}#{found[3]}{suffix}", int(found[2])


def written_day(at: str) -> str:
    """A day as people write it: `Monday 8 May 2023`."""
    from datetime import date

    try:
        day = date.fromisoformat(at[:10])
    except ValueError:
        return ""
    return f"{_WEEKDAYS[day.weekday()]} {day.day} {day:%B %Y}"


def _neighbourhoods(chunks: Sequence[Chunk]) -> dict[str, tuple[str, ...]]:
    """For each chunk its time, and the ids of those before it, the nearest first, and of the one after; "" for none."""
    steps = (*range(-1, -_BACK - 1, -1), 1)
    return {
        each.id: (each.at, *(_neighbour(chunks, place, step) for step in steps)) for place, each in enumerate(chunks)
    }


def _neighbour(chunks: Sequence[Chunk], place: int, step: int) -> str:
    """The id of a chunk near another below the same heading."""
    at = place + step
    if not 0 <= at < len(chunks):
        return ""
    own, other = chunks[place].headings, chunks[at].headings
    return chunks[at].id if own == other or own[:-1] == other[:-1] else ""


def _above(headings: tuple[str, ...]) -> tuple[str, str]:
    """The headings of a chunk, and those of the whole that it is part of."""
    return json.dumps(list(headings), ensure_ascii=False), json.dumps(list(headings[:-1]), ensure_ascii=False)
