"""The documents of a project: links to its folders, and files of formats that nobody reads."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.program import rebuilt, update, written

FILES = {
    "src/a.py": "A = 1\n",
    "docs/api/index.rst": "API\n",
    "docs/b.RST": "B\n",
    "docs/logo.png": "",
    "LICENSE": "free\n",
}
LINKS = {
    "./api": True,
    "./api/": True,
    "../docs/api": True,
    "/docs/api": True,
    "docs/API": True,
    "..": True,
    "../src": True,
    "../..": False,
    "./src": False,
    "./nothing": False,
    "../doc": False,
}


def made(root: Path, target: str) -> None:
    for name, text in {**FILES, "docs/note.md": f"# Note\n\n[there]({target})\n"}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)


def unresolved(root: Path) -> list[str]:
    return [problem.path for problem in update(root).problems if problem.rule == "unresolved-link"]


@pytest.mark.parametrize("target", LINKS)
def test_a_folder_of_the_project_is_no_missing_note(tmp_path: Path, target: str) -> None:
    made(tmp_path, target)
    assert (unresolved(tmp_path) == []) == LINKS[target]


def test_in_a_vault_a_link_leads_to_a_note(tmp_path: Path) -> None:
    made(tmp_path, "./api")
    (tmp_path / ".obsidian").mkdir()
    assert unresolved(tmp_path) == ["docs/note.md"]


@pytest.mark.parametrize("target", ["./api", "../docs/api/sub/.."])
def test_a_folder_that_goes_and_comes(tmp_path: Path, target: str) -> None:
    root = tmp_path / "project"
    made(root, target)
    assert unresolved(root) == []
    shutil.rmtree(root / "docs" / "api")
    assert unresolved(root) == ["docs/note.md"]
    made(root, target)
    assert unresolved(root) == []
    kept = written(root / "graphify-out")
    assert kept == rebuilt(root, tmp_path / "rebuilt")


def test_other_formats_are_counted(tmp_path: Path) -> None:
    made(tmp_path, "./api")
    update(tmp_path)
    report = (tmp_path / "graphify-out" / "GRAPH_REPORT.md").read_text()
    assert "- Files of other formats, known by name alone: `.rst` 2, `.png` 1, without an ending 1\n" in report
    assert "Everything was read" not in report


GUIDE = """\
# The guide

<a name="old-place"></a> Text, <b id=inner>bold</b>, `<a name="in-code">`.

<!-- <a name="in-comment"> -->

<h2 align="center">
  In HTML
</h2>

```html
<a name="in-fence"></a>
```

## What's `new`, and why?

## Setup

## Setup

### By hand {#own}
"""
FRAGMENTS = {
    "the-guide": True,
    "The-Guide": True,
    "The%20guide": True,
    "whats-new-and-why": True,
    "whats-new": False,
    "setup": True,
    "setup-1": True,
    "setup-2": False,
    "old-place": True,
    "user-content-old-place": True,
    "inner": True,
    "in-html": True,
    "own": True,
    "in-code": False,
    "in-comment": False,
    "in-fence": False,
}


def noted(root: Path, guide: str) -> None:
    root.mkdir(exist_ok=True)
    (root / "guide.md").write_text(f"{guide}\n[self](#setup) [self](#setup-3)\n")
    (root / "README.md").write_text("".join(f"[x](guide.md#{fragment})\n" for fragment in FRAGMENTS))


def broken(root: Path) -> list[str]:
    """The fragments of links that lead nowhere."""
    found = [problem.message for problem in update(root).problems if problem.rule == "broken-heading"]
    return [message.split("'")[3] for message in found]


def test_in_a_project_a_fragment_is_what_pages_make_of_a_heading(tmp_path: Path) -> None:
    noted(tmp_path, GUIDE)
    assert sorted(broken(tmp_path)) == sorted(["setup-3", *(each for each, works in FRAGMENTS.items() if not works)])


def test_in_a_vault_it_is_the_heading(tmp_path: Path) -> None:
    noted(tmp_path, GUIDE)
    (tmp_path / ".obsidian").mkdir()
    works = {"The%20guide", "setup"}
    assert sorted(broken(tmp_path)) == sorted(["setup-3", *(each for each in FRAGMENTS if each not in works)])


def test_a_fragment_goes_and_comes(tmp_path: Path) -> None:
    root = tmp_path / "project"
    for text in (GUIDE, GUIDE.replace("new`, and", "new` - and"), GUIDE.replace("old-place", "new-place"), GUIDE):
        noted(root, text)
        update(root)
        assert written(root / "graphify-out") == rebuilt(root, tmp_path / "rebuilt")
