"""Writes a made-up vault of any size: frontmatter, tags, headings, links to earlier notes, prose of made-up words."""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from itertools import accumulate, product
from pathlib import Path
from typing import Final, NamedTuple

ONSETS: Final = ("b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "br", "dr", "kl", "st", "tr")
VOWELS: Final = ("a", "e", "i", "o", "u", "ai", "ou")
CODAS: Final = ("", "n", "r", "s", "l", "nd")
WORDS: Final = 4_000
KINDS: Final = ("reference", "decision", "runbook", "concept", "journal")
HEADINGS: Final = ("Background", "Details", "Example", "Open questions", "See also")
PER_FOLDER: Final = 100


class Vocabulary(NamedTuple):
    """Words, the first ones far more frequent than the last ones, as in real text."""

    words: list[str]
    weights: list[float]

    def draw(self, dice: random.Random, count: int) -> list[str]:
        return dice.choices(self.words, cum_weights=self.weights, k=count)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where to; must not exist")
    parser.add_argument("--notes", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    (arguments.folder / ".obsidian").mkdir(parents=True)
    for path, text in notes(arguments.notes, arguments.seed):
        file = arguments.folder / path
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")


def notes(count: int, seed: int) -> Iterator[tuple[str, str]]:
    """The path and text of each note; the same for the same seed."""
    dice = random.Random(seed)
    vocabulary = _vocabulary(dice)
    titles: list[str] = []
    taken: set[str] = set()
    for number in range(count):
        title = _title(dice, vocabulary, taken)
        links = dice.sample(titles, min(dice.randint(5, 15), len(titles)))
        yield f"{number // PER_FOLDER:03}/{title}.md", _note(dice, vocabulary, title, links)
        titles.append(title)


def _vocabulary(dice: random.Random) -> Vocabulary:
    syllables = ["".join(parts) for parts in product(ONSETS, VOWELS, CODAS)]
    words = sorted({"".join(dice.choices(syllables, k=dice.choice((1, 2, 2, 3)))) for _ in range(2 * WORDS)})
    dice.shuffle(words)
    del words[WORDS:]
    return Vocabulary(words, list(accumulate(1 / rank for rank in range(10, 10 + len(words)))))


def _title(dice: random.Random, vocabulary: Vocabulary, taken: set[str]) -> str:
    """Two or three rare words that no note bears yet."""
    while True:
        title = " ".join(dice.choices(vocabulary.words, k=dice.randint(2, 3))).capitalize()
        if title not in taken:
            taken.add(title)
            return title


def _note(dice: random.Random, vocabulary: Vocabulary, title: str, links: list[str]) -> str:
    tags = [f"type/{dice.choice(KINDS)}", "scope/global"]
    tags += [f"domain/{vocabulary.words[dice.randrange(40)]}", f"tool/{vocabulary.words[dice.randrange(40, 200)]}"]
    lines = ["---", f"summary: {_sentence(dice, vocabulary)}", "tags:", *(f"  - {tag}" for tag in tags), "---", ""]
    lines += [f"# {title}", ""]
    sections = [None, *dice.sample(HEADINGS, dice.randint(1, 4))]
    for number, heading in enumerate(sections):
        lines += [f"## {heading}", ""] if heading else []
        lines += [_paragraph(dice, vocabulary, links[number :: len(sections)]), ""]
    return "\n".join(lines)


def _paragraph(dice: random.Random, vocabulary: Vocabulary, links: list[str]) -> str:
    sentences = [_sentence(dice, vocabulary) + "." for _ in range(dice.randint(5, 12))]
    sentences += [f"{_sentence(dice, vocabulary)} {_link(dice, title)}." for title in links]
    dice.shuffle(sentences)
    return " ".join(sentences)


def _sentence(dice: random.Random, vocabulary: Vocabulary) -> str:
    return " ".join(vocabulary.draw(dice, dice.randint(6, 14))).capitalize()


def _link(dice: random.Random, title: str) -> str:
    form = dice.choice(("[[{0}]]", "[[{0}]]", "[[{0}|{1}]]", "[[{0}#{0}]]", "![[{0}]]"))
    return form.format(title, title.lower())


if __name__ == "__main__":
    main()
