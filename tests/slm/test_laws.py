"""The laws of the build with a model that always answers the same: an update equals a rebuild, whoever said what."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from extractors import concepts
from extractors.prose import prompt
from extractors.prose.proof import Unusable
from extractors.source import Source
from tests.laws.vaults import Vault
from tests.program import COMPARED
from tests.slm.ollama import literal
from vaultkit.building.pipeline import build
from vaultkit.config import read_root
from vaultkit.models.answers import Asker, Failure, answers_file, open_answers

SAYINGS = (
    "Alpha uses Gamma. That is all there is to say of it, really.",
    "# Two\nGamma replaces Betas. That is all there is to say of it.",
    "Delta causes Alpha. That is all there is to say of it, really.",
    "# One\nDelta uses Deltas. And Delta uses Beta. That is all.",
    "RAG uses Gamma. That is all there is to say of it, really, here.",
    "Retrieval Augmented Generation uses Delta. That is all there is.",
    "Red Amber Green causes Delta. That is all there is to say of it.",
)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAULTKIT_HOME", str(tmp_path / "home"))


@pytest.mark.parametrize("seed", range(8))
def test_an_update_equals_a_rebuild(seed: int, tmp_path: Path) -> None:
    dice = random.Random(seed)
    vault = Vault(tmp_path / "vault")
    vault.write_note("", "Alpha", "", SAYINGS[0])
    for _ in range(5):
        for _ in range(dice.randint(1, 3)):
            vault.befall(dice)
        vault.write_note("", dice.choice(("Said", "Beta", "Deltas")), "", "\n\n".join(dice.sample(SAYINGS, 2)))
        if dice.random() < 0.8:
            answer(vault.path, dice)
        if dice.random() < 0.1:
            answers_file().unlink(missing_ok=True)
        assert built(vault.path, force=False) == built(vault.path, force=True)


def answer(vault: Path, dice: random.Random) -> None:
    """Have some of the sections read, as a model would that answers only now and then."""
    asker = Asker("small@1", prompt.version())
    with open_answers() as answers:
        for path in sorted(vault.rglob("*.md")):
            if "graphify-out" in path.parts:
                continue
            for passage in concepts.passages(Source(path.name, path.read_bytes())):
                if dice.random() < 0.7:
                    try:
                        asked = concepts.ask(passage, lambda asked, _, text=passage.text: value(text))
                        answers.keep(passage.section.sha, asker, asked.answer)
                    except Unusable as fault:
                        answers.fail(passage.section.sha, Failure(asker, str(fault), dice.random() < 0.5))


def value(text: str) -> dict[str, object]:
    import json

    found: dict[str, object] = json.loads(literal(text).content)
    return found


def built(vault: Path, *, force: bool) -> list[bytes]:
    root = read_root(vault)
    build(root, root.out, force=force)
    return [(root.out / name).read_bytes() for name in COMPARED]
