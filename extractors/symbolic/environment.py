"""What each name holds at a point of the program: scopes, and the branches inside them that may not run."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from graph.facts import UNKNOWN


class Scope:
    """The names of one definition while it is read, in the order in which the program runs."""

    def __init__(self, number: int, parent: Scope | None, *, is_class: bool = False) -> None:
        """The scope of the definition with this number."""
        self.number = number
        self.parent = parent
        self.is_class = is_class
        self.is_closed = False
        """Whether it sees no variables of what is around it."""
        self.receiver = UNKNOWN
        """The value of the instance that the definition is called on."""
        self.implied = UNKNOWN
        """The value whose members a name alone may mean here."""
        self.elsewhere: dict[str, Scope] = {}
        """Names that are bound in another scope (`global`, `nonlocal`)."""
        self.is_module = parent is None
        """Whether what is inside sees nothing of what is around it, where items may stand after their use."""
        self.inner: dict[str, int] = {}
        """Names that only what is inside sees: `Self`, the parameters of a generic type."""
        self.later: set[str] = set()
        """Names that are known before what they are bound to is read."""
        self.items: dict[str, int] = {}
        """What a function defines, known in all of it."""
        self._layers: list[dict[str, int]] = [{}]
        self._arms: list[list[dict[str, int]]] = []

    def read(self, name: str) -> int | None:
        """What a name holds here and now, None if nothing has bound it yet."""
        for layer in reversed(self._layers):
            if name in layer:
                return layer[name]
        return None

    @property
    def is_in_block(self) -> bool:
        """Whether what is bound now holds in a block or branch alone."""
        return len(self._layers) > 1

    def read_block(self, name: str) -> int | None:
        """What a name holds that was bound in a block that has not ended yet."""
        return next((layer[name] for layer in reversed(self._layers[1:]) if name in layer), None)

    def bind(self, name: str, place: int) -> None:
        """Let a name hold a value from now on."""
        self.later.discard(name)
        self._layers[-1][name] = place

    def names(self) -> dict[str, int]:
        """What every name holds in the end."""
        return self._layers[0]

    def fork(self) -> None:
        """Begin a statement with branches."""
        self._arms.append([])

    def enter_branch(self) -> None:
        """Begin a branch: what it binds holds inside of it."""
        self._layers.append({})

    def leave_branch(self, merge: Callable[[Iterable[int]], int]) -> None:
        """End a branch; what it bound counts from the end of its statement on."""
        layer = self._layers.pop()
        if self._arms:
            self._arms[-1].append(layer)
        else:
            self._merge([layer], merge)

    def leave_block(self) -> None:
        """End a branch whose names nobody sees from outside."""
        self._layers.pop()

    def join(self, merge: Callable[[Iterable[int]], int]) -> None:
        """End a statement with branches: each name holds what it held before, or what a branch bound."""
        self._merge(self._arms.pop(), merge)

    def _merge(self, arms: list[dict[str, int]], merge: Callable[[Iterable[int]], int]) -> None:
        bound: dict[str, list[int]] = {}
        for arm in arms:
            for name, place in arm.items():
                bound.setdefault(name, []).append(place)
        for name, places in bound.items():
            before = self.read(name)
            self.bind(name, merge(places if before is None else [before, *places]))
