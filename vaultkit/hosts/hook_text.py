"""Hooks in the text of JSON settings: put in and taken out by edits that leave every other byte."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from vaultkit.findings import Edit
from vaultkit.writing.json_tree import Member, read_tree

Groups = dict[str, list[Any]]
"""Event to matcher groups, as the settings of Claude Code have them below `hooks`."""

IsOurs = Callable[[Any], bool]
"""Whether a handler, any JSON value in the place of one, is ours."""

_HOOKS: Final = "hooks"
_BLANK: Final = " \t\r\n"
_UNIT: Final = "  "
"""The indentation of a file that has none: what Claude Code writes itself."""
_LINE: Final = re.compile(r"\r?\n([ \t]*)\Z")
_LEVELS: Final = "{[{["
"""hooks is an object, the groups of an event an array, a group an object, its handlers an array."""
_GROUP: Final = 2


class HooksMisplaced(Exception):
    """`hooks`, or what it has for an event, is not of the kind that a host reads; the message is its path."""


def our_groups(settings: dict[str, Any], is_ours: IsOurs) -> Groups:
    """The groups with handlers of ours, others' handlers left out. Settings of any shape are looked through."""
    hooks = settings.get(_HOOKS)
    found: Groups = {}
    for event, groups in hooks.items() if isinstance(hooks, dict) else ():
        for group in groups if isinstance(groups, list) else ():
            if ours := [handler for handler in _handlers(group) if is_ours(handler)]:
                found.setdefault(event, []).append({**group, _HOOKS: ours})
    return found


def without_ours(settings: dict[str, Any], is_ours: IsOurs) -> dict[str, Any]:
    """The settings without handlers of ours, and without the groups, events and hooks that are empty then."""
    hooks = settings.get(_HOOKS)
    if not isinstance(hooks, dict):
        return settings
    left = {event: _others(groups, is_ours) for event, groups in hooks.items()}
    left = {event: groups for event, groups in left.items() if groups != []}
    rest = {key: value for key, value in settings.items() if key != _HOOKS}
    return {**rest, _HOOKS: left} if left else rest


def _others(groups: Any, is_ours: IsOurs) -> Any:
    if not isinstance(groups, list):
        return groups
    left = []
    for group in groups:
        handlers = _handlers(group)
        others = [handler for handler in handlers if not is_ours(handler)]
        if others or not handlers:
            left.append({**group, _HOOKS: others} if handlers else group)
    return left


def _handlers(group: Any) -> list[Any]:
    handlers = group.get(_HOOKS) if isinstance(group, dict) else None
    return handlers if isinstance(handlers, list) else []


def put_in(text: str, wanted: Groups) -> list[Edit]:
    """Insertions that add groups behind those that are there. The text is empty or a JSON object, without a BOM.

    Raises HooksMisplaced.
    """
    if not text.strip(_BLANK):
        return [Edit(0, 0, json.dumps({_HOOKS: wanted}, indent=_UNIT, ensure_ascii=False) + "\n")]
    document = read_tree(text)
    style = _style(text, document)
    hooks = document.inside(_HOOKS)
    if not hooks:
        return [_append(text, style, document, [(_HOOKS, wanted)])]
    return list(_into_hooks(text, style, hooks[-1], wanted))


def _into_hooks(text: str, style: _Style, hooks: Member, wanted: Groups) -> Iterator[Edit]:
    if hooks.kind != "{":
        raise HooksMisplaced(_HOOKS)
    missing: list[tuple[str, Any]] = []
    for event, groups in wanted.items():
        there = hooks.inside(event)
        if not there:
            missing.append((event, groups))
        elif there[-1].kind == "[":
            yield _append(text, style, there[-1], [("", group) for group in groups])
        else:
            raise HooksMisplaced(f"{_HOOKS}.{event}")
    if missing:
        yield _append(text, style, hooks, missing)


class _Style(NamedTuple):
    """How a document is written."""

    newline: str
    unit: str
    """What a level is indented by."""
    lines: bool
    """Whether there is more than one line, or nothing yet that could tell."""


def _style(text: str, document: Member) -> _Style:
    first = document.members[0].start if document.members else document.end - 1
    on_own_line = _LINE.search(text, 0, first)
    unit = on_own_line[1] if on_own_line and document.members else ""
    newline = "\r\n" if "\r\n" in text else "\n"
    return _Style(newline, unit or _UNIT, on_own_line is not None or not document.members)


def _append(text: str, style: _Style, around: Member, children: Sequence[tuple[str, Any]]) -> Edit:
    """Add members behind those of an object or array, written as its last one is: on lines of their own or not."""
    if around.members:
        last = around.members[-1]
        line = _LINE.search(text, 0, last.start)
        lead = f"{style.newline}{line[1]}" if line else " "
        parts = [f",{lead}{_written(style, child, line[1] if line else None)}" for child in children]
        return Edit(last.end, last.end, "".join(parts))
    at = around.value_start + 1
    if not style.lines:
        return Edit(at, at, ", ".join(_written(style, child, None) for child in children))
    outer = re.search(r"[ \t]*", text[text.rfind("\n", 0, at) + 1 :])
    indent = outer[0] if outer else ""
    inner = indent + style.unit
    parts = [f"{style.newline}{inner}{_written(style, child, inner)}" for child in children]
    closing = "" if "\n" in text[at : around.end] else f"{style.newline}{indent}"
    return Edit(at, at, ",".join(parts) + closing)


def _written(style: _Style, child: tuple[str, Any], indent: str | None) -> str:
    """A member as JSON, its further lines indented; on one line if there is no indentation."""
    name, value = child
    key = f"{json.dumps(name, ensure_ascii=False)}: " if name else ""
    if indent is None:
        return key + json.dumps(value, ensure_ascii=False)
    pretty = json.dumps(value, ensure_ascii=False, indent=style.unit)
    return key + pretty.replace("\n", style.newline + indent)


def take_out(text: str, is_ours: IsOurs) -> list[Edit]:
    """Deletions of all handlers of ours, with the groups, events and hooks that would be empty then."""
    if not text.strip(_BLANK):
        return []
    edits: list[Edit] = []
    document = read_tree(text)
    gone = {hooks.start for hooks in document.inside(_HOOKS) if _all_ours(text, hooks, is_ours, edits)}
    return [*edits, *_cuts(document, gone)]


def _all_ours(text: str, member: Member, is_ours: IsOurs, edits: list[Edit], level: int = 0) -> bool:
    """Whether all that is inside is ours; if not, the parts of it that are become edits."""
    if level == len(_LEVELS):
        return is_ours(json.loads(text[member.value_start : member.end]))
    if member.kind != _LEVELS[level]:
        return False
    inner: list[Edit] = []
    parts = member.inside(_HOOKS)[-1:] if level == _GROUP else member.members
    gone = {part.start for part in parts if _all_ours(text, part, is_ours, inner, level + 1)}
    if gone and len(gone) == len(parts):
        return True
    edits += [*inner, *_cuts(member, gone)]
    return False


def _cuts(around: Member, gone: set[int]) -> Iterator[Edit]:
    """Cut out the members that begin at these offsets, with the comma before them or, of the first ones, behind."""
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
