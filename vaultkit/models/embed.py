"""Texts as vectors: what an embedder is, and the one that asks Ollama."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from vaultkit.errors import VaultkitError
from vaultkit.models.slm import allowed, called, models, named, open_door


class Embedder(Protocol):
    """Turns texts into vectors; those of one `id` can be compared."""

    @property
    def id(self) -> str:
        """The model, in such a way that another one has another id."""

    def documents(self, texts: Sequence[str], /) -> list[list[float]]:
        """The vectors of texts that shall be found. Raises VaultkitError."""

    def query(self, text: str, /) -> list[float]:
        """The vector of a text that is looked for. Raises VaultkitError."""


class OllamaEmbedder:
    """An embedding model that Ollama has pulled."""

    def __init__(self, model: str, host: str = "") -> None:
        """Ask `model` at `host`. Raises VaultkitError if Ollama does not answer or has no such model."""
        self._model = model
        self._door = open_door(host)
        found = named(model, models(self._door))
        if found is None or not found.digest:
            raise VaultkitError(f"Ollama has no model {model!r}", f"ollama pull {model}")
        self._id = f"{model}@{allowed(found).digest[:12]}"

    @property
    def id(self) -> str:
        """The name and what its weights are."""
        return self._id

    def documents(self, texts: Sequence[str], /) -> list[list[float]]:
        """The vectors of texts. Raises VaultkitError."""
        answer = called(self._door, self._model, lambda: self._door.client.embed(self._model, list(texts)))
        vectors = [list(each) for each in answer.embeddings]
        if len(vectors) != len(texts) or not all(vectors):
            raise VaultkitError(
                f"{self._model} gave {len(vectors)} vectors for {len(texts)} texts", "take another model"
            )
        return vectors

    def query(self, text: str, /) -> list[float]:
        """The vector of a question. Raises VaultkitError."""
        return self.documents([text])[0]
