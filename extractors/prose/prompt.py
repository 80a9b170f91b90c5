"""What a model is asked of a section, and the form its answer must have."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from extractors.prose.sections import Passage
from graph.concept_names import concept_slug
from graph.text import count_tokens
from templates import render

RELATIONS: Final = (
    "is_a",
    "part_of",
    "uses",
    "depends_on",
    "causes",
    "prevents",
    "replaces",
    "alternative_to",
    "made_by",
    "owned_by",
    "located_in",
    "related_to",
)
"""All that a model may say two things have to do with each other."""
TYPES: Final = ("person", "organization", "product", "technology", "project", "place", "event", "concept")

NAME: Final = 80
EVIDENCE: Final = 400
_DESCRIPTION: Final = 120
"""Characters, at most."""
_LEAST: Final = 4
_MOST: Final = 20
"""Things, and relations, that an answer may list."""
_TOKENS_FOR_ONE: Final = 20
"""Of a section, for one more of each."""
_ANSWER: Final = 128
_ANSWER_FOR_ONE: Final = 105
"""Tokens that an answer may take, and for each thing with a relation more: lists that are full have room."""

_EXAMPLE: Final = (
    "Quillfern stores its pages in Mossdrawer, a key-value store. "
    "Quillfern was written by Odalys Brandt. It replaces Fernbook."
)
_ANSWERED: Final[dict[str, Any]] = {
    "relations": [
        {
            "evidence": "Quillfern stores its pages in Mossdrawer, a key-value store.",
            "subject": "Quillfern",
            "relation": "uses",
            "object": "Mossdrawer",
        },
        {
            "evidence": "Quillfern stores its pages in Mossdrawer, a key-value store.",
            "subject": "Mossdrawer",
            "relation": "is_a",
            "object": "key-value store",
        },
        {
            "evidence": "Quillfern was written by Odalys Brandt.",
            "subject": "Quillfern",
            "relation": "made_by",
            "object": "Odalys Brandt",
        },
        {
            "evidence": "Quillfern was written by Odalys Brandt. It replaces Fernbook.",
            "subject": "Quillfern",
            "relation": "replaces",
            "object": "Fernbook",
        },
    ],
    "entities": [
        {"name": "Quillfern", "type": "product", "description": "stores its pages in Mossdrawer"},
        {"name": "Mossdrawer", "type": "technology", "description": "a key-value store"},
        {"name": "key-value store", "type": "concept", "description": "what Mossdrawer is"},
        {"name": "Odalys Brandt", "type": "person", "description": "wrote Quillfern"},
        {"name": "Fernbook", "type": "product", "description": "was replaced by Quillfern"},
    ],
}


def prompt(passage: Passage) -> tuple[str, ...]:
    """What a model is asked of a passage: the rules and an example, as if it had answered that, and the passage.

    The example as a turn of its own is copied less by small models than in the midst of the question. The fence around
    the passage carries its hash, which the text cannot know.
    """
    return *_example(), _noted(passage.text, f"note-{passage.section.sha[:12]}")


def schema(passage: Passage) -> dict[str, Any]:
    """JSON schema of an answer about a passage.

    The evidence comes first, so that a model reads before it says who does what. It writes it down by itself: to choose
    among the sentences would be easier for small ones, but who cannot copy a sentence cannot be trusted with its sense.
    Both lists are as long as the passage may need, so that one which repeats itself comes to an end.
    """
    return _schema(min(_LEAST + count_tokens(passage.text) // _TOKENS_FOR_ONE, _MOST))


def answer_tokens(asked: dict[str, Any]) -> int:
    """How long an answer of a schema may become: some models never end."""
    return _ANSWER + _ANSWER_FOR_ONE * int(asked["properties"]["relations"]["maxItems"])


def is_example(subject: str, relation: str, object_: str) -> bool:
    """Whether a triple is one of the prompt's example."""
    return (concept_slug(subject), relation, concept_slug(object_)) in _copied()


@cache
def version() -> str:
    """Of prompt and schema: another text, another version."""
    asked = [*_example(), _noted("", ""), _schema(_LEAST)]
    return hashlib.sha256(json.dumps(asked).encode()).hexdigest()[:8]


@cache
def _copied() -> frozenset[tuple[str, str, str]]:
    return frozenset(
        (concept_slug(each["subject"]), each["relation"], concept_slug(each["object"]))
        for each in _ANSWERED["relations"]
    )


@cache
def _example() -> tuple[str, str]:
    """The first question, and its answer."""
    asked = render("concepts.md.j2", relations=", ".join(RELATIONS), note=_noted(_EXAMPLE, "note-0"))
    return asked, json.dumps(_ANSWERED)


def _noted(text: str, fence: str) -> str:
    return render("concepts_note.md.j2", text=text, fence=fence)


def _schema(most: int) -> dict[str, Any]:
    relation = {
        "evidence": _text(EVIDENCE),
        "subject": _text(NAME),
        "relation": {"type": "string", "enum": list(RELATIONS)},
        "object": _text(NAME),
    }
    entity = {
        "name": _text(NAME),
        "type": {"type": "string", "enum": list(TYPES)},
        "description": _text(_DESCRIPTION),
    }
    return _object({"relations": _listed(relation, most), "entities": _listed(entity, most)})


def _listed(properties: Mapping[str, Any], most: int) -> dict[str, Any]:
    return {"type": "array", "items": _object(properties), "maxItems": most}


def _object(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _text(longest: int) -> dict[str, Any]:
    return {"type": "string", "minLength": 1, "maxLength": longest}
