"""The hand that changes a small vault at random: the rules that every law over a changing vault shares."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import ParamSpec

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from tests.laws.vaults import ACCIDENTS, ALIASES, BODIES, CANVAS, FOLDERS, FRONTMATTER, NAMES, OTHERS, Vault

P = ParamSpec("P")
index = st.integers(0, 30)
notes = st.lists(st.tuples(*map(st.sampled_from, (FOLDERS, NAMES, FRONTMATTER, BODIES))), max_size=8)
few = settings(max_examples=15, stateful_step_count=15, deadline=None, suppress_health_check=list(HealthCheck))


class VaultMachine(RuleBasedStateMachine):
    """A vault in a folder of its own; what the file system refuses (a link that leads round) has not happened."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory()
        self.base = Path(self._folder.name)
        self.vault = Vault(self.base / "vault")

    def teardown(self) -> None:
        self._folder.cleanup()

    @rule(
        folder=st.sampled_from(FOLDERS),
        name=st.sampled_from(NAMES + ALIASES),
        front=st.sampled_from(FRONTMATTER),
        body=st.sampled_from(BODIES),
    )
    def write_note(self, folder: str, name: str, front: str, body: str) -> None:
        attempt(self.vault.write_note, folder, name, front, body)

    @rule(folder=st.sampled_from(FOLDERS), name=st.sampled_from(OTHERS), data=st.sampled_from(CANVAS))
    def write_other(self, folder: str, name: str, data: str) -> None:
        attempt(self.vault.write_other, folder, name, data)

    @rule(which=index, front=st.sampled_from(FRONTMATTER), body=st.sampled_from(BODIES))
    def rewrite(self, which: int, front: str, body: str) -> None:
        attempt(self.vault.rewrite, which, front + body)

    @rule(which=index, text=st.sampled_from(BODIES))
    def append(self, which: int, text: str) -> None:
        attempt(self.vault.append, which, "\n" + text)

    @rule(which=index, folder=st.sampled_from(FOLDERS))
    def move(self, which: int, folder: str) -> None:
        attempt(self.vault.move, which, folder)

    @rule(which=index, name=st.sampled_from(NAMES + ALIASES))
    def rename(self, which: int, name: str) -> None:
        attempt(self.vault.rename, which, name)

    @rule(which=index, folder=st.sampled_from(FOLDERS))
    def copy(self, which: int, folder: str) -> None:
        attempt(self.vault.copy, which, folder)

    @rule(one=index, other=index)
    def swap(self, one: int, other: int) -> None:
        attempt(self.vault.swap, one, other)

    @rule(which=index)
    def delete(self, which: int) -> None:
        attempt(self.vault.delete, which)

    @rule(which=index, what=st.sampled_from(ACCIDENTS))
    def befall(self, which: int, what: str) -> None:
        attempt(getattr(self.vault, what), which)


def attempt(change: Callable[P, object], *args: P.args, **named: P.kwargs) -> None:
    with suppress(OSError):
        change(*args, **named)
