"""Which graph a command asks: `--graph`, else the nearest one upward, else the configured vault's."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from vaultkit.artifacts import GRAPH, read_build_id
from vaultkit.config import find_root
from vaultkit.errors import VaultkitError
from vaultkit.index import NAME, Index, open_for_reading


def add_graph_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--graph`."""
    parser.add_argument("--graph", type=Path, metavar="FILE", help="the graph.json to ask (default: the nearest one)")


def find_out(graph: Path | None) -> Path:
    """The folder of the graph that is meant. Raises VaultkitError if there is none."""
    out = find_root(Path.cwd()).out if graph is None else (graph if graph.is_dir() else graph.parent)
    if not (out / GRAPH).is_file() and not (out / NAME).is_file():
        raise VaultkitError(f"there is no graph in {out}", "build it: graphify PATH")
    return out.resolve()


@contextmanager
def open_graph(graph: Path | None) -> Iterator[Index]:
    """The index of the graph that is meant, to ask it. Raises VaultkitError if it is missing or broken."""
    out = find_out(graph)
    with open_for_reading(out / NAME) as index:
        if read_build_id(out) != index.meta("build_id"):
            print(f"{out / GRAPH} is of another build than the index; build again: graphify PATH", file=sys.stderr)
        yield index
