"""The broad row of languages: definitions, calls and imports, resolved as far as scopes and imports tell."""

from __future__ import annotations

from typing import Final

from extractors.language import Language
from graph.dialect import Dialect
from graph.facts import CASE, CONSTRUCTOR

_DECLARATIVE: Final = Language(
    name="",
    suffixes=(),
    grammar="sql",
    queries=(),
    dialect=Dialect(modules="include", suffixes=(), qualified=True),
    names=frozenset(["identifier", "name", "word"]),
    receiver="word",
    comments=("#", "--", "//", "/*"),
    package="linkage",
)
"""What has definitions that name one another, and nothing that runs."""

_GENERIC: Final = r"(?:<(?:[^{}()<>\n]|<[^{}()<>\n]*>)*>)"
_AHEAD: Final = r"(?:@[\w.]+(?:\([^()\n]*\))?|internal|private|protected|public)"
"""What may stand before a constructor of Kotlin; grammars do not know these on lines of their own."""

BROAD_LANGUAGES: Final = (
    Language(
        name="R",
        suffixes=(".r",),
        grammar="r",
        queries=("r",),
        dialect=Dialect(
            modules="include",
            qualified=True,
            suffixes=(".R", ".r"),
            callers=frozenset(["lapply", "sapply", "vapply", "Map", "Filter", "Reduce"]),
        ),
        names=frozenset(["identifier"]),
        receiver="word",
        tests=r"(^|/)tests?/",
        comments=("#'",),
        package="linkage",
    ),
    Language(
        name="Julia",
        suffixes=(".jl",),
        grammar="julia",
        queries=("julia",),
        dialect=Dialect(
            modules="dotted",
            suffixes=(".jl",),
            paths=True,
            qualified=True,
            callers=frozenset(["map", "filter", "foreach", "reduce"]),
        ),
        names=frozenset(["identifier", "macro_identifier"]),
        receiver="word",
        heads=True,
        flags={".": CASE},
        cases=True,
        tests=r"(^|/)test/",
        package="linkage",
        unnamed="^@",
    ),
    Language(
        name="Shell",
        suffixes=(".sh", ".bash", ".zsh", ".ksh"),
        grammar="bash",
        queries=("bash",),
        dialect=Dialect(modules="include", suffixes=(".sh",)),
        names=frozenset(["word"]),
        receiver="word",
        tests=r"(^|/)tests?/|(^|/)test_[^/]*\.sh$|_test\.sh$",
        comments=("#",),
        macros=r"\$\{\w+:(\$)(?=\w)|\$\{\w+(?:%%?|##?)\*?(\\?[\])}{])|(\\\$\{#)(?=\$)",
    ),
    Language(
        name="Ruby",
        suffixes=(".rb", ".rake"),
        grammar="ruby",
        queries=("ruby",),
        dialect=Dialect(
            modules="include",
            suffixes=(".rb",),
            constructors=("initialize",),
            callers=frozenset(["map", "each", "select", "reject", "reduce", "sort_by", "flat_map", "each_with_object"]),
        ),
        names=frozenset(["identifier", "constant"]),
        receiver="word",
        flags={"self": "class"},
        tests=r"(^|/)(spec|test)/|_(spec|test)\.rb$",
        comments=("#",),
        static=True,
        implied=True,
        package="linkage",
    ),
    Language(
        name="Lua",
        suffixes=(".lua",),
        grammar="lua",
        queries=("lua",),
        dialect=Dialect(modules="dotted", suffixes=(".lua",)),
        names=frozenset(["identifier"]),
        receiver="parameter",
        word="self",
        tests=r"(^|/)(spec|tests?)/|_(spec|test)\.lua$|(^|/)test_[^/]*\.lua$",
        comments=("--",),
    ),
    _DECLARATIVE._replace(name="SQL", suffixes=(".sql", ".ddl"), queries=("sql",), flags={"view": "view"}, folded=True),
    _DECLARATIVE._replace(
        name="GraphQL",
        suffixes=(".graphql", ".gql", ".graphqls"),
        grammar="graphql",
        queries=("graphql",),
        docstring="inside",
    ),
    _DECLARATIVE._replace(name="Protocol Buffers", suffixes=(".proto",), grammar="proto", queries=("protobuf",)),
    _DECLARATIVE._replace(
        name="Make", suffixes=(".mk", ".make"), files=("makefile", "gnumakefile"), grammar="make", queries=("make",)
    ),
    _DECLARATIVE._replace(
        name="Dockerfile",
        suffixes=(".dockerfile",),
        files=("dockerfile", "containerfile"),
        grammar="dockerfile",
        queries=("dockerfile",),
        names=frozenset(["image_name", "image_alias", "param"]),
        unnamed="^--from=",
        package="",
    ),
    Language(
        name="Kotlin",
        suffixes=(".kt", ".kts"),
        grammar="kotlin",
        queries=("kotlin",),
        dialect=Dialect(modules="namespace", suffixes=(".kt",), constructors=(CONSTRUCTOR,), static=True),
        names=frozenset(["simple_identifier", "type_identifier"]),
        receiver="word",
        flags={"companion": "static", "abstract": "abstract"},
        tests=r"(^|/)src/\w*[tT]est/|(^|/)\w+Tests?\.kt$",
        static=True,
        implied=True,
        package="namespace",
        separator=".",
        macros=rf"\bclass\s+\w+{_GENERIC}?[ \t]*\n\s*((?:{_AHEAD}\s+)*constructor)\s*\("
        rf"|(?m:^)[ \t]*((?:@[\w.]+(?:\([^()\n]*\))?[ \t]+)+annotation)[ \t]+class\b|(\$\$+)(?=\")",
    ),
    Language(
        name="PHP",
        suffixes=(".php", ".phtml"),
        grammar="php",
        queries=("php",),
        dialect=Dialect(
            modules="namespace",
            paths=True,
            suffixes=(".php", ".inc"),
            constructors=("__construct",),
            called=("__invoke",),
            callers=frozenset(["array_map", "array_filter", "array_walk", "array_reduce", "usort", "call_user_func"]),
        ),
        names=frozenset(["name", "variable_name"]),
        receiver="word",
        flags={"static": "static", "abstract": "abstract"},
        tests=r"(^|/)[Tt]ests?/|Test\.php$",
        comments=("/**",),
        closed=True,
        package="namespace",
        module_name=r"(\w+)$",
    ),
)
