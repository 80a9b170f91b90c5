"""What resolution must know of a language beside what its files say: how modules and a few members are named."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple


class Dialect(NamedTuple):
    """The conventions of one language, as data."""

    modules: Literal["dotted", "path", "folder", "namespace", "include", "crate", "uri", "name"]
    """How an import names its module: `a.b.c` below some source root, a path or package, a folder of files that
    make up one package, a package that files say they belong to, a file by
    the end of its path, a module of a tree that files declare,
    a file below the folder that a package keeps its modules in, or the file that bears its name."""
    suffixes: tuple[str, ...]
    """Of the files that such a name may mean, best first."""
    whole: bool = False
    """Whether an include spells the whole name of a file: one without a suffix means one without."""
    shipped: frozenset[str] = frozenset()
    """Modules that come with the language: a file of such a name hides one from its neighbours alone."""
    constructors: tuple[str, ...] = ()
    """Methods that making an instance calls: the first that a class or its bases have."""
    inherits_constructors: bool = True
    """Whether a class without a constructor is made by that of a base; else it has one that nobody wrote."""
    iteration: tuple[str, ...] = ()
    """Methods that iterating over an instance calls; the last one gives the items."""
    called: tuple[str, ...] = ()
    """Methods that calling an instance calls."""
    callers: frozenset[str] = frozenset()
    """Free functions and methods of containers that call the functions they are given."""
    manifest: str = "package.json"
    """The file that says under which name the folder around it is imported."""
    companions: bool = False
    """Whether classes of one name in one place are one class, with the members of all of them, so that one may be
    called as an instance is (`called`), by what its static part defines."""
    converts: bool = False
    """Whether calling a class converts to it, and runs nothing."""
    static: bool = False
    """Whether what is written as a type holds, also for types from outside, and class bodies run by themselves."""
    uniform: bool = False
    """Whether all that a value may be is of one type, so that what holds of one holds of it."""
    takers: frozenset[str] = frozenset()
    """Methods of things from outside that hold something: what they hold."""
    keepers: frozenset[str] = frozenset()
    """Methods of things from outside that hold something: another thing that holds the same."""
    separator: str = "."
    """What stands between the names of a namespace and of one inside of it."""
    paths: bool = False
    """Whether an import may also name a file by its path, as the suffix shows."""
    qualified: bool = False
    """Whether names carry the namespaces around them, so that all that is linked together has one table of names."""
    lenient: bool = False
    """Whether an argument of another type than a parameter's may be converted to that."""
    pointers: bool = False
    """Whether an item of a thing that is no container is another thing of its kind."""
    copied: bool = False
    """Whether an instance of any class is made of another one, by a constructor that nobody need write."""
    promises: bool = False
    """Whether a base is told to be an interface only by what it is."""
    apart: bool = False
    """Whether the members of an interface are found on that alone, and not on what implements it."""
    replacing: Literal["all", "said", "virtual"] = "all"
    """Which methods take the place of those of a base class with their names: all, those that say `override` (an
    interface asks for no word), or those that are virtual, by their own word or by that of a base."""
    structural: bool = False
    """Whether a type implements each interface whose methods it has; names that begin small are those of a package."""
    predeclared: Mapping[str, str] = {}
    """Types that are known without an import, by what they are called: the names that mean the same are one."""
    standard: Mapping[str, Mapping[str, tuple[str, ...]]] = {}
    """Interfaces from outside that those of a repository embed: the shapes of their methods, with `<x>` for a type."""
    private: str = ""
    """A regular expression of the names that a class keeps for itself, so that those of its bases are others."""
    unchanged: frozenset[str] = frozenset()
    """Type constructors that stand for what they are given: `Optional[X]` is an `X` as far as calls go."""
