"""Laws 1 and 2 where ignore files decide what is read: an update equals a rebuild, and opens only what changed."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from extractors.texts.readable import kind
from tests.program import rebuilt, update, written
from vaultkit.indexing.index import open_for_reading

FOLDERS = ("", "docs/", "docs/deep/", "vendor/", "build/", "gen/")
NAMES = ("a.md", "b.md", "c.out.md", "id_rsa.md", "x.generated.md", "m.py", "n.py", "w.js", "tool")
CODE = (
    "def helper():\n    pass\n",
    "class Shape:\n    def area(self):\n        return helper()\n\ndef helper():\n    return Shape().area()\n",
    "from m import helper, Shape\n\ndef run(shape: Shape):\n    helper()\n    return shape.area()\n",
    "# @generated\ndef helper():\n    pass\n",
    "helper = 1\n",
)
SCRIPTS = ("no script\n", "#!/bin/sh\nhelper() { run; }\n", "#!/usr/bin/env python3\n" + CODE[1])
NOTES = "[t](tool) # {0}\n[[a]] [x](docs/a.md) `helper` `Shape.area()` `docs/m.py` `m.Shape` `run`\n"
PATTERNS = ("*.out.md", "gen/", "!gen/", "/docs", "deep", "!c.out.md", "b.md", "!vendor/", "", "docs/*", "!docs/a.md")
IGNORES = (".gitignore", ".graphifyignore", "docs/.gitignore", "gen/.graphifyignore")
_opened: list[str] = []


def _note_opens(event: str, arguments: tuple[object, ...]) -> None:
    if event == "open" and isinstance(arguments[0], str | os.PathLike):
        _opened.append(os.fspath(arguments[0]))


sys.addaudithook(_note_opens)


class Project:
    """A folder of notes with ignore files, in a git work tree or not, that changes at random."""

    def __init__(self, path: Path, in_git: bool) -> None:
        self.path, self.in_git = path, in_git
        path.mkdir()
        if in_git:
            self.git("init", "--quiet")
        for folder in FOLDERS:
            for name in NAMES:
                self.write_some(folder + name, random.Random(folder + name))

    def git(self, *arguments: str) -> None:
        clean = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
        subprocess.run(["git", *arguments], cwd=self.path, env=clean, capture_output=True, check=False)

    def write(self, name: str, text: str) -> None:
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def write_some(self, name: str, dice: random.Random) -> None:
        self.write(name, NOTES.format(name) if name.endswith(".md") else dice.choice(CODE if "." in name else SCRIPTS))

    def befall(self, dice: random.Random) -> None:
        name, pattern = dice.choice(FOLDERS) + dice.choice(NAMES), dice.choice(PATTERNS)
        match dice.choice((0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7)):
            case 0:
                self.write_some(name, dice)
            case 1:
                (self.path / name).unlink(missing_ok=True)
            case 2:
                self.write(dice.choice(IGNORES), "\n".join(dice.sample(PATTERNS, 3)))
            case 3:
                (self.path / dice.choice(IGNORES)).unlink(missing_ok=True)
            case 4 if self.in_git:
                self.git("add", "--force", "--", name)
            case 5 if self.in_git:
                self.git("rm", "--cached", "--quiet", "--", name)
            case 6 if self.in_git:
                self.write(".git/info/exclude", pattern)
            case _:
                folder = self.path / dice.choice(("docs", "gen"))
                shutil.rmtree(folder, ignore_errors=True)
                self.write(f"{folder.name}/a.md", pattern)

    def looks(self) -> dict[str, tuple[int, int, int]]:
        return {
            str(path.relative_to(self.path)): (path.stat().st_size, path.stat().st_mtime_ns, path.stat().st_ctime_ns)
            for path in self.path.rglob("*")
            if path.is_file() and not {"graphify-out", ".git"} & set(path.parts)
        }

    def opened_by_update(self) -> set[str]:
        _opened.clear()
        update(self.path)
        inside = [path for path in _opened if path.startswith(f"{self.path}/")]
        paths = {os.path.relpath(path, self.path) for path in inside}
        return {path for path in paths if kind(path) or path.endswith("ignore")} - {"graphify-out/.gitignore"}


@pytest.mark.parametrize("in_git", [False, True], ids=["plain", "git"])
@pytest.mark.parametrize("seed", range(4))
def test_update_equals_rebuild(tmp_path: Path, seed: int, in_git: bool) -> None:
    project, dice = Project(tmp_path / "project", in_git), random.Random(seed)
    project.opened_by_update()
    for _ in range(14):
        before, known = project.looks(), set(written_sources(project))
        for _ in range(dice.randint(1, 3)):
            project.befall(dice)
        after, opened = project.looks(), project.opened_by_update()
        may = {path for path in after if after[path] != before.get(path) or path not in known}
        assert opened <= may
        assert written(project.path / "graphify-out") == rebuilt(project.path, tmp_path / "rebuilt")
        assert project.opened_by_update() == set()


def written_sources(project: Project) -> list[str]:
    """The files that the graph knows."""
    with open_for_reading(project.path / "graphify-out" / "index.sqlite") as index:
        return [*index.known(), *index.ignore_files()]
