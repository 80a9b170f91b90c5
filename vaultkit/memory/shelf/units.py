"""Work units: what a stretch of work taught, in the form that its kind asks for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from vaultkit.errors import UsageError, VaultkitError
from vaultkit.indexing.terms import Where
from vaultkit.memory.shelf.catalogs import stamp
from vaultkit.memory.shelf.entry import Content, Knowledge, Statement, clean, clean_content
from vaultkit.memory.shelf.names import slug
from vaultkit.memory.shelf.store import Store
from vaultkit.nearest import did_you_mean

TRIVIAL: Final = "trivial"
WORK_UNIT: Final = "work-unit"
TEMPLATES: Final[dict[str, tuple[str, ...]]] = {
    "one-shot": ("Context", "Solution", "Key Detail"),
    "correction-chain": ("Context", "Initial Attempt", "Why It Was Wrong", "Correct Approach", "Lesson"),
    "exploration": ("Context", "Key Findings", "Decisions", "Rationale"),
    "bug-fix": ("Symptoms", "Root Cause", "Fix Approach"),
    "design-decision": ("Options Considered", "Decision", "Why"),
}
"""The sections of each kind of unit, in their order."""
LINKS: Final = ("derivedFrom", "supersedes", "extends")
"""What a unit may be to other entries."""
_KEYS: Final = ("kind", "slug", "title", "sections", "tags", *LINKS)


class Unit(NamedTuple):
    """A stretch of work, told."""

    kind: str
    title: str
    sections: Mapping[str, str]
    """By the titles of the kind's template."""
    slug: str = ""
    tags: tuple[str, ...] = ()
    links: Mapping[str, tuple[str, ...]] = {}
    """`derivedFrom`, `supersedes` and `extends`, each with the names of entries."""


class Extracted(NamedTuple):
    """What became of several units."""

    stored: tuple[tuple[str, Knowledge], ...]
    """The kind and the entry of each."""
    duplicates: tuple[str, ...]
    """Names of entries that said the same already."""
    trivial: int


def read_units(given: Any) -> list[Unit]:
    """The units of JSON data: an object or a list of them. Raises UsageError, which names what is wrong."""
    units = given if isinstance(given, list) else [given]
    return [_unit(number, each) for number, each in enumerate(units, 1)]


def extract(store: Store, units: Iterable[Unit], scope: str, now: datetime) -> Extracted:
    """Store the units that say something new: all of them, or none if one cannot be stored. Raises VaultkitError."""
    stored: list[tuple[str, Knowledge]] = []
    duplicates: list[str] = []
    trivial = 0
    with store.changing():
        for unit in units:
            if unit.kind == TRIVIAL:
                trivial += 1
                continue
            text = _text(unit)
            twin = twin_of(store, clean_content(Content(text, tags=("memory", WORK_UNIT), scopes=(scope,)), now))
            if twin:
                duplicates.append(twin)
            else:
                stored.append((unit.kind, _store(store, unit, text, scope, now)))
    return Extracted(tuple(stored), tuple(duplicates), trivial)


def link_to(store: Store, subject: str, predicate: str, objects: Iterable[str], scope: str, now: datetime) -> None:
    """State that an entry stands in a relation to others, which must exist. Raises VaultkitError."""
    for obj in objects:
        if store.number("knowledge", obj) is None:
            raise VaultkitError(f"there is no knowledge named {obj!r}", f"leave out what it {predicate}, or correct it")
        link = Statement(subject, predicate, obj, Content(scopes=(scope,)), stamp(now))
        if store.number("statement", link.key) is None:
            store.create_statement(link, now, embed=False)


def _store(store: Store, unit: Unit, text: str, scope: str, now: datetime) -> Knowledge:
    tags = tuple(dict.fromkeys(("memory", WORK_UNIT, *unit.tags)))
    name = f"wu-{now.date().isoformat()}-{slug(unit.slug or unit.title)}"
    entry = store.create_knowledge(name, Content(text, tags=tags, scopes=(scope,)), now)
    store.create_statement(Statement(entry.name, "is_a", WORK_UNIT, Content(scopes=(scope,)), stamp(now)), now)
    for predicate, objects in unit.links.items():
        link_to(store, entry.name, predicate, objects, scope, now)
    return entry


def twin_of(store: Store, content: Content) -> str:
    """The name of the entry of this kind that says just this wherever the content shall hold, "" if there is none."""
    for entry in store.all_knowledge(Where("data = :data", {"data": content.data})):
        if set(content.scopes) <= set(entry.content.scopes) and set(content.tags) <= set(entry.content.tags):
            return entry.name
    return ""


def _text(unit: Unit) -> str:
    sections = [f"## {title}\n{text.strip()}" for title, text in unit.sections.items()]
    return "\n\n".join([f"# {unit.title.strip()}", *sections])


def _unit(number: int, given: Any) -> Unit:
    if not isinstance(given, dict):
        raise UsageError(f"work unit {number} is no object", f"its keys are {', '.join(_KEYS)}")
    _known(number, "key", given, _KEYS)
    kind = given.get("kind", "")
    if kind == TRIVIAL:
        return Unit(TRIVIAL, "", {})
    if kind not in TEMPLATES:
        known = ", ".join((*TEMPLATES, TRIVIAL))
        raise UsageError(f"work unit {number} is of the kind {kind!r}", f"known are: {known}")
    sections = given.get("sections", {})
    if not isinstance(sections, dict) or not all(isinstance(each, str) for each in sections.values()):
        raise UsageError(f"the sections of work unit {number} are no texts", f"they are {', '.join(TEMPLATES[kind])}")
    return Unit(
        kind,
        _told(number, "title", given.get("title")),
        _sections(number, kind, sections),
        str(given.get("slug", "")),
        _texts(number, "tags", given.get("tags", [])),
        {link: _texts(number, link, given[link]) for link in LINKS if link in given},
    )


def _sections(number: int, kind: str, given: Mapping[str, str]) -> dict[str, str]:
    """The sections under the titles of their template, which may be written `key-detail` as well. All are needed."""
    titles = {slug(title): title for title in TEMPLATES[kind]}
    sections = {slug(key): text for key, text in given.items()}
    if len(sections) < len(given):
        raise UsageError(f"work unit {number} tells a section twice", f"its sections are {', '.join(titles)}")
    _known(number, "section", sections, tuple(titles))
    missing = [title for key, title in titles.items() if not sections.get(key, "").strip()]
    if missing:
        raise UsageError(f"work unit {number} ({kind}) lacks {', '.join(missing)}", "tell it, or skip the unit")
    return {title: clean(sections[key]) for key, title in titles.items()}


def _known(number: int, what: str, given: Iterable[str], known: Sequence[str]) -> None:
    for key in given:
        if key not in known:
            remedy = did_you_mean(key, known)
            raise UsageError(f"work unit {number} has a {what} {key!r}", remedy)


def _told(number: int, what: str, value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise UsageError(f"work unit {number} has no {what}", "give one: it names the lesson")
    return " ".join(value.split())


def _texts(number: int, what: str, value: Any) -> tuple[str, ...]:
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, list) or not all(isinstance(each, str) for each in values):
        raise UsageError(f"{what} of work unit {number} is no list of texts", 'write ["a", "b"]')
    return tuple(values)
