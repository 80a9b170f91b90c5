"""The pictures of graph.html in the README: of the example vault, and of a code base given as argument.

    python examples/pictures.py [CODE] [--out docs]

Chromium is taken from $CHROMIUM or the PATH; it draws WebGL in software, so that the pictures need no graphics card.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
from base64 import b64decode
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from playwright.sync_api import Browser, sync_playwright

from vaultkit.building.pipeline import build
from vaultkit.config import OUT_NAME, read_root

FLAGS = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
SIZE = {"width": 1360, "height": 850}


class Shot(NamedTuple):
    """One picture."""

    name: str
    root: Path
    theme: str
    fragment: str


def main() -> None:
    """Build both graphs in a temporary folder and take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("code", nargs="?", type=Path, help="a project, for the picture of a code base")
    parser.add_argument("--open", default="", help="the node of the project whose card is open")
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[1] / "docs")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        vault = Path(folder) / "vault"
        shutil.copytree(Path(__file__).parent / "vault", vault, ignore=shutil.ignore_patterns(OUT_NAME))
        shots = [Shot("page-vault", vault, "light", "")]
        if given.code:
            shots.append(Shot("page-code", given.code, "dark", given.open and f"#node={quote(given.open, safe='')}"))
        with sync_playwright() as playwright:
            path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
            browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
            for shot in shots:
                out = Path(folder) / shot.root.name / OUT_NAME
                build(read_root(shot.root), out)
                take(browser, out / "graph.html", shot, given.out)
            browser.close()


def take(browser: Browser, page: Path, shot: Shot, out: Path) -> None:
    """Open the page and take its picture once it is drawn."""
    tab = browser.new_page(viewport=SIZE, color_scheme="dark" if shot.theme == "dark" else "light")
    tab.goto(page.as_uri() + shot.fragment)
    tab.wait_for_selector("html.ready", state="attached")
    tab.wait_for_timeout(1000)  # what is faded has faded
    webp = tab.context.new_cdp_session(tab).send("Page.captureScreenshot", {"format": "webp", "quality": 88})
    (out / f"{shot.name}.webp").write_bytes(b64decode(webp["data"]))
    tab.close()


if __name__ == "__main__":
    main()
