"""One Chromium for all tests of the page. Where there is none they are skipped, with a word; in CI they fail."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SOFTWARE_GL = ["--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
FLAGS = [
    "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", *SOFTWARE_GL,
]  # fmt: skip


def chromium() -> str:
    """The path of Chromium: from $CHROMIUM, else from the PATH; "" if there is none."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), "")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    missing = pytest.fail if os.environ.get("CI") else pytest.skip
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("no playwright: pip install -e '.[dev]'")
    if not chromium():
        missing("no Chromium: install it (Debian: apt install chromium), or name it in $CHROMIUM")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield started
        started.close()
