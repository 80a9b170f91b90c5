"""The tables of a shelf, as the steps that lead from an empty file to them."""

from __future__ import annotations

from typing import Final

from graph.asking.rank import Field
from vaultkit.indexing.terms import lists, totals

FIELDS: Final = ("key", "tags", "synonyms", "data")
WEIGHTS: Final = (
    Field(weight=4.0, decay=0.4),
    Field(weight=2.5, decay=0.4),
    Field(weight=2.0, decay=0.4),
    Field(weight=1.0, decay=0.75),
)
"""How much a term in each field says: in its name most, then in its tags and synonyms, then in its text."""

_CONTENT: Final = """
  format TEXT NOT NULL, data TEXT NOT NULL,
  tags TEXT NOT NULL, scopes TEXT NOT NULL, synonyms TEXT NOT NULL, figures TEXT NOT NULL,
  created_at TEXT NOT NULL, embed INT NOT NULL"""
"""`tags` to `figures` are JSON lists; times are ISO 8601 in UTC; `embed` tells whether the entry wants a vector."""

_INDEXES: Final = ("knowledge_", "statement_")
"""What the tables of the two term indexes begin with."""
_UNDER: Final = "EXISTS (SELECT 1 FROM statement WHERE predicate = 'summary' AND object = {})"

_FIRST: Final = (
    f"CREATE TABLE knowledge (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, turn INT NOT NULL, {_CONTENT})",
    "CREATE INDEX knowledge_order ON knowledge (created_at, turn, number)",
    "CREATE TABLE statement (number INTEGER PRIMARY KEY,"
    " subject TEXT NOT NULL, predicate TEXT NOT NULL, object TEXT NOT NULL, triple TEXT NOT NULL UNIQUE,"
    f" {_CONTENT}, tr_start TEXT, tr_end TEXT, UNIQUE (subject, predicate, object))",
    "CREATE INDEX statement_object ON statement (object, predicate)",
    "CREATE INDEX statement_order ON statement (created_at, number)",
    # Tags and scopes, an element each; what no summary condenses; the turns of each session.
    "CREATE TABLE label (kind TEXT, value TEXT, catalog TEXT, number INT, PRIMARY KEY (kind, value, catalog, number))"
    " WITHOUT ROWID",
    "CREATE INDEX label_entry ON label (catalog, number)",
    "CREATE TABLE waiting (tag TEXT, number INT, PRIMARY KEY (tag, number)) WITHOUT ROWID",
    "CREATE INDEX waiting_entry ON waiting (number)",
    "CREATE TABLE session (id TEXT PRIMARY KEY, turn INT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE language (name TEXT PRIMARY KEY) WITHOUT ROWID",
    "CREATE TABLE vector (catalog TEXT, number INT, model TEXT, data BLOB, PRIMARY KEY (catalog, number))",
    "CREATE TRIGGER summary_added AFTER INSERT ON statement WHEN NEW.predicate = 'summary' BEGIN"
    " DELETE FROM waiting WHERE number = (SELECT number FROM knowledge WHERE name = NEW.object); END",
    "CREATE TRIGGER summary_gone AFTER DELETE ON statement WHEN OLD.predicate = 'summary' BEGIN"
    " INSERT OR IGNORE INTO waiting SELECT value, label.number FROM label JOIN knowledge"
    "  ON knowledge.number = label.number AND knowledge.name = OLD.object"
    f"  WHERE catalog = 'knowledge' AND kind = 'tags' AND NOT {_UNDER.format('OLD.object')}; END",
    "CREATE TRIGGER tag_added AFTER INSERT ON label WHEN NEW.kind = 'tags' AND NEW.catalog = 'knowledge' BEGIN"
    " INSERT OR IGNORE INTO waiting SELECT NEW.value, number FROM knowledge WHERE number = NEW.number"
    f"  AND NOT {_UNDER.format('knowledge.name')}; END",
    "CREATE TRIGGER tag_gone AFTER DELETE ON label WHEN OLD.kind = 'tags' AND OLD.catalog = 'knowledge' BEGIN"
    " DELETE FROM waiting WHERE tag = OLD.value AND number = OLD.number; END",
    *(statement for name in _INDEXES for statement in lists(FIELDS, name)),
)
_SECOND: Final = tuple(statement for name in _INDEXES for statement in totals(FIELDS, name))

_THIRD: Final = (
    # What is kept but not yet in the search index.
    "CREATE TABLE unindexed (catalog TEXT, number INT, PRIMARY KEY (catalog, number)) WITHOUT ROWID",
    # How often the user spoke, and up to where the log of the session's tool calls was told.
    "ALTER TABLE session ADD COLUMN prompts INT NOT NULL DEFAULT 0",
    "ALTER TABLE session ADD COLUMN told INT NOT NULL DEFAULT 0",
    # What the agent was not yet told to do: a session, and the turn of it at which it fell due.
    "CREATE TABLE due (scope TEXT, session TEXT, signal TEXT, turn INT, PRIMARY KEY (scope, session, signal, turn))"
    " WITHOUT ROWID",
)

MIGRATIONS: Final = (_FIRST, _SECOND, _THIRD)
"""Only ever added to: a shelf of any version comes to the newest."""
