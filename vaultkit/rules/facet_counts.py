"""Each note says once what it is and how far it reaches: one `type/`, one `scope/`, at least one subject."""

from __future__ import annotations

from collections.abc import Iterator

from vaultkit.contract.contract import Contract
from vaultkit.contract.draft import Draft, Item, fix
from vaultkit.contract.findings import Finding, Fix
from vaultkit.contract.view import View
from vaultkit.contract.yaml_edits import appended

_SCOPE = "scope"
_GLOBAL = "global"
_OWNERS = ("client", "project")


def check(note: Draft, contract: Contract, view: View | None) -> Iterator[Finding]:
    """Required namespaces that no tag has, single ones that several have, and no subject at all."""
    if not note.tags:
        return
    found: dict[str, list[tuple[str, Item]]] = {}
    for name, item in note.tags:
        found.setdefault(name.partition("/")[0].lower(), []).append((name, item))
    key = str(note.tags[0][1].path[0])
    place = note.key_place(key)
    for namespace in contract.required:
        if namespace not in found and not _is_open(note, key):
            message = f"no tag says the {namespace}; add one {_example(contract, namespace)}"
            yield note.finding(place, "facet-missing", message, _only_scope(note, contract, namespace, set(found)))
    for namespace in contract.single:
        for name, item in _others(found.get(namespace, [])):
            message = f"a second {namespace}/; keep one of {found[namespace][0][0]} and {name}"
            yield note.finding(item.place, "facet-several", message)
    if contract.subjects and not found.keys() & set(contract.subjects) and not _is_open(note, key):
        listed = ", ".join(f"{name}/" for name in contract.subjects)
        yield note.finding(place, "subject-missing", f"no tag says what the note is about; add one of {listed}")


def _is_open(note: Draft, key: str) -> bool:
    """Whether a tag could not be read, which may be the one that is missed."""
    return note.broken and not isinstance(note.frontmatter.data[key], list)


def _others(tags: list[tuple[str, Item]]) -> Iterator[tuple[str, Item]]:
    """The tags of a namespace that differ from its first."""
    return ((name, item) for name, item in tags[1:] if name.lower() != tags[0][0].lower())


def _example(contract: Contract, namespace: str) -> str:
    return " or ".join(f"{_SCOPE}/{name}" for name in contract.scopes) if namespace == _SCOPE else f"{namespace}/.."


def _only_scope(note: Draft, contract: Contract, namespace: str, found: set[str]) -> Fix | None:
    """A note of no client and no project can only be global: `scope/project` wants one of them."""
    items = list(note.items(str(note.tags[0][1].path[0])))
    known = namespace == _SCOPE and _GLOBAL in contract.scopes and found & set(contract.subjects)
    if not known or found & set(_OWNERS) or note.broken or len(items[-1].path) < 2 or items[-1].value is None:
        return None
    edit = appended(note, items[-1], f"{_SCOPE}/{_GLOBAL}")
    return fix(f"adds {_SCOPE}/{_GLOBAL}", str(items[-1].path[0]), edit) if edit else None
