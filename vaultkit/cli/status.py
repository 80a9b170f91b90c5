"""graphify status: what the graph holds and how far it is behind."""

from __future__ import annotations

import argparse
from pathlib import Path

from vaultkit.artifacts import read_build
from vaultkit.cli.graph_file import add_graph_argument, find_out
from vaultkit.cli.terminal import print_json, printable
from vaultkit.config import as_text, read_root
from vaultkit.freshness import compare
from vaultkit.index import NAME, read_index
from vaultkit.scan import scan

EXAMPLE = "graphify status"
_SHOWN = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("--json", action="store_true", help="answer as JSON")
    add_graph_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Compare the folder with the index by names and times alone; 1 if the graph is behind."""
    out = find_out(arguments.graph)
    with read_index(out / NAME) as index:
        root = read_root(index.root(out))
        known = index.known()
    changes = compare(scan(root, out), known)
    new = [path for path in changes.stale if path not in known]
    changed = [path for path in changes.stale if path in known]
    build = read_build(out)
    if arguments.json:
        print_json({"root": as_text(str(root.path)), "new": new, "changed": changed, "gone": changes.gone, **build})
    else:
        _print_text(root.path, build, {"new": new, "changed": changed, "gone": list(changes.gone)})
    return 1 if changes else 0


def _print_text(root: Path, build: dict[str, object], behind: dict[str, list[str]]) -> None:
    size = f"{build.get('nodes', 0):,} nodes, {build.get('edges', 0):,} edges"
    print(printable(f"{root}: {size}, built {build.get('built_at', 'never')}"))
    if not any(behind.values()):
        print("the graph is up to date")
        return
    print("the graph is behind: " + ", ".join(f"{len(paths):,} {what}" for what, paths in behind.items() if paths))
    for what, paths in behind.items():
        for path in paths[:_SHOWN]:
            print(f"  {what:<8} {printable(path)}")
        if len(paths) > _SHOWN:
            print(f"  {what:<8} and {len(paths) - _SHOWN:,} more")
