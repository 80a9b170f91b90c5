"""Law 1: after any change of the folder, an update writes what a rebuild writes, and opens only what changed."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from tests.laws.vaults import ACCIDENTS, ALIASES, BODIES, CANVAS, FOLDERS, FRONTMATTER, NAMES, OTHERS, Vault
from tests.program import copy_example, rebuilt, update, written
from vaultkit.config import read_root
from vaultkit.pipeline import build

ARTIFACTS = ("graph.json", "GRAPH_REPORT.md", "graph.html")
index = st.integers(0, 30)


class ChangingVault(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory()
        self.base = Path(self._folder.name)
        self.vault = Vault(self.base / "vault")

    def teardown(self) -> None:
        self._folder.cleanup()

    @initialize(notes=st.lists(st.tuples(*map(st.sampled_from, (FOLDERS, NAMES, FRONTMATTER, BODIES))), max_size=6))
    def begin(self, notes: list[tuple[str, str, str, str]]) -> None:
        self.vault.write_crowd()
        for note in notes:
            self.vault.write_note(*note)
        self.update_equals_rebuild()

    @rule(which=index, front=st.sampled_from(FRONTMATTER), body=st.sampled_from(BODIES))
    def rewrite(self, which: int, front: str, body: str) -> None:
        self.vault.rewrite(which, front + body)

    @rule(
        folder=st.sampled_from(FOLDERS),
        name=st.sampled_from(NAMES + ALIASES),
        front=st.sampled_from(FRONTMATTER),
        body=st.sampled_from(BODIES),
    )
    def write_note(self, folder: str, name: str, front: str, body: str) -> None:
        self.vault.write_note(folder, name, front, body)

    @rule(folder=st.sampled_from(FOLDERS), name=st.sampled_from(OTHERS), data=st.sampled_from(CANVAS))
    def write_other(self, folder: str, name: str, data: str) -> None:
        self.vault.write_other(folder, name, data)

    @rule(which=index, text=st.sampled_from(BODIES))
    def append(self, which: int, text: str) -> None:
        self.vault.append(which, "\n" + text)

    @rule(which=index, folder=st.sampled_from(FOLDERS))
    def move(self, which: int, folder: str) -> None:
        self.vault.move(which, folder)

    @rule(which=index, name=st.sampled_from(NAMES + ALIASES))
    def rename(self, which: int, name: str) -> None:
        self.vault.rename(which, name)

    @rule(which=index, folder=st.sampled_from(FOLDERS))
    def copy(self, which: int, folder: str) -> None:
        self.vault.copy(which, folder)

    @rule(one=index, other=index)
    def swap(self, one: int, other: int) -> None:
        self.vault.swap(one, other)

    @rule(which=index)
    def delete(self, which: int) -> None:
        self.vault.delete(which)

    @rule(which=index, what=st.sampled_from(ACCIDENTS))
    def befall(self, which: int, what: str) -> None:
        getattr(self.vault, what)(which)

    @invariant()
    def update_equals_rebuild(self) -> None:
        root = read_root(self.vault.path)
        build(root, root.out)
        build(root, self.base / "rebuilt", force=True)
        for name in ARTIFACTS:
            assert (root.out / name).read_bytes() == (self.base / "rebuilt" / name).read_bytes(), name


ChangingVault.TestCase.settings = settings(
    max_examples=15, stateful_step_count=15, deadline=None, suppress_health_check=list(HealthCheck)
)
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
