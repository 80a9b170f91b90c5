"""The shelf: what is kept under a name, and what is stated, for this project or for all."""

from __future__ import annotations

from vaultkit.config import current_folder
from vaultkit.errors import VaultkitError
from vaultkit.layers.question import MOST, Question
from vaultkit.memory.hit import Hit
from vaultkit.memory.shelf.asking import search
from vaultkit.memory.shelf.catalogs import CATALOGS
from vaultkit.memory.shelf.entry import GLOBAL, Entry, Knowledge
from vaultkit.memory.shelf.places import place_of
from vaultkit.memory.shelf.project import project_name
from vaultkit.memory.shelf.settings import read_shelving
from vaultkit.memory.shelf.store import open_store

_CANDIDATES = 100


def find(question: Question) -> list[Hit]:
    """The entries that answer. Raises VaultkitError if there is no shelf."""
    place = place_of(read_shelving(question.folder).name or "default")
    if not place.is_connected:
        raise VaultkitError(f"the shelf {place.name!r} holds nothing yet", "see: vaultkit shelf --help")
    with open_store(place.folder) as store:
        entries = search(store, question.words, CATALOGS, _CANDIDATES).entries
    here = {GLOBAL, project_name(question.folder or current_folder())}
    fitting = (each for each in entries if not each.content.scopes or here & set(each.content.scopes))
    hits = (_hit(question, place.name, each) for each in fitting)
    return [hit for hit in hits if question.allows(hit.date)][:MOST]


def _hit(question: Question, shelf: str, entry: Entry) -> Hit:
    name = entry.name if isinstance(entry, Knowledge) else " ".join(entry.names)
    text = entry.content.data or name
    hit = Hit("shelf", entry.key, f"shelf:{shelf}/{entry.key}", entry.created_at, text, "", name)
    return question.found_in(hit, f"{name} {' '.join(entry.content.tags)} {text}")
