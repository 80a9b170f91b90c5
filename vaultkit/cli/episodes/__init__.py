"""vaultkit episodes: one module for each command, as in `vaultkit.cli`."""

from __future__ import annotations

from typing import Final

EXAMPLE: Final = 'search "what did we decide about the cache last week"'

COMMANDS: Final = {
    "index": "read what is new or changed in journal, notes and transcripts",
    "search": "the passages that answer a question, best first",
    "expand": "the section of a note around a passage",
    "transcript": "the turns of a conversation around a passage",
    "watch": "keep the index up to date while notes and transcripts change",
    "stats": "what is indexed, and how far it is behind",
    "reset": "remove the index; the files stay",
}
"""Modules of this package."""
