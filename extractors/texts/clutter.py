"""Folders of a project in which nobody's own words are, told by their names."""

from __future__ import annotations

from typing import Final

VENDORED_FOLDERS: Final = frozenset(
    [
        *("node_modules", "bower_components", "jspm_packages", ".yarn", "site-packages", "dist-packages"),
        *("vendor", "vendors", "_vendor", "third_party", "third-party", "thirdparty", "3rdparty"),
        *("Pods", "Carthage", "Godeps"),
    ]
)
"""Folders that package managers and habit reserve for the code of others."""
OUTPUT_FOLDERS: Final = frozenset(["__pycache__", "dist", "build", "target", "venv", "htmlcov"])
"""Folders that tools write into. Where git tracks what is in one, somebody wrote it: then it is read."""
