"""Tags are facets: a namespace of the contract and one flat value, `domain/seo`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from extractors.markdown.tags import is_tag
from graph.regex import regex
from vaultkit.contract.contract import Contract
from vaultkit.contract.draft import Draft, Item, fix
from vaultkit.contract.findings import Edit, Finding
from vaultkit.contract.view import View
from vaultkit.nearest import nearest

_KEBAB: Final = regex(r"[^\W_A-Z]+(?:[-.+][^\W_A-Z]+)*[+]{0,2}")
_BREAK: Final = regex(r"[\W_]+")


def check(note: Draft, contract: Contract, view: View | None) -> Iterator[Finding]:
    """Unknown namespaces, nested values, other casing than kebab-case."""
    for name, item in note.tags:
        if not is_tag(name):
            continue
        namespace, _, value = name.partition("/")
        if namespace.lower() not in contract.namespaces:
            yield _unknown(note, contract, name, item)
        elif not value:
            message = f"`{name}` has no value; write {namespace}/.. with one"
            yield note.finding(item.place, "facet-unknown", message)
        elif "/" in value:
            message = f"facets are flat; write {namespace}/{value.replace('/', '-')}, or two facets"
            yield note.finding(item.place, "facet-nested", message)
        elif namespace != namespace.lower() or not _KEBAB.fullmatch(value):
            yield _casing(note, name, item)


def _unknown(note: Draft, contract: Contract, name: str, item: Item) -> Finding:
    namespace, slash, _ = name.partition("/")
    near = nearest(namespace.lower(), contract.namespaces, 0.7) if slash else ""
    known = ", ".join(f"{each}/" for each in contract.namespaces)
    what = f"`{namespace}/` is no namespace" if slash else f"`{name}` has no namespace"
    advice = f"did you mean {near}/?" if near else f"use one of {known}"
    return note.finding(item.place, "facet-unknown", f"{what}; {advice}")


def _casing(note: Draft, name: str, item: Item) -> Finding:
    """Only what Obsidian takes for the same tag is changed: the case."""
    namespace, _, value = name.partition("/")
    right = f"{namespace.lower()}/{_BREAK.sub('-', value.lower()).strip('-')}"
    raw = note.raw(item.place)
    at = item.place.start + raw.find(name)
    same = right == name.lower() and raw.count(name) == 1
    fixed = fix("writes it in lower case", str(item.path[0]), Edit(at, at + len(name), right)) if same else None
    return note.finding(item.place, "facet-casing", f"facets are written in kebab-case; write {right}", fixed)
