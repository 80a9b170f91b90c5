"""How pages made of a project's documents call their headings: slugs, as GitHub and generators of sites make them."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator

from graph.regex import regex

_TICKS = regex(r"`+")
_IMAGE = regex(r"!\[[^\]\[]*\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\]\[]*\])")
_LINK = regex(r"\[\[?([^\]\[]*)\](?:\]|\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\]\[]*\])?")
_TAG = regex(r"</?[A-Za-z][^<>]*>")
_EMPHASIS = regex(r"(?<!\w)_+|_+(?!\w)")
_NAMED = regex(r"\{:?[ \t]*#([^\s{}#.]+)[^{}]*\}\s*$")
"""An id that a heading is given by hand (kramdown, Python-Markdown's attr_list, Docusaurus)."""
_HYPHENS = regex(r"-+")


def slugs_of(headings: Iterable[str]) -> frozenset[str]:
    """Every fragment, in small letters, that leads to one of these headings, which are in order and as written.

    GitHub Docs, Section links: small letters, punctuation left out, a hyphen for each blank, `-1` and so on for those
    that would be called alike. Generators of sites make one hyphen of several, and know ids that are given by hand.
    """
    given = list(headings)
    found = {named[1].lower() for each in given if (named := _NAMED.search(each))}
    for make in (_exact, _plain):
        counts: dict[str, int] = {}
        for base in map(make, given):
            number = counts.get(base, 0)
            counts[base] = number + 1
            found.update(_spellings(f"{base}-{number}" if number else base))
    return frozenset(found)


def _exact(heading: str) -> str:
    return _slug(_shown(heading, _unmarked))


def _plain(heading: str) -> str:
    """The same where underscores set a word off, and an id that is given by hand is not shown."""
    return _slug(_shown(_NAMED.sub("", heading).rstrip(), lambda text: _EMPHASIS.sub("", _unmarked(text))))


def _spellings(slug: str) -> Iterator[str]:
    bare = slug if slug.isascii() else "".join(each for each in slug if not _is_mark(each))
    for each in (slug, bare):
        yield each
        yield _HYPHENS.sub("-", each).strip("-")


def _slug(text: str) -> str:
    return "".join(each for each in text.lower() if each.isalnum() or each in " -_" or _is_mark(each)).replace(" ", "-")


def _is_mark(character: str) -> bool:
    """Whether it belongs to the character before, as accents and the selectors of emoji do."""
    return unicodedata.category(character)[0] == "M"


def _shown(text: str, unmark: Callable[[str], str]) -> str:
    """What a reader sees of a heading: code as it is, other text without its marks."""
    parts: list[str] = []
    last = 0
    for start, end, size in _code(text):
        if start >= last:
            parts += (unmark(text[last:start]), text[start + size : end - size])
            last = end
    return "".join([*parts, unmark(text[last:])])


def _code(text: str) -> Iterator[tuple[int, int, int]]:
    """Where each run of backticks begins, the next one of its size ends, and that size (CommonMark 6.1)."""
    runs = [found.span() for found in _TICKS.finditer(text)]
    following: dict[int, int] = {}
    pairs = []
    for start, end in reversed(runs):
        size = end - start
        if size in following:
            pairs.append((start, following[size], size))
        following[size] = end
    return reversed(pairs)


def _unmarked(text: str) -> str:
    """Links by their text, no images, no tags."""
    plain = _TAG.sub("", _LINK.sub(r"\1", _IMAGE.sub("", text)))
    if "&" not in plain:
        return plain
    import html  # a table of 2,231 names that hardly any note needs

    return html.unescape(plain)
