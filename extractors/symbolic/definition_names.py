"""What definitions are called: by a reader, in their file, where they are bound; and where their names stand."""

from __future__ import annotations

from typing import Final

from tree_sitter import Node

from extractors.symbolic.companions import Companions
from extractors.symbolic.definition_kinds import DEFINITIONS, Kind
from extractors.symbolic.drafts import Reading
from extractors.symbolic.environment import Scope
from extractors.symbolic.expressions import Expressions
from extractors.symbolic.matching import Record
from extractors.symbolic.namespaces import names_in
from extractors.symbolic.parameters import Parameters
from graph.code.symbols import counted_name
from graph.facts import CONSTRUCTOR, EXTENSION, UNKNOWN

_LAMBDA_LENGTH: Final = 40
_TITLE_LENGTH: Final = 60


class DefinitionNames:
    """Names the definitions of one file."""

    def __init__(self, reading: Reading, expressions: Expressions, of: Companions, parameters: Parameters) -> None:
        """Name what is found while `reading`; `of` tells what values are bound to."""
        self._reading, self._expressions, self._companions, self._parameters = reading, expressions, of, parameters
        self._values = reading.values

    def of(self, record: Record, what: Kind) -> tuple[str, str]:
        """What a definition is called, and its name within the file: that of what is around it if it has none."""
        reading = self._reading
        around = reading.drafts[reading.scope.number].name
        naming = self._companions.naming.get(record.node.id)
        name = record.one("name") if what.declares or naming is None else naming.parts["name"][0]
        if record.role == "def.extension":
            owned = self.extended(record, reading.scope)
            return "", f"{around}.{owned}" if around else owned
        if name is None and record.role == "def.lambda":
            own = " ".join(reading.text(record.node).split())
            own = f"<{own if len(own) <= _LAMBDA_LENGTH else own[:_LAMBDA_LENGTH] + '..'}>"
            return own, f"{around}.{own}" if around else own
        if name is None:
            title = self._companions.titles.get(record.node.id)
            words = " ".join(reading.name(title).split())[:_TITLE_LENGTH] if title is not None else ""
            return "", ".".join(filter(None, (around, words)))
        own = label = self._named(name) + ("!" if record.role == "def.macro" else "")
        if reading.language.namespaces or record.role == "def.member" or len(record.all("name")) > 1:
            path = self.path(record)
            own, label = ".".join(path), path[-1]
        own += f"<{','.join(over)}>" if (over := self.over(record)) else ""
        if reading.scope.number == 0 and reading.language.namespaces == "named":
            around = reading.namespaces.prefix
        if what.kind in ("method", "function") and reading.language.overloads and what.flag != "property":
            own += f"({','.join(self._parameters.written_types(record))})"
        owner = naming.one("owner") if naming is not None and not what.declares else None
        if owner is not None:
            words = reading.text(owner).removesuffix(".prototype")
            if words.replace(".", "").isidentifier() and words not in ("this", "exports", "module.exports", "self"):
                own = f"{words}.{own}"
        return label, f"{around}.{own}" if around else own

    def path(self, record: Record) -> tuple[str, ...]:
        """The name of a definition, with those of the types before it where it stands outside of them."""
        owner, name = record.one("owner"), record.one("name")
        around = names_in(self._reading.name(owner)) if owner else ()
        if len(record.all("name")) > 1:
            return (*around, self._reading.joined(record.all("name")))
        if name is None:
            return around
        names = () if self._reading.language.cases else names_in(self._reading.name(name))
        return (*around, *(names or (self._named(name),)))

    def bound(self, record: Record) -> str:
        """The name that a definition binds."""
        reading, (*outside, own) = self._reading, self.path(record)
        around = reading.drafts[reading.scope.number].label if reading.scope.is_class else ""
        makes = record.role == "def.constructor" or (record.role == "def.declared" and record.one("returns") is None)
        own += "!" if record.role == "def.macro" else ""
        if makes and own == around:
            return CONSTRUCTOR
        called = ".".join((*outside, own))
        return counted_name(called, len(self.over(record))) if DEFINITIONS[record.role].kind == "class" else called

    def over(self, record: Record) -> list[str]:
        """What a definition is generic over, where that tells it from others of its name."""
        if not self._reading.language.counted:
            return []
        return list(
            dict.fromkeys(self._reading.name(name) for name, _ in self._companions.generics.get(record.node.id, ()))
        )

    def place(self, record: Record, what: Kind) -> Node:
        """Where a definition stands: its name, its own or the one that it is bound to; itself if it has none."""
        naming = self._companions.naming.get(record.node.id) if not what.declares else None
        return record.one("name") or (naming.one("name") if naming is not None else None) or record.node

    def extended(self, record: Record, around: Scope) -> str:
        """The name of the type that a block, or the one around a definition, puts members on."""
        if record.role == "def.extension":
            return self._expressions.spelled(record.parts["owner"][0])
        draft = self._reading.drafts[around.number]
        return draft.owner if EXTENSION in draft.flags else ""

    def _named(self, name: Node) -> str:
        """The name of a definition; where functions add cases to classes, that of the class it is another name of."""
        own = self._reading.name(name)
        held = self._reading.held(own) if self._reading.language.cases else None
        known = self._values[held] if held is not None and held != UNKNOWN else None
        if known is None or known.kind != "definition":
            return own
        draft = self._reading.drafts[known.of]
        return draft.label if draft.kind == "class" else own
