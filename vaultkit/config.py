"""What a root is and how it is set up: `.vaultkit.toml`, Obsidian's own settings, and where the root lies."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple

from vaultkit.disk.contents import read_text
from vaultkit.disk.platform_folders import config_file
from vaultkit.errors import VaultkitError
from vaultkit.nearest import did_you_mean
from vaultkit.rulebook import RULEBOOK

CONFIG_NAME = ".vaultkit.toml"
OUT_NAME = "graphify-out"

_SHELF: dict[str, type] = {"name": str, "model": str, "max_tokens": dict, "summarizer": str}
_SLM: dict[str, type] = {
    "model": str,
    "host": str,
    "timeout": int,
    "run_minutes": int,
    "daily_minutes": int,
    "background_minutes": int,
    "num_ctx": int,
    "parallel": int,
    "skip": list,
}
_EMBED: dict[str, type] = {"model": str, "host": str, "onnx": str, "weight": float}
_EPISODES: dict[str, type] = {"sources": list, "notes": bool, "transcripts": bool, "half_life": int}
_HOOKS: dict[str, type] = {"log": bool, "triggers": bool, "recall": bool}
_KEYS: dict[str, dict[str, type]] = {
    "vault": {"name": str, "exclude": list, "templates": str},
    "graph": {"mentions": bool},
    "project": {"name": str, "client": str, "conventions": list},
    "contract": {
        "namespaces": list,
        "required": list,
        "single": list,
        "first": str,
        "scopes": list,
        "summary_limit": int,
        "exempt": list,
        "body_links": bool,
    },
    "rules": dict.fromkeys(RULEBOOK, str),
    "journal": {"folder": str, "format": str, "exempt": bool},
    "shelf": _SHELF,
    "slm": _SLM,
    "episodes": _EPISODES,
    "embed": _EMBED,
    "hooks": {"rebuild_days": int, **_HOOKS},
    "mem": {"prune_low_after_days": int},
    "recall": {
        **dict.fromkeys(("branch", "memory_dir", "commit_prefix", "method", "formula"), str),
        **dict.fromkeys(("today", "this_week", "this_month", "older", "good_enough", "time_limit"), float),
        "max_results": int,
        "order": list,
    },
}
_USER_KEYS: dict[str, dict[str, type]] = {
    "vault": {"path": str},
    "hooks": _HOOKS,
    "shelf": _SHELF,
    "slm": {**_SLM, "allow_hosts": list},
    "episodes": _EPISODES,
    "embed": _EMBED,
}


class Root(NamedTuple):
    """A folder that has a graph of its own."""

    path: Path
    kind: Literal["vault", "project"]
    name: str
    exclude: tuple[str, ...] = ()
    """Obsidian's excluded files and `[vault] exclude`: a path prefix, or a regular expression between slashes."""
    mentions: bool = True
    docs: bool | None = None
    """Whether the notes of a project are read beside its code; None as its graph was made, at first yes."""
    unasked: tuple[str, ...] = ()
    """Folders about whose notes no model is asked, as they are written in the configuration."""

    @property
    def out(self) -> Path:
        """Where its artifacts go unless `--out` says otherwise."""
        return self.path / OUT_NAME


class Configuration(NamedTuple):
    """A configuration file."""

    file: Path
    folder: Path
    """From which its relative paths are meant."""
    tables: dict[str, dict[str, Any]]


def read_root(path: Path) -> Root:
    """The root at `path` (a vault holds `.obsidian/` or a `[vault]` table). Raises VaultkitError."""
    folder = absolute(path)
    if not folder.is_dir():
        if os.path.lexists(folder):
            raise VaultkitError(f"{path} is a file", "give the folder it lies in")
        raise VaultkitError(f"there is no folder {path}", "give the path of your vault or project")
    settings = read_settings(folder)
    is_vault = "vault" in settings or (folder / ".obsidian").is_dir()
    vault, project = settings.get("vault", {}), settings.get("project", {})
    return Root(
        path=folder,
        kind="vault" if is_vault else "project",
        name=(vault if is_vault else project).get("name") or as_text(folder.name) or "root",
        exclude=(*vault.get("exclude", ()), *_obsidian_excludes(folder)),
        mentions=settings.get("graph", {}).get("mentions", True),
        unasked=tuple(_unasked(settings)),
    )


def _unasked(settings: dict[str, dict[str, Any]]) -> list[str]:
    """`[slm] skip` of a root, else of the user. Raises VaultkitError."""
    own: list[str] | None = settings.get("slm", {}).get("skip")
    return user_settings().get("slm", {}).get("skip", []) if own is None else own


def read_settings(root: Path) -> dict[str, dict[str, Any]]:
    """The tables of the `.vaultkit.toml` at `root`, checked; {} without one. Raises VaultkitError."""
    return read_toml(root / CONFIG_NAME, _KEYS)


def settings_around(folder: Path) -> dict[str, dict[str, Any]]:
    """The tables of the nearest `.vaultkit.toml` at or above a folder; {} without one. Raises VaultkitError."""
    start = absolute(folder)
    holder = next((each for each in (start, *start.parents) if (each / CONFIG_NAME).is_file()), None)
    return read_settings(holder) if holder is not None else {}


def configurations(start: Path) -> list[Configuration]:
    """All that have a say for someone who works in `start`, the last of which that names a key holds.

    The user's, that of the vault, that of the project around. Raises VaultkitError on a faulty file.
    """
    vault, around = vault_place(None, start), root_around(start)
    folders = [*([absolute(vault[0])] if vault is not None else []), *([around.path] if around is not None else [])]
    own = Configuration(user_config(), Path.home(), user_settings())
    return [own, *(Configuration(each / CONFIG_NAME, each, read_settings(each)) for each in dict.fromkeys(folders))]


def find_root(start: Path) -> Root:
    """The root meant when none is named. Raises VaultkitError if there is none.

    The one around it; else `$VAULTKIT_VAULT`; else the `vault.path` of the user's own configuration.
    """
    around = root_around(start)
    if around is not None:
        return around
    named = named_vault()
    if named:
        return read_root(Path(named))
    raise VaultkitError(
        f"no vault or project at or above {start}", "name the folder of your notes or code: graphify PATH"
    )


def find_graph_root(start: Path) -> Root:
    """The root whose graph is meant. Raises VaultkitError if there is none.

    The nearest one around that has a graph or is a vault; else the vault that `find_root` knows; else the project.
    """
    for folder in (start, *start.parents):
        if _has_graph(folder) or is_own_root(folder):
            return read_root(folder)
    named = named_vault()
    return read_root(Path(named)) if named else find_root(start)


def roots_around(start: Path) -> Iterator[Root]:
    """Every root around a folder (see `root_around`), the nearest first. Raises VaultkitError."""
    root = root_around(start)
    while root is not None:
        yield root
        above = root.path.parent
        root = root_around(above) if above != root.path else None


def root_around(start: Path) -> Root | None:
    """The nearest folder upward that has a graph or a configuration, is a vault or a git work tree; None without one.

    Raises VaultkitError.
    """
    for folder in (start, *start.parents):
        if _has_graph(folder) or is_own_root(folder) or (folder / CONFIG_NAME).is_file() or (folder / ".git").exists():
            return read_root(folder)
    return None


def current_folder() -> Path:
    """The folder a command is called in. Raises VaultkitError if it is gone."""
    try:
        return Path.cwd()
    except OSError as fault:
        raise VaultkitError("the current folder is gone", "change to one that is there") from fault


def absolute(path: Path) -> Path:
    """The absolute path, `~` and links followed. Raises VaultkitError when there is no such home."""
    try:
        return Path(os.path.realpath(path.expanduser()))
    except (OSError, RuntimeError) as fault:
        raise VaultkitError(f"{path} leads nowhere ({fault})", "give the whole path") from fault


def as_text(name: str) -> str:
    """A file's name as text that can be written: U+FFFD for bytes that are no UTF-8."""
    return os.fsencode(name).decode("utf-8", "replace")


def find_vault(named: Path | None, start: Path) -> Root:
    """The vault that is meant. Raises VaultkitError if there is none.

    The one `named`; else `$VAULTKIT_VAULT`; else the nearest folder upward that is a vault; else the `vault.path` of
    the user's own configuration.
    """
    place = vault_place(named, start)
    if place is None:
        raise VaultkitError(f"no vault at or above {start}", "name one with --vault, or make one: vaultkit init PATH")
    return read_root(place[0])


def vault_place(named: Path | None, start: Path) -> tuple[Path, str] | None:
    """Where the vault lies and who says so."""
    if named is not None:
        return named, "--vault"
    given = os.environ.get("VAULTKIT_VAULT")
    if given:
        return Path(given), "$VAULTKIT_VAULT"
    for folder in (start, *start.parents):
        if _is_vault(folder):
            return folder, "the current folder"
    own = user_vault()
    return (Path(own), str(user_config())) if own else None


def named_vault() -> str:
    """The vault that the environment or the user's own configuration names, "" without one. Raises VaultkitError."""
    return os.environ.get("VAULTKIT_VAULT") or user_vault()


def user_config() -> Path:
    """The user's own configuration, whether it exists or not."""
    return Path(config_file())


ROOT_MARKS = frozenset({".obsidian", CONFIG_NAME})
"""A folder that is a root of its own has one of these in it."""


def is_own_root(folder: Path) -> bool:
    """Whether a folder inside a project is a vault, and so a root of its own."""
    try:
        return _is_vault(folder)
    except VaultkitError:
        return False


def _has_graph(folder: Path) -> bool:
    return (folder / OUT_NAME / "graph.json").is_file()


def _is_vault(folder: Path) -> bool:
    if (folder / ".obsidian").is_dir():
        return True
    return (folder / CONFIG_NAME).is_file() and "vault" in read_settings(folder)


def user_vault() -> str:
    """The `vault.path` of the user's own configuration, "" without one. Raises VaultkitError."""
    return str(user_settings().get("vault", {}).get("path", ""))


def user_settings() -> dict[str, dict[str, Any]]:
    """The tables of the user's own configuration, checked; {} without one. Raises VaultkitError."""
    return read_toml(user_config(), _USER_KEYS)


def read_toml(file: Path, known: dict[str, dict[str, type]]) -> dict[str, dict[str, Any]]:
    """The tables of a configuration file, checked against the known keys and their types; {} without such a file.

    Raises VaultkitError, with the nearest right name.
    """
    try:
        text = read_text(file)
        import tomllib  # most vaults have no such file, and every hook asks

        settings = tomllib.loads(text)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as fault:
        raise VaultkitError(f"{file} cannot be read ({fault})", "correct or remove it") from fault
    for table, keys in settings.items():
        _check_name(file, table, known, "table")
        if not isinstance(keys, dict):
            raise VaultkitError(f"{file}: {table!r} is a table", f"write [{table}]")
        for key, value in keys.items():
            _check_name(file, key, known[table], f"key of [{table}]")
            _check_type(file, f"{table}.{key}", value, known[table][key])
    return settings


def _check_name(file: Path, name: str, known: dict[str, Any], what: str) -> None:
    if name not in known:
        remedy = did_you_mean(name, known)
        raise VaultkitError(f"{file}: {name!r} is no {what}", remedy)


def _check_type(file: Path, name: str, value: object, wanted: type) -> None:
    fits = all(isinstance(item, str) for item in value) if isinstance(value, list) else True
    if isinstance(value, dict):
        fits = all(isinstance(item, int) and not isinstance(item, bool) and item > 0 for item in value.values())
    kinds = (int, float) if wanted is float else wanted
    if not isinstance(value, kinds) or (wanted in (int, float) and isinstance(value, bool)) or not fits:
        words = {
            float: "a number",
            str: "a text",
            list: "a list of texts",
            bool: "true or false",
            int: "a whole number",
            dict: "a table of whole numbers above 0",
        }[wanted]
        raise VaultkitError(f"{file}: {name} is {value!r}", f"write {words}")


def _obsidian_excludes(folder: Path) -> tuple[str, ...]:
    """`userIgnoreFilters` of `.obsidian/app.json` (help: Settings, Excluded files). A broken file excludes nothing."""
    try:
        settings = json.loads(read_text(folder / ".obsidian" / "app.json"))
    except (OSError, ValueError, RecursionError):
        return ()
    filters = settings.get("userIgnoreFilters") if isinstance(settings, dict) else None
    texts = [item for item in filters if isinstance(item, str)] if isinstance(filters, list) else []
    return tuple(item.encode("utf-8", "replace").decode() for item in texts)  # half a surrogate pair fits no name
