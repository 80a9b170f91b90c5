"""A scope is one of the contract's, and a note of a project says of which project or client."""

from __future__ import annotations

from collections.abc import Iterator

from vaultkit.contract.contract import Contract
from vaultkit.contract.draft import Draft
from vaultkit.contract.findings import Finding
from vaultkit.contract.view import View


def check(note: Draft, contract: Contract, view: View | None) -> Iterator[Finding]:
    """Scopes that are unknown, and `scope/project` without a `project/` or `client/`."""
    names = [name.lower() for name, _ in note.tags]
    has_owner = any(name.startswith(("project/", "client/")) for name in names)
    for name, item in note.tags:
        namespace, _, value = name.partition("/")
        if namespace.lower() != "scope" or not value or "/" in value:
            continue
        if value.lower() not in contract.scopes:
            known = " or ".join(f"scope/{each}" for each in contract.scopes)
            yield note.finding(item.place, "scope-unknown", f"`{name}` is no scope; write {known}")
        elif value.lower() == "project" and not has_owner:
            message = "scope/project without a project; add project/.. or client/.., or write scope/global"
            yield note.finding(item.place, "scope-without-owner", message)
