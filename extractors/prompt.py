"""What a model is asked of a section, and the form its answer must have."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from extractors.sections import Passage
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
DESCRIPTION: Final = 200
EVIDENCE: Final = 400
"""Characters, at most."""
_LEAST_ANSWER: Final = 256
_ANSWER_SHARE: Final = 4
_MOST_ANSWER: Final = 1500
"""Tokens."""
_ENTITIES: Final = 20
_RELATIONS: Final = 20

_EXAMPLE: Final = "Quillfern stores its pages in Mossdrawer. It was written by Odalys Brandt."
_ANSWER: Final[dict[str, Any]] = {
    "entities": [
        {"name": "Quillfern", "type": "product", "description": "stores its pages in Mossdrawer"},
        {"name": "Mossdrawer", "type": "technology", "description": "where Quillfern stores its pages"},
    ],
    "relations": [
        {
            "subject": "Quillfern",
            "relation": "uses",
            "object": "Mossdrawer",
            "evidence": "Quillfern stores its pages in Mossdrawer.",
        }
    ],
}


def _text(longest: int) -> dict[str, Any]:
    return {"type": "string", "minLength": 1, "maxLength": longest}


def _listed(properties: Mapping[str, Any], most: int) -> dict[str, Any]:
    item = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    return {"type": "array", "items": item, "maxItems": most}


SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "entities": _listed(
            {
                "name": _text(NAME),
                "type": {"type": "string", "enum": list(TYPES)},
                "description": _text(DESCRIPTION),
            },
            _ENTITIES,
        ),
        "relations": _listed(
            {
                "subject": _text(NAME),
                "relation": {"type": "string", "enum": list(RELATIONS)},
                "object": _text(NAME),
                "evidence": _text(EVIDENCE),
            },
            _RELATIONS,
        ),
    },
    "required": ["entities", "relations"],
    "additionalProperties": False,
}
"""JSON schema of an answer; both lists end, so that a model which repeats itself comes to an end."""


def prompt(passage: Passage) -> str:
    """What a model is asked of a passage; the fence around it carries its hash, which the text cannot know."""
    return _rendered(passage.text, f"note-{passage.section.sha[:12]}")


def answer_tokens(asked: str) -> int:
    """How long the answer to a prompt may become: a short section has not much to say, and some models never end."""
    section = count_tokens(asked) - count_tokens(_rendered("", ""))
    return min(_LEAST_ANSWER + _ANSWER_SHARE * max(section, 0), _MOST_ANSWER)


def is_example(subject: str, relation: str, object_: str) -> bool:
    """Whether a triple is that of the prompt's example."""
    return (concept_slug(subject), relation, concept_slug(object_)) in _copied()


@cache
def version() -> str:
    """Of prompt and schema: another text, another version."""
    asked = _rendered("", "") + json.dumps(SCHEMA)
    return hashlib.sha256(asked.encode()).hexdigest()[:8]


@cache
def _copied() -> frozenset[tuple[str, str, str]]:
    return frozenset(
        (concept_slug(each["subject"]), each["relation"], concept_slug(each["object"])) for each in _ANSWER["relations"]
    )


def _rendered(text: str, fence: str) -> str:
    return render(
        "concepts.md.j2",
        relations=", ".join(RELATIONS),
        example=_EXAMPLE,
        answer=json.dumps(_ANSWER),
        fence=fence,
        text=text,
    )
