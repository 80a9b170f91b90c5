"""What a shelf is set to: `shelf.toml` in its folder, and `[shelf]` of the project's or the user's configuration."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, NamedTuple

from vaultkit.config import read_settings, read_toml, user_settings
from vaultkit.memory.shelf.project import project_root

FILE: Final = "shelf.toml"
_KEYS: Final[dict[str, dict[str, type]]] = {"embedding": {"model": str, "host": str, "skip_tags": list}}
MAX_TOKENS: Final = {"glm-5.1": 200_000, "deepseek-v4-pro": 1_000_000}
"""The context of models, in tokens; `[shelf.max_tokens]` adds to it and overrules it."""
USUAL_TOKENS: Final = 200_000
"""The context of a model of which nothing is known."""


class Embedding(NamedTuple):
    """`[embedding]` of a shelf.toml."""

    model: str = ""
    """An embedding model that Ollama has; "" for none."""
    host: str = ""
    """Where Ollama is, else `$OLLAMA_HOST`."""
    skip_tags: tuple[str, ...] = ()
    """Knowledge with one of these tags is not embedded."""


class Shelving(NamedTuple):
    """`[shelf]` of a configuration: which shelf, which model talks, and which one may summarise."""

    name: str = ""
    """The shelf, "" for the default one."""
    model: str = ""
    max_tokens: int = USUAL_TOKENS
    summarizer: str = ""
    """A model that Ollama has; "" if summaries come from the agent alone."""


def read_embedding(folder: Path) -> Embedding:
    """The embedding of the shelf in a folder. Raises VaultkitError on a faulty file."""
    said = read_toml(folder / FILE, _KEYS).get("embedding", {})
    return Embedding(said.get("model", ""), said.get("host", ""), tuple(said.get("skip_tags", ())))


def read_shelving(start: Path, model: str = "") -> Shelving:
    """What holds for someone who works in `start` with a model; the project's word before the user's."""
    project = read_settings(project_root(start)).get("shelf", {})
    said: dict[str, Any] = {**user_settings().get("shelf", {}), **project}
    name = model or said.get("model", "")
    known = {_folded(each): tokens for each, tokens in {**MAX_TOKENS, **said.get("max_tokens", {})}.items()}
    return Shelving(said.get("name", ""), name, known.get(_folded(name), USUAL_TOKENS), said.get("summarizer", ""))


def _folded(model: str) -> str:
    return "-".join(model.casefold().split())
