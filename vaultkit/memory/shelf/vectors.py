"""Meaning as vectors: optional, made by an embedder, kept beside the entries, compared by their cosine."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from vaultkit.errors import VaultkitError
from vaultkit.indexing.terms import ANY, Where
from vaultkit.memory.shelf.catalogs import CATALOGS, KEYS, Catalog
from vaultkit.memory.shelf.entry import Knowledge
from vaultkit.memory.shelf.store import Store
from vaultkit.models.embed import Embedder

_BATCH: Final = 32
"""Texts that are embedded at once."""
_CHUNK: Final = 8192
"""Vectors that are compared at once."""


class Settled(NamedTuple):
    """What `settle` did."""

    embedded: int
    dropped: int
    """Vectors of entries whose tags are skipped now."""


class Vectors:
    """The vectors of a shelf under one embedder; without one, asking for meaning is refused in clear words."""

    def __init__(self, store: Store, make: Callable[[], Embedder] | None = None, skip_tags: Sequence[str] = ()) -> None:
        """`make` makes the embedder when one is needed; knowledge with one of `skip_tags` is not embedded."""
        self._store = store
        self._make = make
        self._embedder: Embedder | None = None
        self._skipped = frozenset(skip_tags)

    def nearest(self, catalog: Catalog, text: str, where: Where, most: int | None) -> list[str]:
        """The keys of the embedded entries for which `where` holds, the nearest in meaning first."""
        embedder = self._needed()
        import numpy  # only who compares meanings needs it

        asked = numpy.asarray(embedder.query(text), dtype="<f4")
        asked /= numpy.linalg.norm(asked) or 1.0
        scored: list[tuple[float, str]] = []
        for keys, data in self._chunks(catalog, embedder.id, where):
            vectors = numpy.frombuffer(data, dtype="<f4").reshape(len(keys), -1)
            if vectors.shape[1] != asked.shape[0]:
                raise VaultkitError(f"{embedder.id} gives vectors of another size now", "run backfill --again")
            scored += zip((-(vectors @ asked)).tolist(), keys, strict=True)
        best = sorted(scored) if most is None else heapq.nsmallest(most, scored)
        return [key for _, key in best]

    def embed(self, catalog: Catalog, keys: Iterable[str]) -> int:
        """Embed these entries, those that want no vector apart; how many. One change for each batch."""
        embedder = self._needed()
        wanted = (key for key in keys if self._wants(catalog, key))
        count = 0
        while batch := list(islice(wanted, _BATCH)):
            texts = [self._text(catalog, key) for key in batch]
            vectors = embedder.documents(texts)
            with self._store.changing():
                for key, text, vector in zip(batch, texts, vectors, strict=True):
                    if self._text(catalog, key) == text:  # else it changed meanwhile, and its writer sees to it
                        self._keep(catalog, key, embedder.id, vector)
                        count += 1
        return count

    def settle(self, *, again: bool = False) -> Settled:
        """Give every entry that wants one its vector, and take those away that are skipped now."""
        embedder = self._needed()
        dropped = embedded = 0
        with self._store.changing():
            for catalog, number in self._store.connection.execute("SELECT catalog, number FROM vector").fetchall():
                if again or (self._skipped and catalog == "knowledge" and self._is_skipped(number)):
                    self._store.connection.execute(
                        "DELETE FROM vector WHERE catalog = ? AND number = ?", (catalog, number)
                    )
                    dropped += not again
        for catalog in CATALOGS:
            query = (
                f"SELECT {KEYS[catalog]} FROM {catalog} WHERE embed AND number NOT IN"
                " (SELECT number FROM vector WHERE catalog = ? AND model = ?) ORDER BY number"
            )
            rows = self._store.connection.execute(query, (catalog, embedder.id)).fetchall()
            embedded += self.embed(catalog, [row[0] for row in rows])
        return Settled(embedded, dropped)

    def _needed(self) -> Embedder:
        if self._make is None:
            what = "no embedding model is set, so nothing can be compared by meaning"
            file = self._store.folder / "shelf.toml"
            raise VaultkitError(what, f'write [embedding] model = "NAME" into {file} and run backfill, or use search')
        self._embedder = self._embedder or self._make()
        return self._embedder

    def _wants(self, catalog: Catalog, key: str) -> bool:
        query = f"SELECT number, embed FROM {catalog} WHERE {KEYS[catalog]} = ?"
        row = self._store.connection.execute(query, (key,)).fetchone()
        return bool(row and row[1]) and not (catalog == "knowledge" and self._is_skipped(row[0]))

    def _is_skipped(self, number: int) -> bool:
        query = "SELECT value FROM label WHERE catalog = 'knowledge' AND kind = 'tags' AND number = ?"
        tags = {row[0] for row in self._store.connection.execute(query, (number,))}
        return not self._skipped.isdisjoint(tags)

    def _text(self, catalog: Catalog, key: str) -> str:
        """What is embedded: the name before the text raises what is found (`release-checklist` says more than it)."""
        where = Where(f"{KEYS[catalog]} = :key", {"key": key})
        for entry in self._store.all_of(catalog, where, 1, 0):
            name = entry.name if isinstance(entry, Knowledge) else " ".join(entry.names)
            return "\n".join(filter(None, (name, ", ".join(entry.content.synonyms), entry.content.data)))
        return ""

    def _keep(self, catalog: Catalog, key: str, model: str, vector: Sequence[float]) -> None:
        import numpy

        values = numpy.asarray(vector, dtype="<f4")
        values /= numpy.linalg.norm(values) or 1.0
        insert = "INSERT OR REPLACE INTO vector VALUES (?, ?, ?, ?)"
        self._store.connection.execute(insert, (catalog, self._store.number(catalog, key), model, values.tobytes()))

    def _chunks(self, catalog: Catalog, model: str, where: Where) -> Iterator[tuple[list[str], bytes]]:
        condition = "" if where is ANY else f" AND {where.sql}"
        rows = self._store.connection.execute(
            f"SELECT {KEYS[catalog]}, vector.data FROM vector JOIN {catalog} ON {catalog}.number = vector.number"
            f" WHERE vector.catalog = :catalog AND vector.model = :model{condition}",
            {**where.values, "catalog": catalog, "model": model},
        )
        while chunk := rows.fetchmany(_CHUNK):
            yield [key for key, _ in chunk], b"".join(data for _, data in chunk)
