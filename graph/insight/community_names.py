"""What communities are called: by the folder that is theirs, else by their hub and where it is at home."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from posixpath import basename, dirname
from typing import Final

from graph.insight.units import is_project_code
from graph.model import Node
from graph.naming import qualified_name
from graph.text import fold
from graph.tokens import words_of

_MAIN: Final = 2 / 3
"""The share of all that a folder holds which says nothing of any community: `src`, or that of the package."""
_MUCH: Final = 1 / 5
"""The share of a community from which a folder is worth naming."""
_FOLDERS: Final = 2
"""How many folders a name tells, and of one folder how many steps."""

Held = Counter[str]
"""How many members lie in a folder or below it; "" is the root."""


def community_names(nodes: Iterable[Node], of: Mapping[str, str]) -> dict[str, str]:
    """The names of communities by the ids of their hubs, no two alike; `of` says to which community a node belongs.

    A folder names a community if most of the community lies in it and most of the folder in the community, so that
    no other one can claim it; what else comes or goes hardly ever changes the name.
    """
    hubs, code, others = _members(nodes, of)
    own = {hub: code[hub] or others[hub] for hub in sorted(hubs)}
    held = {hub: _with_parents(folders) for hub, folders in own.items()}
    whole = sum(held.values(), Held())
    known = _with_parents(sum(code.values(), Held())) or whole
    main = _deepest(known, known[""] * _MAIN)
    names = {hub: _name(hubs[hub], own[hub], held[hub], whole, main) for hub in own}
    return _told_apart(hubs, names)


def _members(nodes: Iterable[Node], of: Mapping[str, str]) -> tuple[dict[str, Node], dict[str, Held], dict[str, Held]]:
    """The hubs, and how many members of each community lie in which folder: of the project's code, and of the rest."""
    hubs: dict[str, Node] = {}
    code: dict[str, Held] = {hub: Held() for hub in of.values()}
    others: dict[str, Held] = {hub: Held() for hub in code}
    files: Counter[tuple[str, bool, str]] = Counter()
    for node in nodes:
        hub = of.get(node.id)
        if hub is None:
            continue
        if hub == node.id:
            hubs[hub] = node
        files[hub, is_project_code(node), node.source_file] += 1
    for (hub, is_code, file), count in files.items():
        if file:
            (code if is_code else others)[hub][dirname(file)] += count
    return hubs, code, others


def _with_parents(folders: Held) -> Held:
    held = Held()
    for folder, count in folders.items():
        held[""] += count
        while folder:
            held[folder] += count
            folder = dirname(folder)
    return held


def _deepest(held: Held, least: float) -> str:
    """The deepest folder that holds more than so many; where it is more than half there is one at each depth."""
    holding = [folder for folder, count in held.items() if count > least]
    return max(holding, key=lambda folder: (len(folder), folder), default="")


def _name(hub: Node, own: Held, held: Held, whole: Held, main: str) -> str:
    home = _deepest(held, held[""] / 2)
    title = hub.label
    if _is_telling(home, main) and not _says(title, home) and held[home] * 2 > whole[home]:
        return f"{_shown(home, main)}/"
    if len(title.split()) > 1:
        return title
    ranked = sorted(own.items(), key=lambda item: (-item[1], item[0]))
    much = [home] if _is_telling(home, main) else [each for each, count in ranked if count >= held[""] * _MUCH]
    telling = [each for each in much if _is_telling(each, main) and not _says(title, each)]
    words = dict.fromkeys(map(basename, telling[:_FOLDERS]))
    return f"{title} ({', '.join(words)})" if words else title


def _told_apart(hubs: Mapping[str, Node], names: dict[str, str]) -> dict[str, str]:
    """The names, where two are alike but for case with what the hub lies in, and its id if that is not enough."""
    placed = {hub: f"{basename(dirname(node.source_file)) or '.'}/{qualified_name(node)}" for hub, node in hubs.items()}
    for longer in (placed, {hub: hub for hub in hubs}):
        shared = Counter(map(fold, names.values()))
        names = {hub: longer[hub] if shared[fold(name)] > 1 else name for hub, name in names.items()}
    return names


def _is_telling(folder: str, main: str) -> bool:
    """Whether a folder says anything: that of the whole project does not, and none around it."""
    return bool(folder) and folder != main and not main.startswith(f"{folder}/")


def _shown(folder: str, main: str) -> str:
    """The last steps of a folder, without those that all share."""
    return "/".join(folder.removeprefix(f"{main}/").split("/")[-_FOLDERS:])


def _says(title: str, folder: str) -> bool:
    """Whether the words of a folder stand in a title already: `🗂️ Themes` is that of `Themes`."""
    words = set(map(fold, words_of(basename(folder))))
    return bool(words) and words <= set(map(fold, words_of(title)))
