"""graphify build: the graph of a vault or project."""

from __future__ import annotations

import argparse
from collections import Counter

from extractors.texts.left_out import WHY
from graph.text import counted
from vaultkit.building.pipeline import build
from vaultkit.cli.arguments import a_path
from vaultkit.cli.meant import root_meant
from vaultkit.cli.progress import watching
from vaultkit.cli.terminal import bold, print_json, printable
from vaultkit.config import absolute, as_text
from vaultkit.enriching.enrich import Enriched, Wishes, enrich, words_of
from vaultkit.errors import UsageError

EXAMPLE = "graphify build ~/MyVault --slm qwen2.5:3b"
_SHOWN = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("path", nargs="?", type=a_path, help="the vault or project (default: the one around here)")
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument(
        "--update", action="store_true", help="read only what has changed (what happens anyway if there is a graph)"
    )
    mode.add_argument("--force", action="store_true", help="forget everything and build from nothing")
    parser.add_argument(
        "--docs",
        action=argparse.BooleanOptionalAction,
        help="of a project, read the notes too (as at first) or the code alone; later updates keep to it",
    )
    model = parser.add_mutually_exclusive_group()
    model.add_argument("--no-slm", action="store_true", help="ask no model; what models said before stays in the graph")
    model.add_argument("--slm", metavar="MODEL", default="", help="have this model of Ollama read the notes")
    parser.add_argument("--slm-host", metavar="URL", default="", help="where Ollama is (default: this machine)")
    parser.add_argument("--reread", action="store_true", help="ask the model about all notes again")
    parser.add_argument("--out", type=a_path, help="where to write (default: graphify-out in the vault or project)")
    parser.add_argument("--json", action="store_true", help="say what was done as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Build and say what came of it; 1 if a file could not be read."""
    if arguments.no_slm and (arguments.reread or arguments.slm_host):
        raise UsageError("--no-slm asks no model, so there is nothing to reread and no host", "leave one of them out")
    root = root_meant(arguments.path)
    root = root._replace(docs=arguments.docs)
    out = absolute(arguments.out) if arguments.out else root.out
    wishes = Wishes(arguments.slm, arguments.slm_host, arguments.reread)
    with watching() as watcher:
        built = build(root, out, force=arguments.force, watcher=watcher)
        enriched = Enriched(built) if arguments.no_slm else enrich(root, built, wishes, watcher)
    if arguments.json:
        _print_json(str(root.path), enriched)
    else:
        _print_text(enriched)
        if arguments.docs is None and not built.docs:
            print("notes are left out, as when this graph was made; --docs brings them in")
    return 1 if built.unread else 0


def _print_json(root: str, enriched: Enriched) -> None:
    built, summary = enriched.built, enriched.summary
    answer = {
        "root": as_text(root),
        "nodes": built.nodes,
        "edges": built.edges,
        "communities": built.communities,
        "changed": built.changed,
        "removed": built.removed,
        "unread": built.unread,
        "docs": built.docs,
        "problems": [problem._asdict() for problem in built.problems],
        "seconds": built.seconds,
    }
    if built.mended:
        answer["mended"] = built.mended
    if summary is not None:
        answer["slm"] = {**summary._asdict(), "unread": [section._asdict() for section in built.sections]}
    print_json(answer)


def _print_text(enriched: Enriched) -> None:
    built = enriched.built
    if built.aside:
        print(printable(f"{built.out.name} held the graph of another program: moved to {built.aside}"))
    if built.mended:
        print(printable(built.mended))
    what_came = f"{counted(len(built.changed), 'file')} new or changed, {len(built.removed):,} removed"
    done = what_came if built.changed or built.removed else "no file had changed"
    sizes = {"node": built.nodes, "edge": built.edges, "community": built.communities}
    size = ", ".join(counted(number, what) for what, number in sizes.items())
    print(f"{size} ({done}; {built.seconds:.1f} s)")
    for line in words_of(enriched):
        print(printable(line))
    for problem in [each for each in built.problems if each.path in built.unread][:_SHOWN]:
        print(printable(f"{problem.path}: {problem.message}"))
    if len(built.unread) > _SHOWN:
        print(f"and {len(built.unread) - _SHOWN:,} more that were not read")
    for problem in [each for each in built.problems if (each.rule, each.severity) == ("syntax", "warning")][:_SHOWN]:
        print(printable(f"{problem.path}:{problem.line}: {problem.message}"))
    left_out = Counter(problem.rule for problem in built.problems if problem.rule in WHY)
    if left_out:
        print("left out: " + ", ".join(f"{count:,} {rule}" for rule, count in left_out.most_common()))
    rules = Counter(problem.rule for problem in built.problems if problem.severity != "info")
    if rules:
        print("found: " + ", ".join(f"{count:,} {rule}" for rule, count in rules.most_common()))
        print("(GRAPH_REPORT.md says where, --json lists all)")
    for name in ("GRAPH_REPORT.md", "graph.html", "graph.json"):
        print(bold(printable(str(built.out / name))))
