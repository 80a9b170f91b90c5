"""Each test has a world of its own, and this process lives in it as well."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hooks.world import World


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    made = World(tmp_path / "world")
    for name in ("VAULTKIT_VAULT", "VAULTKIT_HOME", "VAULTKIT_NOW", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
        if name in made.environment:
            monkeypatch.setenv(name, made.environment[name])
    yield made
    made.end()
