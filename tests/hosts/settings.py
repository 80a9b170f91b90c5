"""Settings of all shapes, written in all ways: what an installation meets."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

SPACE = st.text(" \t\n", max_size=3)
COMMENTS = st.sampled_from(["", "", " ", "/* mine */", "\n  // theirs\n", " // old\n", "\n"])
WORDS = st.one_of(
    st.sampled_from(["a", "model", "env", "hooks", "matcher", "é", "日本", "\U0001f600", '"\\', "vaultkit-hook"]),
    st.text(max_size=4),
)
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), WORDS)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(WORDS, inner, max_size=3)),
    max_leaves=6,
)
HANDLERS = st.fixed_dictionaries(
    {
        "type": st.just("command"),
        "command": st.sampled_from(["lint", "/opt/vaultkit-hook-of-others", "x vaultkit-hook"]),
    },
    optional={"timeout": st.integers(1, 60), "args": st.lists(WORDS, max_size=2)},
)
GROUPS = st.fixed_dictionaries(
    {"hooks": st.lists(HANDLERS, max_size=2)}, optional={"matcher": st.sampled_from(["", "Write|Edit", "Bash"])}
)
EVENTS = st.sampled_from(
    ["SessionStart", "PreToolUse", "PostToolUse", "PreCompact", "SessionEnd", "Stop", "Notification"]
)
HOOKS = st.dictionaries(EVENTS, st.lists(GROUPS, max_size=2), max_size=4)
SETTINGS = st.builds(
    lambda before, hooks, after: {**before, **({} if hooks is None else {"hooks": hooks}), **after},
    st.dictionaries(WORDS.filter(lambda key: key != "hooks"), VALUES, max_size=3),
    st.one_of(st.none(), HOOKS),
    st.dictionaries(WORDS.filter(lambda key: key != "hooks"), VALUES, max_size=2),
)


@st.composite
def texts(draw: st.DrawFn, comments: bool = False) -> str:
    """Settings as a person, a program or a cat on the keyboard wrote them; with comments and commas too many or not."""
    value = draw(SETTINGS)
    way = draw(st.sampled_from(["indented", "one line", "minified", "wild"]))
    ascii_only = draw(st.booleans())
    if way == "wild":
        text = draw(SPACE) + _wild(draw, value, ascii_only, comments) + draw(SPACE)
    else:
        indent = draw(st.sampled_from(["\t", 1, 2, 4, 0])) if way == "indented" else None
        separators = (",", ":") if way == "minified" else None
        text = json.dumps(value, indent=indent, separators=separators, ensure_ascii=ascii_only)
        text += draw(st.sampled_from(["", "\n"]))
    return draw(st.sampled_from(["", "", "\ufeff"])) + text.replace("\n", draw(st.sampled_from(["\n", "\n", "\r\n"])))


def _wild(draw: st.DrawFn, value: Any, ascii_only: bool, comments: bool) -> str:
    """JSON with blanks, or comments, wherever they may be."""

    def gap() -> str:
        return draw(COMMENTS if comments else SPACE)

    last = draw(st.sampled_from(["", ","])) + gap() if comments and value else ""

    if isinstance(value, dict):
        inner = ",".join(
            f"{gap()}{json.dumps(key, ensure_ascii=ascii_only)}{gap()}:{gap()}"
            f"{_wild(draw, each, ascii_only, comments)}{gap()}"
            for key, each in value.items()
        )
        return "{" + (inner + last or gap()) + "}"
    if isinstance(value, list):
        inner = ",".join(f"{gap()}{_wild(draw, each, ascii_only, comments)}{gap()}" for each in value)
        return "[" + (inner + last or gap()) + "]"
    return json.dumps(value, ensure_ascii=ascii_only)
