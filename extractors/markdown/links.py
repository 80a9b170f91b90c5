"""Links, tags and block ids in the content of a note, with their places. Obsidian help: Internal links, Tags."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from extractors.markdown.tags import NOT_IN_TAGS, is_tag
from graph.regex import regex


class Link(NamedTuple):
    """One link as written."""

    start: int
    end: int
    """Offsets of the whole link, brackets included."""
    target: str
    """The path part, trimmed and decoded; "" for the note itself."""
    subpath: str
    """What follows the first `#`, trimmed, without it."""
    embed: bool
    syntax: str
    """wikilink or markdown."""


class Tag(NamedTuple):
    """One `#tag` of the body, without the `#`."""

    start: int
    name: str


WIKILINK = regex(r"(!?)\[\[(?!\[)((?:[^\[\]\r\n]++|\[(?!\[)|\](?!\]))++)\]\]")
_EXTERNAL = regex(r"[A-Za-z][A-Za-z0-9+.-]*://|(?:mailto|tel|file|data|javascript|urn):|//", re.IGNORECASE)
_EXTERNAL_DESTINATION = regex(r"[A-Za-z][A-Za-z0-9+.-]+:|//")
_EMPTY_LINE = regex(r"(?:\r\n?+|\n)[ \t>]*+(?:\r\n?+|\n)")
_BRACKETS = regex(rf"(?=[\[\]!\\\r\n])(?:\\.|{WIKILINK.pattern}|(!?)\[|(\]\()|\]|{_EMPTY_LINE.pattern})", re.DOTALL)
_TITLE = r"""(?:"(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+'|\((?:[^()\\]|\\.)*+\))"""
_DESTINATION = regex(
    r"\(\s*+(?:<((?:[^<>\r\n\\]|\\.)*+)>|(?!<)((?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.)*+\))*+))"
    rf"(?:\s++{_TITLE})?\s*+\)"
)
_DEFINITION = regex(
    r"^ {0,3}\[(?!\^)(?:[^\[\]\\\r\n]|\\.)++\]:[ \t]*+(?:<([^<>\r\n]*+)>|(?!<)(\S++))"
    rf"(?:[ \t]++{_TITLE})?+[ \t]*+(?:\r?\n|\Z)",
    re.MULTILINE,
)
_ESCAPE = regex(r"\\([!-/:-@\[-`{-~])")
_TAG = regex(rf"(?<!\S)#([^{NOT_IN_TAGS}]++)")
_BLOCK_ID = regex(r"(?:^|(?<=[ \t]))\^([A-Za-z0-9-]+)[ \t]*\r?$", re.MULTILINE)


def split_linktext(inner: str) -> tuple[str, str]:
    """(path, subpath) of what stands between `[[` and `]]`.

    The display text begins at the first `|`, in tables written `\\|`; the subpath at the first `#`
    (obsidian.d.ts: parseLinktext). The order is `note#heading|text`.
    """
    linktext = inner.partition("|")[0]
    if len(linktext) < len(inner):
        linktext = linktext.removesuffix("\\")
    path, _, subpath = linktext.partition("#")
    return path.strip(), subpath.strip().lstrip("#")


def find_links(prose: str) -> list[Link]:
    """Every link of the content, in order of place; addresses with a scheme are left out.

    `prose` is content as `read_content` gives it: what is no content is blank there.
    """
    if "[" not in prose:
        return []
    links = list(_wikilinks(prose))
    if "](" in prose:
        links += _markdown_links(prose)
    if "]:" in prose:
        links += _definitions(prose)
    links.sort()
    return links


def property_links(value: str) -> Iterator[tuple[Link, bool]]:
    """The links of one property value, each with whether it is all of it (help: Properties; 1.11 for Markdown)."""
    whole = value.strip()
    for link in find_links(value):
        yield link, value[link.start : link.end] == whole


def path_span(prose: str, link: Link) -> tuple[int, int]:
    """Where in the content the path of a link is written, offsets [start, end): no subpath, no blanks around it.

    Empty where the link has no path. What a path in a Markdown link is written in (`<..>` or percent-encoding) is
    the writer's care: the character before the span is `<` in the first case.
    """
    if link.syntax == "wikilink":
        start = link.start + (3 if link.embed else 2)
        inner = prose[start : link.end - 2]
        written = inner.partition("|")[0]
        if len(written) < len(inner):
            written = written.removesuffix("\\")
    else:
        start, written = _written_destination(prose, link)
    path = written.partition("#")[0]
    start += len(path) - len(path.lstrip())
    return start, start + len(path.strip())


def _written_destination(prose: str, link: Link) -> tuple[int, str]:
    """The offset and the text of a Markdown link's destination: the only one that reaches the link's end."""
    at = prose.find("](", link.start, link.end)
    while at >= 0:
        match = _DESTINATION.match(prose, at + 1)
        if match is not None and match.end() == link.end:
            break
        at = prose.find("](", at + 1, link.end)
    else:
        match = _DEFINITION.match(prose, link.start)
    if match is None:
        return link.start, ""
    group = 1 if match.group(1) is not None else 2
    return match.start(group), match.group(group)


def find_tags(prose: str, text: str) -> list[Tag]:
    """The tags of the body. In `text` a tag follows a line start or white space: blanked code does not count.

    Nor does what stands in a wikilink: `[[Note #heading]]` holds no tag.
    """
    if "#" not in prose:
        return []
    tags = (
        Tag(match.start(), match.group(1).rstrip("/"))
        for match in _TAG.finditer(prose)
        if match.start() == 0 or text[match.start() - 1].isspace() or text[match.start() - 1] == "\ufeff"
    )
    found = [tag for tag in tags if is_tag(tag.name)]
    if found and "[[" in prose:
        inside = [match.span() for match in WIKILINK.finditer(prose)]
        found = [tag for tag in found if not _is_inside(tag.start, inside)]
    return found


def _is_inside(offset: int, spans: list[tuple[int, int]]) -> bool:
    """Whether one of the sorted spans holds the offset."""
    index = bisect_right(spans, (offset, offset)) - 1
    return index >= 0 and offset < spans[index][1]


def find_blocks(prose: str) -> list[str]:
    """The block ids (`^id` at the end of a line), lower-cased: they are looked up so (release notes 0.14.0)."""
    if "^" not in prose:
        return []
    return [match.group(1).lower() for match in _BLOCK_ID.finditer(prose)]


def blank(prose: str, links: list[Link]) -> str:
    """The prose with its links blanked, lines and length kept."""
    parts, at = [], 0
    for link in links:
        if link.start < at:
            continue
        parts += [prose[at : link.start], re.sub(r"[^\r\n]", " ", prose[link.start : link.end])]
        at = link.end
    return "".join([*parts, prose[at:]])


def _wikilinks(prose: str) -> Iterator[Link]:
    for match in WIKILINK.finditer(prose):
        path, subpath = split_linktext(match.group(2))
        if (path or subpath) and not _EXTERNAL.match(path):
            yield Link(match.start(), match.end(), path, subpath, bool(match.group(1)), "wikilink")


def _markdown_links(prose: str) -> Iterator[Link]:
    """Inline links `[text](destination "title")`: a stack pairs the brackets, so that nested images are found too.

    A link holds no other link: the inner one counts (CommonMark 6.3).
    """
    opened: list[int] = []
    inner = -1
    for match in _BRACKETS.finditer(prose):
        token = match.group()
        if token in ("[", "!["):
            opened.append(match.start())
        elif token[0] in "\r\n":
            opened.clear()
        elif token[0] == "]" and opened:
            link = _markdown_link(prose, opened.pop(), match)
            if link is not None and (link.embed or link.start > inner):
                yield link
                inner = inner if link.embed else link.start


def _markdown_link(prose: str, start: int, closing: re.Match[str]) -> Link | None:
    destination = _DESTINATION.match(prose, closing.end() - 1) if closing.group() == "](" else None
    if destination is None or _EMPTY_LINE.search(prose, destination.start(), destination.end()):
        return None
    written = destination.group(1) if destination.group(1) is not None else destination.group(2)
    return _located(start, destination.end(), written, embed=prose[start] == "!")


def _definitions(prose: str) -> Iterator[Link]:
    """Reference definitions `[label]: destination` (CommonMark 4.7; obsidian.d.ts: ReferenceLinkCache)."""
    last_end = 0
    for match in _DEFINITION.finditer(prose):
        if match.start() != last_end and not _is_below_no_paragraph(prose, match.start()):
            continue
        if _EMPTY_LINE.search(match.group()):
            continue
        last_end = match.end()
        written = match.group(1) if match.group(1) is not None else match.group(2)
        link = _located(match.start(), match.start() + len(match.group().rstrip()), written, embed=False)
        if link is not None:
            yield link


def _is_below_no_paragraph(prose: str, start: int) -> bool:
    """Whether the line above is empty, a rule or a heading: a definition cannot interrupt a paragraph."""
    above = prose[prose.rfind("\n", 0, max(start - 1, 0)) + 1 : start].strip(" \t\r\n-*_=")
    return not above or above.startswith("#")


def _located(start: int, end: int, written: str, embed: bool) -> Link | None:
    """A destination is split at its `#` before it is percent-decoded: `%23` belongs to the name."""
    if _EXTERNAL_DESTINATION.match(written):
        return None
    path, _, subpath = _ESCAPE.sub(r"\1", written).partition("#")
    path, subpath = _decoded(path).strip(), _decoded(subpath).strip().lstrip("#")
    return Link(start, end, path, subpath, embed, "markdown") if path or subpath else None


def _decoded(written: str) -> str:
    if "%" not in written:
        return written
    from urllib.parse import unquote  # of addresses it knows far more than the few notes need that have such links

    return unquote(written)
