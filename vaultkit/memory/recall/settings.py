"""How the memory branch is set up: defaults, the `config.json` of the skill, `[recall]` of the project."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from vaultkit.errors import VaultkitError
from vaultkit.memory.recall.decay import FORMULA, Decay, parse_formula

SKILLS: Final = ("memory-totalrecall", "vaultkit-total-recall", "total-recall")
"""What the folder of the skill is called: by others, as we install it, as a copy of ours."""


class Settings(NamedTuple):
    """How memories are kept and ranked."""

    backend: str = "totalrecall"
    """What answers call themselves."""
    branch: str = "openclaw-memory"
    memory_dir: str = "_memory"
    commit_prefix: str = "memory:"
    max_results: int = 20
    method: str = "time_decay"
    """`time_decay`: by the formula; `buckets`: by the four scores."""
    formula: str = FORMULA
    today: float = 1.0
    this_week: float = 0.7
    this_month: float = 0.4
    older: float = 0.2
    good_enough: float = 0.4
    """The relevance from which the router asks nobody else."""
    time_limit: float = 5.0
    """Seconds for an answer."""
    order: tuple[str, ...] = ()
    """In which order the router asks its back-ends; empty: as they stand."""

    def decay(self) -> Decay:
        """Relevance by whole days of age. Raises VaultkitError if the formula cannot be read."""
        return parse_formula(self.formula) if self.method == "time_decay" else self._bucket

    def _bucket(self, days: int) -> float:
        return self.today if days < 1 else self.this_week if days < 7 else self.this_month if days < 30 else self.older


_NAMES: Final = {
    "backend": "backend",
    "branch": "branch",
    "memory_dir": "memory_dir",
    "relevance.method": "method",
    "relevance.formula": "formula",
    "relevance.today": "today",
    "relevance.this_week": "this_week",
    "relevance.this_month": "this_month",
    "relevance.older": "older",
    "search.max_results": "max_results",
    "store.commit_prefix": "commit_prefix",
    "router.good_enough": "good_enough",
    "router.order": "order",
    "time_limit": "time_limit",
}
"""What is called how in `config.json`."""
_METHODS: Final = ("time_decay", "buckets")


def read_settings(project: Path, own: Mapping[str, Any], config: Path | None = None) -> Settings:
    """The settings of a project: `own`, its `[recall]` table, before the skill's `config.json`, before the defaults.

    The configuration is `config`, else that of the skill as it is installed in the project or for the user.
    Raises VaultkitError if a file or value cannot be understood.
    """
    homes = (folder / ".claude" / "skills" for folder in (project, *project.absolute().parents, Path.home()))
    files = (skills / name / "config.json" for skills in homes for name in SKILLS)
    file = config or next((path for path in files if path.is_file()), None)
    given = {**(_read(file) if file else {}), **own}
    settings = Settings()._replace(**{name: _fitting(name, value) for name, value in given.items()})
    _check(settings)
    return settings


def _read(file: Path) -> dict[str, Any]:
    try:
        data = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as fault:
        raise VaultkitError(f"{file} cannot be read ({fault})", "correct or remove it") from fault
    if not isinstance(data, dict):
        raise VaultkitError(f"{file} is no JSON object", "correct or remove it")
    return {_NAMES[name]: value for name, value in _flat(data, "") if name in _NAMES}


def _flat(data: dict[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    """Nested or dotted keys, dotted."""
    for key, value in data.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def _fitting(name: str, value: Any) -> Any:
    wanted = type(Settings._field_defaults[name])
    if wanted is tuple and isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    fits = isinstance(value, (int, float) if wanted is float else wanted) and not isinstance(value, bool)
    if not fits:
        words = {str: "a text", int: "a whole number", float: "a number", tuple: "a list of texts"}[wanted]
        raise VaultkitError(f"the setting {name} of recall is {value!r}", f"write {words}")
    return float(value) if wanted is float else value


def _check(settings: Settings) -> None:
    settings.decay()
    if settings.method not in _METHODS:
        raise VaultkitError(f"the method {settings.method!r} is not known", f"use one of {', '.join(_METHODS)}")
    parts = settings.memory_dir.strip("/").split("/")
    if any(part in ("", ".", "..") for part in parts):
        raise VaultkitError(
            f"the memory_dir {settings.memory_dir!r} is no folder of a branch", "write one such as _memory"
        )
    if settings.max_results < 1 or settings.time_limit <= 0:
        raise VaultkitError("max_results and time_limit are more than 0", "correct them")
