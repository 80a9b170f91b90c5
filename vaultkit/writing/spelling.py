"""How a link to a file is written: shortest, relative or absolute, and proved to mean that file."""

from __future__ import annotations

from collections.abc import Iterator
from posixpath import basename, join, normpath, relpath
from typing import Final, Literal

from graph.notes.names import Answer, Names
from graph.text import fold

Style = Literal["shortest", "relative", "absolute"]
STYLES: Final[tuple[Style, ...]] = ("shortest", "relative", "absolute")


def written_style(target: str, folder: str, meant: str) -> Style:
    """The style in which a link of a file in `folder` names the path `meant` (help: Settings, New link format)."""
    if target.startswith("/"):
        return "absolute"
    if {".", ".."} & set(target.split("/")):
        return "relative"
    if "/" not in target:
        return "shortest"
    forms = {fold(target), fold(target) + ".md"}
    if fold(meant) in forms:
        return "absolute"
    return "relative" if fold(meant) in {fold(normpath(join(folder, form))) for form in forms} else "shortest"


def spell(names: Names, meant: str, folder: str, style: Style, like: str = "") -> str:
    """The path to write in a file of `folder` so that it means the file `meant` and no other.

    `like` is how the link was written: its `.md`, its leading `/` or `./` are kept.
    """
    candidates = list(dict.fromkeys(_candidates(meant, folder, style, like)))
    return next((each for each in candidates if names_only(names.find(each, folder), meant)), candidates[-1])


def names_only(answer: Answer, meant: str) -> bool:
    """Whether a name means this file, clearly: not by an alias or the end of a path, and no other has that name."""
    return answer.fits == (meant,) and not answer.also and answer.how in ("path", "name")


def _candidates(meant: str, folder: str, style: Style, like: str) -> Iterator[str]:
    """In the order of choice; the last one is sure."""
    extension = ".md" if like.lower().endswith(".md") else ""
    stem = meant[:-3] if meant.lower().endswith(".md") and len(basename(meant)) > 3 else meant
    if stem != meant:
        for form in (stem + extension, meant):
            yield from _forms(form, folder, style, like)
    else:
        yield from _forms(meant, folder, style, like)
    yield meant
    yield f"/{meant}"


def _forms(path: str, folder: str, style: Style, like: str) -> Iterator[str]:
    if style == "relative":
        relative = relpath(path, folder or ".")
        if like.startswith("./") and not relative.startswith("."):
            yield f"./{relative}"
        yield relative
        yield relative if relative.startswith(".") else f"./{relative}"
    if style == "absolute" and like.startswith("/"):
        yield f"/{path}"
    if style == "shortest":
        yield basename(path)
    yield path
    yield f"/{path}"
