"""Which model embeds a shelf, and what becomes of an entry that was just written."""

from __future__ import annotations

from vaultkit.errors import VaultkitError
from vaultkit.memory.shelf.entry import Entry, catalog_of
from vaultkit.memory.shelf.settings import Embedding, read_embedding
from vaultkit.memory.shelf.store import Store
from vaultkit.memory.shelf.vectors import Vectors
from vaultkit.models.embed import Embedder


def vectors_of(store: Store) -> Vectors:
    """The vectors of a shelf under the model that its settings name. Raises VaultkitError on faulty settings."""
    settings = read_embedding(store.folder)
    return Vectors(store, (lambda: _embedder(settings)) if settings.model else None, settings.skip_tags)


def embedded(store: Store, entry: Entry) -> str:
    """Give a new entry its vector if a model is set; why that failed, else "".

    The entry is kept in any case: `backfill` comes back to it. Raises VaultkitError on faulty settings.
    """
    if not read_embedding(store.folder).model:
        return ""
    try:
        vectors_of(store).embed(catalog_of(entry), [entry.key])
    except VaultkitError as fault:
        return f"kept, but not embedded: {fault}; then run backfill"
    return ""


def _embedder(settings: Embedding) -> Embedder:
    from vaultkit.models.embed import OllamaEmbedder

    return OllamaEmbedder(settings.model, settings.host)
