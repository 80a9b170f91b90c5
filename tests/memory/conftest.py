"""Every test of memories runs with pinned authors and times, and without the settings of whoever runs it."""

from __future__ import annotations

import time

import pytest

from tests.memory.repositories import ENVIRONMENT


@pytest.fixture(autouse=True)
def pinned(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    time.tzset()
