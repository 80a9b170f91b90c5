"""Large and odd notes: every rule and every repair takes linear time, or gives up. Quadratic ones would not end."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType

import pytest

from graph.notes.anchors import anchors
from vaultkit.building.pipeline import build
from vaultkit.checking.check import check_note, check_paths
from vaultkit.checking.fixing import fix_note
from vaultkit.config import read_root
from vaultkit.contract.contract import Contract

HEAD = "---\nsummary: s\n"
MANY = 5_000
NOTES = {
    "tags": HEAD + "tags:\n" + "".join(f"  - domain/x{n}\n" for n in range(MANY)) + "---\n",
    "hashes": HEAD + "tags:\n" + "".join(f"  - #domain/x{n}\n" for n in range(MANY)) + "---\n",
    "duplicates": HEAD + "tags:\n" + "  - domain/x\n" * MANY + "---\n",
    "duplicates in brackets": HEAD + "tags: [" + "domain/x, " * MANY + "type/x]\n---\n",
    "items at fault": HEAD + "list:\n" + "  - @x\n" * MANY + "---\n",
    "properties at fault": HEAD + "".join(f"k{n}: a: b\n" for n in range(MANY)) + "---\n",
    "tabs": HEAD + "tags:\n" + "\t- x\n" * MANY + "---\n",
    "links": HEAD + "up: " + "[[a]] " * MANY + "\n---\n",
    "brackets": HEAD + "up: " + "[[" * 100_000 + "\n---\n" + "[[" * 100_000,
    "one fence": HEAD + "---\n```\n" + "text\n" * 20_000,
    "markers": HEAD + "---\n" + "<<<<<<< x\n" * 20_000,
    "long summary": "---\nsummary: " + "a: " * 100_000 + "\n---\n",
    "commas": HEAD + "tags: " + "a, " * 20_000 + "b\n---\n",
    "dashes": "---\n" * 50_000,
}


@pytest.mark.parametrize("name", NOTES)
def test_ends(name: str) -> None:
    text = NOTES[name]
    fixed = fix_note("Note.md", text, Contract())
    assert list(fixed.left) == check_note("Note.md", fixed.text, Contract())
    assert fix_note("Note.md", fixed.text, Contract()).text == fixed.text


def test_the_headings_of_a_note_are_looked_for_once(tmp_path: Path) -> None:
    """However many links lead there, from elsewhere or from the note itself."""
    links = "".join(f"[[#own {n}]] [[Other#other {n}]]\n" for n in range(50))
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / "Many.md").write_text(links + "".join(f"# own {n}\n" for n in range(49)))
    (tmp_path / "Other.md").write_text("".join(f"# other {n}\n" for n in range(49)))
    root = read_root(tmp_path)
    build(root, root.out)
    found: list[str] = []

    def check() -> None:
        checked = check_paths(root, ["Many.md"], Contract())
        found.extend(each.problem.rule for each in checked.findings)

    assert calls(anchors.__code__, check) == 2
    assert found.count("broken-heading") == 2


def calls(code: CodeType, work: Callable[[], None]) -> int:
    """How often a function is called by some work."""
    count = 0

    def note(frame: FrameType, event: str, _: object) -> None:
        nonlocal count
        count += event == "call" and frame.f_code is code

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count
