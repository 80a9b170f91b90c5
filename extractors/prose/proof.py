"""What of a model's answer stands in the text it was asked about; the rest is dropped, and counted by its fault."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from extractors.prose.entity_names import is_acronym_of, is_name
from extractors.prose.grounding import Haystack
from extractors.prose.prompt import EVIDENCE, RELATIONS, TYPES, is_example
from extractors.prose.sections import Passage
from graph.concept_names import SAME_AS, concept_slug
from graph.model import EXTRACTED, INFERRED, Confidence
from graph.regex import regex

QUOTED_SCORE: Final = 0.6
"""Both names and the quote stand in the text, but the quote does not hold both names."""
NAMED_SCORE: Final = 0.4
"""Both names stand in the text, the quote does not."""
INITIALS_SCORE: Final = 0.7
"""An acronym and a name with its initials in one text, not side by side."""

_SENTENCE_END: Final = regex(
    r"[.!?][)\"'*_`~=]*(?=\s)|[。！？]|\n[ \t]*\n|(?:\A|(?<=\n))#{1,6}\s[^\n]*\n|\n(?=[ \t]*(?:[-*+>#|]|\d+[.)]))"
)
_BRACKET: Final = regex(r"[*_`]*\s*\([*_`]*")
_SUMMARY: Final = 200
_TELLING: Final = 8
"""Places of a name that are looked at for a sentence about it."""
_REPEATING: Final = 6
"""Entries of which fewer than half differ: the model went round in circles."""


class Unusable(Exception):
    """An answer that says nothing that could be kept, and why."""

    def __init__(self, why: str, answer: object) -> None:
        """Keep the answer too, to tell whether the next one is the same."""
        super().__init__(why)
        self.answer = answer


class Entity(NamedTuple):
    """A thing that the text names."""

    name: str
    """As the text writes it where it comes first."""
    type: str
    """One of `TYPES`, "" if the model did not say."""
    summary: str
    """Words of the text."""
    lines: tuple[int, ...]
    """Of the note, each place one."""


class Relation(NamedTuple):
    """A relation of two things that the text names."""

    subject: str
    relation: str
    object: str
    confidence: Confidence
    score: float
    line: int
    evidence: str
    """The stretch of the text that says so, as it stands there; "" if none was found."""


class Claims(NamedTuple):
    """What stands of an answer."""

    entities: tuple[Entity, ...] = ()
    relations: tuple[Relation, ...] = ()
    dropped: Mapping[str, int] = {}
    """How many entries had each fault."""

    def __bool__(self) -> bool:
        """Whether anything does."""
        return bool(self.entities or self.relations)


def prove(passage: Passage, answer: object) -> Claims:
    """What of an answer stands in the passage. Raises Unusable if it has not the form that was asked for."""
    return _Proof(passage).claims(*_lists(answer))


def doubted(claims: Claims) -> Claims:
    """The claims of an answer that broke off or went round in circles: the things it names, and none of its relations.

    They stand there, but who lost the thread may have lost the sense as well: of 20 relations that a small model had
    saved so in the gold set none was right, of the things two in three. Acronyms are told by the text alone.
    """
    return claims._replace(relations=tuple(each for each in claims.relations if each.relation == SAME_AS))


def _lists(answer: object) -> tuple[list[Any], list[Any]]:
    if not isinstance(answer, dict):
        raise Unusable("the answer is no object", answer)
    entities, relations = answer.get("entities"), answer.get("relations")
    if not isinstance(entities, list) or not isinstance(relations, list):
        raise Unusable("the answer has not the lists that were asked for", answer)
    for entries in (entities, relations):
        if len(entries) > _REPEATING and len({repr(each) for each in entries}) * 2 < len(entries):
            raise Unusable("the answer repeats itself", answer)
    return entities, relations


class _Proof:
    """Looks up names and quotes in one passage."""

    def __init__(self, passage: Passage) -> None:
        self._text = passage.text
        self._haystack = Haystack(passage.text)
        self._first_line = passage.section.line
        self._line_ends = [at for at, sign in enumerate(passage.text) if sign == "\n"]
        self._places: dict[str, list[tuple[int, int]]] = {}
        self._entities: dict[str, Entity] = {}
        self._relations: dict[tuple[str, str, str], Relation] = {}
        self._dropped: Counter[str] = Counter()

    def claims(self, entities: list[Any], relations: list[Any]) -> Claims:
        for each in entities:
            self._take_entity(each)
        for each in relations:
            self._take_relation(each)
        self._take_acronyms()
        dropped = dict(sorted(self._dropped.items()))
        return Claims(tuple(self._entities.values()), tuple(self._relations.values()), dropped)

    def _take_entity(self, given: Any) -> None:
        if not _has_texts(given, "name"):
            self._dropped["malformed"] += 1
            return
        slug = concept_slug(given["name"])
        if slug in self._entities:
            self._dropped["repeated"] += 1
        elif not self._note(given["name"], given.get("type"), given.get("description")):
            self._dropped["not in the text"] += 1

    def _note(self, name: str, type_: object = "", description: object = "") -> bool:
        """Keep a thing if its name stands in the text."""
        places = self._find(name)
        if not places:
            return False
        shown = self._haystack.shown(*places[0])
        kind = type_ if type_ in TYPES else ""
        told = isinstance(description, str) and len(description) > len(name)
        quoted = next(self._quoted(str(description)), None) if told else None
        summary = _cut(self._haystack.shown(*quoted)) if quoted else self._summary(shown, places)
        lines = tuple(self._line(each) for each, _ in places)
        self._entities.setdefault(concept_slug(name), Entity(shown, str(kind), summary, lines))
        return True

    def _summary(self, name: str, places: list[tuple[int, int]]) -> str:
        """The first sentence with a name that says more than the name itself, as a heading does not."""
        sentences = (self._sentence(*place) for place in places[:_TELLING])
        return next((each for each in sentences if len(each) > len(name)), name)

    def _take_relation(self, given: Any) -> None:
        if not _has_texts(given, "subject", "relation", "object"):
            self._dropped["malformed"] += 1
            return
        subject, relation, object_ = given["subject"], given["relation"], given["object"]
        key = (concept_slug(subject), relation, concept_slug(object_))
        fault = self._fault(subject, relation, object_, key)
        if fault:
            self._dropped[fault] += 1
            return
        evidence = given.get("evidence")
        found = self._weighed(key, subject, object_, evidence if isinstance(evidence, str) else "")
        known = self._relations.get(key)
        if known is not None:
            self._dropped["repeated"] += 1
        if known is None or found.score > known.score:
            self._relations[key] = found
        self._note(subject)
        self._note(object_)

    def _fault(self, subject: str, relation: str, object_: str, key: tuple[str, str, str]) -> str:
        """Why a relation cannot be kept, "" if it can."""
        if relation not in RELATIONS:
            return "unknown relation"
        if is_example(subject, relation, object_):
            return "copied from the example"
        if key[0] == key[2]:
            return "related to itself"
        return "" if self._find(subject) and self._find(object_) else "not in the text"

    def _weighed(self, key: tuple[str, str, str], subject: str, object_: str, evidence: str) -> Relation:
        """A relation with what proves it."""
        places = list(self._quoted(evidence))
        if not places:
            line = self._line(self._find(object_)[0][0])
            return Relation(subject, key[1], object_, INFERRED, NAMED_SCORE, line, "")
        proving = next((each for each in places if self._holds(each, subject, object_)), None)
        start, end = proving or places[0]
        line, words = self._line(start), self._text[start:end]
        if proving is None:
            return Relation(subject, key[1], object_, INFERRED, QUOTED_SCORE, line, words)
        return Relation(subject, key[1], object_, EXTRACTED, 1.0, line, words)

    def _holds(self, quoted: tuple[int, int], subject: str, object_: str) -> bool:
        """Whether both names stand in a stretch of the text, and neither only within the other."""
        one, other = _within(quoted, self._find(subject)), _within(quoted, self._find(object_))
        return bool(one and other) and not _nested(one, other)

    def _take_acronyms(self) -> None:
        """Acronyms and the names they are short for, where the text has both."""
        names = [each.name for each in self._entities.values()]
        for short in names:
            for long in names:
                if is_acronym_of(short, long):
                    key = (concept_slug(short), SAME_AS, concept_slug(long))
                    self._relations[key] = self._abbreviation(short, long)

    def _abbreviation(self, short: str, long: str) -> Relation:
        """`Long Form (LF)` or `LF (Long Form)` proves it; otherwise the initials make it likely."""
        for one, other in ((long, short), (short, long)):
            ends = dict(self._find(other))
            for start, end in self._find(one):
                opening = _BRACKET.match(self._text, end)
                close = ends.get(opening.end(), -1) if opening else -1
                if self._text[close : close + 1] == ")":
                    words = self._text[start : close + 1]
                    return Relation(short, SAME_AS, long, EXTRACTED, 1.0, self._line(start), words)
        line = self._line(self._find(short)[0][0])
        return Relation(short, SAME_AS, long, INFERRED, INITIALS_SCORE, line, "")

    def _find(self, name: str) -> list[tuple[int, int]]:
        """Where a name stands as one: `it` in the text is no IT."""
        if name not in self._places:
            places = self._haystack.name(name) if is_name(name) else []
            self._places[name] = [each for each in places if is_name(self._text[slice(*each)])]
        return self._places[name]

    def _quoted(self, words: str) -> Iterator[tuple[int, int]]:
        """Where a quote stands; a text as long as a section proves nothing."""
        return self._haystack.quotes(words) if 0 < len(words.strip()) <= EVIDENCE else iter(())

    def _line(self, at: int) -> int:
        return self._first_line + bisect_right(self._line_ends, at - 1)

    def _sentence(self, start: int, end: int) -> str:
        """The sentence around a name, cut off where it is long."""
        before = max(0, start - _SUMMARY)
        for match in _SENTENCE_END.finditer(self._text, before, start):
            before = match.end()
        after = _SENTENCE_END.search(self._text, end)
        until = after.end() if after else len(self._text)
        return _cut(self._haystack.shown(before, until))


def _cut(words: str) -> str:
    return words if len(words) <= _SUMMARY else words[: _SUMMARY - 1].rstrip() + "…"


def _within(stretch: tuple[int, int], places: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those of the places, in order, that lie in a stretch of the text."""
    start, end = stretch
    return [each for each in places[bisect_left(places, (start, 0)) : bisect_left(places, (end, 0))] if each[1] <= end]


def _nested(one: list[tuple[int, int]], other: list[tuple[int, int]]) -> bool:
    """Whether each place of one name lies within one of the other: `Redis` in `Redis Labs` is not named itself."""
    return _all_in(one, other) or _all_in(other, one)


def _all_in(inner: list[tuple[int, int]], outer: list[tuple[int, int]]) -> bool:
    return all(any(b <= start and end <= e for b, e in outer) for start, end in inner)


def _has_texts(given: Any, *names: str) -> bool:
    return isinstance(given, dict) and all(isinstance(given.get(name), str) for name in names)
