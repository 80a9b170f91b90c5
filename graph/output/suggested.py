"""Questions that a newcomer asks and that this graph answers, each with the command that answers it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from posixpath import basename, splitext
from typing import Final, NamedTuple

from graph.insight.analyse import NOT_REAL, Analysis
from graph.insight.codemap import CodeMap
from graph.insight.units import is_test
from graph.model import Node
from graph.naming import is_code, qualified_name
from graph.regex import regex
from graph.sheaf import Ties
from graph.text import fold
from graph.tokens import subjects

_FACES: Final = 12
"""Among how many god nodes pairs are looked for."""
_CONNECTED: Final = 2
"""How many pairs of communities are asked about."""
_TYPED: Final = regex(r"[\w .,:;/()\[\]{}<>=#@+&~*'’–—-]+")
"""Names that a shell takes between double quotes as they are, and that need no escape as code in Markdown."""
_NO_USE: Final = NOT_REAL | {"contains", "tests"}
"""Relations by which nothing uses another."""
_STARTS: Final = "__main__"

Pairs = Counter[tuple[str, str]]


class Suggestion(NamedTuple):
    """A question and how it is asked."""

    words: str
    """With a `{}` for each name."""
    names: tuple[str, ...]
    """Whom it asks about, as a reader calls them."""
    command: str
    """What `graphify` is told."""


def suggestions(nodes: Sequence[Node], ties: Ties, parts: Mapping[str, str], analysis: Analysis) -> list[Suggestion]:
    """Some questions of several kinds, what matters most first; each has an answer in this graph that names whom it
    asks about. The same graph gives the same questions."""
    asking = _Asking(nodes)
    faces = [god.id for god in analysis.gods[:_FACES] if asking.can_name(god.id)]
    using = _using(nodes, ties, parts, faces)
    connected = list(_connected(nodes, ties, analysis.communities.of, faces, using))
    on_code = analysis.code is not None
    first = "What would break if {} changed?" if on_code else "Which notes build on {}?"
    related = "How does {} use {}?" if on_code else "What does {} have to do with {}?"
    found = [asking.one(first, "affected", face) for face in faces[:1]]
    in_words = (asking.query(related, *pair) for pair in using if pair not in connected and pair[::-1] not in connected)
    found += islice(filter(None, in_words), 1)
    found += [asking.path("What connects {} and {}?", *pair, undirected=True) for pair in connected]
    found += _of_code(asking, analysis.code, faces[:1]) if analysis.code else _of_notes(asking, analysis)
    return [each for each in found if each is not None]


def _of_code(asking: _Asking, code: CodeMap, asked: Sequence[str]) -> Iterator[Suggestion | None]:
    untested = (key for key, _ in code.untested if key not in asked and asking.can_name(key))
    for key in islice(untested, 1):
        yield asking.one("What relies on {}, which no test calls directly?", "affected", key)
    entries = (key for key, needs in code.entries if needs and asking.can_name(key) and asking.is_start(key))
    for key in islice(entries, 1):
        yield asking.one("What does {} set going?", "explain", key)
    for one, other, *_ in code.cycles[:1]:
        yield asking.path("How does {} come to import {}, which leads back to it?", one, other)


def _of_notes(asking: _Asking, analysis: Analysis) -> Iterator[Suggestion | None]:
    for surprise in analysis.surprises[:1]:
        yield asking.path("Why are {} and {} linked?", surprise.source, surprise.target, undirected=True)
    wanted = (key for key, users in analysis.unresolved.items() if len(users) > 1 and asking.can_name(key))
    for key in islice(wanted, 1):
        yield asking.one("Which notes wait for {}, which is not written yet?", "explain", key)


def _using(nodes: Sequence[Node], ties: Ties, parts: Mapping[str, str], faces: Sequence[str]) -> list[tuple[str, str]]:
    """Which of these uses which, with all that is in them, those that come first among them first."""
    units = [parts.get(node.id, node.id) for node in nodes]
    counts = _pairs(ties, [unit if unit in faces else "" for unit in units], _NO_USE)
    rank = {face: place for place, face in enumerate(faces)}
    return sorted(counts, key=lambda pair: (max(map(rank.__getitem__, pair)), -counts[pair], pair))


def _connected(
    nodes: Sequence[Node], ties: Ties, of: Mapping[str, str], faces: Sequence[str], using: Iterable[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    """The faces of communities between which there is a way: Leiden's communities are in one piece, so an edge from one
    to the other is enough. Those first that use one another: a way over what all use, as a decorator, says little."""
    first: dict[str, str] = {}
    for face in faces:
        if face in of:
            first.setdefault(of[face], face)
    counts = _pairs(ties, [hub if (hub := of.get(node.id, "")) in first else "" for node in nodes], NOT_REAL)
    crossed = {frozenset((first[one], first[other])) for one, other in counts}
    tied = set(map(frozenset, using))
    pairs = [pair for pair in combinations(first.values(), 2) if frozenset(pair) in crossed]
    told: set[str] = set()
    for _ in range(min(_CONNECTED, len(pairs))):
        best = min(pairs, key=lambda pair: (frozenset(pair) not in tied, not told.isdisjoint(pair)))
        pairs.remove(best)
        told.update(best)
        yield best


def _pairs(ties: Ties, groups: Sequence[str], ignored: Iterable[str]) -> Pairs:
    """How often one group leads to another; "" is none."""
    ends = ties.of_kinds([kind.relation not in ignored for kind in ties.kinds])
    led = ((groups[source], groups[target]) for source, target in ends)
    return Counter(pair for pair in led if pair[0] != pair[1] and all(pair))


class _Asking:
    """Makes suggestions of names that mean just what is asked about, and that can be typed."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self._nodes = {node.id: node for node in nodes}
        own = [node for node in nodes if not is_test(node)]
        self._called = Counter(fold(node.label) for node in own)
        self._qualified = Counter(qualified_name(node) for node in own if is_code(node))

    def can_name(self, identity: str) -> bool:
        """Whether there is a name of it that a shell and Markdown take as it is."""
        return bool(_TYPED.fullmatch(self._typed(identity)))

    def is_start(self, identity: str) -> bool:
        """Whether a program is started there, rather than a file that nothing imports."""
        return self._nodes[identity].kind != "file" or splitext(basename(identity))[0] == _STARTS

    def one(self, words: str, command: str, identity: str) -> Suggestion | None:
        """A question about one node."""
        return self._made(words, f"{command} {{}}", identity)

    def path(self, words: str, one: str, other: str, *, undirected: bool = False) -> Suggestion | None:
        """A question about what lies between two nodes."""
        return self._made(words, "path {} {}" + (" --undirected" if undirected else ""), one, other)

    def query(self, words: str, one: str, other: str) -> Suggestion | None:
        """A question in words about two nodes that are called like no other, and by words that are looked for."""
        names = [self._shown(each) for each in (one, other)]
        is_plain = all(self._typed(each) == name != each for each, name in zip((one, other), names, strict=True))
        is_plain &= all(map(subjects, names))
        return Suggestion(words, tuple(names), f'query "{words.format(*names)}"') if is_plain else None

    def _made(self, words: str, command: str, *identities: str) -> Suggestion | None:
        if not all(map(self.can_name, identities)):
            return None
        typed = (f'"{self._typed(each)}"' for each in identities)
        return Suggestion(words, tuple(map(self._shown, identities)), command.format(*typed))

    def _shown(self, identity: str) -> str:
        """The name, of a file the path, and of what shares its name as well."""
        node = self._nodes[identity]
        if is_code(node):
            is_clear = node.kind != "file" and self._qualified[qualified_name(node)] == 1
            return qualified_name(node) if is_clear else identity
        return node.label if self._called[fold(node.label)] == 1 else node.source_file.removesuffix(".md") or node.id

    def _typed(self, identity: str) -> str:
        """What means this node and no other."""
        node = self._nodes[identity]
        if is_code(node):
            return node.label if self._called[fold(node.label)] == 1 and node.kind != "file" else identity
        return self._shown(identity)
