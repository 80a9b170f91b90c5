"""What sets a programming language apart beside its queries: the record; the tables have one for each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

from graph.dialect import Dialect

if TYPE_CHECKING:
    from tree_sitter_language_pack import SupportedLanguage


class Language(NamedTuple):
    """What is special about a language beside its queries."""

    name: str
    suffixes: tuple[str, ...]
    """Of its files, lower-case."""
    grammar: SupportedLanguage
    """Its name in tree-sitter-language-pack."""
    queries: tuple[str, ...]
    """Files of `queries/`, joined."""
    dialect: Dialect
    names: frozenset[str]
    """Types of nodes that are plain names."""
    receiver: Literal["parameter", "word"]
    """Whether a method gets its instance as first parameter or by a word (`this`)."""
    word: str = ""
    """The name under which a method finds its instance, where that is a name like others."""
    flags: Mapping[str, str] = {}
    """What a keyword or decorator makes of a definition: static, class, property, abstract, async."""
    files: tuple[str, ...] = ()
    """How names of files begin that have no suffix of the language, lower-case: whole, or up to a dot."""
    interpreters: tuple[str, ...] = ()
    """Programs that scripts of it name in their first line, without their versions."""
    fillers: Mapping[str, Literal["item", "merge"]] = {}
    """Methods that put their arguments, or the items of their arguments, into a container."""
    tests: str = ""
    """A regular expression that the paths of test files match."""
    eager: bool = False
    """Whether the defaults of parameters are worked out once, where the function is defined."""
    lazy: bool = False
    """Whether an import is a statement that runs like others, in a function when that is called."""
    docstring: Literal["inside", "before"] = "before"
    """Where documentation stands: first in the body, or as a comment before the definition."""
    comments: tuple[str, ...] = ("/**",)
    """How a comment begins that documents what stands after it; those on lines of their own are joined."""
    static: bool = False
    """Whether types are written or follow from what is, and names bound in a block end with it."""
    heads: bool = False
    """Whether the head of a definition looks like a call of it."""
    closed: bool = False
    """Whether functions see no variables from around them, but what is defined there; only those without a name do."""
    implied: bool = False
    """Whether a name alone may be a member of what a method is called on, or of what is around that."""
    ordered: bool = False
    """Whether a name means what was bound to it before, also outside of all functions."""
    overloads: bool = False
    """Whether functions of one name are told apart by the types of their parameters."""
    counted: bool = False
    """Whether types of one name are told apart by how many parameters they are generic over."""
    cases: bool = False
    """Whether a function by the name of an imported one adds a case to that, so that types choose what is called."""
    package: str = ""
    """Whether files share their names: those of a `folder`, of a `namespace` that they name, or all that are linked
    together (`linkage`), except for what is static."""
    apart: str = ""
    """A regular expression of the packages that live beside the other one of their folder."""
    linked: str = ""
    """The language with whose files it is linked, if not with its own alone."""
    namespaces: Literal["", "named", "silent"] = ""
    """Whether names are bound in namespaces that several files share, and whether the ids of symbols name these."""
    facade: str = ""
    """As what other languages find what a file defines outside of classes: a class with this name of the file, `{}`."""
    outside: frozenset[str] = frozenset()
    """Namespaces that come from outside: a function that is put into one is a case of those there."""
    testing: str = ""
    """A regular expression that the text of test files matches."""
    macros: str = ""
    """A regular expression whose groups are what the grammar cannot read, as only a preprocessor knows what it is."""
    conditional: bool = False
    """Whether a preprocessor leaves out parts of a file, so that what is left may be no syntax without it."""
    builds: bool = False
    """Whether names of files and lines before the code say which builds a file is a part of."""
    claims: Mapping[str, str] = {}
    """Suffixes of another language, and what the text of its own files under them matches."""
    folded: bool = False
    """Whether names are the same in upper and lower case: they are lower-case here."""
    words: Mapping[str, str] = {}
    """What words come to in names that several nodes spell together; "" for those that are left out."""
    joint: str = "."
    """What is put between the parts of such a name."""
    unnamed: str = ""
    """A regular expression of what is written with a name and is no part of it."""
    separator: str = ""
    """What stands between a module and the name that an import takes of it, where the queries capture both as one."""
    items: bool = False
    """Whether definitions are known in all of their module or function, and a module sees nothing of what is around."""
    fields: str = ""
    """What is put before the names of fields where a method may be called as a field is."""
    invocations: str = ""
    """A query of the macros whose arguments the grammar leaves as tokens (`extractors/symbolic/macros.py`)."""
    builtin: frozenset[str] = frozenset()
    """Names that begin paths and are no modules."""
    inner_comments: tuple[str, ...] = ()
    """How a comment begins that documents what it stands in."""
    module_name: str = ""
    """A regular expression that finds in a module's name what it is bound to; "" for the first of dotted names."""
    exact: bool = False
    """Whether the grammar reads all code of the language: what it does not read is a fault of the file."""
