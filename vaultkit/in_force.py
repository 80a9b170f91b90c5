"""Every setting, its value and who says so."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from vaultkit.building.build_record import REBUILD_DAYS
from vaultkit.config import (
    CONFIG_NAME,
    Root,
    configurations,
    read_root,
    read_settings,
    user_config,
    user_settings,
    vault_place,
)
from vaultkit.contract.contract import Contract, read_contract
from vaultkit.contract.exempt import obsidian_templates
from vaultkit.daily import read_daily
from vaultkit.disk.state import state_place
from vaultkit.memory.episodes.meaning import Embedding, read_embedding
from vaultkit.memory.episodes.places import Settings as Episodes
from vaultkit.memory.episodes.places import read_episodes
from vaultkit.memory.shelf.places import DEFAULT as DEFAULT_SHELF
from vaultkit.memory.shelf.project import project_root
from vaultkit.memory.shelf.settings import read_shelving
from vaultkit.models.model_choice import read_slm_settings
from vaultkit.sessions.conventions import find_project
from vaultkit.sessions.hook_settings import hook_tables, read_hook_settings
from vaultkit.writing.new import TEMPLATES

_ENVIRONMENT = ("VAULTKIT_VAULT", "VAULTKIT_HOME", "VAULTKIT_NOW", "OLLAMA_HOST")
_DEFAULT = "default"


class Setting(NamedTuple):
    """One setting."""

    key: str
    """As it is written in a file, `table.key`, or the name of an environment variable."""
    value: Any
    source: str


def settings_in_force(named: Path | None, start: Path) -> list[Setting]:
    """All settings for someone who works in the folder `start`. Raises VaultkitError on a faulty file."""
    found = [Setting(f"${name}", os.environ[name], "environment") for name in _ENVIRONMENT if name in os.environ]
    home, whence = state_place()
    found += [
        Setting("state", str(home), whence),
        Setting("user configuration", str(user_config()), _there(user_config())),
    ]
    found += [*_shelf_settings(start), *_hook_settings(start)]
    found += _everywhere("episodes", read_episodes(start), start)
    found += _everywhere("embed", read_embedding(start), start)
    place = vault_place(named, start)
    if place is None:
        found.append(Setting("vault", None, "none found"))
    else:
        root = read_root(place[0])
        found += [Setting("vault", str(root.path), place[1]), *_vault_settings(root)]
    return [*found, *_project_settings(start)]


def _there(file: Path) -> str:
    return "there" if file.is_file() else "missing"


def _vault_settings(root: Root) -> Iterator[Setting]:
    given = read_settings(root.path)

    def source(table: str, key: str, otherwise: str = _DEFAULT) -> str:
        return CONFIG_NAME if key in given.get(table, {}) else otherwise

    vault = given.get("vault", {})
    yield Setting("vault.name", root.name, source("vault", "name", "the folder's name"))
    yield Setting("vault.exclude", list(vault.get("exclude", ())), source("vault", "exclude"))
    ours = set(vault.get("exclude", ()))
    yield Setting("excluded files", [each for each in root.exclude if each not in ours], ".obsidian/app.json")
    yield Setting("vault.templates", vault.get("templates", TEMPLATES), source("vault", "templates"))
    yield Setting("graph.mentions", root.mentions, source("graph", "mentions"))
    daily = read_daily(root.path)
    yield Setting("journal.folder", daily.folder, daily.source)
    yield Setting("journal.format", daily.format, daily.source)
    contract = read_contract(root.path)
    for key in Contract._fields:
        if key not in ("journal", "levels", "exempt"):
            yield Setting(f"contract.{key}", getattr(contract, key), source("contract", key))
    yield Setting("contract.exempt", contract.exempt, source("contract", "exempt"))
    if obsidian_templates(root.path):
        yield Setting("template folder", list(obsidian_templates(root.path)), ".obsidian/templates.json")
    yield Setting(
        "hooks.rebuild_days",
        given.get("hooks", {}).get("rebuild_days", REBUILD_DAYS),
        source("hooks", "rebuild_days"),
    )
    own = user_settings().get("slm", {})
    for key, value in {**read_slm_settings(root.path)._asdict(), "allow_hosts": own.get("allow_hosts", [])}.items():
        whence = source("slm", key, str(user_config()) if key in own else _DEFAULT)
        yield Setting(f"slm.{key}", list(value) if isinstance(value, tuple) else value, whence)
    for rule, level in contract.levels.items():
        yield Setting(f"rules.{rule}", level, CONFIG_NAME)


def _project_settings(start: Path) -> Iterator[Setting]:
    project = find_project(start)
    for key, value in read_settings(project).get("project", {}).items():
        yield Setting(f"project.{key}", value, str(project / CONFIG_NAME))


def _everywhere(table: str, settings: Embedding | Episodes, start: Path) -> Iterator[Setting]:
    """A table of which the project has its say above the vault, and that above the user, each for each key."""
    said = [(each.file, each.tables.get(table, {})) for each in reversed(configurations(start))]
    for key, value in settings._asdict().items():
        files = (str(file) for file, keys in said if key in keys)
        yield Setting(f"{table}.{key}", list(value) if isinstance(value, tuple) else value, next(files, _DEFAULT))


def _shelf_settings(start: Path) -> Iterator[Setting]:
    """What `[shelf]` says of the project, else of the user: the same that the commands of the shelf read."""
    shelving = read_shelving(start)
    files = {CONFIG_NAME: read_settings(project_root(start)), str(user_config()): user_settings()}
    for key, value in {**shelving._asdict(), "name": shelving.name or DEFAULT_SHELF}.items():
        named = (file for file, settings in files.items() if key in settings.get("shelf", {}))
        yield Setting(f"shelf.{key}", value, next(named, _DEFAULT))


def _hook_settings(start: Path) -> Iterator[Setting]:
    """What hooks keep of a conversation and tell in it: the same that they read."""
    tables = hook_tables(str(start))
    for key, value in read_hook_settings(str(start))._asdict().items():
        yield Setting(f"hooks.{key}", value, next((file for file, table in tables if key in table), _DEFAULT))
