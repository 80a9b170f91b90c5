"""Runs a file once, symbolically, in the order of its text: scopes open and close, names are bound, uses are noted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from tree_sitter import Node

from extractors.drafts import INLINE, Draft, Reading
from extractors.environment import Scope
from extractors.expressions import Expressions, expression_records
from extractors.matching import Record
from graph.facts import NAMELESS, RECEIVER, UNKNOWN, Import, Parameter, Value


class _Kind(NamedTuple):
    """What a role of definitions makes."""

    kind: str
    declares: bool
    """Whether it binds its name where it stands; otherwise it is a value, named by what it is bound to."""
    receives: bool = True
    """Whether it has a receiver of its own; otherwise it shares that of the definition around it."""
    flag: str = ""


_DEFINITIONS: Final[Mapping[str, _Kind]] = {
    "def.function": _Kind("function", True),
    "def.method": _Kind("method", True),
    "def.class": _Kind("class", True),
    "def.interface": _Kind("class", True, flag="interface"),
    "def.enum": _Kind("class", True, flag="enum"),
    "def.namespace": _Kind("class", True, flag="namespace"),
    "def.alias": _Kind("class", True, flag="alias"),
    "def.class.value": _Kind("class", False),
    "def.value": _Kind("function", False),
    "def.arrow": _Kind("function", False, receives=False),
    "def.lambda": _Kind("function", False, receives=False, flag=NAMELESS),
}
_LAMBDA_LENGTH: Final = 40


def execute(reading: Reading, records: list[Record]) -> None:
    """Fill a reading with all that the records of its file say."""
    execution = _Execution(reading, records)
    for *_, step, record in sorted(execution.steps(records), key=lambda item: item[:4]):
        step(record)
    execution.finish()


_Step = tuple[int, int, int, int, Callable[[Record], None], Record]
"""(byte, whether something opens there, nesting, order, what is done, to what)."""


class _Execution:
    def __init__(self, reading: Reading, records: list[Record]) -> None:
        self._reading, self._values = reading, reading.values
        self._expressions = Expressions(reading, expression_records(records))
        by_role: dict[str, list[Record]] = {}
        for record in records:
            by_role.setdefault(record.role, []).append(record)
        self._naming = {each.parts["named"][0].id: each for role in ("naming", "naming.item") for each in by_role.get(role, ())}
        self._types = {
            each.node.id: each.parts["type"][0]
            for role in ("bind.typed", "bind.field", "returns")
            for each in by_role.get(role, ())
            if "type" in each.parts
        }
        self._valued = {each.node.id for role in ("bind", "bind.field") for each in by_role.get(role, ()) if "value" in each.parts}
        self._parameters = {
            each.node.id: each for role in ("parameter.rest", "parameter.named", "parameter") for each in by_role.get(role, ())
        }
        self._fields = {each.node.id for each in by_role.get("parameter.field", ())}
        self._decorations: dict[int, list[Node]] = {}
        for each in by_role.get("decoration", ()):
            self._decorations.setdefault(each.parts["decorated"][0].id, []).append(each.parts["decorator"][0])
        self._flags: dict[int, list[str]] = {}
        for each in by_role.get("flagged", ()):
            self._flags.setdefault(each.node.id, []).append(reading.text(each.parts["flag"][0]))
        self._bases: dict[int, list[Node]] = {}
        for each in (*by_role.get("inherits", ()), *by_role.get("implements", ())):
            self._bases.setdefault(each.node.id, []).append(each.parts["base"][0])
        self._implemented = {each.parts["base"][0].id for each in by_role.get("implements", ())}
        self._docs = {each.node.id: each.parts["text"][0] for each in reversed(by_role.get("documented", ()))}
        self._named_there: set[int] = set()

    # the order of things

    def steps(self, records: Iterable[Record]) -> Iterable[_Step]:
        """What is to be done, with its place in the run of the program."""
        for record in records:
            node, role = record.node, record.role
            if role in _DEFINITIONS:
                inside = record.one("body") or record.one("result")
                inside = inside if inside and inside.end_byte > inside.start_byte else None
                start = inside.start_byte if inside else node.end_byte
                yield start, 1, -node.end_byte, 0, self._open, record
                yield node.end_byte, 0 if inside else 2, -node.start_byte, 4, self._close, record
            elif node.end_byte == node.start_byte:
                continue
            elif role == "branching":
                yield node.start_byte, 1, -node.end_byte, 2, self._fork, record
                yield node.end_byte, 0, -node.start_byte, 7, self._join, record
            elif role == "branch":
                yield node.start_byte, 1, -node.end_byte, 1, self._enter, record
                yield node.end_byte, 0, -node.start_byte, 8, self._leave, record
            elif role in _EVENTS:
                at = record.one("iterable") or node
                yield at.end_byte, 0, -node.start_byte, 3, _EVENTS[role].__get__(self), record

    def finish(self) -> None:
        """Note what the file as a whole says."""
        doc = self._docs.get(self._reading.drafts[0].node.id)
        self._reading.drafts[0].doc = self._reading.text(doc) if doc else ""
        self._reading.put_later()

    def _fork(self, record: Record) -> None:
        self._reading.scope.fork()

    def _join(self, record: Record) -> None:
        self._reading.scope.join(self._values.any)

    def _enter(self, record: Record) -> None:
        self._reading.scope.enter_branch()

    def _leave(self, record: Record) -> None:
        self._reading.scope.leave_branch(self._values.any)

    # definitions

    def _open(self, record: Record) -> None:
        reading, node = self._reading, record.node
        what = _DEFINITIONS[record.role]
        around = reading.scope
        is_class = what.kind == "class"
        kind = "method" if what.kind == "function" and around.is_class else what.kind
        number = len(reading.drafts)
        draft = Draft(*self._names(record, what), kind, around.number, node)
        reading.drafts.append(draft)
        reading.made[node.id] = number
        inside = record.one("body") or record.one("result")
        draft.signature_end = inside.start_byte if inside else node.end_byte
        if draft.name == reading.drafts[around.number].name:
            draft.flags[INLINE] = None
        draft.flags.update(dict.fromkeys(filter(None, (what.flag, *map(self._flag, self._flags.get(node.id, ()))))))
        decorators = self._decorations.get(node.id, [])
        draft.decorators = [reading.text(each) for each in decorators]
        last_words = (text.partition("(")[0].rpartition(".")[2] for text in draft.decorators)
        draft.flags.update(dict.fromkeys(filter(None, map(self._flag, last_words))))
        doc = self._docs.get(node.id)
        draft.doc = reading.text(doc) if doc else ""
        self._note_bases(record, draft)
        scope = Scope(number, around, is_class=is_class)
        receiver = self._receiver(record, what, number)
        self._note_parameters(record, draft, scope, receiver, number)
        returns = record.one("returns") or self._types.get(node.id)
        if returns is not None:
            draft.returns.append(self._expressions.type(returns))
        reading.scopes.append(scope)
        reading.scope = scope

    def _close(self, record: Record) -> None:
        reading, number = self._reading, self._reading.made[record.node.id]
        draft = reading.drafts[number]
        result = record.one("result")
        if result is not None:
            draft.returns.append(self._expressions.value(result))
        scope = reading.scopes[number]
        assert scope.parent is not None
        reading.scope = scope.parent
        place = self._values.add(Value("definition", of=number))
        decorated = self._decorate(record.node, place)
        name = record.one("name")
        declares = _DEFINITIONS[record.role].declares and (record.role != "def.method" or reading.scope.is_class)
        if declares and name is not None:
            reading.bind(reading.name(name), decorated, name)

    def _names(self, record: Record, what: _Kind) -> tuple[str, str]:
        """What a definition is called, and its name within the file: that of what is around it if it has none."""
        reading = self._reading
        around = reading.drafts[reading.scope.number].name
        naming = self._naming.get(record.node.id)
        name = record.one("name") if what.declares or naming is None else naming.parts["name"][0]
        if name is None and record.role == "def.lambda":
            own = " ".join(reading.text(record.node).split())
            own = f"<{own if len(own) <= _LAMBDA_LENGTH else own[:_LAMBDA_LENGTH] + '..'}>"
            return own, f"{around}.{own}" if around else own
        if name is None:
            return "", around
        own = label = reading.name(name)
        owner = naming.one("owner") if naming is not None and not what.declares else None
        if owner is not None:
            words = reading.text(owner).removesuffix(".prototype")
            if words.replace(".", "").isidentifier() and words not in ("this", "exports", "module.exports", "self"):
                own = f"{words}.{own}"
        return label, f"{around}.{own}" if around else own

    def _flag(self, word: str) -> str:
        return self._reading.language.flags.get(word, "")

    def _note_bases(self, record: Record, draft: Draft) -> None:
        nodes = self._bases.get(record.node.id, [])
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
                relation = "implements" if node.id in self._implemented else "inherits"
                self._reading.use(relation, place, node, len(self._reading.drafts) - 1)

    def _receiver(self, record: Record, what: _Kind, number: int) -> int:
        """What a definition is called on: the instance of the class around it, or what its value is put on."""
        around = self._reading.scope
        if what.kind == "class" or not what.receives:
            return around.receiver
        draft = self._reading.drafts[number]
        if around.is_class:
            if "class" in draft.flags or ("static" in draft.flags and self._reading.language.receiver == "word"):
                return self._values.add(Value("definition", of=around.number))
            return self._values.add(Value("self", of=around.number))
        naming = self._naming.get(record.node.id)
        if naming is not None and naming.role == "naming.item":
            return self._expressions.box_of(naming.node)
        owner = naming.one("owner") if naming is not None else None
        if owner is not None:
            place = self._expressions.value(owner, read=False)
            value = self._values[place] if place != UNKNOWN else Value("")
            if value.kind == "attribute" and value.name == "prototype":
                return self._values.add(Value("typed", of=value.of))
            return place
        if self._reading.language.receiver == "word":
            return self._values.add(Value("self", of=number))
        return UNKNOWN

    def _note_parameters(self, record: Record, draft: Draft, scope: Scope, receiver: int, number: int) -> None:
        scope.receiver = receiver
        nodes = record.all("only") or [node for parent in record.all("parameters") for node in parent.named_children if not node.is_extra]
        by_position = self._reading.language.receiver == "parameter" and self._reading.scope.is_class
        for position, node in enumerate(nodes):
            parameter = self._parameter(node)
            if not parameter.name:
                draft.parameters.append(parameter)
                continue
            draft.parameters.append(parameter)
            if position == 0 and by_position and draft.kind == "method" and "static" not in draft.flags:
                scope.bind(parameter.name, receiver)
                draft.flags[RECEIVER] = None
                continue
            place = self._values.add(Value("parameter", parameter.name, number))
            scope.bind(parameter.name, place)
            if node.id in self._fields:
                self._reading.drafts[scope.parent.number if scope.parent else 0].attributes.setdefault(
                    parameter.name, []
                ).append(place)

    def _parameter(self, node: Node) -> Parameter:
        known = self._parameters.get(node.id)
        if known is None:
            name = self._reading.text(node) if node.type in self._reading.language.names else ""
            return Parameter(name)
        spread = {"parameter.rest": "*", "parameter.named": "**"}.get(known.role, "")
        name_node = known.parts["name"][0]
        inner = self._parameters.get(name_node.id)
        name = self._reading.text(name_node) if name_node.type in self._reading.language.names else ""
        if inner is not None:
            return self._parameter(name_node)
        return Parameter(name, spread, self._expressions.type(known.one("type")), self._expressions.value(known.one("default")))

    def _decorate(self, node: Node, place: int) -> int:
        """A definition as its decorators leave it; each of them is called where it stands."""
        result = place
        for decorator in reversed(self._decorations.get(node.id, [])):
            callee = self._expressions.value(decorator, read=False)
            if callee != UNKNOWN:
                result = self._values.add(Value("call", "", callee, (result,)))
                self._reading.use("calls", result, decorator)
        return place if result == place else self._values.add(Value("decorated", of=place, parts=(result,)))

    # events

    def _bind(self, record: Record) -> None:
        target, value = record.parts["target"][0], record.one("value")
        place = self._expressions.value(value)
        annotation = self._types.get(record.node.id)
        if annotation is not None:
            place = self._expressions.either(place, self._expressions.type(annotation))
        self._bind_target(target, place)

    def _bind_typed(self, record: Record) -> None:
        if record.node.id not in self._valued:
            self._bind_target(record.parts["target"][0], self._expressions.type(record.one("type")))

    def _bind_field(self, record: Record) -> None:
        value, name = record.one("value"), record.parts["name"][0]
        if value is None and record.node.id in self._valued:
            return
        typed = self._expressions.type(self._types.get(record.node.id))
        self._reading.bind(self._reading.name(name), self._expressions.either(self._expressions.value(value), typed), name)

    def _bind_each(self, record: Record) -> None:
        iterable = record.parts["iterable"][0]
        place = self._expressions.value(iterable)
        self._reading.use("iterates", place, iterable)
        element = UNKNOWN if place == UNKNOWN else self._values.add(Value("element", of=place))
        self._bind_target(record.parts["target"][0], element)

    def _bind_target(self, target: Node, place: int) -> None:
        expressions, reading = self._expressions, self._reading
        record = expressions.record(target)
        if record is None:
            if target.type in reading.language.names:
                reading.bind(reading.text(target), place, target)
            return
        if record.role == "expr.list":
            self._bind_items([node for node in target.named_children if not node.is_extra], place)
        elif record.role == "expr.object":
            self._bind_members(target, place)
        elif record.role == "expr.attribute":
            owner = expressions.value(record.one("object"), read=False)
            self._put(owner, reading.name(record.parts["member"][0]), place)
        elif record.role == "expr.index":
            owner = expressions.bare(expressions.value(record.one("object"), read=False))
            key = expressions.value(record.one("key"))
            if self._values.items(owner) is not None:
                self._values.put(owner, key, place)
            else:
                reading.later.append((owner, key, place))
        elif record.role == "expr.any" and record.all("part"):
            self._bind_target(record.parts["part"][0], place)

    def _bind_items(self, targets: list[Node], place: int) -> None:
        """Take a container apart; a starred target takes what the others leave."""
        items = self._values.items(self._expressions.bare(place)) if place != UNKNOWN else None
        count = len(items) // 2 if items is not None else None
        for position, target in enumerate(targets):
            splat = self._expressions.record(target)
            if splat is not None and splat.role in ("splat", "argument.rest"):
                after = len(targets) - position - 1
                rest = range(position, max(position, count - after)) if count is not None else ()
                taken = [self._expressions.item(place, str(number)) for number in rest]
                keyed = [each for number, item in enumerate(taken) for each in (self._literal(number), item)]
                self._bind_target(splat.parts["value"][0], self._values.box("list", keyed))
                self._bind_rest(targets[position + 1 :], place, count)
                return
            self._bind_target(target, self._expressions.item(place, str(position)))

    def _bind_rest(self, targets: list[Node], place: int, count: int | None) -> None:
        for number, target in enumerate(targets):
            item = UNKNOWN if count is None else self._expressions.item(place, str(count - len(targets) + number))
            self._bind_target(target, item)

    def _literal(self, number: int) -> int:
        return self._values.add(Value("literal", str(number)))

    def _bind_members(self, pattern: Node, place: int) -> None:
        for node in pattern.named_children:
            pair = self._expressions.record(node)
            if pair is None:
                continue
            if pair.role == "pair.short":
                name = self._reading.text(node)
                self._reading.bind(name, self._expressions.member(place, name), node)
            elif pair.role == "pair":
                member = self._expressions.member(place, self._reading.name(pair.parts["key"][0]))
                self._bind_target(pair.parts["value"][0], member)
            elif pair.role == "pair.default":
                target = pair.parts["value"][0]
                name = self._reading.text(target)
                default = self._expressions.value(pair.one("default"))
                self._bind_target(target, self._values.any([self._expressions.member(place, name), default]))

    def _put(self, owner: int, member: str, place: int) -> None:
        """Put a member on a value."""
        bare = self._expressions.bare(owner)
        if bare == UNKNOWN or place == UNKNOWN:
            return
        value = self._values[bare]
        if value.kind in ("self", "definition"):
            self._reading.drafts[value.of].attributes.setdefault(member, []).append(place)
        elif value.kind == "attribute" and value.name == "prototype" and self._values[value.of].kind == "definition":
            self._reading.drafts[self._values[value.of].of].attributes.setdefault(member, []).append(place)
        elif self._values.items(bare) is not None:
            self._values.put(bare, self._values.add(Value("literal", f"'{member}'")), place)
        else:
            self._reading.extended.append((bare, member, place))

    def _call(self, record: Record) -> None:
        place = self._expressions.value(record.node)
        if place == UNKNOWN or self._values[place].kind != "call":
            return
        self._reading.use("calls", place, record.parts["callee"][0])
        self._fill(self._values[place])

    def _fill(self, call: Value) -> None:
        """Methods of containers that put their arguments into them."""
        callee = self._values[call.of]
        how = self._reading.language.fillers.get(callee.name) if callee.kind == "attribute" else None
        owner = self._expressions.bare(callee.of) if how else UNKNOWN
        if how is None or owner == UNKNOWN or self._values.items(owner) is None:
            return
        for argument in call.parts:
            bare = self._expressions.bare(argument)
            if how == "item":
                self._values.put(owner, UNKNOWN, argument)
            elif bare != UNKNOWN:
                more = list(self._values.items(bare) or ())
                for key, item in zip(more[::2], more[1::2], strict=True):
                    self._values.put(owner, key, item)

    def _return(self, record: Record) -> None:
        self._reading.drafts[self._reading.scope.number].returns.append(self._expressions.value(record.one("value")))

    def _yield(self, record: Record) -> None:
        self._reading.drafts[self._reading.scope.number].yields.append(self._expressions.value(record.one("value")))

    def _yield_all(self, record: Record) -> None:
        place = self._expressions.value(record.one("iterable"))
        if place != UNKNOWN:
            element = self._values.add(Value("element", of=place))
            self._reading.drafts[self._reading.scope.number].yields.append(element)

    def _read(self, record: Record) -> None:
        self._expressions.value(record.node)

    def _declare_module(self, record: Record) -> None:
        for name in record.all("name"):
            self._reading.scope.elsewhere[self._reading.text(name)] = self._reading.scopes[0]

    def _declare_outer(self, record: Record) -> None:
        scope = self._reading.scope.parent
        while scope is not None and scope.is_class:
            scope = scope.parent
        for name in record.all("name"):
            if scope is not None:
                self._reading.scope.elsewhere[self._reading.text(name)] = scope

    # modules

    def _import(self, record: Record) -> None:
        reading = self._reading
        specifier = reading.name(record.parts["module"][0])
        alias, name = record.one("alias"), record.one("name")
        wanted = "default" if record.role == "import.default" else reading.name(name) if name else ""
        reading.imports.append(Import(specifier, wanted, record.node.start_point[0] + 1))
        if name is None and alias is None:
            top = specifier.partition(".")[0]
            reading.bind(top, self._imported(top, ""), record.node)
        else:
            target = alias or name
            assert target is not None
            reading.bind(reading.name(target), self._imported(specifier, wanted), target)

    def _imported(self, specifier: str, name: str) -> int:
        return self._values.add(Value("import", name, labels=(specifier,)))

    def _import_all(self, record: Record) -> None:
        specifier = self._reading.name(record.parts["module"][0])
        self._reading.imports.append(Import(specifier, "*", record.node.start_point[0] + 1))
        self._reading.stars.append(specifier)

    def _import_only(self, record: Record) -> None:
        specifier = self._reading.name(record.parts["module"][0])
        self._reading.imports.append(Import(specifier, "", record.node.start_point[0] + 1))

    def _export(self, record: Record) -> None:
        name, alias = record.parts["name"][0], record.one("alias")
        self._reading.exports[self._reading.name(alias or name)] = self._reading.read(self._reading.name(name))

    def _export_from(self, record: Record) -> None:
        name, alias = record.one("name"), record.one("alias")
        specifier = self._reading.name(record.parts["module"][0])
        wanted = self._reading.name(name) if name else ""
        self._reading.imports.append(Import(specifier, wanted or "*", record.node.start_point[0] + 1))
        target = alias or name
        if target is not None:
            self._reading.exports[self._reading.name(target)] = self._imported(specifier, wanted)

    def _export_default(self, record: Record) -> None:
        self._reading.exports["default"] = self._expressions.value(record.one("value"))

    def _export_all(self, record: Record) -> None:
        self._reading.exports[""] = self._expressions.value(record.one("value"))

    def _export_value(self, record: Record) -> None:
        name = self._reading.name(record.parts["name"][0])
        self._reading.exports[name] = self._expressions.value(record.one("value"))


_EVENTS: Final[Mapping[str, Callable[[_Execution, Record], None]]] = {
    "bind": _Execution._bind,
    "bind.typed": _Execution._bind_typed,
    "bind.field": _Execution._bind_field,
    "bind.each": _Execution._bind_each,
    "expr.call": _Execution._call,
    "expr.call.new": _Execution._call,
    "expr.call.raise": _Execution._call,
    "expr.call.render": _Execution._call,
    "return": _Execution._return,
    "yield": _Execution._yield,
    "yield.all": _Execution._yield_all,
    "read": _Execution._read,
    "declare.module": _Execution._declare_module,
    "declare.outer": _Execution._declare_outer,
    "import": _Execution._import,
    "import.default": _Execution._import,
    "import.all": _Execution._import_all,
    "import.only": _Execution._import_only,
    "expr.import": _Execution._import_only,
    "export": _Execution._export,
    "export.from": _Execution._export_from,
    "export.default": _Execution._export_default,
    "export.all": _Execution._export_all,
    "export.value": _Execution._export_value,
}
