"""Meaning as vectors: optional, one for each text and model, kept beside the index, compared by their cosine."""

from __future__ import annotations

import heapq
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from vaultkit.config import configurations
from vaultkit.disk import database
from vaultkit.disk.files import make_folder
from vaultkit.disk.state import state_place
from vaultkit.errors import VaultkitError
from vaultkit.indexing.terms import ANY, Where
from vaultkit.models.embed import Embedder, OllamaEmbedder

WEIGHT: Final = 0.1
"""What a rank by meaning counts beside one by words: with small models an equal weight finds less (benchmarks)."""
_VERSION: Final = "1"
_SCHEMA: Final = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
CREATE TABLE vector (model TEXT, text TEXT, data BLOB, PRIMARY KEY (model, text)) WITHOUT ROWID;
"""
_BATCH: Final = 32
"""Texts that are embedded at once."""
_CHUNK: Final = 8192
"""Vectors that are compared at once."""


class Embedding(NamedTuple):
    """`[embed]` of a configuration."""

    model: str = ""
    """An embedding model that Ollama has; "" for none."""
    host: str = ""
    """Where Ollama is, else `$OLLAMA_HOST`."""
    onnx: str = ""
    """A folder with an ONNX model, instead of Ollama."""
    weight: float = WEIGHT

    @property
    def is_on(self) -> bool:
        """Whether a model is named. By default none is."""
        return bool(self.model or self.onnx)

    def embedder(self) -> Embedder:
        """The embedder that is meant. Raises VaultkitError if it cannot be had."""
        if self.onnx:
            from vaultkit.models.onnx import OnnxEmbedder

            return OnnxEmbedder(Path(self.onnx).expanduser())
        return OllamaEmbedder(self.model, self.host)


def read_embedding(start: Path) -> Embedding:
    """What holds for someone who works in `start`: the user's word, above it the vault's, above it the project's.

    Raises VaultkitError on a faulty file.
    """
    said: dict[str, Any] = {}
    for each in configurations(start):
        said.update(each.tables.get("embed", {}))
    return Embedding(**said)


def embed(index: sqlite3.Connection, embedder: Embedder, most: int | None = None) -> int:
    """Give the texts of the index that have none their vectors; how many had none.

    If it is more than `most`, none is given one. What was done stays if it is interrupted. Raises VaultkitError.
    """
    with _opened() as vectors:
        known = {row[0] for row in vectors.execute("SELECT text FROM vector WHERE model = ?", (embedder.id,))}
        rows = index.execute("SELECT digest, text FROM chunk GROUP BY digest ORDER BY digest")
        wanted = [(digest, text) for digest, text in rows if digest not in known]
        if most is not None and len(wanted) > most:
            return len(wanted)
        for start in range(0, len(wanted), _BATCH):
            batch = wanted[start : start + _BATCH]
            found = embedder.documents([text for _, text in batch])
            with database.transaction(vectors):
                vectors.executemany(
                    "INSERT OR REPLACE INTO vector VALUES (?, ?, ?)",
                    [(embedder.id, digest, _packed(each)) for (digest, _), each in zip(batch, found, strict=True)],
                )
    return len(wanted)


def nearest(index: sqlite3.Connection, question: str, where: Where, embedder: Embedder, most: int) -> list[str]:
    """The ids of the embedded chunks for which `where` holds, the nearest in meaning first. Raises VaultkitError."""
    import numpy  # only who compares meanings needs it

    asked = numpy.frombuffer(_packed(embedder.query(question)), dtype="<f4")
    condition = "1" if where is ANY else where.sql.replace("document.id", "here.id")
    rows = index.execute(f"SELECT digest, id FROM chunk AS here WHERE {condition}", dict(where.values)).fetchall()
    ids: dict[str, list[str]] = {}
    for digest, identity in rows:
        ids.setdefault(digest, []).append(identity)
    scored: list[tuple[float, str]] = []
    with _opened() as vectors:
        found = vectors.execute("SELECT text, data FROM vector WHERE model = ?", (embedder.id,))
        while chunk := found.fetchmany(_CHUNK):
            here = [(digest, data) for digest, data in chunk if digest in ids]
            if not here:
                continue
            matrix = numpy.frombuffer(b"".join(data for _, data in here), dtype="<f4").reshape(len(here), -1)
            if matrix.shape[1] != asked.shape[0]:
                raise VaultkitError(f"{embedder.id} gives vectors of another size now", f"remove {_file()}")
            for score, (digest, _) in zip((-(matrix @ asked)).tolist(), here, strict=True):
                scored += [(score, identity) for identity in ids[digest]]
    return [identity for _, identity in heapq.nsmallest(most, scored)]


def _packed(vector: Sequence[float]) -> bytes:
    import numpy

    values = numpy.asarray(vector, dtype="<f4")
    return bytes((values / (numpy.linalg.norm(values) or 1.0)).astype("<f4").tobytes())


def _file() -> Path:
    return state_place()[0] / "vectors.sqlite"


@contextmanager
def _opened() -> Iterator[sqlite3.Connection]:
    """The vectors, made anew if they are broken: the texts are there to embed again."""
    make_folder(_file().parent)
    try:
        with database.opened(_file(), _VERSION, _SCHEMA) as connection:
            yield connection
    except database.BrokenIndex as fault:
        raise VaultkitError(f"{_file()} cannot be used ({fault})", "remove it, then index again") from fault
