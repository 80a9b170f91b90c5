"""What each tool takes: typed, told to the client as JSON Schema, checked in words that say how to do it right."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from vaultkit.errors import UsageError
from vaultkit.nearest import did_you_mean

LEAST: Final = 200
"""Tokens below which no answer in JSON makes sense."""
BUDGET: Final = 2000
_MOST: Final = 100_000

_NOT_BLANK: Final = r"\S"
_ARGUMENT: Final = re.compile(r"`\$\.(\w+)")
"""At which argument msgspec found a fault: ``$.budget``, ``$.tags[0]``."""

Words = Annotated[str, Meta(pattern=_NOT_BLANK, max_length=10_000)]
Name = Annotated[
    str,
    Meta(pattern=_NOT_BLANK, max_length=1000, description="a label, alias, path, dotted name or unique part of one"),
]
Tags = Annotated[
    tuple[str, ...], Meta(description="only what carries all of these tags, or tags below them: tool, client/acme")
]
Budget = Annotated[int, Meta(ge=LEAST, le=_MOST, description="tokens that the JSON of the answer may cost")]
Count = Annotated[int, Meta(ge=1, le=1000, description="how many at most")]
Steps = Annotated[int, Meta(ge=1, le=10, description="how many steps away at most")]


class Arguments(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a tool takes: a JSON object, hence no NamedTuple."""


class Question(Arguments, frozen=True, kw_only=True):
    """What everything takes that answers."""

    budget: Budget = BUDGET


class QueryGraph(Question, frozen=True, kw_only=True):
    """Of `query_graph`."""

    question: Annotated[Words, Meta(description="what you want to know, in your own words")]
    tags: Tags = ()
    depth: Annotated[int, Meta(ge=0, le=4, description="how many steps along the edges a match widens")] = 1


class GetNode(Question, frozen=True, kw_only=True):
    """Of `get_node`."""

    node: Name


class Neighbors(Question, frozen=True, kw_only=True):
    """Of `neighbors`."""

    node: Name
    relation: Annotated[str, Meta(description="only this relation, such as links_to or calls; all if it is empty")] = ""
    direction: Annotated[Literal["out", "in", "both"], Meta(description="the edges that leave or reach the node")] = (
        "both"
    )
    tags: Tags = ()


class ShortestPath(Question, frozen=True, kw_only=True):
    """Of `shortest_path`."""

    source: Name
    target: Name
    undirected: Annotated[bool, Meta(description="also go against the direction of the edges")] = False


class GodNodes(Question, frozen=True, kw_only=True):
    """Of `god_nodes`."""

    top: Count = 20
    tags: Tags = ()


class SearchNotes(Question, frozen=True, kw_only=True):
    """Of `search_notes`."""

    text: Annotated[str, Meta(max_length=10_000, description="words to find; empty for all notes with the tags")] = ""
    tags: Tags = ()
    top: Count = 20


class Affected(Question, frozen=True, kw_only=True):
    """Of `affected`."""

    node: Name
    depth: Steps = 2
    tags: Tags = ()


class Recall(Question, frozen=True, kw_only=True):
    """Of `recall`."""

    question: Annotated[Words, Meta(description="what you want to know, in your own words; it may name a time")]
    layers: Annotated[
        tuple[Literal["graph", "episodes", "git", "shelf"], ...], Meta(description="only these memories; all if empty")
    ] = ()
    top: Count = 8


class Remember(Arguments, frozen=True, kw_only=True):
    """Of `remember`."""

    content: Annotated[
        Annotated[str, Meta(pattern=_NOT_BLANK, max_length=200_000)] | dict[str, Any],
        Meta(description="the memory: a text, or an object such as {decision, reason}"),
    ]
    tags: Annotated[tuple[str, ...], Meta(description="tags to find it by")] = ()
    importance: Annotated[
        Literal["critical", "high", "normal", "low"] | None, Meta(description="in git notes: what must not be lost")
    ] = None
    name: Annotated[str, Meta(max_length=200, description="on the shelf: what it is called; else made of the text")] = (
        ""
    )


def schema_of(takes: type[Arguments]) -> dict[str, Any]:
    """The JSON Schema of what a tool takes."""
    _, components = msgspec.json.schema_components((takes,))
    schema: dict[str, Any] = dict(components[takes.__name__])
    properties = {name: schema["properties"][name] for name in _names(takes)}
    return {key: value for key, value in schema.items() if key not in ("title", "description")} | {
        "properties": properties
    }


def read_arguments(tool: str, takes: type[Arguments], given: Mapping[str, Any]) -> Arguments:
    """What a client gave, as the tool takes it. Raises UsageError that says what is wrong and what would be right."""
    known = _names(takes)
    for name in given:
        if name not in known:
            remedy = did_you_mean(name, known, f"it takes {', '.join(known)}")
            raise UsageError(f"{tool} takes no argument {name!r}", remedy)
    try:
        return msgspec.convert(given, takes)
    except msgspec.ValidationError as fault:
        what, _, place = str(fault).replace(f"matching regex {_NOT_BLANK!r}", "that is not blank").partition(" - at ")
        found = _ARGUMENT.match(place)
        if found is None:
            raise UsageError(f"{tool}: {what}", f"it takes {', '.join(known)}") from fault
        raise UsageError(f"{tool}: {found[1]}: {what}", _remedy(schema_of(takes)["properties"][found[1]])) from fault


def _names(takes: type[Arguments]) -> list[str]:
    """The arguments of a tool, its own ones first."""
    return sorted(takes.__struct_fields__, key=lambda name: name == "budget")


def _remedy(schema: Mapping[str, Any]) -> str:
    """What an argument may be."""
    kinds = (schema, schema.get("items", {}), *schema.get("anyOf", ()))
    values = next((kind["enum"] for kind in kinds if "enum" in kind), ())
    return f"give {', '.join(filter(None, values))}" if values else f"it means: {schema['description']}"
