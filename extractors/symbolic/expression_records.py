"""Which record tells what the value of a node is, where several do."""

from __future__ import annotations

from functools import cache

from extractors.symbolic.matching import Record, Records


def expression_records(records: Records) -> dict[int, Record]:
    """The records that `Expressions` reads, by node: of several for one node the first of the most telling."""
    found: dict[int, Record] = {}
    ranks = {role: _rank(role) for role in records.roles()}
    for rank in sorted(filter(None, set(ranks.values()))):
        telling = records.of(role for role in ranks if ranks[role] == rank)
        found.update({record.node.id: record for record in reversed(telling)})
    return found


@cache
def _rank(role: str) -> int:
    """0 for what is no expression; an `import` or `super` that looks like a call is no call."""
    if role in (
        "expr.import",
        "expr.super",
        "expr.class",
        "expr.module",
        "expr.instance",
        "expr.first",
        "expr.generic.function",
        "expr.call.make",
    ):
        return 4
    if role.startswith("def.") or role == "expr.path":
        return 3
    if role.startswith(("expr.", "pair", "argument", "splat")):
        return 2
    return 1 if role == "bind" else 0
