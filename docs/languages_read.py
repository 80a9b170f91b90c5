"""Writes docs/languages-read.md: what is read of each programming language, from the registry itself."""

from __future__ import annotations

from pathlib import Path

from extractors.languages.others import OTHER_LANGUAGES
from extractors.languages.table import LANGUAGES
from extractors.symbolic.captures import HEAD, captures

PAGE = Path(__file__).parent / "languages-read.md"
_INTRODUCTION = """# Programming languages that are read

Made by `python docs/languages_read.py`. What settles a name: scopes always; types that are written; files of a package
that share their names. The scripts of Vue, Svelte and Astro pages are read as JavaScript or TypeScript, the code of
notebooks in any of these, a file without a suffix by the interpreter that its first line names. How to add one stands
in [languages.md](languages.md)."""


def page() -> str:
    """The whole page, as Markdown."""
    rows = [HEAD, tuple("---" for _ in HEAD), *sorted(map(captures, LANGUAGES))]
    table = "\n".join(f"| {' | '.join(cells)} |" for cells in rows)
    others = ", ".join(sorted(set(OTHER_LANGUAGES.values())))
    return f"{_INTRODUCTION}\n\n{table}\n\nFiles of these are nodes, and nothing in them is read yet: {others}.\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
