"""What an import gives: the names that modules and packages call something by, or take over from others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from graph.code.things import NOTHING, Thing, Things, interface_key, joined, scaled
from graph.facts import ALL, DEFAULT, MEMBERS, STRUCTURAL
from graph.insight.cycles import knots

if TYPE_CHECKING:
    from graph.code.evaluation import Evaluation

_MACROS: Final = f"{ALL}!"
_OWN: Final = ("crate", "super")
"""Names of modules that never lie outside."""


class Imports:
    """Answers questions about imports for an evaluation, which knows what values come to."""

    def __init__(self, evaluation: Evaluation) -> None:
        """Ask this evaluation."""
        self._ask = evaluation
        self._rings: dict[str, frozenset[str]] = {}

    def imported(self, path: str, specifier: str, name: str) -> Things:
        """What an import of a name ("" for the module) in a file gives."""
        ask, dialect = self._ask, self._ask.dialect(path)
        found = ask.modules.find(specifier, path, dialect)
        ask.key_sets.add(found.keys)
        if found.package and dialect.qualified and name and (answer := ask.linkage.named(path, f"{specifier}.{name}")):
            return answer
        if found.package and (answer := ask.packages.imported(found.package, name, path)):
            return answer
        if found.package.startswith("namespace:") and (answer := self._of_namespace(path, specifier, name)):
            return answer
        if not found.files and dialect.modules == "crate":
            is_outside = specifier.isidentifier() and specifier not in _OWN
            return {Thing("external", path, 0, specifier): 1.0} if is_outside else NOTHING
        if not found.files:
            return self._beyond(path, specifier, name)
        if name and found.files == (path,) and (part := self._part(path, name)):
            return part
        answers = [self.exported(each, name) if name else self.module(each) for each in found.files]
        return joined(answers if len(answers) == 1 else [scaled(each, 1 / len(answers)) for each in answers])

    def _beyond(self, path: str, specifier: str, name: str) -> Things:
        """What an import gives of a module that is no file: a module inside of a plain folder, or something outside."""
        ask, dialect = self._ask, self._ask.dialect(path)
        if name and dialect.modules == "dotted":
            around = specifier.rstrip(".") if specifier.strip(".") else specifier
            inner = ask.modules.find(f"{around}{'.' if specifier.strip('.') else ''}{name}", path, dialect)
            ask.key_sets.add(inner.keys)
            if inner.files:
                return joined(self.module(each) for each in inner.files[:1])
        if specifier.startswith((".", "/")):
            return NOTHING
        return {Thing("external", path, 0, f"{specifier}.{name}" if name not in ("", DEFAULT) else specifier): 1.0}

    def _part(self, path: str, name: str) -> Things:
        """The module of a package that has this name."""
        part = self._ask.modules.member(path, name, self._ask.dialect(path))
        self._ask.key_sets.add(part.keys)
        return joined(self.module(each) for each in part.files)

    def _of_namespace(self, path: str, specifier: str, name: str) -> Things:
        """What a name is that no package has: a package itself, or a name inside of a type; "" for the type."""
        if not name:
            return self._type(path, specifier)
        whole = f"namespace:{specifier}{self._ask.dialect(path).separator}{name}"
        return self._ask.packages.imported(whole, "", path) or self._inner(path, specifier, name)

    def _inner(self, path: str, specifier: str, name: str) -> Things:
        """A name inside of a type, whose own name ends the specifier; or of a file that looks like one from outside."""
        return self._ask.members.of(self._type(path, specifier), name)

    def _type(self, path: str, specifier: str) -> Things:
        """The type that a specifier names, in full or as it is called near the file; or a file that looks like one."""
        package, _, last = specifier.rpartition(".")
        outer = self.imported(path, package, last) if package else self._near(path, last)
        return {each: score for each, score in outer.items() if each.kind in ("class", "module")}

    def _near(self, path: str, name: str) -> Things:
        """What a name means in a file and in the packages that it is a part of."""
        file = self._ask.file(path)
        self._ask.keys.add(interface_key(path, name))
        if name in file.members[0]:
            return self._ask.things(path, file.members[0][name])
        packages = (each for each in file.interface.packages if not each.startswith((MEMBERS, STRUCTURAL)))
        return next(filter(None, (self._ask.packages.named(each, name, path) for each in packages)), NOTHING)

    def module(self, path: str) -> Things:
        """A module, and what it exports in its place."""
        whole = self._ask.file(path).exports.get("")
        self._ask.keys.add(interface_key(path, ""))
        module: Things = {Thing("module", path, 0): 1.0}
        return module if whole is None else joined([self._ask.things(path, whole), module])

    def exported(self, path: str, name: str) -> Things:
        """What a module calls by a name."""
        return self._ask.remembered((path, "export", name), self._exported, path, name)

    def _exported(self, path: str, name: str) -> Things:
        own = self._own(path, name)
        return own if own is not None else self.starred(path, name) or self._part(path, name)

    def _own(self, path: str, name: str) -> Things | None:
        """What a module calls by a name itself; None if it does not."""
        ask, file = self._ask, self._ask.file(path)
        ask.keys.add(interface_key(path, name))
        for table in (file.exports, file.members[0]):
            if name in table:
                return ask.things(path, table[name])
        if name == DEFAULT:
            return self.module(path)
        ask.keys.add(interface_key(path, ""))
        whole = file.exports.get("")
        return (None if whole is None else ask.members.of(ask.things(path, whole), name)) or None

    def starred(self, path: str, name: str) -> Things:
        """A name of the modules all of whose names the file takes over.

        Where modules take over the names of one another, each of them is looked into once, in the order in which they
        are reached from the file: what it gives does not hang on which of them was asked before.
        """
        shared = self._shared(path, name)
        if shared is not None:
            return shared
        seen, pending = {path}, [(path, iter(self._ask.file(path).interface.stars))]
        while pending:
            at, stars = pending[-1]
            star = next(stars, None)
            if star is None:
                pending.pop()
                answer, other = self._part(at, name) if pending else NOTHING, ""
            else:
                answer, other = self._of_star(at, star, name)
            if other and other not in seen:
                seen.add(other)
                own = self._own(other, name)
                own = own if own is not None else self._shared(other, name)
                if own is None:
                    pending.append((other, iter(self._ask.file(other).interface.stars)))
                answer = own or NOTHING
            if answer:
                return answer
        return NOTHING

    def _shared(self, path: str, name: str) -> Things | None:
        """What a name is in what stands around a file, or in its packages; None if nothing tells."""
        ask, file, dialect = self._ask, self._ask.file(path), self._ask.dialect(path)
        ask.keys.add(interface_key(path, ALL))
        if ALL in file.members[0] and name not in _OWN:
            return ask.members.of(ask.things(path, file.members[0][ALL]), name)
        packages = () if dialect.qualified else file.interface.packages
        own = (each for each in packages if not each.startswith((MEMBERS, STRUCTURAL)))
        return next(filter(None, (ask.packages.named(each, name, path) for each in own)), None)

    def _of_star(self, path: str, star: str, name: str) -> tuple[Things, str]:
        """What a name is in a module all of whose names a file takes over; where that takes over those of the file, it
        is to be looked into itself."""
        ask, dialect = self._ask, self._ask.dialect(path)
        found = ask.modules.find(star, path, dialect)
        ask.key_sets.add(found.keys)
        if found.package and (answer := ask.packages.named(found.package, name, path)):
            return answer, ""
        if found.package.startswith("namespace:") and (answer := self._inner(path, star, name)):
            return answer, ""
        other = next(iter(found.files), "")
        if not other or other in self._ring(path):
            return NOTHING, other
        return self.exported(other, name), ""

    def _ring(self, path: str) -> frozenset[str]:
        """The modules that take over all names of a file, and it those of theirs, itself among them.

        An answer hangs on them only where the way to it goes round, and so on what it asked for anyway.
        """
        if path not in self._rings:
            leads_to: dict[str, set[str]] = {}
            pending = [path]
            while pending:
                each = pending.pop()
                if each not in leads_to and each not in self._rings:
                    leads_to[each] = set(self._taken_over(each))
                    pending += leads_to[each]
            self._rings |= {each: frozenset([each]) for each in leads_to}
            self._rings |= {each: frozenset(knot) for knot in knots(leads_to) for each in knot if each in leads_to}
        return self._rings[path]

    def _taken_over(self, path: str) -> Iterator[str]:
        for star in self._ask.file(path).interface.stars:
            yield from self._ask.modules.find(star, path, self._ask.dialect(path)).files[:1]

    def macro(self, path: str, name: str) -> Things:
        """A macro of the modules around a file, or of those among them whose macros are all around them."""
        ask, seen = self._ask, dict[str, None]()
        while path and path not in seen:
            seen[path] = None
            ask.keys |= {interface_key(path, name), interface_key(path, _MACROS)}
            members = ask.file(path).members[0]
            if name in members and (found := ask.things(path, members[name])):
                return found
            if _MACROS in members:
                for module in ask.things(path, members[_MACROS]):
                    if module.kind == "module" and (found := self.exported(module.path, name)):
                        return found
            around = ask.modules.find("super", path, ask.dialect(path))
            ask.key_sets.add(around.keys)
            path = around.files[0] if around.files else ""
        return NOTHING
