"""The index of a root, `index.sqlite`: what each file says, what came of it, who asked whom. Disposable."""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from graph.asking.documents import FIELDS
from graph.codec import (
    DecodeError,
    decode_fragment,
    decode_interface,
    decode_json,
    decode_value,
    encode_json,
    encode_value,
)
from graph.facts import Interface, Manifest
from graph.model import Fragment
from graph.notes.mentions import Mention
from graph.notes.names import file_key
from graph.text import fold
from vaultkit.disk import database
from vaultkit.disk.filestat import Stat
from vaultkit.indexing import derived, graph_rows, said
from vaultkit.indexing.intake import Intake, decoded
from vaultkit.indexing.terms import Terms, uncounted_schema
from vaultkit.scanning.folders import Look
from vaultkit.scanning.ignoring import IgnoreFile, Pattern

NAME = "index.sqlite"

_SCHEMA = (
    """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE source (
  path TEXT PRIMARY KEY, name TEXT, size INT, mtime_ns INT, ctime_ns INT,
  settled INT, excluded INT, sha TEXT, manifest BLOB, fragment BLOB, interface BLOB, prose TEXT,
  language TEXT);
CREATE INDEX source_manifest ON source (path, manifest) WHERE manifest IS NOT NULL;
CREATE INDEX source_known ON source (path, size, mtime_ns, ctime_ns, settled, excluded, sha);
CREATE INDEX source_name ON source (name, path);
CREATE TABLE folder (path TEXT PRIMARY KEY, inode INT, mtime_ns INT, ctime_ns INT, settled INT) WITHOUT ROWID;
CREATE TABLE alias (alias TEXT, key TEXT, path TEXT, PRIMARY KEY (path, alias)) WITHOUT ROWID;
CREATE INDEX alias_key ON alias (key, path);
CREATE TABLE ignore_file (path TEXT PRIMARY KEY, size INT, mtime_ns INT, ctime_ns INT, patterns BLOB) WITHOUT ROWID;
CREATE TABLE title (name TEXT, path TEXT, PRIMARY KEY (name, path)) WITHOUT ROWID;
CREATE INDEX title_path ON title (path);
CREATE TABLE passed (function TEXT, parameter TEXT, owner TEXT, thing TEXT);
CREATE INDEX passed_function ON passed (function, parameter);
CREATE INDEX passed_owner ON passed (owner);
CREATE TABLE package (name TEXT, path TEXT, PRIMARY KEY (name, path)) WITHOUT ROWID;
CREATE INDEX package_path ON package (path);
CREATE TABLE mention (name TEXT, path TEXT, lines TEXT, PRIMARY KEY (name, path)) WITHOUT ROWID;
CREATE INDEX mention_path ON mention (path);
"""
    + graph_rows.SCHEMA
    + said.SCHEMA
    + derived.SCHEMA
)
SCHEMA_VERSION = hashlib.sha256((_SCHEMA + uncounted_schema(FIELDS)).encode()).hexdigest()[:16]
"""An index with other tables is made anew."""
_TABLES = re.findall(r"CREATE TABLE (\w+)", _SCHEMA)


class Known(NamedTuple):
    """What the index knows of a file without looking into it."""

    stat: Stat
    settled: bool
    """Whether a later change of the file is sure to show in its stat."""
    excluded: bool
    sha: str
    """SHA-256 of the bytes that were read, "" for a file that nobody reads."""


class Index:
    """One open index. Changes are seen by others when the transaction of `writing` ends."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Use an open connection; see `open_for_building` and `open_for_reading`."""
        self._db = self.connection = connection
        self.documents = Terms(connection, FIELDS)
        self.graph = graph_rows.GraphRows(connection)
        self.said = said.Said(connection)
        self.derived = derived.Derived(connection)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One transaction: everything inside or nothing."""
        with database.transaction(self._db):
            yield

    def clear(self) -> None:
        """Forget everything."""
        for table in _TABLES:
            self._db.execute(f"DELETE FROM {table}")
        self.documents.clear()
        self.documents.count()
        self.set_meta("schema", SCHEMA_VERSION)

    # meta

    def meta(self, key: str) -> str:
        """A value kept under a name, "" if there is none."""
        row = self._db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return str(row[0]) if row else ""

    def set_meta(self, key: str, value: str) -> None:
        """Keep a value under a name."""
        self._db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    # sources

    def known(self) -> dict[str, Known]:
        """Every file of the root as it was when last looked at, by path."""
        rows = self._db.execute("SELECT path, size, mtime_ns, ctime_ns, settled, excluded, sha FROM source")
        return {row[0]: Known(Stat(*row[1:4]), bool(row[4]), bool(row[5]), row[6]) for row in rows}

    def remember(self, path: str, known: Known) -> None:
        """Note how a file looks now; what it says stays."""
        values = (*known.stat, known.settled, known.excluded, known.sha)
        self._db.execute(
            "INSERT INTO source (path, name, size, mtime_ns, ctime_ns, settled, excluded, sha) VALUES (?,?,?,?,?,?,?,?)"
            " ON CONFLICT (path) DO UPDATE SET size=excluded.size, mtime_ns=excluded.mtime_ns,"
            " ctime_ns=excluded.ctime_ns, settled=excluded.settled, excluded=excluded.excluded, sha=excluded.sha",
            (path, file_key(path), *values),
        )

    def remember_folders(self, folders: Mapping[str, Look]) -> None:
        """Note how the folders of a vault look now."""
        rows = self._db.execute("SELECT path, inode, mtime_ns, ctime_ns, settled FROM folder")
        if {row[0]: Look(row[1], row[2], row[3], bool(row[4])) for row in rows} != folders:
            self._db.execute("DELETE FROM folder")
            values = ((path, *each) for path, each in folders.items())
            self._db.executemany("INSERT INTO folder VALUES (?,?,?,?,?)", values)

    def take_in(self, said: Intake, titles: Iterable[str]) -> None:
        """Keep what a remembered file says; prose may mention it by these titles."""
        self._db.execute(
            "UPDATE source SET manifest = ?, fragment = ?, interface = ?, prose = ?, language = ? WHERE path = ?",
            (said.manifest, said.fragment, said.interface, said.prose, said.language, said.path),
        )
        self._set_packages(said.path, said.packages)
        self._set_names(said.path, said.aliases, titles)
        self.documents.put_all_of(said.path, said.documents)

    def _set_packages(self, path: str, packages: Iterable[str]) -> None:
        self._db.execute("DELETE FROM package WHERE path = ?", (path,))
        self._db.executemany("INSERT INTO package VALUES (?, ?)", ((name, path) for name in sorted(set(packages))))

    def package_files(self, package: str) -> list[str]:
        """The files of code that make up a package, sorted."""
        rows = self._db.execute("SELECT path FROM package WHERE name = ? ORDER BY path", (package,))
        return [row[0] for row in rows]

    def fragment(self, path: str) -> Fragment | None:
        """What a file says, without its texts; None for a file that nobody reads."""
        row = self._db.execute("SELECT fragment, interface FROM source WHERE path = ?", (path,)).fetchone()
        return decoded(*row) if row and row[0] is not None else None

    def inner(self, path: str) -> Fragment:
        """What a file of code that was read says, without its texts and without its interface."""
        row = self._db.execute("SELECT fragment FROM source WHERE path = ?", (path,)).fetchone()
        return decode_fragment(row[0])

    def interface(self, path: str) -> Interface | None:
        """What a file of code tells others; None for any other file."""
        row = self._db.execute("SELECT interface FROM source WHERE path = ?", (path,)).fetchone()
        return decode_interface(row[0]) if row and row[0] else None

    def manifests(self) -> dict[str, Manifest]:
        """What configuration files say of the imports of code, by path."""
        rows = self._db.execute("SELECT path, manifest FROM source WHERE manifest IS NOT NULL")
        return {path: decode_value(manifest, Manifest) for path, manifest in rows}

    def code_paths(self) -> list[str]:
        """The files of code that were read."""
        rows = self._db.execute("SELECT path FROM source WHERE interface IS NOT NULL ORDER BY path")
        return [row[0] for row in rows]

    def fragments(self) -> Iterator[tuple[str, str, Fragment]]:
        """(path, SHA-256, what it says) of every file that was read, excluded ones too, by path."""
        rows = self._db.execute("SELECT path, sha, fragment FROM source WHERE fragment IS NOT NULL ORDER BY path")
        for path, sha, fragment in rows:
            yield path, sha, decode_fragment(fragment)

    def read_paths(self) -> list[str]:
        """The notes that were read and are not excluded."""
        rows = self._db.execute("SELECT path FROM source WHERE language <> '' AND NOT excluded ORDER BY path")
        return [row[0] for row in rows]

    def prose(self, path: str) -> str:
        """The folded prose of a note, "" for an excluded one and for other files."""
        row = self._db.execute("SELECT prose FROM source WHERE path = ? AND NOT excluded", (path,)).fetchone()
        return row[0] if row and row[0] else ""

    def count_notes(self) -> int:
        """How many notes were read and are not excluded."""
        rows = self._db.execute("SELECT count(*) FROM source WHERE language <> '' AND NOT excluded")
        return int(rows.fetchone()[0])

    def shas(self) -> list[tuple[str, str]]:
        """(path, SHA-256) of every file that was read, sorted by path."""
        return self._db.execute("SELECT path, sha FROM source WHERE sha <> '' ORDER BY path").fetchall()

    def forget(self, path: str) -> None:
        """Drop a file and all that came of it."""
        self._db.execute("DELETE FROM source WHERE path = ?", (path,))
        self._db.execute("DELETE FROM mention WHERE path = ?", (path,))
        self._set_names(path, (), ())
        self._set_packages(path, ())
        self.set_passes(path, ())
        self.documents.drop_all_of(path)
        self.said.forget(path)
        self.graph.drop([path])

    # ignore files

    def ignore_files(self) -> dict[str, IgnoreFile]:
        """The ignore files of a project as they were when last read, by path."""
        rows = self._db.execute("SELECT path, size, mtime_ns, ctime_ns, patterns FROM ignore_file")
        return {path: IgnoreFile(Stat(*stat), decode_value(kept, tuple[Pattern, ...])) for path, *stat, kept in rows}

    def set_ignore_files(self, files: Mapping[str, IgnoreFile]) -> None:
        """Keep these in place of those before."""
        if self.ignore_files() != files:
            rows = ((path, *each.stat, encode_value(each.patterns)) for path, each in files.items())
            self._db.execute("DELETE FROM ignore_file")
            self._db.executemany("INSERT INTO ignore_file VALUES (?,?,?,?,?)", rows)

    # names

    def _set_names(self, path: str, aliases: Iterable[str], titles: Iterable[str]) -> None:
        """Keep the aliases of a note, and the folded names by which prose may mention it."""
        self._db.execute("DELETE FROM alias WHERE path = ?", (path,))
        self._db.execute("DELETE FROM title WHERE path = ?", (path,))
        keyed = ((alias, fold(alias), path) for alias in aliases)
        self._db.executemany("INSERT OR IGNORE INTO alias VALUES (?, ?, ?)", keyed)
        self._db.executemany("INSERT OR IGNORE INTO title VALUES (?, ?)", ((title, path) for title in titles))

    def aliases(self) -> list[tuple[str, str]]:
        """(alias, path) of every note."""
        return self._db.execute("SELECT alias, path FROM alias").fetchall()

    def titles(self) -> dict[str, list[str]]:
        """The notes called by each folded name, sorted."""
        holders: dict[str, list[str]] = {}
        for name, path in self._db.execute("SELECT name, path FROM title ORDER BY name, path"):
            holders.setdefault(name, []).append(path)
        return holders

    # mentions

    def set_mentions(self, path: str, mentions: Iterable[Mention]) -> None:
        """Keep the names that a note mentions, common words among them."""
        self._db.execute("DELETE FROM mention WHERE path = ?", (path,))
        rows = ((mention.name, path, encode_json(mention.lines).decode()) for mention in mentions)
        self._db.executemany("INSERT INTO mention VALUES (?, ?, ?)", rows)

    def mentions(self, path: str) -> list[Mention]:
        """The names that a note mentions."""
        rows = self._db.execute("SELECT name, lines FROM mention WHERE path = ? ORDER BY name", (path,))
        return [Mention(name, tuple(decode_json(lines))) for name, lines in rows]

    def mention_counts(self) -> dict[str, int]:
        """In how many notes each name is found."""
        return dict(self._db.execute("SELECT name, count(*) FROM mention GROUP BY name").fetchall())

    def mentioners(self, name: str) -> list[str]:
        """The notes that mention a name."""
        return [row[0] for row in self._db.execute("SELECT path FROM mention WHERE name = ?", (name,))]

    # what is passed

    def set_passes(self, path: str, passes: Iterable[tuple[str, str, str]]) -> set[tuple[str, str]]:
        """Keep the (function, parameter, thing) that a file hands over; those (function, parameter) that changed."""
        before = set(self._db.execute("SELECT function, parameter, thing FROM passed WHERE owner = ?", (path,)))
        now = set(passes)
        if now != before:
            self._db.execute("DELETE FROM passed WHERE owner = ?", (path,))
            self._db.executemany("INSERT INTO passed VALUES (?, ?, ?, ?)", ((*each[:2], path, each[2]) for each in now))
        return {each[:2] for each in now ^ before}

    def passes(self, function: str, parameter: str) -> list[str]:
        """The things that any file hands to a parameter, sorted."""
        query = "SELECT DISTINCT thing FROM passed WHERE function = ? AND parameter = ? ORDER BY thing"
        rows = self._db.execute(query, (function, parameter))
        return [row[0] for row in rows]


@contextmanager
def open_for_building(file: Path) -> Iterator[Index]:
    """The index at `file` for its builder, made if it is missing. Raises BrokenIndex and VaultkitError."""
    with database.opened(file, SCHEMA_VERSION, _SCHEMA + uncounted_schema(FIELDS), DecodeError) as connection:
        yield Index(connection)


@contextmanager
def open_for_reading(file: Path) -> Iterator[Index]:
    """The index at `file` as one build left it; nothing on the disk is made, changed or repaired.

    Raises IndexUnusable and IndexChanged.
    """
    with database.read(file, SCHEMA_VERSION, DecodeError) as connection:
        yield Index(connection)
