"""Draws definitions and sure calls of a graph by a seed, to be judged by reading the source, and adds up judgements.

    draw.py draw ROOT LANGUAGE --name OWNER/NAME [--judged FILE] [--text]    lines of judgements, `?` for the verdict
    draw.py lines ROOT LANGUAGE                                              definition lines that have no node
    draw.py score benchmarks/code/judged/*.tsv                               what the judgements say

ROOT is a clone with its graph (`graphify build ROOT --no-docs`). A line of judgements has tabs between: `definition`
or `call`, path:line, what the graph says, and `right`, `wrong` or `?`; `--judged` keeps the verdicts of what was judged
before, `--text` adds what stands there. Calls are the EXTRACTED ones from files of the language to what the repository
defines. Definition lines are found in the source by a regular expression, where Pygments sees neither a comment nor a
string; one counts as found if a node of the graph begins there, or at the annotations before it.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, String

KINDS: Final = ("class", "function", "method")
VERDICTS: Final = ("right", "wrong")
ANNOTATION: Final = ("@", "#[")
"""How lines begin that may stand between the begin of a definition and its name."""
OPEN: Final = re.compile(r"[(\[]")
SHUT: Final = re.compile(r"[)\]]")


class Source(NamedTuple):
    """How the files of a language are found, and the lines of them that define something."""

    suffixes: tuple[str, ...]
    lexer: str
    defines: str


SOURCES: Final = {
    "bash": Source((".sh", ".bash", ".bats"), "bash", r"^\s*(?:function\s+[\w:.-]+|[\w:.-]+\s*\(\s*\))"),
    "dart": Source(
        (".dart",),
        "dart",
        r"^\s*(?:(?:abstract|base|final|sealed|interface|mixin)\s+)*(?:class|mixin|extension type|enum)\s+\w"
        r"|^(?:  )?(?:(?:static|external|factory|const)\s+)*(?!return|else|await|throw|new|yield|case|assert)"
        r"[A-Za-z_][\w<>?,.]*\s+(?!if|for|while|switch|catch|on|return|super)(?:get\s+)?[A-Za-z_]\w*(?:<[^>(]*>)?"
        r"(?:\([^)]*\))?\s*(?:async\*?|sync\*)?\s*(?:\{|=>)",
    ),
    "elixir": Source(
        (".ex", ".exs"),
        "elixir",
        r"^\s*(?:def|defp|defmacro|defmacrop|defguard|defguardp|defdelegate|defmodule|defprotocol)\s+\w",
    ),
    "haskell": Source(
        (".hs",),
        "haskell",
        r"^(?:data|newtype|class|type)\s+[A-Z]|^pattern\s[^:]*=|^(?!import|module|instance|deriving|infix|main\b.*::)"
        r"[a-z_][\w']*(?:\s+[^=|:]*)?\s=(?:\s|$)",
    ),
    "julia": Source(
        (".jl",),
        "julia",
        r"^\s*(?:@\w+\s+)*(?:function\s+[^\s(]|macro\s+\w|(?:mutable\s+)?struct\s+\w|(?:abstract|primitive)\s+type\s+\w)"
        r"|^\s*(?:@\w+\s+)*[\w.!]+(?:\{[^}]*\})?\([^=]*\)\s*(?:::\s*[\w{}]+\s*)?(?:where\s*[^=]+)?=(?![=>])",
    ),
    "kotlin": Source(
        (".kt", ".kts"),
        "kotlin",
        r"\bfun\s+(?:<[^=(]*>\s*)?[\w`][^=({]*\(|(?<!:)\b(?:class|interface|object|typealias)\s+(?!by\b|in\b)\w",
    ),
    "lua": Source(
        (".lua",),
        "lua",
        r"\bfunction\s+[\w.:]+\s*\(|^\s*(?:local\s+)?[\w.]+\s*=\s*function\b|[{,]\s*\w+\s*=\s*function\b",
    ),
    "php": Source(
        (".php",),
        "php",
        r"\bfunction\s+&?\s*\w+\s*\(|^\s*(?:(?:abstract|final|readonly)\s+)*(?:class|interface|trait|enum)\s+\w",
    ),
    "ruby": Source(
        (".rb",), "ruby", r"^\s*(?:(?:private|public|protected|module_function)\s+)?(?:def|class|module)\s+[\w:]"
    ),
    "scala": Source((".scala", ".sc"), "scala", r"\bdef\s+[^\s\[(:=]|(?<!:)\b(?:class|trait|object|enum)\s+\w"),
    "swift": Source(
        (".swift",),
        "swift",
        r"\bfunc\s+[^\s(<]|\b(?:class|struct|enum|protocol|actor)\s+(?!func\b|var\b|let\b)[A-Z]\w*|^\s*(?:\w+\s+)*init[?!]?\s*[(<]",
    ),
    "r": Source(
        (".R", ".r"),
        "splus",
        r"[\w.`]\s*<<?-\s*(?:function\b|\\\()|^[\w.]+\s*=\s*function\b|\bset(?:Class|RefClass|Generic|Method)\s*\(",
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("draw", "lines"):
        command = commands.add_parser(name)
        command.add_argument("root", type=Path)
        command.add_argument("language", choices=SOURCES)
    drawing = commands.choices["draw"]
    drawing.add_argument("--name", required=True, help="of the repository")
    drawing.add_argument("--seed", type=int, default=7)
    drawing.add_argument("--count", type=int, default=20)
    drawing.add_argument("--judged", type=Path, help="judgements to keep")
    drawing.add_argument("--text", action="store_true", help="add the line of the source")
    commands.add_parser("score").add_argument("judged", type=Path, nargs="+")
    arguments = parser.parse_args()
    if arguments.command == "score":
        score(arguments.judged)
    elif arguments.command == "draw":
        draw(arguments)
    else:
        root, source = arguments.root, SOURCES[arguments.language]
        for path, line in missed(definition_lines(root, source), graph_of(root)):
            print(f"{path}:{line}", text_at(root, path, line), sep="\t")


# drawing


class Drawn(NamedTuple):
    """One thing that a graph says."""

    kind: str
    path: str
    line: int
    what: str


def draw(arguments: argparse.Namespace) -> None:
    """Prints what is drawn, below a line on where it comes from and how many definition lines were found."""
    root, source, graph = arguments.root, SOURCES[arguments.language], graph_of(arguments.root)
    said = definitions(graph, source), calls(graph, source)
    judged = verdicts(arguments.judged) if arguments.judged else {}
    lines = definition_lines(root, source)
    commit = subprocess.run(["git", "-C", root, "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout
    found = len(lines) - len(missed(lines, graph))
    print(
        f"# {arguments.name}@{commit[:8]}, seed {arguments.seed}: {found} of {len(lines)} definition lines have a node"
    )
    chosen = (random.Random(arguments.seed).sample(each, min(arguments.count, len(each))) for each in said)
    for each in (drawn for kind in chosen for drawn in kind):
        row = (each.kind, f"{each.path}:{each.line}", each.what)
        shown = (text_at(root, each.path, each.line),) if arguments.text else ()
        print(*row, judged.get(row, "?"), *shown, sep="\t")


def definitions(graph: dict[str, Any], source: Source) -> list[Drawn]:
    """The classes, functions and methods of a language."""
    return sorted(
        Drawn("definition", node["source_file"], line_of(node), f"{node['kind']} {name_of(node['id'])}")
        for node in graph["nodes"]
        if node["kind"] in KINDS and node["source_file"].endswith(source.suffixes)
    )


def calls(graph: dict[str, Any], source: Source) -> list[Drawn]:
    """The sure calls of a language, each at its first line."""
    nodes = {node["id"]: node for node in graph["nodes"]}
    return sorted(
        Drawn("call", edge["source_file"], edge["lines"][0], f"{name_of(edge['source'])} -> {target_of(nodes, edge)}")
        for edge in graph["links"]
        if edge["relation"] == "calls" and edge["confidence"] == "EXTRACTED"
        if edge["source_file"].endswith(source.suffixes) and nodes[edge["target"]]["source_file"]
    )


def target_of(nodes: dict[str, dict[str, Any]], edge: dict[str, Any]) -> str:
    """A callee with its place."""
    target = nodes[edge["target"]]
    return f"{name_of(edge['target'])} ({target['source_file']}:{line_of(target)})"


def name_of(identifier: str) -> str:
    """What a node is called in its file; the file for one."""
    return identifier.partition("::")[2] or identifier


def line_of(node: dict[str, Any]) -> int:
    return int(str(node["source_location"] or "L0")[1:].partition("-")[0])


def graph_of(root: Path) -> dict[str, Any]:
    graph: dict[str, Any] = json.loads((root / "graphify-out" / "graph.json").read_bytes())
    return graph


def text_at(root: Path, path: str, line: int) -> str:
    return (root / path).read_text(encoding="utf-8", errors="replace").split("\n")[line - 1].strip()


# definition lines


def definition_lines(root: Path, source: Source) -> list[tuple[str, range]]:
    """Where the source of a language defines something: the path, and the lines from its annotations to itself."""
    listed = subprocess.run(["git", "-C", root, "ls-files", "-z"], capture_output=True, text=True, check=True).stdout
    return [
        (path, lines)
        for path in sorted(listed.split("\0"))
        if path.endswith(source.suffixes)
        for lines in defining(plain((root / path).read_text("utf-8", "replace"), source.lexer), source)
    ]


def defining(lines: list[str], source: Source) -> Iterator[range]:
    """The lines that define something, each from its annotations on."""
    defines, before, open_brackets = re.compile(source.defines), 0, 0
    for number, line in enumerate(lines, 1):
        found = not open_brackets and defines.search(line)
        if found:
            yield range(before or number, number + 1)
        ahead = not found and (open_brackets or not line.strip() or line.lstrip().startswith(ANNOTATION))
        before = before or number if ahead else 0
        open_brackets = max(0, open_brackets + len(OPEN.findall(line)) - len(SHUT.findall(line))) if ahead else 0


def plain(text: str, lexer: str) -> list[str]:
    """The lines of a source with neither comments nor what stands in strings."""
    tokens = get_lexer_by_name(lexer, stripnl=False, ensurenl=False).get_tokens(text)
    return "".join(blank(value) if kind in Comment or kind in String else value for kind, value in tokens).split("\n")


def blank(text: str) -> str:
    return re.sub(r"[^\n\"'`]", " ", text)


def missed(lines: list[tuple[str, range]], graph: dict[str, Any]) -> list[tuple[str, int]]:
    """Those of the lines at which no node begins."""
    known = {
        (node["source_file"], line)
        for node in graph["nodes"]
        if node["file_type"] == "code"
        for line in (line_of(node), *node.get("lines", ()))
    }
    return [(path, span[-1]) for path, span in lines if not any((path, line) in known for line in span)]


# judgements


def rows(judged: Path) -> Iterator[list[str]]:
    """The lines of a file of judgements, of four columns."""
    for line in judged.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")[:4]


def verdicts(judged: Path) -> dict[tuple[str, str, str], str]:
    """What was said of each."""
    return {(kind, place, what): verdict for kind, place, what, verdict in rows(judged)}


def score(files: list[Path]) -> None:
    """Prints one line for each file of judgements; one that is not judged to its end is an error."""
    for judged in files:
        said = list(rows(judged))
        if unknown := [place for _, place, _, verdict in said if verdict not in VERDICTS]:
            sys.exit(f"{judged}: not judged: {', '.join(unknown)}")
        head = judged.read_text("utf-8").partition("\n")[0].lstrip("# ")
        print(judged.stem, *(share(said, kind) for kind in ("definition", "call")), head, sep="\t")


def share(said: list[list[str]], kind: str) -> str:
    """How many of a kind are right."""
    of_kind = [verdict for each, _, _, verdict in said if each == kind]
    return f"{kind}s {of_kind.count('right')}/{len(of_kind)}"


if __name__ == "__main__":
    main()
