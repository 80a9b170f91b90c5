"""What is ours in JSON settings, found by its shape: put in and taken out by edits that leave every other byte."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from vaultkit.contract.findings import Edit
from vaultkit.hosts.settings_text import strict
from vaultkit.writing.json_tree import Member, read_tree

Groups = dict[str, list[Any]]
"""Event to matcher groups, as the settings of Claude Code have them below `hooks`."""

_BLANK: Final = " \t\r\n"
_UNIT: Final = "  "
"""The indentation of a file that has none: what Claude Code writes itself."""
_LINE: Final = re.compile(r"\r?\n([ \t]*)\Z")
_GROUP: Final = 2
"""The level at which a group of hooks stands, if there is a level below it."""
_HANDLERS: Final = "hooks"
"""Under which name a group has its hooks."""
_NOTHING: Final = object()


class Claim(NamedTuple):
    """Where in settings something of ours may stand."""

    key: str
    """At the top: `hooks`, `mcpServers`."""
    levels: str
    """The kinds of value from there to what may be ours: `{` object, `[` array. Other kinds are somebody else's."""
    is_ours: Callable[[Any], bool]
    """Whether a value below the last level is ours."""


CLAUDE_LEVELS: Final = "{[{["
"""hooks is an object, the groups of an event an array, a group an object, its handlers an array."""


class Misplaced(Exception):
    """Something is not of the kind that a host reads, or somebody else's has our name; the message is its path."""


def ours(settings: dict[str, Any], claims: Sequence[Claim]) -> dict[str, Any]:
    """The settings without all that is not ours. Settings of any shape are looked through."""
    parts = {claim.key: _sift(settings.get(claim.key), claim, claim.levels, mine=True) for claim in claims}
    return {key: part for key, part in parts.items() if part is not _NOTHING}


def others(settings: dict[str, Any], claims: Sequence[Claim]) -> dict[str, Any]:
    """The settings without all that is ours, and without the places that are empty then."""
    left = dict(settings)
    for claim in claims:
        part = _sift(settings.get(claim.key), claim, claim.levels, mine=False)
        if part is _NOTHING or (part in ({}, []) and claim.key in left):
            left.pop(claim.key, None)
        elif claim.key in left:
            left[claim.key] = part
    return left


def _sift(value: Any, claim: Claim, levels: str, *, mine: bool) -> Any:
    """What is ours of a value, or what is not; _NOTHING if nothing is left of it."""
    if not levels:
        return value if claim.is_ours(value) == mine else _NOTHING
    if not isinstance(value, dict if levels[0] == "{" else list):
        return _NOTHING if mine else value
    if isinstance(value, dict) and len(claim.levels) - len(levels) == _GROUP:
        return _sift_group(value, claim, levels, mine=mine)
    items = value.items() if isinstance(value, dict) else enumerate(value)
    sifted = [(key, _sift(item, claim, levels[1:], mine=mine)) for key, item in items]
    left = [(key, item) for key, item in sifted if item is not _NOTHING]
    if not left:
        return _NOTHING
    return dict(left) if isinstance(value, dict) else [item for _, item in left]


def _sift_group(group: dict[str, Any], claim: Claim, levels: str, *, mine: bool) -> Any:
    handlers = group.get(_HANDLERS)
    if not isinstance(handlers, list) or not handlers:
        return _NOTHING if mine else group
    left = _sift(handlers, claim, levels[1:], mine=mine)
    return _NOTHING if left is _NOTHING else {**group, _HANDLERS: left}


def put_in(text: str, bare: str, wanted: dict[str, Any]) -> list[Edit]:
    """Insertions that add what is wanted behind what is there: members to objects, items to arrays.

    `text` is empty or a JSON object, without a BOM; `bare` is the same with blanks for its comments. A text or number
    is added where there is none, and left where there is one. Raises Misplaced.
    """
    if not bare.strip(_BLANK):
        lead = "" if not text.strip() or text.endswith("\n") else "\n"  # comments alone
        return [Edit(len(text), len(text), lead + json.dumps(wanted, indent=_UNIT, ensure_ascii=False) + "\n")]
    page = _Page(text, bare, read_tree(bare))
    return list(_merge(page, page.document, wanted, ""))


def _merge(page: _Page, place: Member, wanted: dict[str, Any], path: str) -> Iterator[Edit]:
    missing: list[tuple[str, Any]] = []
    for key, value in wanted.items():
        there = place.inside(key)
        inside = f"{path}.{key}" if path else key
        if not there:
            missing.append((key, value))
        elif isinstance(value, dict) and there[-1].kind == "{" and _is_place(value):
            yield from _merge(page, there[-1], value, inside)
        elif isinstance(value, list) and there[-1].kind == "[":
            yield from _append(page, there[-1], [("", item) for item in value])
        elif isinstance(value, (dict, list)):
            raise Misplaced(inside)
    if missing:
        yield from _append(page, place, missing)


def _is_place(value: dict[str, Any]) -> bool:
    """Whether an object only holds others: those of somebody else may stand beside ours."""
    return all(isinstance(inner, (dict, list)) for inner in value.values())


class _Page(NamedTuple):
    """A document, and how it is written."""

    text: str
    bare: str
    """With blanks for comments."""
    document: Member

    @property
    def first(self) -> re.Match[str] | None:
        """The line of the first member, if it begins one."""
        members = self.document.members
        return _LINE.search(self.bare, 0, members[0].start if members else self.document.end - 1)

    @property
    def newline(self) -> str:
        return "\r\n" if "\r\n" in self.text else "\n"

    @property
    def unit(self) -> str:
        """What a level is indented by."""
        return (self.first[1] if self.first and self.document.members else "") or _UNIT

    @property
    def lines(self) -> bool:
        """Whether there is more than one line, or nothing yet that could tell."""
        return self.first is not None or not self.document.members

    def comma(self, around: Member, number: int) -> int:
        """Where the comma behind a member stands, -1 if there is none."""
        end = around.end - 1 if number + 1 == len(around.members) else around.members[number + 1].start
        return self.bare.find(",", around.members[number].end, end)


def _append(page: _Page, around: Member, children: Sequence[tuple[str, Any]]) -> Iterator[Edit]:
    """Add members behind those of an object or array, written as its last one is: on lines of their own or not."""
    if around.members:
        yield from _behind(page, around, children)
        return
    at = around.value_start + 1
    if not page.lines:
        yield Edit(at, at, ", ".join(_written(page, child, None) for child in children))
        return
    outer = re.search(r"[ \t]*", page.text[page.text.rfind("\n", 0, at) + 1 :])
    indent = outer[0] if outer else ""
    inner = indent + page.unit
    parts = [f"{page.newline}{inner}{_written(page, child, inner)}" for child in children]
    closing = "" if "\n" in page.text[at : around.end] else f"{page.newline}{indent}"
    yield Edit(at, at, ",".join(parts) + closing)


def _behind(page: _Page, around: Member, children: Sequence[tuple[str, Any]]) -> Iterator[Edit]:
    last = around.members[-1]
    line = _LINE.search(page.bare, 0, last.start)
    lead = f"{page.newline}{line[1]}" if line else " "
    parts = ",".join(f"{lead}{_written(page, child, line[1] if line else None)}" for child in children)
    comma = page.comma(around, len(around.members) - 1)  # JSONC allows one behind the last member
    told = re.match(r"[^\r\n]*", page.text[last.end : around.end - 1])
    behind = last.end + (len(told[0].rstrip()) if told and line else 0)  # a comment belongs to what it follows
    if comma >= 0:
        at = max(comma + 1, behind)
        yield Edit(at, at, parts + ",")
    elif behind > last.end:
        yield Edit(behind, behind, f"{lead}, {parts.removeprefix(lead)}")  # one stretch, which can be found again
    else:
        yield Edit(last.end, last.end, "," + parts)


def _written(page: _Page, child: tuple[str, Any], indent: str | None) -> str:
    """A member as JSON, its further lines indented; on one line if there is no indentation."""
    name, value = child
    key = f"{json.dumps(name, ensure_ascii=False)}: " if name else ""
    if indent is None:
        return key + json.dumps(value, ensure_ascii=False)
    pretty = json.dumps(value, ensure_ascii=False, indent=page.unit)
    return key + pretty.replace("\n", page.newline + indent)


def take_out(text: str, bare: str, claims: Sequence[Claim]) -> list[Edit]:
    """Deletions of all that is ours, with the places that would be empty then; comments stay."""
    if not bare.strip(_BLANK):
        return []
    page = _Page(text, bare, read_tree(bare))
    edits: list[Edit] = []
    parts = [(member, claim) for claim in claims for member in page.document.inside(claim.key)]
    gone = {member.start for member, claim in parts if _all_ours(page, member, claim, edits)}
    return [*edits, *_cuts(page, page.document, gone)]


def _all_ours(page: _Page, member: Member, claim: Claim, edits: list[Edit], level: int = 0) -> bool:
    """Whether all that is inside is ours; if not, the parts of it that are become edits."""
    if level == len(claim.levels):
        return claim.is_ours(json.loads(strict(page.bare[member.value_start : member.end])))
    if member.kind != claim.levels[level]:
        return False
    inner: list[Edit] = []
    parts = member.inside(_HANDLERS)[-1:] if level == _GROUP else member.members
    gone = {part.start for part in parts if _all_ours(page, part, claim, inner, level + 1)}
    if gone and len(gone) == len(parts):
        return True
    edits += [*inner, *_cuts(page, member, gone)]
    return False


def _cuts(page: _Page, around: Member, gone: set[int]) -> Iterator[Edit]:
    """Cut out the members that begin at these offsets, with the comma before them or, of the first ones, behind."""
    if not gone:
        return
    if page.text[around.value_start : around.end] != strict(page.bare[around.value_start : around.end]):
        yield from _commented_cuts(page, around, gone)
        return
    kept = [member for member in around.members if member.start not in gone]
    if not kept:
        yield Edit(around.value_start + 1, around.end - 1, "")
        return
    first = kept[0].start
    if around.members[0].start < first:
        yield Edit(around.members[0].start, first, "")
    for before, member in pairwise(around.members):
        if member.start in gone and member.start > first:
            yield Edit(before.end, member.end, "")


def _lead(page: _Page, around: Member, member: Member) -> int:
    """How many blanks before a member go with it; the end of a comment's line stays, or it would go on."""
    before = slice(page.text.rfind("\n", 0, page.text.rfind("\n", 0, member.start)) + 1, member.start)
    is_told = page.text[before] != page.bare[before]
    lead = re.search(
        r"[ \t]*\Z" if is_told else r"(?:\r?\n)?[ \t]*\Z", page.text[around.value_start + 1 : member.start]
    )
    return len(lead[0]) if lead else 0


def _commented_cuts(page: _Page, around: Member, gone: set[int]) -> Iterator[Edit]:
    """The same beside comments and a comma behind the last member: each comma and member by itself."""
    commas = {number: at for number in range(len(around.members)) if (at := page.comma(around, number)) >= 0}
    last_kept = max((n for n, member in enumerate(around.members) if member.start not in gone), default=-1)
    for number, member in enumerate(around.members):
        if member.start not in gone:
            if number == last_kept and len(around.members) - 1 not in commas and number in commas:
                yield Edit(commas[number], commas[number] + 1, "")
            continue
        yield Edit(member.start - _lead(page, around, member), member.end, "")
        if number in commas:
            yield Edit(commas[number], commas[number] + 1, "")
