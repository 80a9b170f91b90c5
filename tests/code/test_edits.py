"""Small edits, from tests/cases/updates/: each changes something that an answer of another file hangs on."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from vaultkit.building.pipeline import build
from vaultkit.config import read_root

CASES = Path(__file__).parents[1] / "cases" / "updates"
ARTIFACTS = ("graph.json", "GRAPH_REPORT.md", "GRAPH_REPORT.svg", "graph.html")


class Edit(NamedTuple):
    name: str
    before: dict[str, str]
    steps: list[tuple[str, str | None]]
    """(path, what is written) one after another; None where the file is deleted."""


def read_edits(file: Path) -> list[Edit]:
    edits = []
    for text in file.read_text(encoding="utf-8").split("\n# ")[1:]:
        title, *parts = ("\n" + text).split("\n=")
        before: dict[str, str] = {}
        steps: list[tuple[str, str | None]] = []
        for part in parts:
            head, _, content = part.partition("\n")
            path, written = head[1:].strip(), content.strip("\n") + "\n"
            if head[0] == "=":
                before[path] = written
            else:
                steps.append((path, None if head[0] == "x" else written))
        edits.append(Edit(title.strip(), before, steps))
    return edits


@pytest.mark.parametrize("edit", read_edits(CASES / "code.txt"), ids=lambda edit: edit.name)
def test_an_update_equals_a_rebuild(tmp_path: Path, edit: Edit) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "still.py").write_text("def still(): ...\n")
    for path, text in edit.before.items():
        put(project / path, text)
    root = read_root(project)
    build(root, root.out)
    for path, text in [*edit.steps, *((path, edit.before.get(path)) for path, _ in reversed(edit.steps))]:
        put(project / path, text)
        build(root, root.out)
        build(root, tmp_path / "rebuilt", force=True)
        for name in ARTIFACTS:
            assert (root.out / name).read_bytes() == (tmp_path / "rebuilt" / name).read_bytes(), name


def put(path: Path, text: str | None) -> None:
    if text is None:
        path.unlink()
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
