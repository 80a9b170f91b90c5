"""Law 1: after any change of the folder, an update writes what a rebuild writes, and opens only what changed."""

from __future__ import annotations

from pathlib import Path

from hypothesis.stateful import initialize, invariant

from tests.laws.machine import VaultMachine, few, notes
from tests.program import copy_example, rebuilt, update, written
from vaultkit.building.pipeline import build
from vaultkit.config import read_root

ARTIFACTS = ("graph.json", "GRAPH_REPORT.md", "GRAPH_REPORT.svg", "graph.html")


class ChangingVault(VaultMachine):
    @initialize(notes=notes)
    def begin(self, notes: list[tuple[str, str, str, str]]) -> None:
        self.vault.write_crowd()
        for note in notes:
            self.vault.write_note(*note)
        self.update_equals_rebuild()

    @invariant()
    def update_equals_rebuild(self) -> None:
        root = read_root(self.vault.path)
        build(root, root.out)
        build(root, self.base / "rebuilt", force=True)
        for name in ARTIFACTS:
            assert (root.out / name).read_bytes() == (self.base / "rebuilt" / name).read_bytes(), name


ChangingVault.TestCase.settings = few
TestUpdateEqualsRebuild = ChangingVault.TestCase


def test_a_note_that_breaks_takes_its_mentions_and_its_alias_along(tmp_path: Path) -> None:
    """Nobody can read it any more, and fewer titles are to be looked for: both at once."""
    vault = copy_example(tmp_path / "vault")
    note = vault / "Breaking.md"
    note.write_text("---\naliases: [Nobody Elses]\n---\n\nThe PostgreSQL and the PgBouncer of all.\n")
    update(vault)
    note.write_bytes(note.read_bytes() + b"\xff\x00")
    update(vault)
    assert written(vault / "graphify-out") == rebuilt(vault, tmp_path / "rebuilt")
