"""Sets a vault up: configuration, templates, what is not to be synced. Only adds; overwrites nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from vaultkit.config import CONFIG_NAME, OUT_NAME, Root, read_root
from vaultkit.daily import read_daily
from vaultkit.disk.contents import read_whole
from vaultkit.disk.files import HIDDEN, make_folder
from vaultkit.errors import VaultkitError
from vaultkit.writing.change import Change, create, write_all
from vaultkit.writing.new import template_types, templates_folder

_CONFIG: Final = """\
# What vaultkit knows of this vault. `vaultkit config` shows what is in force; every line here may go.
[vault]
name = {name}
# exclude = ["archive/"]            # folders that say nothing in the graph
# templates = "templates/note"      # where `vaultkit new` looks first

[journal]
folder = {folder}
format = {format}

# [contract]
# exempt = ["templates", "attachments"]
# summary_limit = 200

# [rules]
# facet-near-duplicate = "off"
"""
_NEVER_SYNCED: Final = f"{OUT_NAME}/"


class Step(NamedTuple):
    """One thing that was set up, or could be."""

    file: str
    """Root-relative."""
    state: str
    """made, extended, kept or offered."""
    words: str
    """What for; of an offer, how to accept it."""


class Offers(NamedTuple):
    """What is only done when asked for."""

    obsidian: bool = False
    """Add the graphs to Obsidian's excluded files."""
    union_merge: bool = False
    """Let git unite what two machines wrote into one journal note."""


def init(folder: Path, offers: Offers) -> list[Step]:
    """Set up the vault at `folder`, made if it is missing. Raises VaultkitError; what is there stays as it is."""
    make_folder(folder)
    before = read_root(folder)
    steps = [_configuration(before)]
    root = read_root(folder)
    steps += _templates(root)
    left = f"{HIDDEN}*"
    never = [OUT_NAME, f"{OUT_NAME}.aside-*", left]
    steps.append(_lines(root.path, ".gitignore", [_NEVER_SYNCED, left], "git leaves the graphs alone"))
    steps.append(_lines(root.path, ".stignore", never, "Syncthing leaves the graphs alone"))
    steps.append(_obsidian(root.path, offers.obsidian))
    steps.append(_union_merge(root, offers.union_merge))
    return steps


def _configuration(root: Root) -> Step:
    daily = read_daily(root.path)
    if (root.path / CONFIG_NAME).exists():
        return Step(CONFIG_NAME, "kept", "the configuration")
    text = _CONFIG.format(name=_quoted(root.name), folder=_quoted(daily.folder), format=_quoted(daily.format))
    create(root.path, CONFIG_NAME, text.encode())
    return Step(CONFIG_NAME, "made", "the configuration")


def _quoted(text: str) -> str:
    """A text as a TOML basic string, which JSON strings are too but for U+007F."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _templates(root: Root) -> Iterator[Step]:
    """Our templates as examples in the vault, those that it lacks; it owns them from then on."""
    ours = Path(__file__).parents[2] / "templates" / "notes"
    folder = templates_folder(root)
    place = folder.relative_to(root.path).as_posix()
    if folder.exists():
        yield Step(place, "kept", "the templates of `vaultkit new`")
        return
    for name in template_types(root):
        file = f"{name}.md.j2"
        create(root.path, f"{place}/{file}", (ours / file).read_bytes())
    yield Step(place, "made", "the templates of `vaultkit new`")


def _lines(folder: Path, name: str, wanted: list[str], words: str) -> Step:
    """Add the lines that a file lacks at its end."""
    file = folder / name
    text = _text(file)
    there = {line.strip().strip("/") for line in text.splitlines()}
    missing = [line for line in wanted if line.strip("/") not in there]
    if not missing:
        return Step(name, "kept", words)
    end = "\r\n" if "\r\n" in text else "\n"
    gap = end if text and not text.endswith("\n") else ""
    _replace(folder, name, text + gap + "".join(f"{line}{end}" for line in missing))
    return Step(name, "extended" if text else "made", words)


def _obsidian(folder: Path, accepted: bool) -> Step:
    """`userIgnoreFilters` of Obsidian's settings, written as Obsidian writes them (help: Settings, Excluded files)."""
    name, words = ".obsidian/app.json", "Obsidian leaves the graphs out of its search"
    file = folder / name
    text = _text(file)
    settings = _settings(file, text)
    filters = settings.get("userIgnoreFilters") or []
    if _NEVER_SYNCED in filters or OUT_NAME in filters:
        return Step(name, "kept", words)
    if not accepted:
        return Step(name, "offered", f"{words}: --obsidian")
    settings["userIgnoreFilters"] = [*filters, _NEVER_SYNCED]
    _replace(folder, name, json.dumps(settings, indent=2, ensure_ascii=False))
    return Step(name, "extended" if text else "made", words)


def _settings(file: Path, text: str) -> dict[str, Any]:
    try:
        settings = json.loads(text) if text.strip() else {}
    except ValueError as fault:
        raise VaultkitError(f"{file} is no JSON ({fault})", "let Obsidian write it anew, or correct it") from fault
    if not isinstance(settings, dict) or not isinstance(settings.get("userIgnoreFilters", []), list | None):
        raise VaultkitError(f"{file} holds no settings of Obsidian", "correct it")
    return settings


def _union_merge(root: Root, accepted: bool) -> Step:
    daily = read_daily(root.path)
    pattern = f"/{daily.folder}/**/*.md" if daily.folder else "/*.md"
    line = re.sub(r"\s", "[[:space:]]", pattern) + " merge=union"
    name, words = ".gitattributes", "git unites what two machines add to one journal note"
    if line in _text(root.path / name).splitlines():
        return Step(name, "kept", words)
    if not accepted or not daily.folder:
        how = "--union-merge" if daily.folder else "give the journal a folder of its own first"
        return Step(name, "offered", f"{words}: {how}")
    return _lines(root.path, name, [line], words)


def _text(file: Path) -> str:
    try:
        return read_whole(file).decode("utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, ValueError) as fault:
        raise VaultkitError(f"{file} cannot be read ({fault})", "correct its permissions or its encoding") from fault


def _replace(root: Path, name: str, text: str) -> None:
    file = root / name
    if file.exists():
        write_all(root, [Change(name, read_whole(file), text.encode("utf-8"))], "init")
    else:
        create(root, name, text.encode("utf-8"), "init")
