"""Where each value stands in JSON text, so that one can be edited and every other byte stays."""

from __future__ import annotations

import json
import re
from typing import Final, NamedTuple

_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*+"|[{}\[\]:,]|[^\s{}\[\]:,"]+', re.DOTALL)


class Member(NamedTuple):
    """A value of an object or array, or the whole document."""

    step: str | int
    """Its key or its place in the array."""
    start: int
    """Where the member begins: the key, in an object."""
    kind: str
    """`{`, `[`, `"`, or the first character of a number or word."""
    value_start: int
    members: tuple[Member, ...]
    """What is inside, in the order of the text; the same key may come twice, and the last one counts."""
    end: int
    """The offset behind the value."""

    def inside(self, key: str) -> tuple[Member, ...]:
        """The members with this key."""
        return tuple(member for member in self.members if member.step == key)


class _Open(NamedTuple):
    """An object or array whose end has not been read."""

    step: str | int
    start: int
    kind: str
    value_start: int
    members: list[Member]


def read_tree(text: str) -> Member:
    """The document of a text that is valid JSON."""
    around = [_Open("", 0, "[", 0, [])]
    key: tuple[str, int] | None = None
    at_key = False
    for match in _TOKEN.finditer(text):
        token, start = match.group(), match.start()
        if token in ",:":
            at_key = token == "," and around[-1].kind == "{"
        elif token in "}]":
            closed = around.pop()
            around[-1].members.append(Member(*closed[:4], tuple(closed.members), match.end()))
            at_key = False
        elif at_key:
            key, at_key = (json.loads(token, strict=False), start), False
        else:
            step, begin = key or (len(around[-1].members), start)
            key = None
            if token in "{[":
                around.append(_Open(step, begin, token, start, []))
                at_key = token == "{"
            else:
                around[-1].members.append(Member(step, begin, token[0], start, (), match.end()))
    return around[0].members[0]
