"""Keeps a memory where it belongs: in the git notes of the repository, else on the shelf; the answer says where."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from vaultkit.clock import now
from vaultkit.git.process import Unavailable
from vaultkit.git.repository import open_repository
from vaultkit.memory.mem.changes import remember as keep_in_notes
from vaultkit.memory.mem.entry import IMPORTANCE, parse_data, parse_tags
from vaultkit.memory.mem.naming import ref_of
from vaultkit.memory.mem.store import Place, find_place
from vaultkit.memory.mem.writing import change_memories
from vaultkit.memory.shelf.embedding import embedded
from vaultkit.memory.shelf.memories import Wish
from vaultkit.memory.shelf.memories import remember as keep_on_shelf
from vaultkit.memory.shelf.places import DEFAULT, place_of
from vaultkit.memory.shelf.project import project_name
from vaultkit.memory.shelf.settings import read_shelving
from vaultkit.memory.shelf.store import open_store
from vaultkit.server.arguments import Remember

_LETTERS: Final = {word: letter for letter, word in IMPORTANCE.items()}


def remember(folder: Path, wanted: Remember) -> dict[str, Any]:
    """Keep a memory for who works in a folder: `kept_in`, `place` and `id` or `name`. Raises VaultkitError."""
    text = wanted.content if isinstance(wanted.content, str) else json.dumps(wanted.content, ensure_ascii=False)
    place = _notes_of(folder)
    return _in_notes(place, text, wanted) if isinstance(place, Place) else _on_shelf(folder, text, wanted, place)


def _notes_of(folder: Path) -> Place | str:
    """Where the git notes of a folder lie; without a repository or a commit that they could hang on, why not."""
    try:
        if open_repository(folder).is_unborn:
            return "not in git notes: the repository has no commit yet"
    except Unavailable as fault:
        return f"not in git notes: {fault}"
    return find_place(folder)


def _in_notes(place: Place, text: str, wanted: Remember) -> dict[str, Any]:
    data, tags = parse_data(text), parse_tags(",".join(wanted.tags))
    importance = _LETTERS[wanted.importance] if wanted.importance else None
    key = change_memories(place, keep_in_notes(data, tags, importance, place.name, now()), now())
    return {
        "kept_in": "git notes",
        "place": ref_of("mem", place.name),
        "repository": str(place.repository.folder),
        "branch": place.branch,
        "id": key,
    }


def _on_shelf(folder: Path, text: str, wanted: Remember, why: str) -> dict[str, Any]:
    place, scope = place_of(read_shelving(folder).name or DEFAULT), project_name(folder)
    wish = Wish(text, name=wanted.name, tags=tuple(parse_tags(",".join(wanted.tags))))
    with open_store(place.folder) as store:
        entry = keep_on_shelf(store, wish, [scope], now())
        notes = [why, embedded(store, entry)]
    notes += ["a shelf knows no importance: it was not kept"] if wanted.importance else []
    return {
        "kept_in": "shelf",
        "place": f"shelf:{place.name}/{entry.key}",
        "scope": scope,
        "name": entry.name,
        "notes": [note for note in notes if note],
    }
