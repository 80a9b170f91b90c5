"""How pages call headings: as GitHub does, as generators of sites do."""

from __future__ import annotations

import pytest

from graph.notes.slugs import slugs_of

CASES = {
    "Getting started": "getting-started",
    "What's new, and why?": "whats-new-and-why",
    "1. Install (fast!)": "1-install-fast",
    "A & B": "a--b a-b",
    "snake_case stays": "snake_case-stays",
    "_set off_": "_set-off_ set-off",
    "`__init__.py` and __main__": "__init__py-and-__main__ __init__py-and-main",
    "`<T>` &lt;U&gt; <b>c</b>": "t-u-c",
    "[Link](http://x.org/(y)) [ref][1] [[Note]]": "link-ref-note",
    "![logo](x.png) Title": "-title title",
    "🚀 Go": "-go go",
    "⚙️ Set": "\ufe0f-set -set set \ufe0f-set",
    "Überblick 中文": "überblick-中文",
    "Named {#by-hand}": "named by-hand named-by-hand",
    "``a ` b`` c": "a--b-c a-b-c",
}


@pytest.mark.parametrize(("heading", "slugs"), CASES.items())
def test_a_heading_has_these_slugs(heading: str, slugs: str) -> None:
    assert slugs_of([heading]) == set(slugs.split(" "))


def test_headings_that_would_be_called_alike_are_counted() -> None:
    assert slugs_of(["Use", "use!", "Other", "Use"]) == {"use", "use-1", "use-2", "other"}


@pytest.mark.parametrize("text", ["[", "`", "`a", "<a", "_", "![", "[a](", "{#", "[a](("])
def test_long_garbage_is_read_at_once(text: str) -> None:
    slugs_of([text * 50_000])
