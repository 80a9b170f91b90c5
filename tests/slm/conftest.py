"""Where models are asked about notes: a vault without any, and no settings but its own."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def empty_vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("VAULTKIT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("OLLAMA_HOST", raising=False)
    (tmp_path / "vault" / ".obsidian").mkdir(parents=True)
    return tmp_path / "vault"
