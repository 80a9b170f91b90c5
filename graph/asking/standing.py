"""How much it counts that a node matches a question: by what it is, what it does, how much of the question is in it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from graph.asking.query import GraphView
from graph.asking.rank import Candidate, Groups
from graph.insight.units import CONSTRUCTORS, is_test
from graph.model import Node
from graph.naming import is_code

OF_NOTES: Final = 0.7
"""What a match in the notes of a project counts where its code matches too."""
_CLASS: Final = 0.85
_OF_KIND: Final = {"class": _CLASS, "file": 0.7, "variable": 0.6, "external": 0.3}
"""What a match of these kinds counts: a function says more than the class or file it lies in, or a constant."""
_OF_TESTS: Final = 0.5
"""What a match in tests counts."""
_WHOLE: Final = 1 / 3
"""The power to which the share of a question counts that stands in code. In notes it counts nothing: their questions
are answered by fewer words of more weight (benchmarks/asking)."""
_WORK: Final = 0.05
"""How much more code counts for each power of e of others that it calls: who asks how something is done means what
does it, not what only holds its settings."""
_DOING: Final = frozenset({"calls", "references"})


def standing(view: GraphView, node: Node, candidate: Candidate, groups: Groups, rarity: Sequence[float]) -> float:
    """What the score of a match is multiplied by."""
    whole = _of_kind(node) * (_OF_TESTS if is_test(node) else 1.0)
    if not is_code(node):
        return whole
    share = math.pow(_share(candidate, groups, rarity), _WHOLE)
    return whole * share * (1 + _WORK * math.log1p(_work(view, node)))


def _of_kind(node: Node) -> float:
    """A constructor stands for its class."""
    return _CLASS if node.label in CONSTRUCTORS else _OF_KIND.get(node.kind, 1.0)


def _share(candidate: Candidate, groups: Groups, rarity: Sequence[float]) -> float:
    """How much of the question stands in a document, the rarer words more."""
    there = frozenset(" ".join(candidate.fields).split())
    found = sum(weight for group, weight in zip(groups, rarity, strict=True) if not group.isdisjoint(there))
    return found / (sum(rarity) or 1.0)


def _work(view: GraphView, node: Node) -> int:
    """How many others it calls or refers to."""
    return len({bond.target for bond in view.bonds_from(node.id) if bond.relation in _DOING})
