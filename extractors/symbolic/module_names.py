"""Imports and exports: the names that a file takes from other modules and gives to them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from posixpath import basename, dirname, splitext
from typing import Final

from extractors.symbolic.companions import Companions
from extractors.symbolic.drafts import Reading
from extractors.symbolic.expressions import Expressions
from extractors.symbolic.matching import Record
from extractors.symbolic.namespaces import names_in
from extractors.symbolic.timing import Timing
from extractors.symbolic.use_trees import leaves
from graph.facts import ALL, GLOBAL, UNKNOWN, Import

_PLACE: Final = re.compile(r'path\s*=\s*"([^"]+)"')
"""Where a module is said to lie (The Rust Reference, Modules: the path attribute)."""


class ModuleNames:
    """Carries out the imports and exports of a file, one by one."""

    def __init__(self, reading: Reading, expressions: Expressions, of: Companions, timing: Timing) -> None:
        """Add to `reading`; `of` tells what is applied to the nodes of imports, `timing` when they run."""
        self._reading, self._expressions, self._of, self._timing = reading, expressions, of, timing
        self._values = reading.values
        self._facade = ""

    def _import(self, record: Record) -> None:
        reading = self._reading
        specifier = reading.name(record.parts["module"][0])
        alias, name = record.one("alias"), record.one("name")
        wanted = "default" if record.role == "import.default" else reading.name(name) if name else ""
        if reading.language.separator and name is None:
            specifier, _, wanted = specifier.rpartition(reading.language.separator)
        self._note_import(record, specifier, wanted)
        if alias is None and name is None and wanted:
            reading.bind(wanted, self._imported(specifier, wanted), record.node)
        elif name is None and alias is None and reading.language.module_name:
            found = re.search(reading.language.module_name, specifier)
            if found is not None:
                reading.bind(found[1], self._imported(specifier, ""), record.node)
        elif name is None and alias is None:
            top = specifier.partition(".")[0]
            reading.bind(top, self._imported(top, ""), record.node)
        else:
            target = alias or name
            assert target is not None
            reading.bind(reading.name(target), self._imported(specifier, wanted), target)

    def _note_import(self, record: Record, specifier: str, name: str) -> None:
        """Note what a statement imports, and when it runs."""
        line = record.node.start_point[0] + 1
        self._reading.imports.append(Import(specifier, name, line, self._timing.of(record)))

    def _imported(self, specifier: str, name: str) -> int:
        return self._values.add("import", name, labels=(specifier,))

    def _import_all(self, record: Record) -> None:
        specifier = self._reading.written(record.parts["module"][0]).strip("<>")
        self._note_import(record, specifier, "*")
        self._reading.stars.append(specifier)

    def _import_only(self, record: Record) -> None:
        specifier = self._reading.name(record.parts["module"][0])
        self._note_import(record, specifier, "")

    def _import_named(self, record: Record) -> None:
        """A module, or a name of one, in the middle of an expression."""
        specifier, name = self._reading.name(record.parts["module"][0]), record.one("name")
        wanted = self._reading.name(name) if name else ""
        self._note_import(record, specifier, wanted)

    def _package(self, record: Record) -> None:
        """The package that the file is a part of; one that is named after another lies inside of it."""
        reading, name = self._reading, self._reading.name(record.parts["name"][0])
        language = reading.language
        if language.separator and reading.packages:
            name = reading.packages[-1].partition(":")[2] + language.separator + name
        place = dirname(reading.path) or "." if language.package == "folder" else name
        if language.apart and re.search(language.apart, name):
            place = f"{place}:{name}"
        reading.packages.append(f"{language.package}:{place}")

    def _face(self, record: Record) -> None:
        self._facade = self._reading.name(record.parts["name"][0])

    def bind_facade(self) -> None:
        """Let other languages find what the file defines outside of classes by the name of a class."""
        reading, (stem, _) = self._reading, splitext(basename(self._reading.path))
        usual = re.sub(r"\W", "_", stem[:1].upper() + stem[1:])
        name = self._facade or reading.language.facade.format(usual)
        if reading.language.facade and name not in reading.scopes[0].names():
            reading.scopes[0].bind(name, self._values.add("module"))

    def _import_tree(self, record: Record) -> None:
        """Names that paths lead to; what is taken over as a whole is one name for all of it."""
        node = record.parts["module"][0]
        for path, alias, offset in leaves(self._reading.text(node)):
            place = self._expressions.head(path[0], outside=alias == path[0])
            for name in path[1:]:
                place = self._expressions.member(place, name)
            self._take(alias, place)
            if alias not in ("*", "_") and len(path) > 1:
                owner = self._values[place].of if place != UNKNOWN else UNKNOWN
                self._take(alias + "!", self._expressions.member(owner, path[-1] + "!"))
            self._note(place, node.start_point[0] + 1 + self._reading.text(node)[:offset].count("\n"))

    def _take(self, name: str, place: int) -> None:
        if place != UNKNOWN and name != "_":
            self._reading.bind_item(name, place)

    def _note(self, place: int, line: int) -> None:
        if place != UNKNOWN:
            self._reading.uses.setdefault((0, "imports", place), []).append(line)

    def _import_crate(self, record: Record) -> None:
        name = record.parts["name"][0]
        place = self._expressions.head(self._reading.name(name), outside=True)
        self._take(self._reading.name(record.one("alias") or name), place)
        self._note(place, name.start_point[0] + 1)

    def _import_part(self, record: Record) -> None:
        """A module in a file of its own, which this one is around."""
        reading, name = self._reading, self._reading.name(record.parts["name"][0])
        applied = [reading.text(each) for each in self._of.decorators.get(record.node.id, ())]
        written = next((found[1] for each in applied if (found := _PLACE.match(each))), "")
        around = reading.drafts[reading.scope.number].name.replace(".", "/")
        place = self._imported(f"at:{written}" if written else f"part:{around}/{name}".replace(":/", ":"), "")
        reading.bind_item(name, place)
        if "macro_use" in applied:
            reading.bind_item(f"{ALL}!", place)
        reading.uses.setdefault((0, "contains", place), []).append(record.node.start_point[0] + 1)

    # namespaces

    def enter(self, record: Record) -> None:
        """Begin a namespace; one without a name hides what it holds from other files, an inline one is no other."""
        reading, name = self._reading, record.one("name")
        is_inline = record.one("flag") is not None
        names = names_in(reading.name(name)) if name is not None and not is_inline else ()
        reading.namespaces.enter(names, hidden=name is None)
        package = f"namespace:{reading.namespaces.prefix}"
        if names and package not in reading.packages:
            reading.packages.append(package)

    def leave(self, record: Record) -> None:
        """End a namespace."""
        self._reading.namespaces.leave()

    def _open(self, record: Record) -> None:
        names = names_in(self._reading.name(record.parts["name"][0]))
        self._reading.namespaces.open(names)
        self._note_module(record, names)

    def _use_members(self, record: Record) -> None:
        """All members of a type or module, by their names alone."""
        node = record.parts["name"][0]
        if self._expressions.record(node) is not None:
            place = self._expressions.value(node, read=False)
            self._note(place, node.start_point[0] + 1)
        else:
            place = self._reading.qualified(names_in(self._reading.name(node)))
        if place != UNKNOWN:
            self._reading.opened.append(self._values.add("inside", of=place))

    def _use_namespace(self, record: Record) -> None:
        """All names of a namespace, or all members of a type; for all files of a project if it is `global`."""
        reading, node = self._reading, record.parts["name"][0]
        words = {each.type for each in record.node.children}
        specifier = reading.name(node)
        names = names_in(specifier)
        if "static" in words:
            self._use_members(record)
            self._note_import(record, ".".join(names[:-1]), names[-1])
            return
        reading.namespaces.open(names)
        self._note_import(record, specifier, "*")
        if "global" in words:
            reading.stars.append(specifier)
            package = GLOBAL + reading.language.name
            reading.packages += [package] if package not in reading.packages else []

    def _call_namespace(self, record: Record) -> None:
        reading = self._reading
        names = reading.names(record.parts["module"][0])
        reading.namespaces.call(reading.name(record.parts["alias"][0]), names)

    def _use(self, record: Record) -> None:
        """A name of another namespace or type, by its last part alone."""
        reading, name, alias = self._reading, record.parts["name"][0], record.one("alias")
        names = tuple(part for node in (*record.all("owner"), name) for part in names_in(reading.name(node)))
        place = reading.qualified(names)
        reading.make_known(reading.name(alias) if alias else names[-1], place)
        self._note_module(record, names)
        if reading.language.namespaces:
            reading.use("imports", place, name, 0)

    def _note_module(self, record: Record, names: tuple[str, ...]) -> None:
        """Where modules are types with dotted names, a statement that names one imports it."""
        if self._reading.language.dialect.qualified and not self._reading.language.namespaces:
            self._reading.use("imports", self._reading.qualified(names), record.node, 0)

    # exports

    def _export(self, record: Record) -> None:
        name, alias = record.parts["name"][0], record.one("alias")
        self._reading.exports[self._reading.name(alias or name)] = self._reading.read(self._reading.name(name))

    def _export_from(self, record: Record) -> None:
        name, alias = record.one("name"), record.one("alias")
        specifier = self._reading.name(record.parts["module"][0])
        wanted = self._reading.name(name) if name else ""
        self._note_import(record, specifier, wanted or "*")
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


STATEMENTS: Final[Mapping[str, Callable[[ModuleNames, Record], None]]] = {
    "import": ModuleNames._import,
    "import.default": ModuleNames._import,
    "import.all": ModuleNames._import_all,
    "import.only": ModuleNames._import_only,
    "import.tree": ModuleNames._import_tree,
    "import.crate": ModuleNames._import_crate,
    "import.part": ModuleNames._import_part,
    "expr.import": ModuleNames._import_named,
    "package": ModuleNames._package,
    "facade": ModuleNames._face,
    "namespace.open": ModuleNames._open,
    "namespace.rest": ModuleNames.enter,
    "using.members": ModuleNames._use_members,
    "using.namespace": ModuleNames._use_namespace,
    "namespace.alias": ModuleNames._call_namespace,
    "using": ModuleNames._use,
    "export": ModuleNames._export,
    "export.from": ModuleNames._export_from,
    "export.default": ModuleNames._export_default,
    "export.all": ModuleNames._export_all,
    "export.value": ModuleNames._export_value,
}
"""What is done, by role."""
