"""Programming languages that nobody reads yet, told by the suffix: their files are nodes, a report names them."""

from __future__ import annotations

from posixpath import splitext
from typing import Final

_SUFFIXES: Final = {
    "ActionScript": ".as",
    "Ada": ".adb .ads",
    "Agda": ".agda",
    "Apex": ".cls .trigger",
    "Arduino": ".ino",
    "COBOL": ".cob .cbl",
    "CUDA": ".cu .cuh",
    "Common Lisp": ".lisp .cl",
    "Crystal": ".cr",
    "Cython": ".pyx .pxd",
    "D": ".d",
    "Elm": ".elm",
    "Emacs Lisp": ".el",
    "F#": ".fs .fsx .fsi",
    "Fish": ".fish",
    "GDScript": ".gd",
    "GLSL": ".glsl .vert .frag",
    "Gleam": ".gleam",
    "HLSL": ".hlsl",
    "Hack": ".hack",
    "Haxe": ".hx",
    "Nim": ".nim",
    "OCaml interfaces": ".mli",
    "Odin": ".odin",
    "Pascal": ".pas .dpr",
    "Pony": ".pony",
    "Prisma": ".prisma",
    "Puppet": ".pp",
    "PureScript": ".purs",
    "Racket": ".rkt",
    "Rego": ".rego",
    "Scheme": ".scm .ss",
    "Smithy": ".smithy",
    "Starlark": ".bzl .star",
    "SystemVerilog": ".sv .svh",
    "Tcl": ".tcl",
    "Thrift": ".thrift",
    "VHDL": ".vhd .vhdl",
    "Verilog": ".v .vh",
    "Vim script": ".vim",
    "Visual Basic": ".vb",
    "WGSL": ".wgsl",
}
OTHER_LANGUAGES: Final = {suffix: name for name, suffixes in _SUFFIXES.items() for suffix in suffixes.split()}


def named_language(path: str) -> str:
    """The programming language of a file by its suffix, "" if it is none that is known here."""
    return OTHER_LANGUAGES.get(splitext(path)[1].lower(), "")
