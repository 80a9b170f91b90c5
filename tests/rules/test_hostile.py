"""Large and odd notes: every rule and every repair takes linear time, or gives up. Quadratic ones would not end."""

import pytest

from vaultkit.checking import check_note
from vaultkit.contract import Contract
from vaultkit.fixing import fix_note

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
