"""Which model reads the notes of a root, where, and within what limits: the command line, `[slm]`, what Ollama has."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

from vaultkit.config import Root, read_settings, user_settings
from vaultkit.errors import VaultkitError
from vaultkit.models.slm import INSTALL_CLIENT, Address, Model, address, allowed, knock, models, named, open_door

SUGGESTED: Final = "qwen2.5:3b"
"""Small enough for a laptop, and it keeps to a schema."""
_LIKED: Final = ("qwen2.5", "qwen3", "llama3.2", "gemma3", "llama3.1", "gemma2", "phi4", "mistral", "granite3")
"""Families of models that are known to follow instructions, the best for their size first."""
_EMBEDDERS: Final = ("bert", "nomic-bert")
_SHOWN: Final = 6
_LARGEST: Final = 12 * 1024**3
"""Bytes of a model that is taken unasked."""
_MOST: Final = 1_000_000
_RANGES: Final = {
    "timeout": (1, _MOST),
    "run_minutes": (1, _MOST),
    "daily_minutes": (0, _MOST),
    "background_minutes": (0, _MOST),
    "num_ctx": (2048, _MOST),
    "parallel": (1, 64),
}
"""From where to where the numbers of `[slm]` make sense: question and answer fit no smaller window."""


class Settings(NamedTuple):
    """The table `[slm]`."""

    model: str = ""
    """"" for the best that Ollama has."""
    host: str = ""
    timeout: int = 120
    """Seconds for one answer."""
    run_minutes: int = 60
    """For one build; the next goes on where it stopped."""
    daily_minutes: int = 0
    """For all builds of a day together; 0 for no limit."""
    background_minutes: int = 30
    """A day, for reading after edits; 0 for not at all."""
    num_ctx: int = 4096
    """Tokens that the model holds at once."""
    parallel: int = 1
    """Questions at a time."""
    skip: tuple[str, ...] = ()
    """Folders whose notes no model reads."""


class Choice(NamedTuple):
    """A model that will be asked."""

    model: Model
    host: str
    settings: Settings

    @property
    def id(self) -> str:
        """The model, in such a way that other weights have another id."""
        return f"{self.model.name}@{self.model.digest[:12]}"


class NoModel(NamedTuple):
    """Why no model is asked, which is no fault, and how to have one."""

    says: str
    remedy: str


def read_slm_settings(root: Path) -> Settings:
    """`[slm]` of the root, for what it does not say that of the user. Raises VaultkitError."""
    given: dict[str, Any] = {**user_settings().get("slm", {}), **read_settings(root).get("slm", {})}
    given.pop("allow_hosts", None)
    for key, (least, most) in _RANGES.items():
        if not least <= given.get(key, least) <= most:
            raise VaultkitError(f"[slm] {key} is {given[key]}", f"write a number from {least:,} to {most:,}")
    return Settings(**{**given, "skip": tuple(given.get("skip", ()))})


def choose(root: Root, *, model: str = "", host: str = "") -> Choice | NoModel:
    """The model that reads a root's notes, if there is one to be had.

    One that is named must be there: raises VaultkitError otherwise, and for a host that is not allowed, or a model that
    hands notes on to one. Unnamed, an Ollama that does not answer, or has no model for the purpose, is no fault.
    """
    settings = read_slm_settings(root.path)
    wanted = model or settings.model
    place = address(host or settings.host)
    if not model and not host and (silence := knock(place)):
        return absent(place, silence, wanted)
    found = models(open_door(str(place)))
    chosen = named(wanted, found) if wanted else best(found)
    if chosen is not None:
        return Choice(allowed(chosen), str(place), settings)
    if wanted:
        what = f"Ollama at {place} has no model {wanted!r} (it has {listed(found)})"
        raise VaultkitError(what, f"ollama pull {wanted}")
    return NoModel(f"Ollama at {place} has {listed(found)}, none that reads notes", f"ollama pull {SUGGESTED}")


def absent(place: Address, silence: str, wanted: str) -> NoModel:
    """What is said where no Ollama answers."""
    steps = ["install Ollama (ollama.com) and start it", f"ollama pull {wanted or SUGGESTED}"]
    steps += [INSTALL_CLIENT] if find_spec("ollama") is None else []
    return NoModel(f"no Ollama answers at {place} ({silence})", f"for what their prose says: {', then '.join(steps)}")


def listed(found: list[Model]) -> str:
    """The names of models, of many the first ones."""
    return ", ".join(map(_listed, found[:_SHOWN])) + (" .." if len(found) > _SHOWN else "") or "no models"


def _listed(model: Model) -> str:
    return f"{model.name} (runs elsewhere)" if model.is_elsewhere else model.name


def best(found: list[Model]) -> Model | None:
    """The model that is taken unasked: of a family that is liked, the largest that a laptop can run."""
    able = [each for each in found if not _embeds(each) and not each.is_elsewhere and each.size <= _LARGEST]
    return min(able, key=lambda each: (_liking(each), -each.size, each.name), default=None)


def _liking(model: Model) -> int:
    family = next((at for at, each in enumerate(_LIKED) if model.name.startswith(each)), len(_LIKED))
    return family + len(_LIKED) * ("coder" in model.name or "code" in model.name)


def _embeds(model: Model) -> bool:
    """Whether a model makes vectors and nothing else."""
    name = model.name.partition(":")[0]
    return any(each in _EMBEDDERS for each in model.families) or any(
        part in name for part in ("embed", "bge-", "minilm", "arctic")
    )
