"""The programming languages: one row each, and nowhere else a word about a single one."""

from __future__ import annotations

import re
import sys
from posixpath import basename, splitext
from typing import Final

from extractors.languages import standard_interfaces
from extractors.languages.broad import BROAD_LANGUAGES
from extractors.languages.declarative import DECLARATIVE_LANGUAGES
from extractors.languages.language import Language
from extractors.languages.scripting import SCRIPTING_LANGUAGES
from graph.dialect import Dialect
from graph.facts import BODILESS, CALLED, CONSTRAINT, CONSTRUCTOR, VIRTUAL


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ECMASCRIPT: Final = Dialect(
    modules="path",
    suffixes=(".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"),
    constructors=("constructor",),
    iteration=("[Symbol.iterator]", "next"),
    called=(CALLED,),
    private=r"#.*",
    callers=frozenset(
        ["map", "filter", "forEach", "reduce", "some", "every", "find", "flatMap", "sort", "then", "catch", "finally"]
    ),
    unchanged=frozenset(["Readonly", "Partial", "Required", "NonNullable", "Promise", "Awaited"]),
)

_JAVASCRIPT: Final = Language(
    name="JavaScript",
    exact=True,
    lazy=True,
    interpreters=("node", "nodejs", "bun"),
    suffixes=(".js", ".jsx", ".mjs", ".cjs"),
    grammar="javascript",
    queries=("ecmascript", "jsx", "javascript"),
    dialect=_ECMASCRIPT,
    names=frozenset(
        ["identifier", "type_identifier", "shorthand_property_identifier", "shorthand_property_identifier_pattern"]
    ),
    receiver="word",
    flags={"static": "static", "get": "property", "async": "async", "abstract": "abstract", "private": "private"},
    fillers={"push": "item", "unshift": "item", "add": "item"},
    tests=r"(^|/)(__tests__|tests?|spec)/|\.(test|spec)\.[cm]?[jt]sx?$",
)

_MACROS: Final = (
    r"\b(?:class|struct|union)\s+([A-Z][A-Z0-9_]*(?:\([^()\n]*\))?(?:\s+[A-Z][A-Z0-9_]*(?:\([^()\n]*\))?)*)"
    r"(?=\s+(?!final\b)[A-Za-z_][\w:]*(?:<[^;{}()]*>)?(?:\s+final)?\s*[:{])"
    r"|\b([A-Z][A-Z0-9_]*_(?:EXPORT|API|PUBLIC|INLINE|NODISCARD|DEPRECATED|NOEXCEPT|LOCAL|NORETURN"
    r"|UNUSED|CONSTEXPR\w*|CONSTEVAL))\b(?!\s*\()"
    r"|(?:[)\]][ \t]+|\)\s*\n[ \t]+|\b(?:const|noexcept|override|final)[ \t]+)"
    r"([A-Z]+_[A-Z_]+(?:\([^()\n]*\))?)(?=\s*[;:{])"
    r"|\w(?<!return)(?<!case)(?<!else)(?<!goto)(?<!\bdo)(?<!throw)[ \t]+([A-Z]+_[A-Z_]+\([^()\n]*\))(?=\s*[;=])"
    r"|(?m:^)[ \t]*([A-Z]+_[A-Z0-9_]+\((?:[^()\n\"]|\"[^\"\n]*\"|\([^()\n]*\))*\))(?=[ \t]*\n[ \t]*[A-Za-z_])"
)
"""Between `class` and its name, at the begin of a declaration or on a line before it; behind the parameters of
a function or a variable."""

_GO_TYPES: Final = _words(
    """bool string int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 uintptr float32 float64 complex64
    complex128 error comparable"""
)

LANGUAGES: Final = (
    Language(
        name="Python",
        exact=True,
        eager=True,
        lazy=True,
        interpreters=("python", "pypy"),
        suffixes=(".py", ".pyi", ".pyw"),
        grammar="python",
        queries=("python",),
        dialect=Dialect(
            modules="dotted",
            suffixes=(".py", ".pyi"),
            shipped=sys.stdlib_module_names,
            constructors=("__init__", "__new__"),
            iteration=("__iter__", "__next__"),
            called=("__call__",),
            callers=frozenset(["map", "filter", "reduce", "sorted", "sort", "min", "max"]),
            private=r"__.*(?<!__)",
            unchanged=frozenset(["Optional", "Union", "Annotated", "Final", "ClassVar", "Awaitable"]),
        ),
        names=frozenset(["identifier", "dotted_name"]),
        receiver="parameter",
        flags={
            "staticmethod": "static",
            "classmethod": "class",
            "property": "property",
            "cached_property": "property",
            "abstractmethod": "abstract",
            "async": "async",
        },
        fillers={"append": "item", "add": "item", "insert": "item", "update": "merge", "extend": "merge"},
        tests=r"(^|/)tests?/|(^|/)(test_[^/]*|conftest)\.py$|_test\.py$",
        docstring="inside",
    ),
    _JAVASCRIPT,
    _JAVASCRIPT._replace(
        name="TypeScript",
        exact=False,
        interpreters=("deno", "ts-node", "tsx"),
        suffixes=(".ts", ".mts", ".cts"),
        grammar="typescript",
        queries=("ecmascript", "typescript"),
    ),
    _JAVASCRIPT._replace(name="TSX", suffixes=(".tsx",), grammar="tsx", queries=("ecmascript", "jsx", "typescript")),
    Language(
        name="C",
        suffixes=(".c", ".h"),
        grammar="c",
        queries=("c",),
        dialect=Dialect(
            modules="include", whole=True, suffixes=(".h", ".c"), static=True, qualified=True, pointers=True
        ),
        names=frozenset(["identifier", "type_identifier", "field_identifier"]),
        receiver="word",
        flags={"static": "static"},
        tests=r"(^|/)tests?/|(^|/)test[^/]*\.c$|_test\.c$",
        comments=("/*", "//"),
        static=True,
        package="linkage",
        macros=_MACROS,
        conditional=True,
    ),
    Language(
        name="C++",
        suffixes=(".cc", ".cpp", ".cxx", ".c++", ".hh", ".hpp", ".hxx", ".h++", ".inl", ".ipp", ".tpp", ".cppm"),
        grammar="cpp",
        queries=("cpp",),
        dialect=Dialect(
            modules="include",
            whole=True,
            suffixes=(".h", ".hpp", ".hh", ".hxx", ".cc", ".cpp", ".cxx"),
            constructors=(CONSTRUCTOR,),
            called=("operator()",),
            static=True,
            qualified=True,
            lenient=True,
            copied=True,
            pointers=True,
            replacing="virtual",
            unchanged=frozenset(["unique_ptr", "shared_ptr", "weak_ptr", "optional", "reference_wrapper", "atomic"]),
        ),
        names=frozenset(["identifier", "type_identifier", "field_identifier", "namespace_identifier"]),
        receiver="word",
        flags={
            "static": "static",
            "virtual": VIRTUAL,
            "override": VIRTUAL,
            "final": VIRTUAL,
            **dict.fromkeys(["0", "= 0;", "=0;"], BODILESS),
        },
        tests=r"(^|/)(unit)?tests?/|(^|/)test_[^/]*\.(cc|cpp|cxx)$|[._-](unit)?tests?\.(cc|cpp|cxx)$|\w(Unit)?Tests?\.(cc|cpp|cxx)$",
        testing=r'#\s*include\s*[<"](gtest/|gmock/|catch2/|catch\.hpp|catch_|doctest)',
        comments=("/*", "//"),
        static=True,
        implied=True,
        overloads=True,
        package="linkage",
        linked="C",
        namespaces="named",
        outside=frozenset(["std"]),
        macros=_MACROS,
        conditional=True,
        claims={
            ".h": r"(?m)^[ \t]*(?:(?:inline )?namespace\b[^;{]{0,200}\{|template *<|class +\w|using +\w"
            r"|(?:public|private|protected) *:)|\b(?:std|boost)::|\bconstexpr\b|\bvirtual\b"
        },
    ),
    Language(
        name="C#",
        suffixes=(".cs",),
        grammar="csharp",
        queries=("csharp",),
        dialect=Dialect(
            modules="namespace",
            suffixes=(".cs",),
            constructors=(CONSTRUCTOR,),
            manifest=".csproj",
            static=True,
            qualified=True,
            promises=True,
            apart=True,
            replacing="said",
            unchanged=frozenset(["Task", "ValueTask", "Nullable", "Lazy"]),
            callers=_words(
                "Select SelectMany Where Any All Count ForEach First FirstOrDefault Single SingleOrDefault Last"
                " LastOrDefault OrderBy OrderByDescending ThenBy GroupBy ToDictionary Sum Min Max TakeWhile SkipWhile"
            ),
            takers=_words(
                "First FirstOrDefault Single SingleOrDefault Last LastOrDefault ElementAt Dequeue Pop Peek Find"
            ),
            keepers=_words(
                "Where OrderBy OrderByDescending ThenBy ToList ToArray AsEnumerable Skip Take TakeWhile SkipWhile"
                " Distinct Reverse Concat Append Prepend Union Except"
            ),
        ),
        names=frozenset(["identifier", "predefined_type", "implicit_parameter"]),
        receiver="word",
        flags={word: word for word in ("static", "abstract", "async", "partial", "override")},
        tests=r"(^|/)tests?/|(^|/)[^/]*\.?Tests?(\.[^/]*)?/|\w(Tests?|Specs?)\.cs$",
        testing=r"(?m)^[ \t]*\[(Fact|Theory|Test|TestCase|TestFixture|TestClass|TestMethod)\b",
        comments=("///", "/**"),
        static=True,
        implied=True,
        overloads=True,
        counted=True,
        package="linkage",
        namespaces="silent",
        conditional=True,
    ),
    Language(
        name="Java",
        exact=True,
        suffixes=(".java",),
        grammar="java",
        queries=("java",),
        dialect=Dialect(modules="namespace", suffixes=(".java",), constructors=(CONSTRUCTOR,), static=True),
        names=frozenset(["identifier", "type_identifier", "integral_type", "floating_point_type", "boolean_type"]),
        receiver="word",
        flags={"static": "static", "abstract": "abstract", "private": "private"},
        tests=r"(^|/)src/test/|(^|/)(Test[A-Z]\w*|\w+(Tests?|IT))\.java$",
        static=True,
        implied=True,
        overloads=True,
        package="namespace",
    ),
    Language(
        name="Go",
        exact=True,
        suffixes=(".go",),
        grammar="go",
        queries=("go",),
        dialect=Dialect(
            modules="folder",
            suffixes=(".go",),
            manifest="go.mod",
            converts=True,
            static=True,
            structural=True,
            standard=standard_interfaces.GO,
            predeclared={word: word for word in _GO_TYPES} | {"byte": "uint8", "rune": "int32", "any": "interface { }"},
        ),
        names=frozenset(["identifier", "type_identifier", "field_identifier", "package_identifier"]),
        receiver="word",
        flags={"|": CONSTRAINT, "~": CONSTRAINT},
        tests=r"_test\.go$",
        comments=("//", "/*"),
        static=True,
        package="folder",
        builds=True,
        apart="_test$",
        module_name=r"([\w-]+?)(?:\.v\d+)?(?:/v\d+)?$",
    ),
    Language(
        name="Rust",
        exact=True,
        suffixes=(".rs",),
        grammar="rust",
        queries=("rust",),
        dialect=Dialect(
            modules="crate",
            uniform=True,
            suffixes=(".rs",),
            manifest="Cargo.toml",
            iteration=("next",),
            static=True,
            callers=_words(
                """map filter for_each and_then any all find position filter_map flat_map map_or map_or_else is_some_and
                find_map take_while skip_while inspect is_ok_and then fold"""
            ),
            unchanged=_words("Box Rc Arc Cow Pin Ref RefMut MutexGuard LazyLock LazyCell"),
            takers=_words("unwrap expect unwrap_or unwrap_or_else unwrap_or_default borrow borrow_mut get_or_init"),
            keepers=_words(
                """clone cloned copied to_owned to_vec collect as_ref as_mut as_deref as_deref_mut as_slice as_mut_slice
                by_ref iter iter_mut into_iter into_inner drain rev chain skip step_by filter inspect skip_while
                take_while peekable peek next nth last first first_mut last_mut pop get get_mut remove swap_remove find
                take replace values values_mut into_values min_by_key max_by_key ok or or_else ok_or ok_or_else map_err
                lock read write"""
            ),
        ),
        names=frozenset(["identifier", "type_identifier", "field_identifier", "primitive_type", "crate", "super"]),
        receiver="word",
        flags={
            "test": "test",
            "cfg(test)": "test",
            "bench": "test",
            "tokio::test": "test",
            "async_std::test": "test",
            "async": "async",
        },
        tests=r"(^|/)(tests?|benches)/|(^|/)tests?\.rs$|_test\.rs$",
        comments=("///", "/**"),
        inner_comments=("//!", "/*!"),
        static=True,
        package="members",
        items=True,
        fields=".",
        invocations="""
            (macro_invocation macro: [(identifier) @name (scoped_identifier name: (_) @name)] (token_tree) @tokens)
            (declaration_list (macro_invocation (token_tree) @items))
            ((macro_invocation macro: (identifier) @_name (token_tree) @pattern)
              (#any-of? @_name "matches" "assert_matches" "debug_assert_matches"))
        """,
        builtin=_words("u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 bool char str"),
    ),
    *BROAD_LANGUAGES,
    *SCRIPTING_LANGUAGES,
    *DECLARATIVE_LANGUAGES,
)
DIALECTS: Final = {language.name: language.dialect for language in LANGUAGES}
_BY_SUFFIX: Final = {suffix: language for language in LANGUAGES for suffix in language.suffixes}
_BY_NAME: Final = {name: language for language in LANGUAGES for name in language.files}
_BY_INTERPRETER: Final = {program: language for language in LANGUAGES for program in language.interpreters}
_SHEBANG: Final = re.compile(
    rb"#![ \t]*(?:\S*/)?(?:env[ \t]+(?:-\S+[ \t]+|\w+=\S*[ \t]+)*(?:\S*/)?)?([A-Za-z][\w+-]*?)[\d.]*(?:[ \t\r\n]|\Z)"
)
_CLAIMED: Final = {suffix for language in LANGUAGES for suffix in language.claims}
_CLAIMANTS: Final = [language for language in reversed(LANGUAGES) if language.claims]


def language_of(path: str, data: bytes = b"") -> Language | None:
    """The language that a file is written in, by its name and, where several share it, its text; None for no code."""
    suffix = splitext(path)[1].lower()
    for other in _CLAIMANTS if suffix in _CLAIMED else ():
        if suffix in other.claims and re.search(other.claims[suffix].encode(), data):
            return other
    named = _BY_SUFFIX.get(suffix) or _BY_NAME.get(basename(path).partition(".")[0].lower())
    return named or (interpreted(data) if "." not in basename(path) else None)


def interpreted(data: bytes) -> Language | None:
    """The language whose interpreter the first line of a script names (execve(2), env(1)); None if there is none."""
    named = _SHEBANG.match(data[:256])
    return _BY_INTERPRETER.get(named[1].decode()) if named else None


def query_text(language: Language) -> str:
    """The queries of a language."""
    from importlib.resources import files  # 5 ms for those who only ask which files are code

    folder = files("extractors") / "queries"
    return "\n".join((folder / f"{name}.scm").read_text(encoding="utf-8") for name in language.queries)


def language_called(name: str) -> Language | None:
    """The language of this name, in any case; None if nobody reads it."""
    return next((language for language in LANGUAGES if language.name.casefold() == name.casefold()), None)
