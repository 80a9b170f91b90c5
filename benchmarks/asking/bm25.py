"""The baseline: plain BM25 over headed sections, without stems, stop words, fields or links."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import Final, NamedTuple

from graph.text import count_tokens

SATURATION: Final = 1.2
DECAY: Final = 0.75
_HEADING = re.compile(r"^(?=#{1,6}\s)", re.MULTILINE)
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]+|[^\W\u3040-\u30ff\u3400-\u9fff]+")


class Section(NamedTuple):
    """A piece of a note from one heading to the next, the note's name in front."""

    note: str
    text: str
    length: int


class Bm25:
    """The sections of a vault, ranked by BM25."""

    def __init__(self, vault: Path) -> None:
        """Read every note of a vault."""
        self.sections: list[Section] = []
        self._places: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for file in sorted(vault.rglob("*.md")):
            note = file.relative_to(vault).as_posix()
            if not any(part.startswith(".") or part == "graphify-out" for part in note.split("/")):
                for text in _HEADING.split(file.read_text("utf-8", errors="replace")):
                    self._add(note, f"{file.stem}\n{text}")
        self._usual = sum(section.length for section in self.sections) / len(self.sections)

    def ask(self, question: str, budget: int) -> tuple[list[str], int]:
        """The notes by their best section, and the tokens of the best sections that fill the budget."""
        scores: dict[int, float] = defaultdict(float)
        for word in words(question):
            places = self._places.get(word, [])
            rarity = math.log(1 + (len(self.sections) - len(places) + 0.5) / (len(places) + 0.5))
            for number, count in places:
                spread = 1 - DECAY + DECAY * self.sections[number].length / self._usual
                scores[number] += rarity * count * (SATURATION + 1) / (count + SATURATION * spread)
        best = sorted(scores, key=lambda number: (-scores[number], number))
        notes = list(dict.fromkeys(self.sections[number].note for number in best))
        return notes, min(budget, sum(count_tokens(self.sections[number].text) for number in best))

    def _add(self, note: str, text: str) -> None:
        found = Counter(words(text))
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
