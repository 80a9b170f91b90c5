"""What an import gives: the names that modules and packages call something by, or take over from others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from graph.code.things import NOTHING, Thing, Things, interface_key, joined, scaled
from graph.facts import ALL, DEFAULT, MEMBERS, STRUCTURAL

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
        ask, file = self._ask, self._ask.file(path)
        ask.keys.add(interface_key(path, name))
        for table in (file.exports, file.members[0]):
            if name in table:
                return ask.things(path, table[name])
        if name == DEFAULT:
            return self.module(path)
        ask.keys.add(interface_key(path, ""))
        whole = file.exports.get("")
        if whole is not None and (found := ask.members.of(ask.things(path, whole), name)):
            return found
        if answer := self.starred(path, name):
            return answer
        return self._part(path, name)

    def starred(self, path: str, name: str) -> Things:
        """A name of the modules all of whose names the file takes over."""
        ask, file, dialect = self._ask, self._ask.file(path), self._ask.dialect(path)
        ask.keys.add(interface_key(path, ALL))
        if ALL in file.members[0] and name not in _OWN:
            return ask.members.of(ask.things(path, file.members[0][ALL]), name)
        for package in () if dialect.qualified else file.interface.packages:
            if not package.startswith((MEMBERS, STRUCTURAL)) and (answer := ask.packages.named(package, name, path)):
                return answer
        for star in file.interface.stars:
            found = ask.modules.find(star, path, dialect)
            ask.key_sets.add(found.keys)
            if found.package and (answer := ask.packages.named(found.package, name, path)):
                return answer
            if found.package.startswith("namespace:") and (answer := self._inner(path, star, name)):
                return answer
            for other in found.files[:1]:
                if answer := self.exported(other, name):
                    return answer
        return NOTHING

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
