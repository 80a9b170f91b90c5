"""Which graph a command asks: `--graph`, else the nearest one upward, else the configured vault's."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from vaultkit.artifacts import GRAPH
from vaultkit.config import absolute, current_folder, find_root
from vaultkit.errors import VaultkitError
from vaultkit.index import NAME, Index, read_index


def add_graph_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--graph`."""
    parser.add_argument("--graph", type=Path, metavar="FILE", help="the graph.json to ask (default: the nearest one)")


def find_out(graph: Path | None) -> Path:
    """The folder of the graph that is meant. Raises VaultkitError if there is none."""
    out = find_root(current_folder()).out if graph is None else (graph if graph.is_dir() else graph.parent)
    if not (out / GRAPH).is_file():
        raise VaultkitError(f"there is no graph in {out}", "build it: graphify PATH")
    return absolute(out)


@contextmanager
def open_graph(graph: Path | None) -> Iterator[Index]:
    """The index of the graph that is meant."""
    with read_index(find_out(graph) / NAME) as index:
        yield index
