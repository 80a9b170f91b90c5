"""What a file of code says before anyone has looked into another file: definitions, symbolic values, uses, imports.

A file is executed once, symbolically: every variable is replaced by what it holds. What depends on another file stays a
value of its own (`import`, `attribute of import` ..), so resolving a file never opens it again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

UNKNOWN: Final = -1
"""The place of a value nobody knows."""

RECEIVER: Final = "receiver"
"""Flag of a method whose first parameter is what it is called on."""

ALL: Final = "*"
"""The member of a module that is everything whose members are members of it."""

BASES: Final = "<"
"""What is put on a type from outside of its body to be a base of it: a trait that is implemented for it."""

HEIRS: Final = "<*"
"""What a file is asked for by who wants to know all of its classes that have bases."""

BOXES: Final = "[]"
"""What a file is asked for by who tells others of its containers, which have no names, by their places."""

ALIAS: Final = "alias"
"""Flag of another name for a type."""

EXTENSION: Final = "extension"
"""Flag of a block that puts members on a type from outside of its body."""

TEST: Final = "test"
"""Flag of a definition that tests others, in a file that does not."""

CALLED: Final = "()"
"""The member of a type that says how its instances are called."""
DEFAULT: Final = "default"
"""Under which name a module exports what is imported without one."""
INLINE: Final = "inline"
"""Flag of a function without a name of its own: what it does, the definition around it does."""
CONSTRUCTOR: Final = "new"
"""Name of the member that makes an instance, where it bears that of its class."""

DECLARED: Final = "declared"
"""Flag of a method of which the body stands elsewhere, outside of its class: that one is the node."""

BODILESS: Final = "bodiless"
"""Flag of a method that needs no body, though one may stand elsewhere: if there is one, that is the node."""

CASE: Final = "case"
"""Flag of a function that adds a case to one of another module: a call of that name may mean any other case."""

PARTIAL: Final = "partial"
"""Flag of a class that may stand in several files, in a part each."""

LINKAGE: Final = "linkage:"
"""How a package begins that is all that is linked together: its names count after those of the headers."""

MEMBERS: Final = "members:"
"""How a package begins whose files share no names, but put members on each other's types."""

GLOBAL: Final = "global:"
"""How a package begins whose files open namespaces for all files of their projects."""

STRUCTURAL: Final = "structural:"
"""How a package begins whose files define interfaces that types implement by having their methods."""

CONSTRAINT: Final = "constraint"
"""Flag of an interface that lists types: it bounds parameters of generic definitions, and has no instances."""

HOLE: Final = "\x00"
"""What stands for a name in a shape."""

RESULTS: Final = "->"
"""What stands between parameters and results in a shape."""

VIRTUAL: Final = "virtual"
"""Flag of a method that those of subclasses take the place of, or that takes the place of such a one."""
NAMELESS: Final = "nameless"
"""Flag of a lambda: it is a node of its own, but what is around it answers for what it does."""


class Value(NamedTuple):
    """One symbolic value. `of` and `parts` are places in the table of the file, UNKNOWN for none.

    | kind       | says                                             | of       | parts            | name, labels       |
    | ---------- | ------------------------------------------------ | -------- | ---------------- | ------------------ |
    | literal    | a constant                                       |          |                  | its text           |
    | free       | a name that nothing in the file binds            |          |                  | the name           |
    | import     | a name of another module, "" for the module      |          |                  | name, (specifier,) |
    | module     | this module, as others import it                 |          |                  |                    |
    | definition | a function or class of this file                 | number   |                  |                    |
    | parameter  | whatever a caller passes                         | number   |                  | name               |
    | self       | the instance a method is called on               | class    |                  |                    |
    | super      | the same, seen from the bases                    | class    |                  |                    |
    | attribute  | a member of a value                              | object   |                  | member             |
    | call       | what a call returns                              | callee   | arguments        | their labels       |
    | index      | an item of a container                           | object   | (key,)           |                    |
    | box        | a container made here: keys and values by turns  | number   | key, value, ..   |                    |
    | any        | one of several                                   |          | the alternatives |                    |
    | decorated  | a definition, and what its decorators make of it | itself   | (the result,)    |                    |
    | element    | what iterating over a value gives                | iterable |                  |                    |
    | either     | the first of which anything is known             |          | the alternatives |                    |
    | variable   | a variable of the module, and what it holds      | value    |                  | name               |
    | argument   | what a function expects there as an argument     | callee   |                  | the number         |
    | overloads  | functions that are told apart by their arguments |          | the definitions  |                    |
    | inside     | the same, as far as it lies in the project       | value    |                  |                    |
    | typed      | an instance of what an annotation names          | type     |                  |                    |

    Definitions, parameters, selfs and boxes give the number of a definition (or box) in `of`.
    """

    kind: str
    name: str = ""
    of: int = UNKNOWN
    parts: tuple[int, ...] = ()
    labels: tuple[str, ...] = ()


NAMING: Final = frozenset(["variable", "any", "import", "attribute", "definition", "decorated", "either", "free"])
"""Kinds of values that name a symbol, so that they can be referred to."""


REACHED: Final = ("variable", "import", "any")
"""Kinds of values that may name a variable of a module, members of which are used."""


def variable_of(values: Sequence[Value], place: int) -> str:
    """The name of the variable of a module that a value is, also if that is bound in several places; else ""."""
    value = values[place]
    if value.kind != "any":
        return value.name if value.kind == "variable" else ""
    parts = [values[part] for part in value.parts if part != UNKNOWN]
    names = {part.name for part in parts if part.kind == "variable"}
    return names.pop() if len(names) == 1 and all(part.kind in _BOUND for part in parts) else ""


_BOUND: Final = ("variable", "import", "definition", "decorated")
"""Kinds of values that a name of a module is bound to."""


class Parameter(NamedTuple):
    """A parameter of a function; types and defaults are places of values."""

    name: str
    spread: str = ""
    """`*` takes the rest of the arguments, `**` the named rest."""
    type: int = UNKNOWN
    default: int = UNKNOWN


class Shape(NamedTuple):
    """How types are written in the head of a definition, in words with blanks between them."""

    parts: tuple[str, ...] = ()
    """Of a function those of its parameters, `->`, those of its results; of a type what bounds its parameters, `->`,
    what it embeds, or what it is another name of. A name is a hole, the first parameter of a generic type is `$0`."""
    holes: tuple[int, ...] = ()
    """The values of the holes, UNKNOWN for what is not told."""


class Definition(NamedTuple):
    """A file (number 0), a class or a function, as others see it. Values are places in the table of the file."""

    name: str
    """Qualified within the file: `Outer.method`; "" for the file itself."""
    kind: str
    """file, class, function or method."""
    parent: int
    parameters: tuple[Parameter, ...] = ()
    returns: tuple[int, ...] = ()
    yields: tuple[int, ...] = ()
    bases: tuple[int, ...] = ()
    members: tuple[tuple[str, int], ...] = ()
    """What its body binds, by name: methods and class variables, or all names of a module."""
    attributes: tuple[tuple[str, int], ...] = ()
    """What its methods put on the instance."""
    flags: tuple[str, ...] = ()
    """static (called without an instance), class (called on the class), property, interface, abstract, async."""
    expected: int = UNKNOWN
    """What it is said to be where it is used: tells the types of its parameters."""
    line: int = 0
    """Where it stands; nobody who asks for it depends on that."""
    shape: Shape = Shape()
    """Only where types implement interfaces by having their methods."""


class Interface(NamedTuple):
    """What other files may ask of a file."""

    language: str = ""
    definitions: tuple[Definition, ...] = ()
    values: tuple[Value, ...] = ()
    exports: tuple[tuple[str, int], ...] = ()
    """What it exports under another name than its own: `default`, or "" for the module as a whole."""
    stars: tuple[str, ...] = ()
    """Specifiers of the modules all of whose names are names of this one."""
    extended: tuple[tuple[int, str, int], ...] = ()
    """(object, member, value): members put on something from outside its body."""
    packages: tuple[str, ...] = ()
    """The scopes whose names the file shares with others without importing them: its package, its namespaces."""
    is_test: bool = False
    """Whether it is code that tests other code."""
    build: str = ""
    """What must hold of a build that the file is a part of (`graph.builds`); "" if it is a part of all."""


class Use(NamedTuple):
    """One thing that a definition does with a value."""

    by: int
    """Number of the definition that does it."""
    relation: str
    """calls, iterates, references, types: refers to it as to a type, or reaches: uses a member or item of it."""
    value: int
    lines: tuple[int, ...]


When = Literal["", "late", "types"]
"""When an import runs."""

STUBS: Final = (".pyi", ".d.ts", ".d.mts", ".d.cts")
"""How names of files end that only declare what another one holds: nobody runs them."""

AT_LOAD: Final = ""
"""As the file is loaded, so that two files that import each other at load may not find what they look for."""

LATE: Final = "late"
"""When a function is called, or a file is run as a program: after all that is imported has been loaded."""

FOR_TYPES: Final = "types"
"""Never: it is there for those who check types."""


class Import(NamedTuple):
    """One import: `name` of the module that the specifier names, "" for the whole module, `*` for all its names."""

    specifier: str
    name: str
    line: int
    when: When = AT_LOAD


class Manifest(NamedTuple):
    """What a configuration file says of how imports are resolved, by the folder it stands in."""

    package: str = ""
    """The name under which other packages of the workspace import this folder."""
    entries: tuple[tuple[str, str], ...] = ()
    """(subpath, file) that the package exports; "." is its main file."""
    base: str = ""
    """`baseUrl`, relative to the folder of the file; "" for none."""
    paths: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """(pattern, replacements) of a tsconfig."""
    extends: str = ""
    roots: tuple[str, ...] = ()
    """The folders whose top-level modules are installed, relative to the folder of the file, "." for itself."""
    own_roots: tuple[str, ...] = ()
    """The same for the files of the project alone, as where its tests are run."""
    folders: tuple[tuple[str, str], ...] = ()
    """(dotted name of a package, the folder that it is made of)."""


ASIDE: Final = r"(?i)(?:[^/]+/)*?(?:tests?|testing|testdata|fixtures|(?:example|sample|demo|doc|bench|benchmark)s?)/"
"""A regular expression of a path down to the first folder of tests, examples or the like: nobody outside of it imports
what lies there, and no project is entered there."""
ENTERS: Final = "enters"
"""The relation of a project's configuration to what it is entered by."""


class Entry(NamedTuple):
    """Something that a project says it is entered by, from outside of all code."""

    name: str
    places: tuple[int, ...]
    """The values that it may mean: the first one, else the next of which anything is known."""
    line: int


class Facts(NamedTuple):
    """Everything a file of code says."""

    interface: Interface = Interface()
    values: tuple[Value, ...] = ()
    """The values that only the uses below need; they continue the table of the interface."""
    uses: tuple[Use, ...] = ()
    imports: tuple[Import, ...] = ()
    manifest: Manifest | None = None
    entries: tuple[Entry, ...] = ()
