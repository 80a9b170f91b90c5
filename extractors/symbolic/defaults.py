"""What stands in the parameters of a definition and is worked out when that is called: calls and reads in defaults."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping

from tree_sitter import Node

from extractors.symbolic.definition_kinds import DEFINITIONS
from extractors.symbolic.matching import Record, Records


def late_uses(records: Records, data: bytes, roles: Iterable[str]) -> Mapping[int, Record]:
    """The definitions in whose parameters records of these roles stand, by the numbers of these records.

    What stands in a function inside of a default belongs to that function.
    """
    definitions = [each for each in records.of(DEFINITIONS) if each.role != "def.declared" and _may_have(each, data)]
    if not definitions:
        return {}
    spans = sorted(
        (part.start_byte, part.end_byte, part.id, each.number)
        for each in definitions
        for part in each.parts["parameters"]
    )
    owners = {each.number: each for each in definitions}
    starts, inner = [span[0] for span in spans], {each.node.id for each in records.of(DEFINITIONS)}
    found: dict[int, Record] = {}
    for record in records.of(roles):
        at = bisect_right(starts, record.node.start_byte) - 1
        if at >= 0 and record.node.end_byte <= spans[at][1] and _is_own(record.node, spans[at][2], inner):
            found[record.number] = owners[spans[at][3]]
    return found


def _may_have(record: Record, data: bytes) -> bool:
    """Whether there are defaults among the parameters of a definition."""
    parts = record.parts.get("parameters", ())
    return any(data.find(b"=", part.start_byte, part.end_byte) >= 0 for part in parts)


def _is_own(node: Node, parameters: int, inner: set[int]) -> bool:
    """Whether nothing is defined between the parameters and what stands in them."""
    around = node.parent
    while around is not None and around.id != parameters:
        if around.id in inner:
            return False
        around = around.parent
    return around is not None
