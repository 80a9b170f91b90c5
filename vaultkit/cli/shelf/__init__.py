"""vaultkit shelf: one module for each command, as in `vaultkit.cli`; `hypatia` is another name for it."""

from __future__ import annotations

from typing import Final

EXAMPLE: Final = 'search "error handling" -c knowledge --limit 5'

OPTIONS: Final = {"-s": True, "--shelf": True}
"""Of all its commands; they may stand before the name."""
COMMANDS: Final = {
    "knowledge-create": "keep something under a name",
    "knowledge-get": "what is kept under a name",
    "knowledge-update": "replace what is kept under a name; tags, scopes, time and links stay",
    "knowledge-delete": "remove what is kept under a name",
    "statement-create": "state a fact of three names",
    "statement-delete": "take a statement back",
    "query": "the entries that a JSE expression asks for",
    "search": "the entries in which words stand, best first",
    "similar": "the entries nearest in meaning",
    "backfill": "give every entry that wants one its vector",
    "scope": "the scopes in use, or whether one is",
    "tag": "the tags in use, or whether one is",
    "rules": "the rules and taboos that hold in a project and everywhere",
    "log": "log a turn of a conversation",
    "session": "keep the digest of a session, and link its messages to it",
    "session-current": "the messages that no summary condenses yet, oldest first",
    "messages": "the messages of a request to a model, as JSON",
    "pending": "what waits to be summarised, level by level",
    "summarize": "store the summary of what waits, and link it",
    "work-unit": "keep what a stretch of work taught",
    "remember": "keep a rule, a taboo or a memory that a user asked for",
    "forget": "remove entries with every statement about them",
    "archive-store": "keep a file",
    "archive-get": "a file that was kept",
    "archive-list": "the files that are kept",
    "list": "the shelves that are known",
    "connect": "know a folder as a shelf",
    "disconnect": "know a shelf no more; its files stay",
    "export": "write a shelf into a folder, an entry a line",
    "import": "add what was exported to a shelf",
    "reindex": "make the search index of a shelf anew",
    "repl": "commands and expressions, line by line",
}
"""Modules of this package, `-` written as `_`."""
