"""A home for the state of each test."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VAULTKIT_HOME", str(tmp_path / "state"))
    return tmp_path
