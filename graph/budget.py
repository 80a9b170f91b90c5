"""Cuts an answer to a token budget: the best node with its lines and connections first, then the next."""

from __future__ import annotations

from typing import Final, NamedTuple

from graph.answering import Answer, Quote, Scored
from graph.model import Edge
from graph.text import count_tokens
from graph.wording import CONNECTIONS, cut_line, edge_line, heading, nothing_found, quote_line

DEFAULT_BUDGET: Final = 1500
LEAST_BUDGET: Final = 100
"""Tokens below which no answer makes sense."""
_QUOTED: Final = 8
"""Only the best nodes are quoted."""
_EDGES: Final = 5
"""Connections shown for each node."""


class Cut(NamedTuple):
    """What of an answer is shown."""

    text: str
    nodes: tuple[Scored, ...]
    edges: tuple[Edge, ...]
    quotes: tuple[Quote, ...]
    tokens: int
    truncated: bool


class _Purse:
    """A budget that is spent."""

    def __init__(self, tokens: int) -> None:
        self._left = tokens

    def pays(self, text: str) -> bool:
        """Whether the text still fits; if so it is paid for."""
        cost = count_tokens(text)
        if cost > self._left:
            return False
        self._left -= cost
        return True


def cut(answer: Answer, budget: int, covered: str = "") -> Cut:
    """As much of the answer as fits into `budget` tokens (`count_tokens`); `covered` is said if there is no answer."""
    if not answer.nodes:
        text = nothing_found(answer.question, covered)
        return Cut(text, (), (), (), count_tokens(text), False)
    purse = _Purse(budget - count_tokens(cut_line(10**6, 10**6)) - count_tokens(CONNECTIONS))
    parts: list[str] = []
    nodes: list[Scored] = []
    quotes: list[Quote] = []
    edges: list[Edge] = []
    names = {each.node.id: each.node.label for each in answer.nodes}
    for number, scored in enumerate(answer.nodes, start=1):
        if not purse.pays(heading(number, scored.node)):
            break
        nodes.append(scored)
        parts.append(heading(number, scored.node))
        for quote in answer.quotes.get(scored.node.id, ())[: 3 if number <= _QUOTED else 0]:
            if purse.pays(quote_line(quote)):
                quotes.append(quote)
                parts.append(quote_line(quote))
        edges += _affordable(answer, nodes, names, purse)
    left_out = len(answer.nodes) - len(nodes), len(answer.edges) - len(edges)
    links = [CONNECTIONS, *(edge_line(edge, names) for edge in edges)] if edges else []
    text = "".join([*parts, *links, cut_line(*left_out) if any(left_out) else ""])
    return Cut(text, tuple(nodes), tuple(edges), tuple(quotes), count_tokens(text), any(left_out))


def _affordable(answer: Answer, nodes: list[Scored], names: dict[str, str], purse: _Purse) -> list[Edge]:
    """The connections of the newest node with those before it, as far as they can be paid for."""
    newest, shown = nodes[-1].node.id, {each.node.id for each in nodes}
    new = [edge for edge in answer.edges if newest in edge[:2] and edge.source in shown and edge.target in shown]
    return [edge for edge in new[:_EDGES] if purse.pays(edge_line(edge, names))]
