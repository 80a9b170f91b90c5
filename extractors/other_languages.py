"""Programming languages that nobody here reads, told by the suffix: a report says how many files of them there are."""

from __future__ import annotations

from posixpath import splitext
from typing import Final

_SUFFIXES: Final = {
    "C": ".c .h",
    "C#": ".cs",
    "C++": ".cc .cpp .cxx .hh .hpp .hxx",
    "Clojure": ".clj .cljs .cljc",
    "Cython": ".pyx .pxd",
    "Dart": ".dart",
    "Elixir": ".ex .exs",
    "Erlang": ".erl .hrl",
    "F#": ".fs .fsx",
    "Go": ".go",
    "Groovy": ".groovy .gradle",
    "Haskell": ".hs",
    "Java": ".java",
    "JavaScript": ".js .jsx .mjs .cjs",
    "Julia": ".jl",
    "Kotlin": ".kt .kts",
    "Lua": ".lua",
    "Nim": ".nim",
    "OCaml": ".ml .mli",
    "Objective-C": ".m .mm",
    "PHP": ".php",
    "Perl": ".pl .pm",
    "PowerShell": ".ps1 .psm1",
    "Python": ".py .pyi .pyw",
    "R": ".r",
    "Ruby": ".rb .rake",
    "Rust": ".rs",
    "SQL": ".sql",
    "Scala": ".scala",
    "Shell": ".sh .bash .zsh",
    "Solidity": ".sol",
    "Svelte": ".svelte",
    "Swift": ".swift",
    "TypeScript": ".ts .tsx .mts .cts",
    "Vue": ".vue",
    "Zig": ".zig",
}
_LANGUAGES: Final = {suffix: name for name, suffixes in _SUFFIXES.items() for suffix in suffixes.split()}


def named_language(path: str) -> str:
    """The programming language of a file by its suffix, "" if it is none that is known here."""
    return _LANGUAGES.get(splitext(path)[1].lower(), "")
