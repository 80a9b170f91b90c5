"""Words that say what is done, not what it is done to: `adding`, `used`, `hinzugefügt`. They name no subject."""

from __future__ import annotations

from functools import cache
from typing import Final

_VERBS: Final = (
    "accept achieve add adopt agree allow apply ask avoid become begin believe bring call change choose come complete "
    "consider contain continue create decide delete depend determine discover do drop enable ensure expect explain "
    "fail feel find finish fix follow forget get give handle happen have help hold implement improve include install "
    "introduce involve keep know lead learn leave let like look lose love make mean mention move need notice "
    "observe opt pick plan prefer prevent provide put realize recommend reduce refer remember remove replace require "
    "resolve return run say see seem select send set show solve spend start stay stop suggest support switch take "
    "talk tell tend think try turn understand update use wait want wonder work worry"
)
"""Verbs of English that go with any subject."""
_IRREGULAR: Final = (
    "became became begun began brought came chose chosen did done felt found forgot forgotten gave given got gotten "
    "had held kept knew known learnt left led lost made meant put said saw seen sent shown spent taken took thought "
    "told tried tries understood"
)
_OTHERS: Final = (
    "verwenden verwendet verwende nutzen nutzt genutzt benutzen benutzt hinzufügen hinzugefügt machen macht gemacht "
    "geändert ändern entfernt entfernen behoben beheben gewählt entschieden braucht brauchen wollen sollen "
    "usar usando usamos usa agregar agregando añadir añadido hacer haciendo hecho elegimos decidimos "
    "utiliser utilisant utilise utilisons ajouter ajouté ajoutant faire fait choisi décidé"
)
"""The same in German, Spanish and French, as they are mostly written."""
_OBJECT: Final = (
    "a all an any both each every her his it its more my no our some that the their them these this those your"
)
"""What follows a verb and no noun: `caching the answers`, but `caching is slow`."""


def is_doing(word: str, following: str = "") -> bool:
    """Whether a case-folded word says what is done, before the word that follows it."""
    return word in _forms() or (word.endswith("ing") and following in _OBJECT.split())


@cache
def _forms() -> frozenset[str]:
    regular = (form for verb in _VERBS.split() for form in _regular(verb))
    return frozenset([*regular, *_IRREGULAR.split(), *_OTHERS.split()])


def _regular(verb: str) -> list[str]:
    """The verb in all its forms, as far as they are regular."""
    stem = verb.removesuffix("e")
    if verb.endswith(("op", "et", "ut", "an", "er", "in")):  # stop, stopped; what only looks like it is added below
        stem += verb[-1]
    past = verb[:-1] + "ied" if verb[-1] == "y" and verb[-2] not in "aeiou" else stem + "ed"
    return [verb, f"{verb}s", f"{verb}es", past, f"{verb}ed", f"{stem}ing", f"{verb}ing"]
