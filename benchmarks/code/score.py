"""Runs scorers of Python call edges that live elsewhere over our graphs, or another program's.

    score.py pycg --scorer pycg_score.py --snippets DIR      the snippets as they are, and renamed and reordered
    score.py sure --scorer sure_calls.py REPOSITORY ..       the calls that scopes and imports settle

`--program GRAPHIFY --command CMD` measure another program (`{bin}` stands for it).
"""

from __future__ import annotations

import argparse
import random
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from rename import rewrite

OURS: Final = str(Path(sys.executable).with_name("graphify"))
BUILD: Final = "{bin} build . --no-docs"
IGNORED: Final = shutil.ignore_patterns("graphify-out")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="which", required=True)
    for name in ("pycg", "sure"):
        command = commands.add_parser(name)
        command.add_argument("--scorer", type=Path, required=True)
        command.add_argument("--program", default=OURS)
        command.add_argument("--command", default=BUILD)
        command.add_argument("--out", type=Path, help="a folder for what the scorer writes")
    commands.choices["pycg"].add_argument("--snippets", type=Path, required=True)
    commands.choices["sure"].add_argument("repositories", type=Path, nargs="+")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        (pycg if arguments.which == "pycg" else sure)(arguments, Path(temporary))


def pycg(arguments: argparse.Namespace, temporary: Path) -> None:
    """The micro-benchmark twice."""
    renamed = temporary / "renamed"
    for truth in sorted(arguments.snippets.rglob("callgraph.json")):
        where = truth.parent.relative_to(arguments.snippets)
        rewrite(truth.parent, renamed / where, random.Random(f"1 {truth.parent.name}"))
    for name, snippets in (("as they are", arguments.snippets), ("renamed and reordered", renamed)):
        print(f"# {name}", flush=True)
        program = ["--bin", arguments.program, "--cmd", arguments.command]
        score(arguments, name, ["--bench", str(snippets), *program])


def sure(arguments: argparse.Namespace, temporary: Path) -> None:
    """Each repository, on a copy."""
    for repository in arguments.repositories:
        print(f"# {repository.name}", flush=True)
        copy = shutil.copytree(repository, temporary / repository.name, symlinks=True, ignore=IGNORED)
        command = shlex.split(arguments.command.format(bin=arguments.program))
        subprocess.run(command, cwd=copy, stdout=subprocess.DEVNULL, check=False)
        score(arguments, repository.name, [str(copy), str(copy / "graphify-out" / "graph.json")])


def score(arguments: argparse.Namespace, name: str, more: list[str]) -> None:
    written = (
        ["--out", str(arguments.out / f"{arguments.which}-{name.replace(' ', '-')}.json")] if arguments.out else []
    )
    subprocess.run([sys.executable, str(arguments.scorer), *more, *written], check=True)


if __name__ == "__main__":
    main()
