"""When the imports of a file run: as it is loaded, later, or never since only those who check types read them."""

from __future__ import annotations

from extractors.symbolic.drafts import Reading
from extractors.symbolic.matching import Record, Records
from extractors.symbolic.spans import Spans
from graph.facts import AT_LOAD, FOR_TYPES, LATE, STUBS, When

_FOR_TYPES, _LATE, _AT_ONCE, _AHEAD = ROLES = ("when.types", "when.late", "when.load", "when.ahead")
"""What is read of queries here."""


class Timing:
    """Tells when an import runs, by what the queries say of the stretch that it stands in and by the scope at work."""

    def __init__(self, reading: Reading, records: Records) -> None:
        """Of the imports of `reading`, of which `records` tell."""
        self._reading = reading
        self._is_stub = reading.path.endswith(STUBS)
        self._for_types = Spans(each.node for each in records.of([_FOR_TYPES]))
        self._late = Spans(each.node for each in records.of([_LATE]))
        self._at_once = {each.node.id for each in records.of([_AT_ONCE])}
        self._ahead = {each.node.id for each in records.of([_AHEAD])}

    def of(self, record: Record) -> When:
        """When an import runs that the file at work has come to."""
        if self._is_stub or self._for_types.hold(record.one("name") or record.node):
            return FOR_TYPES
        if record.node.id in self._ahead:
            return AT_LOAD
        is_late = self._late.hold(record.node) and record.node.id not in self._at_once
        return LATE if is_late or self._is_in_function() else AT_LOAD

    def _is_in_function(self) -> bool:
        """Whether it stands in a function that imports when it is called; one called where it stands is none."""
        if not self._reading.language.lazy:
            return False
        scope, drafts = self._reading.scope, self._reading.drafts
        while scope.parent is not None:
            draft = drafts[scope.number]
            if draft.kind in ("function", "method") and draft.node.id not in self._at_once:
                return True
            scope = scope.parent
        return False
