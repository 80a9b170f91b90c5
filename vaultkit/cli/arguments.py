"""Kinds of arguments that several commands take."""

from __future__ import annotations

import argparse
from pathlib import Path


def a_path(written: str) -> Path:
    """A path as written. An empty one, often a variable that nobody has set, would mean the current folder."""
    if not written:
        raise argparse.ArgumentTypeError("an empty path names nothing")
    return Path(written)


def add_project_argument(parser: argparse.ArgumentParser) -> None:
    """Add `-p DIR`: whose memories are meant."""
    parser.add_argument(
        "-p",
        "--project",
        type=a_path,
        default=Path(),
        metavar="DIR",
        help="a folder of the project (default: this one)",
    )
