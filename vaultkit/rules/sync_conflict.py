"""No copies that a synchronisation left when two machines changed a note: they hide what one of them wrote."""

from __future__ import annotations

import re
from collections.abc import Iterator
from posixpath import basename

from graph.regex import regex
from vaultkit.contract.contract import Contract
from vaultkit.contract.draft import START, Draft
from vaultkit.contract.findings import Finding
from vaultkit.contract.view import View

_SYNCTHING = regex(r"(.+)\.sync-conflict-\d{8}-\d{6}(?:-[A-Z0-9]{7})?(\.[^.]+)\Z")
_COPY = regex(r"(.+?) \((?:[^()]*'s )?conflicted copy[^()]*\)(\.[^.]+)\Z", re.I)


def check(note: Draft, contract: Contract, view: View | None) -> Iterator[Finding]:
    """A file named as Syncthing (docs: Syncing, conflicting changes) and others name such copies."""
    name = basename(note.path)
    found = _SYNCTHING.match(name) or _COPY.match(name)
    if found is not None:
        original = found[1] + found[2]
        message = f"this is the conflict copy of {original!r}; take over what is new in it, then remove it"
        yield note.finding(START._replace(line=0, column=0), "sync-conflict", message)
