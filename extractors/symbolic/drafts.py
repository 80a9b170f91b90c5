"""A file of code while it is being read: its definitions so far, what they do, and the table of values."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tree_sitter import Node

from extractors.languages.language import Language
from extractors.symbolic.environment import Scope
from extractors.symbolic.namespaces import Namespaces, names_in
from extractors.symbolic.values import NAME, Values
from graph.facts import ALL, DECLARED, INLINE, LINKAGE, MEMBERS, UNKNOWN, Import, Parameter, Shape

_UNANSWERED = (INLINE, DECLARED)
"""Flags of definitions that do not answer for what they do."""
_KEYWORDS = ("crate", "super", ALL)


class Draft:
    """A definition in the making."""

    def __init__(self, label: str, name: str, kind: str, parent: int, node: Node) -> None:
        """A definition, what it is called, its qualified name, and the node that defines it."""
        self.label, self.name, self.kind, self.parent, self.node = label, name, kind, parent, node
        self.last = node
        """The node with which it ends."""
        self.called = label
        """The name that it binds in its scope."""
        self.place = node
        """Where it stands: its name, which annotations and a type may come before."""
        self.others: list[Node] = []
        """Where its other parts stand."""
        self.signature_end = node.start_byte
        self.parameters: list[Parameter] = []
        self.owner = ""
        """The type around it, where it is written outside of that."""
        self.promised = UNKNOWN
        """The type that it is said to return."""
        self.expected = UNKNOWN
        """What it is said to be where it is used: tells the types of its parameters."""
        self.returns: list[int] = []
        self.yields: list[int] = []
        self.bases: list[int] = []
        self.attributes: dict[str, list[int]] = {}
        self.flags: dict[str, None] = {}
        self.decorators: list[str] = []
        self.begin = node.start_byte
        """Where it begins with what is applied to it."""
        self.doc = ""
        self.shape = Shape()

    def expect(self, place: int) -> None:
        """Note what it is said to be where it is used; only one without a name is used at one place alone."""
        if INLINE in self.flags:
            self.expected = place


class Reading:
    """Everything known of a file at one point of reading it."""

    def __init__(self, path: str, data: bytes, language: Language, root: Node) -> None:
        """A file of which nothing has been read yet."""
        self.path, self.data, self.language = path, data, language
        self._unnamed = re.compile(language.unnamed) if language.unnamed else None
        self.values = Values()
        self.drafts = [Draft("", "", "file", UNKNOWN, root)]
        self.scopes = [Scope(0, None)]
        self.scope = self.scopes[0]
        self.signed: int | None = None
        """The definition whose signature is being read."""
        self.made: dict[int, int] = {}
        """Number of a definition by the id of its node."""
        self.uses: dict[tuple[int, str, int], list[int]] = {}
        self.imports: list[Import] = []
        self.stars: list[str] = []
        self.exports: dict[str, int] = {}
        self.extended: list[tuple[int, str, int]] = []
        self.later: list[tuple[int, int, int]] = []
        """(container, key, item) of what is put into containers that are known only when all is read."""
        self.variables: dict[str, Node] = {}
        """Where a module variable is first bound."""
        self.packages = [LINKAGE + (language.linked or language.name)] if language.package == "linkage" else []
        self.namespaces = Namespaces()
        self._outside: dict[tuple[int, tuple[str, ...]], int] = {}
        self.opened: list[int] = []
        """Types the members of which are found by their names alone."""
        if language.package == "members":
            self.packages.append(MEMBERS + language.name)
        if language.items:
            self.scope.bind("crate", self.values.add("import", labels=("crate",)))
            self.scope.bind("super", self.values.add("import", labels=("super",)))

    def text(self, node: Node) -> str:
        """The source text of a node."""
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def name(self, node: Node) -> str:
        """The name that a node spells, without quotes; in one case where its language makes no difference."""
        text = self.written(node)
        return text.lower() if self.language.folded else text

    def written(self, node: Node) -> str:
        """The same as it is written: files have their names in upper and lower case."""
        text = self.text(node).strip("\"'`")
        return text if self._unnamed is None else self._unnamed.sub("", text)

    def names(self, node: Node) -> tuple[str, ...]:
        """The names of the path that a node spells."""
        return names_in(self.name(node), counted=self.language.counted)

    def joined(self, nodes: Iterable[Node]) -> str:
        """The name that several nodes spell together."""
        words = self.language.words
        return self.language.joint.join(filter(None, [words.get(name, name) for name in map(self.name, nodes)]))

    def use(self, relation: str, place: int, node: Node, by: int | None = None) -> None:
        """Note that a definition (that at work, if none is given) does something with a value, at a node's line."""
        if place != UNKNOWN:
            number = self.actor(self._at_work(relation) if by is None else by)
            self.uses.setdefault((number, relation, place), []).append(node.start_point[0] + 1)

    def _at_work(self, relation: str) -> int:
        """What a signature refers to, its definition does; what it calls, that is around it does."""
        return self.scope.number if self.signed is None or relation not in ("references", "types") else self.signed

    def actor(self, number: int) -> int:
        """The definition that answers for what another does: itself unless it is inline, or only a declaration."""
        while (flags := self.drafts[number].flags) and not flags.keys().isdisjoint(_UNANSWERED):
            number = self.drafts[number].parent
        return number

    def read(self, name: str) -> int:
        """The value of a name here and now."""
        if self.language.items:
            return self._local(name)
        if self.language.static:
            return self._seen(name)
        scope = self.scope.elsewhere.get(name)
        held = self.scope.read(name) if scope is None else None
        if held is not None:
            return held
        return self.values.add(NAME, name, (scope or self.scope).number)

    def _seen(self, name: str) -> int:
        """What a name means where a block ends what it binds: only what is around all functions may come later."""
        scope: Scope | None = self.scope
        found: list[int] = []
        while scope is not None:
            held = scope.inner.get(name)
            if held is None:
                held = self._held_by(scope, name)
            if held is not None:
                return self.values.either(*found, held)
            if scope.is_class and self.drafts[scope.number].called == name:
                return self.values.either(*found, self.values.add("definition", of=scope.number))
            if scope.implied != UNKNOWN:
                found.append(self.values.add("attribute", name, scope.implied))
            scope = scope.parent
        opened = [self.values.add("attribute", name, each) for each in reversed(self.opened) if each != UNKNOWN]
        free = self.values.add("free", name) if self.language.ordered else self.outside((name,))
        return self.values.either(*found, free, *opened)

    def _held_by(self, scope: Scope, name: str) -> int | None:
        """What a scope holds under a name here, as far as that is settled before all is read."""
        if name in scope.later:
            return self.values.add(NAME, name, scope.number)
        may_come_later = not self.language.ordered and (scope.is_class or scope.parent is None)
        return scope.read_block(name) if may_come_later else scope.read(name)

    def outside(self, names: tuple[str, ...]) -> int:
        """The value of a dotted name that is bound outside of all definitions, or in another file."""
        asked = (self.namespaces.situation, names)
        place = self._outside.get(asked)
        if place is None:
            candidates = self.namespaces.candidates(names)
            place = self._outside[asked] = self.values.either(*[self.values.add(NAME, name, 0) for name in candidates])
        return place

    def qualified(self, names: tuple[str, ...]) -> int:
        """The value of a dotted name: a member of what stands before its last part, or that is a namespace."""
        if len(names) < 2:
            return self.read(names[0]) if names else UNKNOWN
        around = self.qualified(names[:-1])
        member = UNKNOWN if around == UNKNOWN else self.values.add("attribute", names[-1], around)
        return self.values.either(member, self.outside(names))

    def _local(self, name: str) -> int:
        """What a name means where items may stand after their use: a local name that is bound by now, else an item."""
        scope: Scope | None = self.scope
        while scope is not None:
            held = scope.inner.get(name)
            if held is None:
                held = scope.read_block(name) if scope.is_class or scope.is_module else scope.read(name)
            if held is not None:
                return held
            scope = None if scope.is_module else scope.parent
        return self.values.add(NAME, name, self.scope.number)

    def item(self, name: str) -> int:
        """The item of a name, whatever local names are called so."""
        scope: Scope | None = self.scope
        while scope is not None:
            held = scope.inner.get(name)
            if held is None and (scope.is_class or scope.is_module):
                held = scope.read_block(name)
            if held is not None:
                return held
            scope = None if scope.is_module else scope.parent
        return self.values.add(NAME, name, self.scope.number)

    def bind_item(self, name: str, place: int) -> None:
        """Let a name mean an item in all of the definition at work; a module may be called as something else is."""
        names = self.scope.names() if self.scope.is_class or self.scope.is_module else self.scope.items
        held = names.get(name)
        names[name] = place if held is None else self.values.any([held, place])

    def module(self) -> int:
        """The module at work: this one, or one inside of it."""
        scope = self.scope
        while not scope.is_module and scope.parent is not None:
            scope = scope.parent
        return self.values.add("definition", of=scope.number) if scope.number else self.values.add("module")

    def bind(self, name: str, place: int, node: Node) -> None:
        """Let a name hold a value from here on; a variable of the module is a thing of its own."""
        scope = self.scope.elsewhere.get(name, self.scope)
        if scope.number == 0:
            name = self.namespaces.full(name)
        if scope.number == 0 and not (self.language.static and scope.is_in_block) and self._is_own(name, place):
            self.variables.setdefault(name, node)
            place = self.values.add("variable", name, place)
        held = scope.read(name) if scope is not self.scope else None
        scope.bind(name, place if held is None else self.values.any([held, place]))

    def make_known(self, name: str, place: int) -> None:
        """Let a name mean from here on what has a name elsewhere."""
        self.scope.bind(self.namespaces.full(name) if self.scope.number == 0 else name, place)

    def _is_own(self, name: str, place: int) -> bool:
        """Whether a name of the module is a variable, and none for something that has a name already."""
        value = self.values[place] if place != UNKNOWN else None
        if value is None or value.kind == "variable":
            return value is None or value.name != name
        return value.kind not in ("definition", "decorated", "import", "self", "overloads")

    def held(self, name: str) -> int | None:
        """What was bound here to a name before."""
        return self.scope.read(self.namespaces.full(name) if self.scope.number == 0 else name)

    def _varies(self, place: int) -> bool:
        """Whether a name holds what a variable holds, rather than what is defined or imported."""
        return place == UNKNOWN or self.values[place].kind not in ("definition", "decorated", "import")

    def put_later(self) -> None:
        """Put into containers what was put into them by other names than those that hold them."""
        for owner, key, item in self.later:
            seen = {owner}
            while owner != UNKNOWN and self.values[owner].kind in (NAME, "variable"):
                value = self.values[owner]
                owner = self.meaning(value.of, value.name) if value.kind == NAME else value.of
                if owner in seen:
                    break
                seen.add(owner)
            if self.values.items(owner) is not None:
                self.values.put(owner, key, item)

    def meaning(self, number: int, name: str) -> int:
        """What a name means in the end, looked up outwards from a scope; methods do not see the names of a class."""
        if self.language.items:
            return self._item(number, name)
        scope: Scope | None = self.scopes[number]
        closed = False
        while scope is not None:
            if scope.number == number or not scope.is_class:
                place = scope.names().get(name)
                if place is not None and not (closed and self._varies(place)):
                    return place
            closed = closed or scope.is_closed
            scope = scope.parent
        return self.values.add("free", name)

    def _item(self, number: int, name: str) -> int:
        """The item of a name as a scope sees it: outwards up to its module, then what that takes over as a whole."""
        free = self.values.add("free", name)
        scope: Scope | None = self.scopes[number]
        taken: list[int] = []
        while scope is not None:
            names = scope.names() if scope.is_module else scope.items
            if name in names:
                return self.values.either(*taken, names[name])
            if ALL in names and name not in _KEYWORDS:
                taken.append(self.values.add("attribute", name, names[ALL]))
            scope = None if scope.is_module else scope.parent
        return self.values.either(*taken, free)
