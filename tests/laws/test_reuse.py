"""Law 1 where an update reuses: the atlas of a graph stays if its shape does, and only then."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph.output.atlas import Atlas, Shape, atlas_of
from tests.program import rebuilt, update, written
from vaultkit.building.pipeline import build
from vaultkit.config import read_root

NOTES = {
    ".vaultkit.toml": "[vault]\n",
    "A.md": "---\nsummary: one\ntags: [client/x, domain/d]\n---\n# H\nwords [[B]] more\n",
    "B.md": "---\ntags: [client/y]\n---\nwords [[C]] [[Nowhere]]\n",
    "C.md": "words\n",
}
CODE = {
    "a.py": "class Store:\n    def put(self): ...\n\n\ndef keep():\n    return Store().put()\n",
    "b.py": "from a import Store, keep\n\n\ndef main():\n    keep()\n",
    "test_a.py": "from a import keep\n\n\ndef test_keep():\n    keep()\n",
}
SAME_SHAPE = {
    "words": (NOTES, {"C.md": "other words\n"}),
    "a link on another line": (NOTES, {"B.md": "---\ntags: [client/y]\n---\n\n\nwords [[C]]\n\n[[Nowhere]]\n"}),
    "a link stated twice": (NOTES, {"B.md": NOTES["B.md"] + "[[C]]\n"}),
    "a summary": (NOTES, {"A.md": NOTES["A.md"].replace("one", "two")}),
    "a heading": (NOTES, {"C.md": "# New\nwords\n"}),
    "an alias": (NOTES, {"C.md": "---\naliases: [Other]\n---\nwords\n"}),
    "code that moved": (CODE, {"a.py": "\n\n# more\n" + CODE["a.py"]}),
    "a docstring": (CODE, {"a.py": CODE["a.py"].replace("    return", '    """Keep it."""\n    return')}),
    "a call made twice": (CODE, {"b.py": CODE["b.py"] + "    keep()\n"}),
}
OTHER_SHAPE = {
    "a link more": (NOTES, {"C.md": "words [[A]]\n"}),
    "a link less": (NOTES, {"A.md": NOTES["A.md"].replace("[[B]]", "B")}),
    "a link to another": (NOTES, {"A.md": NOTES["A.md"].replace("[[B]]", "[[C]]")}),
    "another relation": (NOTES, {"A.md": NOTES["A.md"].replace("[[B]]", "![[B]]")}),
    "a tag": (NOTES, {"B.md": NOTES["B.md"].replace("client/y", "client/x")}),
    "the journal": (NOTES, {"B.md": NOTES["B.md"].replace("client/y", "type/journal")}),
    "a note more": (NOTES, {"D.md": ""}),
    "a link that several notes fit": (NOTES, {"deep/C.md": ""}),
    "a call more": (CODE, {"b.py": CODE["b.py"] + "    Store()\n"}),
    "another kind of symbol": (CODE, {"a.py": CODE["a.py"].replace("class Store", "def Store")}),
    "a decorator": (CODE, {"b.py": CODE["b.py"].replace("def main", "@keep\ndef main")}),
    "a call that is less sure": (CODE, {"b.py": CODE["b.py"] + "\n\nif main():\n    keep = print\n"}),
    "a test": (CODE, {"test_a.py": CODE["test_a.py"].replace("    keep()", "    print()")}),
}


def laid_out(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


@pytest.fixture
def worked_out(monkeypatch: pytest.MonkeyPatch) -> list[Shape]:
    """The shapes of which an atlas was worked out since."""
    shapes: list[Shape] = []

    def counted(shape: Shape) -> Atlas:
        shapes.append(shape)
        return atlas_of(shape)

    monkeypatch.setattr("vaultkit.building.pipeline.atlas_of", counted)
    return shapes


@pytest.mark.parametrize("edit", [*SAME_SHAPE, *OTHER_SHAPE])
def test_an_atlas_is_worked_out_again_if_the_shape_changed(tmp_path: Path, worked_out: list[Shape], edit: str) -> None:
    before, after = (SAME_SHAPE | OTHER_SHAPE)[edit]
    root = laid_out(tmp_path / "root", before)
    update(root)
    laid_out(root, after)
    worked_out.clear()
    update(root)
    assert bool(worked_out) == (edit in OTHER_SHAPE)
    assert written(root / "graphify-out") == rebuilt(root, tmp_path / "rebuilt")
    laid_out(root, before)  # a shape that was there before, but not last
    for name in after.keys() - before.keys():
        (root / name).unlink()
    update(root)
    assert written(root / "graphify-out") == rebuilt(root, tmp_path / "rebuilt")


def test_a_rebuild_reuses_nothing(tmp_path: Path, worked_out: list[Shape]) -> None:
    root = laid_out(tmp_path / "root", NOTES)
    update(root)
    worked_out.clear()
    build(read_root(root), root / "graphify-out", force=True)
    assert len(worked_out) == 1
