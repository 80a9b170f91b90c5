"""The frontmatter contract of a vault: what its notes must say, as its `.vaultkit.toml` has it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

from graph.model import Severity
from vaultkit.config import CONFIG_NAME, read_settings
from vaultkit.contract.exempt import obsidian_templates
from vaultkit.daily import journal_place
from vaultkit.errors import VaultkitError

Level = Literal[Severity, "off"]


class Contract(NamedTuple):
    """What the frontmatter of a note must say (the defaults are the seed's six facets and the scope)."""

    namespaces: tuple[str, ...] = ("type", "client", "project", "domain", "tool", "convention", "scope")
    """`[contract] namespaces`: the tag namespaces, flat."""
    required: tuple[str, ...] = ("type", "scope")
    """`[contract] required`: every note has at least one tag of each."""
    single: tuple[str, ...] = ("type", "scope")
    """`[contract] single`: no note has two tags of one."""
    first: str = "type"
    """`[contract] first`: the namespace that tags begin with, "" for any."""
    scopes: tuple[str, ...] = ("global", "project")
    """`[contract] scopes`: the values of `scope/`."""
    summary_limit: int = 200
    """`[contract] summary_limit`: characters of a summary."""
    exempt: tuple[str, ...] = ("templates", "attachments")
    """Folders and globs that nobody checks: `[contract] exempt`, the template folder that Obsidian is set to, and the
    journal unless `[journal] exempt` is false."""
    journal: str = "journal"
    """`[journal] folder`, else Obsidian's own setting: where daily notes are."""
    body_links: bool = True
    """`[contract] body_links`: whether links in the body are checked."""
    levels: Mapping[str, Level] = MappingProxyType({})
    """`[rules]`: severities that differ from the rulebook; `off` silences a rule."""

    @property
    def subjects(self) -> tuple[str, ...]:
        """The namespaces of which a note has one or more: all that are not required."""
        return tuple(name for name in self.namespaces if name not in self.required)


_LEVELS: Final = ("error", "warning", "info", "off")


def read_contract(root: Path) -> Contract:
    """The contract of the vault at `root`; the defaults where its `.vaultkit.toml` says nothing.

    Raises VaultkitError on unknown keys, rules and severities, with the nearest right name.
    """
    settings = read_settings(root)
    given = settings.get("contract", {})
    levels = settings.get("rules", {})
    for rule, level in levels.items():
        if level not in _LEVELS:
            what = f"{root / CONFIG_NAME}: rules.{rule} is {level!r}"
            raise VaultkitError(what, f"write one of {', '.join(_LEVELS)}")
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in given.items()}
    contract = Contract(**values)._replace(levels=MappingProxyType(dict(levels)))
    folder, place = journal_place(root)
    daily = (place,) if settings.get("journal", {}).get("exempt", True) else ()
    return contract._replace(journal=folder, exempt=(*contract.exempt, *obsidian_templates(root), *daily))
