"""The declarative row of languages: definitions that name one another, and nothing that runs."""

from __future__ import annotations

from typing import Final

from extractors.languages.language import Language
from graph.dialect import Dialect

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

DECLARATIVE_LANGUAGES: Final = (
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
        name="Make",
        interpreters=("make",),
        suffixes=(".mk", ".make"),
        files=("makefile", "gnumakefile"),
        grammar="make",
        queries=("make",),
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
        name="Terraform",
        suffixes=(".tf", ".hcl", ".tfvars"),
        grammar="hcl",
        queries=("hcl",),
        dialect=Dialect(modules="folder", suffixes=(".tf",)),
        names=frozenset(["identifier"]),
        receiver="word",
        tests=r"(^|/)tests?/|\.tftest\.hcl$",
        comments=("#", "//", "/*"),
        static=True,
        package="folder",
        words={"resource": "", "variable": "var", "locals": "local"},
    ),
)
