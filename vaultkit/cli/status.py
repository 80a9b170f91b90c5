"""graphify status: what the graph holds and how far it is behind."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import islice
from typing import Final

from graph.text import counted
from vaultkit.building.standing import Standing, files_behind, reasons, standing
from vaultkit.cli.graph_file import add_graph_argument, graph_meant
from vaultkit.cli.terminal import print_json, printable
from vaultkit.config import as_text

EXAMPLE = "graphify status"
_SHOWN = 10
_EXIT_CODES: Final = "exit codes: 0 up to date, 1 behind"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("--json", action="store_true", help="answer as JSON")
    add_graph_argument(parser)
    parser.epilog = f"{parser.epilog}\n\n{_EXIT_CODES}"


def run(arguments: argparse.Namespace) -> int:
    """Compare the folder with its graph by names and times alone; 1 if the graph is behind."""
    out = graph_meant(arguments.graph)
    stands = standing(out)
    if arguments.json:
        print_json({"out": as_text(str(out)), **_record(stands)})
    else:
        print("\n".join(_lines(stands)))
    return 1 if stands.behind else 0


def _record(stands: Standing) -> dict[str, object]:
    """The fields of the JSON answer, stable; those of the build are null if build.json is lost."""
    build = ("build_id", "built_at", "rebuilt_at", "nodes", "edges", "communities")
    return {
        "root": as_text(str(stands.root)) if stands.root else None,
        "behind": stands.behind,
        "index": stands.index_state,
        "settings_changed": stands.setup,
        "folder_faults_changed": stands.listing,
        "new": stands.new,
        "changed": stands.changed,
        "gone": stands.gone,
        "learnt": stands.learnt,
        "missing": stands.altered.missing,
        "edited": stands.altered.edited,
        **{key: stands.build.get(key) for key in build},
        "problems": stands.problems,
    }


def _lines(stands: Standing) -> Iterator[str]:
    build = stands.build
    kinds = {"nodes": "node", "edges": "edge", "communities": "community"}
    sizes = (counted(build[key], kind) for key, kind in kinds.items() if isinstance(build.get(key), int))
    yield printable(f"{stands.root or 'a root that is not known'}: {', '.join(sizes) or 'of unknown size'}")
    yield printable(f"built {build.get('built_at', 'never')}, from nothing {build.get('rebuilt_at', 'never')}")
    if stands.problems:
        top = (f"{count:,} {rule}" for rule, count in islice(stands.problems.items(), _SHOWN))
        yield "found: " + ", ".join(top)
    behind = f"the graph {stands.may_be_behind}: {'; '.join(reasons(stands))}"
    yield behind if stands.behind else "the graph is up to date"
    for what, paths in files_behind(stands).items():
        yield from (f"  {what:<8} {printable(path)}" for path in paths[:_SHOWN])
        if len(paths) > _SHOWN:
            yield f"  {what:<8} and {len(paths) - _SHOWN:,} more"
