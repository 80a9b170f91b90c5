"""The index of a root, `index.sqlite`: what each file says, what came of it, who asked whom. Disposable."""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from graph.codec import (
    DecodeError,
    decode_fragment,
    decode_interface,
    decode_json,
    encode_fragment,
    encode_interface,
    encode_json,
)
from graph.documents import FIELDS
from graph.facts import Interface, Manifest
from graph.mentions import Mention
from graph.model import Edge, Fragment, Node, Problem
from graph.names import file_key
from graph.naming import names_of
from graph.text import fold
from vaultkit import database, said
from vaultkit.filestat import Stat
from vaultkit.folders import Look
from vaultkit.ignoring import IgnoreFile
from vaultkit.rows import EDGE_COLUMNS, NODE_COLUMNS, edge_of, edge_row, node_of, node_row
from vaultkit.terms import Terms, schema

if TYPE_CHECKING:
    from graph.analyse import Analysis
    from graph.resolve import Resolved

NAME = "index.sqlite"

_SCHEMA = (
    """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE source (
  path TEXT PRIMARY KEY, name TEXT, size INT, mtime_ns INT, ctime_ns INT,
  settled INT, excluded INT, sha TEXT, fragment BLOB, interface BLOB, prose TEXT, language TEXT);
CREATE INDEX source_known ON source (path, size, mtime_ns, ctime_ns, settled, excluded, sha);
CREATE INDEX source_name ON source (name, path);
CREATE TABLE folder (path TEXT PRIMARY KEY, inode INT, mtime_ns INT, ctime_ns INT, settled INT) WITHOUT ROWID;
CREATE TABLE alias (alias TEXT, key TEXT, path TEXT, PRIMARY KEY (path, alias)) WITHOUT ROWID;
CREATE INDEX alias_key ON alias (key, path);
CREATE TABLE ignore_file (path TEXT PRIMARY KEY, size INT, mtime_ns INT, ctime_ns INT, text TEXT) WITHOUT ROWID;
CREATE TABLE title (name TEXT, path TEXT, PRIMARY KEY (name, path)) WITHOUT ROWID;
CREATE INDEX title_path ON title (path);
CREATE TABLE lookup (key TEXT, path TEXT, PRIMARY KEY (key, path)) WITHOUT ROWID;
CREATE INDEX lookup_path ON lookup (path);
CREATE TABLE passed (function TEXT, parameter TEXT, owner TEXT, thing TEXT);
CREATE INDEX passed_function ON passed (function, parameter);
CREATE INDEX passed_owner ON passed (owner);
CREATE TABLE package (name TEXT, path TEXT, PRIMARY KEY (name, path)) WITHOUT ROWID;
CREATE INDEX package_path ON package (path);
CREATE TABLE mention (name TEXT, path TEXT, lines TEXT, PRIMARY KEY (name, path)) WITHOUT ROWID;
CREATE INDEX mention_path ON mention (path);
CREATE TABLE node (
  id TEXT, owner TEXT, label TEXT, kind TEXT, file_type TEXT, source_file TEXT, source_location TEXT, attrs TEXT,
  PRIMARY KEY (id, owner)) WITHOUT ROWID;
CREATE INDEX node_owner ON node (owner);
CREATE TABLE edge (
  source TEXT, target TEXT, relation TEXT, owner TEXT,
  confidence TEXT, score REAL, location TEXT, lines TEXT, attrs TEXT,
  PRIMARY KEY (source, target, relation, owner)) WITHOUT ROWID;
CREATE INDEX edge_owner ON edge (owner);
CREATE INDEX edge_target ON edge (target);
CREATE TABLE problem (path TEXT, line INT, "column" INT, severity TEXT, rule TEXT, message TEXT, owner TEXT);
CREATE TABLE god (rank INT PRIMARY KEY, id TEXT, degree INT) WITHOUT ROWID;
CREATE TABLE place (id TEXT PRIMARY KEY, hub TEXT, degree INT) WITHOUT ROWID;
CREATE TABLE called (key TEXT, id TEXT, owner TEXT, standing INT, PRIMARY KEY (key, id, owner)) WITHOUT ROWID;
CREATE INDEX called_owner ON called (owner);
CREATE INDEX problem_owner ON problem (owner);
"""
    + said.SCHEMA
)
SCHEMA_VERSION = hashlib.sha256((_SCHEMA + schema(FIELDS)).encode()).hexdigest()[:16]
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
        self.said = said.Said(connection)

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

    def set_fragment(self, fragment: Fragment) -> None:
        """Keep what a remembered file says; its terms are kept as its document."""
        facts = fragment.facts
        slim = fragment._replace(
            prose="", body="", texts=(), facts=facts._replace(interface=Interface()) if facts else None
        )
        interface = None if facts is None else b"" if facts.manifest else encode_interface(facts.interface)
        self._db.execute(
            "UPDATE source SET fragment = ?, interface = ?, prose = ?, language = ? WHERE path = ?",
            (encode_fragment(slim), interface, fragment.prose, fragment.language, fragment.source_file),
        )
        self._set_packages(fragment.source_file, facts.interface.packages if facts else ())

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
        if not row or row[0] is None:
            return None
        fragment = decode_fragment(row[0])
        if fragment.facts is None or not row[1]:
            return fragment
        return fragment._replace(facts=fragment.facts._replace(interface=decode_interface(row[1])))

    def interface(self, path: str) -> Interface | None:
        """What a file of code tells others; None for any other file."""
        row = self._db.execute("SELECT interface FROM source WHERE path = ?", (path,)).fetchone()
        return decode_interface(row[0]) if row and row[0] else None

    def manifests(self) -> dict[str, Manifest]:
        """What configuration files say of the imports of code, by path."""
        found = {}
        for path, fragment in self._db.execute(
            "SELECT path, fragment FROM source WHERE interface IS NOT NULL AND length(interface) = 0"
        ):
            facts = decode_fragment(fragment).facts
            if facts is not None and facts.manifest is not None:
                found[path] = facts.manifest
        return found

    def code_paths(self) -> list[str]:
        """The files of code that were read."""
        rows = self._db.execute(
            "SELECT path FROM source WHERE interface IS NOT NULL AND length(interface) > 0 ORDER BY path"
        )
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
        self.set_names(path, (), ())
        self._set_packages(path, ())
        self.set_passes(path, ())
        self.documents.drop_all_of(path)
        self.said.forget(path)
        self._drop_findings(path)

    # ignore files

    def ignore_files(self) -> dict[str, IgnoreFile]:
        """The ignore files of a project as they were when last read, by path."""
        rows = self._db.execute("SELECT path, size, mtime_ns, ctime_ns, text FROM ignore_file")
        return {row[0]: IgnoreFile(Stat(*row[1:4]), row[4]) for row in rows}

    def set_ignore_files(self, files: Mapping[str, IgnoreFile]) -> None:
        """Keep these in place of those before."""
        if self.ignore_files() != files:
            rows = ((path, *each.stat, each.text) for path, each in files.items())
            self._db.execute("DELETE FROM ignore_file")
            self._db.executemany("INSERT INTO ignore_file VALUES (?,?,?,?,?)", rows)

    # names

    def set_names(self, path: str, aliases: Iterable[str], titles: Iterable[str]) -> None:
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

    def code_called(self, name: str) -> list[Node]:
        """The symbols and files of code with this folded name."""
        query = f"SELECT DISTINCT {', '.join('node.' + each for each in NODE_COLUMNS.split(', '))} FROM called"
        rows = self._db.execute(
            query + " JOIN node ON node.id = called.id AND node.owner = called.owner"
            " WHERE called.key = ? AND node.file_type = 'code' AND node.source_file <> '' ORDER BY node.id",
            (name,),
        )
        return [node_of(row) for row in rows]

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

    # concepts

    def concepts_of(self, path: str) -> set[str]:
        """The concepts that came of a note."""
        rows = self._db.execute("SELECT id FROM node WHERE owner = ? AND kind = 'concept'", (path,))
        return {row[0] for row in rows}

    def first_account(self, identity: str) -> Node | None:
        """A node as the first of the files that tell of it does."""
        query = f"SELECT {NODE_COLUMNS} FROM node WHERE id = ? ORDER BY owner LIMIT 1"
        row = self._db.execute(query, (identity,)).fetchone()
        return node_of(row) if row else None

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

    # findings

    def askers(self, keys: Iterable[str]) -> set[str]:
        """The files whose edges hang on any of these look-up keys."""
        rows = self._db.execute(
            "SELECT DISTINCT path FROM lookup WHERE key IN (SELECT value FROM json_each(?))",
            (encode_json(sorted(keys)).decode(),),
        )
        return {row[0] for row in rows}

    def set_findings(self, path: str, found: Resolved) -> None:
        """Replace all that came of a file: its nodes and edges, its problems, the keys its answers hang on."""
        self._drop_findings(path)
        self._db.executemany(
            "INSERT OR REPLACE INTO node VALUES (?,?,?,?,?,?,?,?)",
            (node_row(path, node) for node in found.nodes),
        )
        edges = (edge_row(path, edge) for edge in found.edges)
        self._db.executemany("INSERT INTO edge VALUES (?,?,?,?,?,?,?,?,?)", edges)
        self._db.executemany("INSERT INTO problem VALUES (?,?,?,?,?,?,?)", ((*each, path) for each in found.problems))
        self._db.executemany("INSERT INTO lookup VALUES (?, ?)", ((key, path) for key in found.keys))
        names = ((key, node.id, path, standing) for node in found.nodes for key, standing in names_of(node))
        self._db.executemany("INSERT OR IGNORE INTO called VALUES (?, ?, ?, ?)", names)

    def _drop_findings(self, path: str) -> None:
        for table in ("node", "edge", "problem", "called"):
            self._db.execute(f"DELETE FROM {table} WHERE owner = ?", (path,))
        self._db.execute("DELETE FROM lookup WHERE path = ?", (path,))

    # the graph

    def nodes(self) -> Iterator[Node]:
        """Every node, by id; of several accounts of one node the one of the first path counts."""
        last = None
        for row in self._db.execute(f"SELECT {NODE_COLUMNS} FROM node ORDER BY id, owner"):
            if row[0] != last:
                last = row[0]
                yield node_of(row)

    def edges(self) -> Iterator[Edge]:
        """Every edge, by source, target, relation and file."""
        for row in self._db.execute(f"SELECT {EDGE_COLUMNS} FROM edge ORDER BY source, target, relation, owner"):
            yield edge_of(row)

    def set_analysis(self, analysis: Analysis) -> None:
        """Keep the god nodes and communities of the graph as it is now."""
        self._db.execute("DELETE FROM god")
        self._db.execute("DELETE FROM place")
        self._db.executemany(
            "INSERT INTO god VALUES (?, ?, ?)", ((rank, *god) for rank, god in enumerate(analysis.gods))
        )
        hubs, degrees = analysis.communities.of, analysis.degrees
        places = ((key, hubs.get(key, ""), degrees.get(key, 0)) for key in analysis.nodes)
        self._db.executemany("INSERT INTO place VALUES (?, ?, ?)", places)

    def places(self) -> list[tuple[str, str, int]]:
        """(id, hub of its community or "", degree) of every node, by id."""
        return self._db.execute("SELECT id, hub, degree FROM place ORDER BY id").fetchall()

    def derived(self) -> dict[str, str]:
        """(id, label) of the nodes that are no file's own: tags, unresolved names, files that are only linked."""
        rows = self._db.execute(
            "SELECT DISTINCT id FROM node WHERE id NOT IN (SELECT id FROM document WHERE owner <> '')"
        )
        return {row[0]: row[0].partition(":")[2] if row[0].startswith("unresolved:") else row[0] for row in rows}

    def problems(self) -> list[Problem]:
        """Every problem, by path, line and column."""
        rows = self._db.execute('SELECT path, line, "column", severity, rule, message FROM problem')
        return sorted(Problem(*row) for row in rows)

    def problem_counts(self) -> list[tuple[str, str, int]]:
        """How many problems there are of each (severity, rule)."""
        return self._db.execute("SELECT severity, rule, count(*) FROM problem GROUP BY severity, rule").fetchall()


@contextmanager
def open_for_building(file: Path) -> Iterator[Index]:
    """The index at `file` for its builder, made if it is missing. Raises BrokenIndex and VaultkitError."""
    with database.opened(file, SCHEMA_VERSION, _SCHEMA + schema(FIELDS), DecodeError) as connection:
        yield Index(connection)


@contextmanager
def open_for_reading(file: Path) -> Iterator[Index]:
    """The index at `file` as one build left it; nothing on the disk is made, changed or repaired.

    Raises IndexUnusable and IndexChanged.
    """
    with database.read(file, SCHEMA_VERSION, DecodeError) as connection:
        yield Index(connection)
