"""Runs a file once, symbolically, in the order of its text: scopes open and close, names are bound, uses are noted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from operator import itemgetter
from typing import Final

from tree_sitter import Node

from extractors.symbolic import bindings, module_names
from extractors.symbolic.bindings import Bindings
from extractors.symbolic.companions import Companions
from extractors.symbolic.defaults import late_uses
from extractors.symbolic.definition_kinds import DEFINITIONS, REST
from extractors.symbolic.definitions import Definitions
from extractors.symbolic.drafts import Reading
from extractors.symbolic.expression_records import expression_records
from extractors.symbolic.expressions import Expressions
from extractors.symbolic.matching import Record, Records
from extractors.symbolic.module_names import ModuleNames
from extractors.symbolic.spans import Spans
from extractors.symbolic.timing import Timing

_Step = tuple[int, int, int, int, int, Callable[[Record], None], Record]
"""(byte, 0 for what ends or happens and 1 for what begins there, nesting, order, number, what is done, to what)."""

_BRANCHES: Final = frozenset(["branching", "block", "branch"])


def execute(reading: Reading, records: Records) -> None:
    """Fill a reading with all that the records of its file say."""
    if reading.language.heads:
        records = _without_heads(records)
    records = _without_ignored(records)
    of = Companions(records)
    expressions = Expressions(reading, expression_records(records))
    statements: dict[str, Callable[[Record], None]] = {
        role: partial(do, Bindings(reading, expressions, of)) for role, do in bindings.STATEMENTS.items()
    }
    names = ModuleNames(reading, expressions, of, Timing(reading, records))
    statements |= {role: partial(do, names) for role, do in module_names.STATEMENTS.items()}
    definitions = Definitions(reading, expressions, of)
    late = {} if reading.language.eager else late_uses(records, reading.data, bindings.USES)
    steps = [*_statements(records, statements, late), *_definitions(records, definitions), *_branches(records, reading)]
    steps += _namespaces(records, names)
    steps += _rests(records, definitions)
    for *_, do, record in sorted(steps, key=itemgetter(0, 1, 2, 3, 4)):
        do(record)
    doc = of.docs.get(reading.drafts[0].node.id)
    reading.drafts[0].doc = reading.text(doc) if doc else ""
    names.bind_facade()
    reading.put_later()


def _without_ignored(records: Records) -> Records:
    """The records without those that stand in what says nothing of what the program does."""
    ignored = Spans(each.node for each in records.of(["ignored"]))
    return records.without(lambda record: ignored.hold(record.node), records.roles()) if ignored else records


def _without_heads(records: Records) -> Records:
    """The records without calls that are the heads of definitions."""
    names = {name.id for record in records.of(DEFINITIONS) for name in record.all("name")}
    calls = [role for role in records.roles() if role.startswith("expr.call")]
    return records.without(lambda record: any(each.id in names for each in record.all("callee")), calls)


def _statements(
    records: Records, statements: Mapping[str, Callable[[Record], None]], late: Mapping[int, Record]
) -> Iterator[_Step]:
    """A statement is carried out where it ends, when all that it is made of has been; a loop where its body begins.

    What is used in the parameters of a definition is used as soon as that has begun.
    """
    for role in statements.keys() & records.roles():
        do = statements[role]
        for record in records.of([role]):
            node = record.node
            if record.number in late:
                yield _begun(late[record.number], record, do)
                continue
            end = record.parts["iterable"][0].end_byte if "iterable" in record.parts else node.end_byte
            yield end, 0, -node.start_byte, 3, record.number, do, record


def _begun(definition: Record, record: Record, do: Callable[[Record], None]) -> _Step:
    """What happens once a definition has begun, before its body."""
    inside, node = _inside(definition), definition.node
    if inside is not None:
        return inside.start_byte, 1, -definition.last().end_byte, 1, record.number, do, record
    return node.end_byte, 0, -node.start_byte, 5, record.number, do, record


def _inside(record: Record) -> Node | None:
    """What a definition is around, if that is anything."""
    inside = record.one("body") or record.one("result")
    return inside if inside is not None and inside.end_byte > inside.start_byte else None


def _definitions(records: Records, definitions: Definitions) -> Iterator[_Step]:
    """A definition opens where its body begins: what stands before it belongs to what is around."""
    for record in records.of(role for role in DEFINITIONS if role != REST):
        node, inside = record.node, _inside(record)
        if inside is not None:
            end = record.last().end_byte
            yield inside.start_byte, 1, -end, 0, record.number, definitions.open, record
            yield end, 0, -node.start_byte, 4, record.number, definitions.close, record
        elif record.role == "def.declared":
            yield node.end_byte, 0, -node.start_byte, 4, record.number, definitions.pass_by, record
        else:
            yield node.end_byte, 0, -node.start_byte, 4, record.number, definitions.open, record
            yield node.end_byte, 0, -node.start_byte, 6, record.number, definitions.close, record


def _rests(records: Records, definitions: Definitions) -> Iterator[_Step]:
    """A class that is around all that follows ends where the next one begins, or with the block that it is in."""
    ends: dict[int, int] = {}
    rests = sorted(records.of([REST]), key=lambda record: -record.node.start_byte)
    for number, record in enumerate(rests):
        node, block = record.node, record.node.parent
        stop = ends.get(block.id, block.end_byte) if block is not None else node.end_byte
        if block is not None:
            ends[block.id] = node.start_byte
        if stop <= node.end_byte:
            yield stop, 0, -node.start_byte, 4, number, definitions.pass_by, record
            continue
        yield node.end_byte, 1, -stop, 0, number, definitions.open, record
        yield stop, 0, -node.start_byte, 9, number, definitions.close, record


def _namespaces(records: Records, names: ModuleNames) -> Iterator[_Step]:
    """A namespace is around what its body holds."""
    for record in records.of(["namespace"]):
        start, end = record.node.start_byte, record.node.end_byte
        yield record.parts["body"][0].start_byte, 1, -end, 0, record.number, names.enter, record
        yield end, 0, -start, 9, record.number, names.leave, record


def _branches(records: Records, reading: Reading) -> Iterator[_Step]:
    """Statements with branches, and the branches; a branch that is such a statement itself is around it."""
    merge = reading.values.any
    for record in records.of(_BRANCHES):
        start, end, number = record.node.start_byte, record.node.end_byte, record.number
        if start == end:
            continue
        if record.role == "branching":
            yield start, 1, -end, 3, number, lambda _: reading.scope.fork(), record
            yield end, 0, -start, 7, number, lambda _: reading.scope.join(merge), record
        elif record.role == "block":
            yield start, 1, -end, 2, number, lambda _: reading.scope.enter_branch(), record
            yield end, 0, -start, 8, number, lambda _: reading.scope.leave_block(), record
        else:
            yield start, 1, -end, 2, number, lambda _: reading.scope.enter_branch(), record
            yield end, 0, -start, 8, number, lambda _: reading.scope.leave_branch(merge), record
