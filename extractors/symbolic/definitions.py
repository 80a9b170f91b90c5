"""Classes and functions as their records tell of them: their names, parameters, bases, decorators and receivers."""

from __future__ import annotations

from typing import Final

from tree_sitter import Node

from extractors.symbolic.companions import Companions
from extractors.symbolic.definition_kinds import DEFINITIONS, Kind
from extractors.symbolic.definition_names import DefinitionNames
from extractors.symbolic.drafts import Draft, Reading
from extractors.symbolic.environment import Scope
from extractors.symbolic.expressions import Expressions
from extractors.symbolic.matching import Record
from extractors.symbolic.parameters import Parameters
from extractors.symbolic.shapes import Shapes
from extractors.symbolic.targets import Targets
from graph.code.symbols import counted_name
from graph.facts import (
    BASES,
    BODILESS,
    CALLED,
    CASE,
    CONSTRUCTOR,
    EXTENSION,
    INLINE,
    PARTIAL,
    RECEIVER,
    STRUCTURAL,
    TEST,
    UNKNOWN,
    Value,
)

_MOST: Final = 64
"""Functions of one name that are told apart; what has more is written by a machine."""


class Definitions:
    """Opens and closes the definitions of a file as the run of the program gets there."""

    def __init__(self, reading: Reading, expressions: Expressions, of: Companions) -> None:
        """Add to `reading`; `of` tells what belongs to the nodes of definitions."""
        self._reading, self._expressions, self._of = reading, expressions, of
        self._values = reading.values
        self._targets, self._parameters = Targets(reading, expressions), Parameters(reading, expressions, of)
        self._names = DefinitionNames(reading, expressions, of, self._parameters)
        self._shapes = Shapes(reading, expressions, of)

    def open(self, record: Record) -> None:
        """Begin a definition: what stands before its body is read, and its scope is entered."""
        if not self._continues(record):
            self._begin(record)

    def _begin(self, record: Record) -> None:
        """Read what stands before the body of a definition that is new, and enter its scope."""
        reading, around = self._reading, self._reading.scope
        what = DEFINITIONS[record.role]
        around.enter_branch()
        self._bind_generics(record, around)
        kind = "method" if what.kind == "function" and around.is_class and not around.is_module else what.kind
        number = len(reading.drafts)
        draft = Draft(*self._names.of(record, what), kind, around.number, record.node)
        reading.drafts.append(draft)
        reading.made[record.node.id] = number
        owner = self._names.path(record)[:-1] if record.role == "def.member" else ()
        draft.owner = ".".join(owner) or self._names.extended(record, around)
        if owner and reading.language.namespaces:
            reading.namespaces.enter(owner)
        self._describe(record, what, draft)
        self._note_extension(record, number)
        self._note_bases(record, draft, number)
        draft.called = self._names.bound(record) if what.kind == "class" and self._names.over(record) else draft.label
        scope = Scope(number, around, is_class=what.kind == "class")
        scope.is_closed = reading.language.closed and what.receives
        scope.receiver = self._receiver(record, what, number)
        if reading.language.word and scope.receiver != UNKNOWN:
            scope.bind(reading.language.word, scope.receiver)
        if reading.language.items:
            self._enclose(record, draft, scope)
        if reading.language.implied and (scope.is_class or draft.owner):
            scope.implied = self._values.add("self", of=number) if scope.is_class else scope.receiver
        outside, around.implied = around.implied, scope.implied if draft.owner else around.implied
        bound = self._sign(record, draft, scope)
        if reading.language.dialect.structural:
            self._note_shape(record, what, draft, around)
        around.implied = outside
        around.leave_block()
        reading.scopes.append(scope)
        reading.scope = scope
        if not reading.language.items:
            self._bind_own_generics(record, scope)
        for pattern, place in bound:
            self._targets.bind(pattern, place)

    def _sign(self, record: Record, draft: Draft, scope: Scope) -> list[tuple[Node, int]]:
        """Read the signature of a definition, which speaks for itself there: what its names hold, by their nodes."""
        reading = self._reading
        around, reading.signed = reading.signed, scope.number
        bound = self._parameters.note(record, draft, scope)
        returns = record.one("returns") or self._of.types.get(record.node.id)
        if returns is not None:
            draft.promised = self._expressions.type(returns)
        bound += self._parameters.results(returns)
        reading.signed = around
        return bound

    def _continues(self, record: Record) -> bool:
        """Whether a class is another part of one that the file has begun: then it goes on with that."""
        reading, words = self._reading, self._of.flags.get(record.node.id, ())
        if DEFINITIONS[record.role].kind != "class" or not any(
            reading.language.flags.get(reading.text(word)) == PARTIAL for word in words
        ):
            return False
        held = reading.held(self._names.bound(record))
        value = self._values[held] if held is not None and held != UNKNOWN else Value("")
        if value.kind != "definition" or PARTIAL not in reading.drafts[value.of].flags:
            return False
        draft, scope = reading.drafts[value.of], reading.scopes[value.of]
        reading.made[record.node.id] = value.of
        draft.others.append(record.one("name") or record.node)
        self._note_bases(record, draft, value.of)
        self._bind_own_generics(record, scope)
        reading.scope = scope
        return True

    def _note_shape(self, record: Record, what: Kind, draft: Draft, around: Scope) -> None:
        """How its types are written; that the file defines an interface."""
        reading = self._reading
        if what.kind in ("method", "class"):
            draft.shape = self._shapes.of(record, reading.drafts[around.number].node)
        package = STRUCTURAL + reading.language.name
        if what.flag == "interface" and package not in reading.packages:
            reading.packages.append(package)

    def _bind_generics(self, record: Record, scope: Scope) -> None:
        """Let the parameters of a generic definition hide other names: each is what bounds it."""
        for name, bound in self._of.generics.get(record.node.id, ()):
            scope.bind(self._reading.name(name), self._expressions.value(bound))

    def _bind_own_generics(self, record: Record, scope: Scope) -> None:
        """The same for what is inside of it: of a type that is written they are no members."""
        if not (self._reading.language.static and scope.is_class):
            self._bind_generics(record, scope)
            return
        for name, bound in self._of.generics.get(record.node.id, ()):
            scope.inner[self._reading.name(name)] = self._expressions.value(bound)

    def _enclose(self, record: Record, draft: Draft, scope: Scope) -> None:
        """What only the inside of a type or module sees, where that sees nothing else of what is around it."""
        reading = self._reading
        if "namespace" in draft.flags:
            scope.is_module = True
            scope.bind("crate", self._values.add("import", labels=("crate",)))
            scope.bind("super", reading.module())
        elif scope.is_class:
            owner = record.one("owner")
            own = self._values.add("definition", of=scope.number) if owner is None else self._type(owner)
            scope.inner["Self"] = own
        for name, bound in self._of.generics.get(record.node.id, ()):
            scope.inner[reading.name(name)] = self._expressions.value(bound)
        if "variant" in draft.flags and scope.parent is not None:
            draft.bases.append(self._values.add("definition", of=scope.parent.number))

    def _type(self, node: Node) -> int:
        return self._expressions.value(node, read=False)

    def _owner(self, record: Record) -> int:
        """The type that a definition outside of its body belongs to."""
        if self._reading.language.namespaces:
            return self._reading.qualified(self._names.path(record)[:-1])
        return self._expressions.value(record.one("owner"), read=False)

    def _describe(self, record: Record, what: Kind, draft: Draft) -> None:
        """What is said of a definition before its body: keywords, decorators, documentation."""
        reading, node = self._reading, record.node
        inside = record.one("body") or record.one("result")
        draft.place = self._names.place(record, what)
        draft.signature_end, draft.last = inside.start_byte if inside else node.end_byte, record.last()
        if inside is not None and inside.start_byte == node.start_byte:
            line = reading.data.find(b"\n", node.start_byte, node.end_byte)
            draft.signature_end = line if line >= 0 else node.end_byte
        draft.decorators = [reading.text(each) for each in self._of.decorators.get(node.id, ())]
        words = [reading.text(each) for each in self._of.flags.get(node.id, ())]
        words += [text.partition("(")[0].rpartition(".")[2] for text in draft.decorators] + draft.decorators
        flags = [what.flag, *(reading.language.flags.get(word, "") for word in words)]
        if reading.namespaces.is_hidden and draft.parent == 0:
            flags.append("static")
        if node.id in self._of.extended:
            flags.append(RECEIVER)
        if not draft.label:
            flags.append(INLINE)
        if TEST in reading.drafts[draft.parent].flags:
            flags.append(TEST)
        if PARTIAL in flags and draft.kind == "method" and inside is None:
            flags.append(BODILESS)
        draft.flags = dict.fromkeys(filter(None, flags))
        draft.begin = self._of.begins.get(node.id, node.start_byte)
        doc = self._of.docs.get(node.id)
        draft.doc = reading.text(doc).strip('"') if doc else ""

    def close(self, record: Record) -> None:
        """End a definition: its scope is left, its decorators are applied, and its name is bound."""
        reading, number = self._reading, self._reading.made[record.node.id]
        result = record.one("result")
        if result is not None:
            reading.drafts[number].returns.append(self._expressions.value(result))
        scope = reading.scopes[number]
        assert scope.parent is not None
        reading.scope = scope.parent
        decorated = self._decorate(record.node, self._values.add("definition", of=number))
        name = record.one("name")
        declares = DEFINITIONS[record.role].declares and (record.role != "def.method" or reading.scope.is_class)
        if record.role == "def.extension":
            self._extend(self._type(record.parts["owner"][0]), number)
        elif declares and (other := self._companion(record)) != UNKNOWN:
            self._extend(other, number)
        elif declares and name is not None and reading.language.items:
            reading.bind_item(reading.drafts[number].label, decorated)
        elif declares and name is not None:
            self._bind_called(record, decorated, name)
        elif (naming := self._of.naming.get(record.node.id)) is not None and naming.role == "naming.target":
            self._targets.bind(naming.node, decorated)
        elif record.role == "def.member" and name is not None:
            self._put_outside(record, name, decorated)
        elif record.role == "def.signature":
            held = reading.scope.read(CALLED)
            reading.bind(CALLED, decorated if held is None else self._values.any([held, decorated]), record.node)

    def _bind_called(self, record: Record, place: int, name: Node) -> None:
        """Bind a definition to its name; a function also to that with the number of what it is generic over."""
        reading, called = self._reading, self._names.bound(record)
        if self._is_case(called):
            reading.drafts[reading.made[record.node.id]].flags[CASE] = None
        is_class = DEFINITIONS[record.role].kind == "class"
        counted = called if is_class else counted_name(called, len(self._names.over(record)))
        for each in dict.fromkeys((called, counted)):
            reading.bind(each, self._overloaded(each, place), name)

    def _put_outside(self, record: Record, name: Node, place: int) -> None:
        """Put a method on the type that it stands outside of; in namespaces its name in full does that."""
        reading = self._reading
        if not reading.language.namespaces:
            reading.extended.append((self._owner(record), self._names.path(record)[-1], place))
            return
        *owner, own = self._names.path(record)
        if owner:
            reading.namespaces.leave()
        called = ".".join((*owner, CONSTRUCTOR if owner[-1:] == [own] else own))
        if record.one("owner") is None:  # else a test, which nobody calls
            reading.bind(called, self._overloaded(called, place), name)

    def _companion(self, record: Record) -> int:
        """The class of the same name that stands in the same place, where the two are one."""
        if not self._reading.language.dialect.companions or DEFINITIONS[record.role].kind != "class":
            return UNKNOWN
        held = self._reading.held(self._names.bound(record))
        return held if held is not None and held != UNKNOWN and self._values[held].kind == "definition" else UNKNOWN

    def _extend(self, owner: int, number: int) -> None:
        """Put what a block defines on a type, and what it is defined for among its bases."""
        reading = self._reading
        for base in reading.drafts[number].bases:
            reading.extended.append((owner, BASES, base))
        own = {each.name for each in reading.drafts[number].parameters}
        for name, place in reading.scopes[number].names().items():
            if name not in own:
                reading.extended.append((owner, name, place))

    def _is_case(self, name: str) -> bool:
        """Whether what a name holds is imported or lies in a namespace from outside, or adds a case to what does."""
        if self._reading.namespaces.prefix.partition(".")[0] in self._reading.language.outside:
            return True
        if not self._reading.language.cases:
            return False
        held = self._reading.held(name)
        known = self._values[held] if held is not None and held != UNKNOWN else None
        if known is None or known.kind != "definition":
            return known is not None and known.kind == "import"
        return CASE in self._reading.drafts[known.of].flags

    def _overloaded(self, name: str, place: int) -> int:
        """A definition together with those of the same name, where their parameters tell them apart."""
        held = self._reading.held(name) if self._reading.language.overloads else None
        if held is None or held == UNKNOWN:
            return place
        known = self._values[held]
        others = known.parts if known.kind == "overloads" else (held,) if known.kind == "definition" else ()
        if place in others:  # another part of the same class
            return held
        if not others:
            return place
        return self._values.add("overloads", parts=(*others[:_MOST], place))

    def pass_by(self, record: Record) -> None:
        """A definition without a body: a signature. Outside of classes it says nothing that its definition does not."""
        if record.role == "def.declared" and not self._reading.scope.is_class:
            return
        self.open(record)
        self.close(record)

    def _note_extension(self, record: Record, number: int) -> None:
        """A function that is found on the type of its first parameter."""
        typed, reading = self._of.extended.get(record.node.id), self._reading
        if typed is not None:
            owner, place = self._expressions.value(typed, read=False), self._values.add("definition", of=number)
            label = reading.drafts[number].label
            for called in dict.fromkeys((label, counted_name(label, len(self._names.over(record))))):
                reading.extended.append((owner, called, place))

    def _note_bases(self, record: Record, draft: Draft, number: int) -> None:
        reading = self._reading
        nodes = self._of.bases.get(record.node.id) or record.all("base")
        for parent in record.all("bases"):
            nodes = [each for each in parent.named_children if not each.is_extra]
        for node in nodes:
            known = self._expressions.record(node)
            if known is not None and known.role.startswith("argument"):
                self._expressions.value(known.parts["value"][0])
                continue
            place = self._expressions.value(node, read=False)
            if place != UNKNOWN:
                draft.bases.append(place)
                if EXTENSION in draft.flags:
                    reading.uses.setdefault((number, "implements", place), []).append(node.start_point[0] + 1)
                    continue
                relation = "implements" if node.id in self._of.implemented else "inherits"
                if INLINE not in draft.flags:
                    reading.use(relation, place, node, number)
                elif node.start_point[0] + 1 not in reading.uses.get((reading.actor(number), "references", place), ()):
                    reading.use("references", place, node, number)

    def _receiver(self, record: Record, what: Kind, number: int) -> int:
        """What a definition is called on: the instance of the class around it, or what its value is put on."""
        around = self._reading.scope
        if what.kind == "class":
            owner = record.one("owner")
            add = self._values.add
            return add("self", of=number) if owner is None else add("typed", of=self._type(owner))
        if not what.receives or EXTENSION in self._reading.drafts[around.number].flags:
            return around.receiver
        draft = self._reading.drafts[number]
        if around.is_class:
            if "class" in draft.flags or ("static" in draft.flags and self._reading.language.receiver == "word"):
                return self._values.add("definition", of=around.number)
            return self._values.add("self", of=around.number)
        if draft.owner:
            return self._values.add("typed", of=self._owner(record))
        naming = self._of.naming.get(record.node.id)
        if naming is not None and naming.role == "naming.item":
            return self._expressions.box_of(naming.node)
        owner = naming.one("owner") if naming is not None else None
        if owner is not None:
            place = self._expressions.value(owner, read=False)
            value = self._values[place] if place != UNKNOWN else Value("")
            if value.kind == "attribute" and value.name == "prototype":
                return self._values.add("typed", of=value.of)
            return place
        if self._reading.language.receiver == "word":
            return self._values.add("self", of=number)
        return UNKNOWN

    def _decorate(self, node: Node, place: int) -> int:
        """A definition as its decorators leave it; each of them is called where it stands."""
        result = place
        for decorator in reversed(self._of.decorators.get(node.id, [])):
            callee = self._expressions.value(decorator, read=False)
            if callee != UNKNOWN:
                result = self._values.add("call", "", callee, (result,))
                self._reading.use("calls", result, decorator)
        return place if result == place else self._values.add("decorated", of=place, parts=(result,))
