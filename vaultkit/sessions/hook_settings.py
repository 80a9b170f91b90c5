"""What hooks keep of a conversation and tell in it: `[hooks]` of `.vaultkit.toml`, else of the user's configuration."""

from __future__ import annotations

import os
from typing import Any, Final, NamedTuple

from vaultkit.disk.platform_folders import config_file
from vaultkit.scanning.relevance import CONFIG_NAME

_TABLE: Final = "hooks"


class HookSettings(NamedTuple):
    """What is switched on."""

    log: bool = True
    """Messages go to the log of the shelf, tool calls to the ledger of the session."""
    triggers: bool = True
    """What the log asks of the agent is handed over: `TRIGGER:log` and the others."""
    recall: bool = False
    """What is known of a prompt's subject is told with it."""


def read_hook_settings(folder: str) -> HookSettings:
    """What holds for someone who works in a folder. Raises VaultkitError on a faulty file."""
    said: dict[str, Any] = {}
    for _, table in reversed(hook_tables(folder)):
        said.update(table)
    return HookSettings(**{key: value for key, value in said.items() if key in HookSettings._fields})


def hook_tables(folder: str) -> list[tuple[str, dict[str, Any]]]:
    """The files that speak of hooks with what they say, the one that wins first. Raises VaultkitError.

    A file in whose text the name of the table does not stand is not parsed: that takes longer than all the rest.
    """
    found = []
    for file, read in ((_nearest(folder), _project), (config_file(), _user)):
        if file and mentions(file, _TABLE):
            found.append((file, read(file)))
    return found


def mentions(file: str, table: str) -> bool:
    """Whether a configuration may have a table: whether its name stands in the text."""
    try:
        with open(file, "rb") as opened:
            return table.encode() in opened.read()
    except OSError:
        return False


def _nearest(folder: str) -> str:
    """The `.vaultkit.toml` at or above a folder, "" without one."""
    here = os.path.abspath(folder)
    while not os.path.isfile(os.path.join(here, CONFIG_NAME)):
        above = os.path.dirname(here)
        if above == here:
            return ""
        here = above
    return os.path.join(here, CONFIG_NAME)


def _project(file: str) -> dict[str, Any]:
    from pathlib import Path

    from vaultkit.config import read_settings

    return read_settings(Path(file).parent).get(_TABLE, {})


def _user(_: str) -> dict[str, Any]:
    from vaultkit.config import user_settings

    return user_settings().get(_TABLE, {})
