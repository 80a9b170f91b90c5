"""Draws links from the raw text of a vault, by a fixed seed, for a person to judge. Shares no code with the product."""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

LINK = re.compile(r"!?\[\[[^\[\]\n]+\]\]|!?\[[^\[\]\n]*\]\((?:[^()\n]|\([^()\n]*\))+\)")
"""Whatever looks like a link, in code, comments and properties too: whether it is one is for the judge to say."""

HARD = ("markdown", "embed", "path", "subpath", "twice")
"""Kinds of links with something to decide."""


class Drawn(NamedTuple):
    """One link as it stands in a note."""

    vault: str
    note: str
    """Path from the root of the vault."""
    line: int
    column: int
    """Both 1-based, in characters."""
    link: str


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=Path, required=True, help="the vault")
    parser.add_argument("--name", required=True, help="what to call it in the judgements")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--n", type=int, required=True, help="how many links to draw")
    parser.add_argument("--kind", choices=("any", "hard", *HARD), default="any", help="hard: with something to decide")
    arguments = parser.parse_args()
    paths = list(walk(arguments.root))
    links = [drawn for path in paths for drawn in read(arguments.root, path, arguments.name)]
    wanted = {"any": (*HARD, "external", "plain"), "hard": HARD}.get(arguments.kind, (arguments.kind,))
    twice = names_held_twice(paths)
    links = [drawn for drawn in links if kind(drawn.link, twice) in wanted]
    for drawn in random.Random(arguments.seed).sample(links, min(arguments.n, len(links))):
        print(json.dumps(drawn._asdict(), ensure_ascii=False))


def walk(root: Path) -> Iterator[str]:
    """The root-relative paths of all visible files, sorted by folder."""
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name != "graphify-out")
        for name in sorted(files):
            if not name.startswith("."):
                yield (Path(folder) / name).relative_to(root).as_posix()


def read(root: Path, path: str, vault: str) -> Iterator[Drawn]:
    """Everything in a note that looks like a link."""
    if path.lower().endswith(".md"):
        text = (root / path).read_bytes().decode("utf-8", errors="replace")
        for number, line in enumerate(text.split("\n"), start=1):
            for found in LINK.finditer(line):
                yield Drawn(vault, path, number, found.start() + 1, found.group())


def names_held_twice(paths: list[str]) -> frozenset[str]:
    """The names that several files bear, folded."""
    counted = Counter(fold(path) for path in paths)
    return frozenset(name for name, count in counted.items() if count > 1)


def kind(link: str, twice: frozenset[str]) -> str:
    """What there is to decide about a link: one of `HARD`, or external, or plain for nothing but a name."""
    if "://" in link or "mailto:" in link:
        return "external"
    name = link.strip("![]").partition("|")[0]
    if "](" in link:
        return "markdown"
    if link[0] == "!":
        return "embed"
    if "/" in name:
        return "path"
    if "#" in name:
        return "subpath"
    return "twice" if fold(name) in twice else "plain"


def fold(path: str) -> str:
    """The last segment of a path without `.md`, as names are compared."""
    return unicodedata.normalize("NFC", path.rpartition("/")[2].strip().casefold()).removesuffix(".md")


if __name__ == "__main__":
    main()
