"""Cuts an answer to a token budget: the best node with its lines and connections first, then the next."""

from __future__ import annotations

from typing import Final, NamedTuple

from graph.asking.answering import Answer, Quote, Scored
from graph.asking.wording import (
    CONNECTIONS,
    cut_line,
    edge_line,
    heading,
    nothing_found,
    one_line,
    quote_line,
    unknown_line,
)
from graph.model import Edge, Node
from graph.naming import names_apart
from graph.text import count_tokens

LEAST_BUDGET: Final = 100
"""Tokens below which no answer makes sense."""
_ECHO: Final = 60
"""Characters of a question that are said again."""


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

    def buys(self, text: str) -> str:
        """As much of a line as can be paid for, paid."""
        bought = _shortened(text, self._left)
        self._left -= count_tokens(bought)
        return bought


def cut(answer: Answer, budget: int, covered: str = "") -> Cut:
    """As much of the answer as fits into `budget` tokens (`count_tokens`); `covered` is said if there is no answer."""
    if not answer.nodes:
        text = _nothing_found(answer.question, covered, budget)
        return Cut(text, (), (), (), count_tokens(text), False)
    unknown = unknown_line(answer.unknown)
    purse = _Purse(budget - sum(map(count_tokens, (cut_line(10**6, 10**6), CONNECTIONS, unknown))))
    parts: list[str] = []
    nodes: list[Scored] = []
    quotes: list[Quote] = []
    edges: list[Edge] = []
    names = names_apart(each.node for each in answer.nodes)
    whole = True
    for number, scored in enumerate(answer.nodes, start=1):
        head = _heading(number, scored.node, purse)
        if not head:
            break
        nodes.append(scored)
        parts.append(head)
        worth = answer.quotes.get(scored.node.id, ())
        told = [quote for quote in worth if purse.pays(quote_line(quote))]
        whole &= head == heading(number, scored.node) and len(told) == len(worth)
        quotes += told
        parts += map(quote_line, told)
        edges += _affordable(answer, nodes, names, purse)
    left_out = len(answer.nodes) - len(nodes), len(answer.edges) - len(edges)
    truncated = any(left_out) or not whole
    links = [CONNECTIONS, *(edge_line(edge, names) for edge in edges)] if edges else []
    text = "".join([*parts, *links, unknown, cut_line(*left_out) if truncated else ""])
    return Cut(text, tuple(nodes), tuple(edges), tuple(quotes), count_tokens(text), truncated)


def _heading(number: int, node: Node, purse: _Purse) -> str:
    """The heading of a node, without its summary if it is too dear; of the first node what there is room for."""
    for text in (heading(number, node), heading(number, node, brief=True)):
        if purse.pays(text):
            return text
    return purse.buys(text) if number == 1 else ""


def _nothing_found(question: str, covered: str, budget: int) -> str:
    """What is said when there is no answer, within the budget."""
    asked = one_line(question)
    return _shortened(nothing_found(asked if len(asked) <= _ECHO else asked[:_ECHO] + "…", one_line(covered)), budget)


def _shortened(line: str, tokens: int) -> str:
    """A line cut to so many tokens."""
    while (cost := count_tokens(line)) > tokens:
        line = line[: min(len(line) * tokens // cost, len(line) - 1) - 2] + "…\n"
    return line


def _affordable(answer: Answer, nodes: list[Scored], names: dict[str, str], purse: _Purse) -> list[Edge]:
    """The connections of the newest node with those before it, as far as they can be paid for."""
    newest, shown = nodes[-1].node.id, {each.node.id for each in nodes}
    new = [edge for edge in answer.edges if newest in edge[:2] and edge.source in shown and edge.target in shown]
    return [edge for edge in new if purse.pays(edge_line(edge, names))]
