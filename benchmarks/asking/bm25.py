"""The baseline: plain BM25 over headed sections, functions and classes, without stems, stop words, fields or links."""

from __future__ import annotations

import ast
import json
import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from graph.text import count_tokens

SATURATION: Final = 1.2
DECAY: Final = 0.75
_HEADING = re.compile(r"^(?=#{1,6}\s)", re.MULTILINE)
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]+|[^\W\u3040-\u30ff\u3400-\u9fff]+")


class Section(NamedTuple):
    """A piece of text and the note or symbol it stands for."""

    note: str
    text: str
    length: int


def note_sections(vault: Path) -> Iterator[tuple[str, str]]:
    """Every note's pieces from one heading to the next, the note's name in front."""
    for file in sorted(vault.rglob("*.md")):
        note = file.relative_to(vault).as_posix()
        if not any(part.startswith(".") or part == "graphify-out" for part in note.split("/")):
            for text in _HEADING.split(file.read_text("utf-8", errors="replace")):
                yield note, f"{file.stem}\n{text}"


def symbol_sections(project: Path) -> Iterator[tuple[str, str]]:
    """The text of every function and class of a Python project, by `path::Class.method`."""
    for file in sorted(project.rglob("*.py")):
        path = file.relative_to(project).as_posix()
        if not any(part.startswith(".") for part in path.split("/")):
            text = file.read_text("utf-8", errors="replace")
            yield from _definitions(ast.parse(text), text.splitlines(), path + "::")


def _definitions(tree: ast.AST, lines: list[str], prefix: str) -> Iterator[tuple[str, str]]:
    for node in ast.iter_child_nodes(tree):
        is_definition = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        if is_definition:
            yield prefix + node.name, "\n".join(lines[node.lineno - 1 : node.end_lineno])
        yield from _definitions(node, lines, f"{prefix}{node.name}." if is_definition else prefix)


def graph_sections(project: Path, graph: Path) -> Iterator[tuple[str, str]]:
    """The text of every symbol in other languages, cut out where a graph.json says that it stands, by its id."""
    for node in json.loads(graph.read_text("utf-8"))["nodes"]:
        path, first, last = node["source_file"], node["source_location"].removeprefix("L"), node.get("end_line")
        if "::" in node["id"] and first and last and not path.endswith(".py"):
            lines = (project / path).read_text("utf-8", errors="replace").split("\n")
            yield node["id"], "\n".join(lines[int(first) - 1 : last])


class Bm25:
    """Sections, ranked by BM25."""

    def __init__(self, sections: Iterable[tuple[str, str]], words: Callable[[str], list[str]]) -> None:
        """Rank these by their words."""
        self._words = words
        self.sections: list[Section] = []
        self._places: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for name, text in sections:
            self._add(name, text)
        self._usual = sum(section.length for section in self.sections) / len(self.sections)

    def ask(self, question: str, budget: int) -> tuple[list[str], int]:
        """The notes by their best section, and the tokens of the best sections that fill the budget."""
        scores: dict[int, float] = defaultdict(float)
        for word in self._words(question):
            places = self._places.get(word, [])
            rarity = math.log(1 + (len(self.sections) - len(places) + 0.5) / (len(places) + 0.5))
            for number, count in places:
                spread = 1 - DECAY + DECAY * self.sections[number].length / self._usual
                scores[number] += rarity * count * (SATURATION + 1) / (count + SATURATION * spread)
        best = sorted(scores, key=lambda number: (-scores[number], number))
        notes = list(dict.fromkeys(self.sections[number].note for number in best))
        return notes, min(budget, sum(count_tokens(self.sections[number].text) for number in best))

    def _add(self, note: str, text: str) -> None:
        found = Counter(self._words(text))
        for word, count in found.items():
            self._places[word].append((len(self.sections), count))
        self.sections.append(Section(note, text, found.total()))


def words(text: str) -> list[str]:
    """Lower-case words, and each two neighbouring characters of a Chinese or Japanese run."""
    found: list[str] = []
    for word in _WORD.findall(text.lower()):
        pairs = [word[start : start + 2] for start in range(len(word) - 1)] if word[0] >= "\u3040" else []
        found += pairs or [word]
    return found


def code_words(text: str) -> list[str]:
    """Lower-case words; names are split at underscores and capitals."""
    return [word.lower() for word in _PART.findall(text)]
