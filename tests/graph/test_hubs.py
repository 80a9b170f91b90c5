"""After whom a community is called: a note of a subject before a day, whatever most of it hangs on."""

from __future__ import annotations

import json
from pathlib import Path

from vaultkit.building.pipeline import build
from vaultkit.config import read_root


def test_a_day_is_no_hub_where_there_is_a_subject(tmp_path: Path) -> None:
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / "2026-03-04.md").write_text("[[Retries]] [[Queues]] [[Jobs]]")
    for name in ("Retries", "Queues", "Jobs"):
        (tmp_path / f"{name}.md").write_text("Of [[2026-03-04]].")
    (tmp_path / "2026-03-05.md").write_text("[[2026-03-06]]")
    (tmp_path / "2026-03-06.md").write_text("[[2026-03-05]]")
    root = read_root(tmp_path)
    build(root, root.out)
    nodes = json.loads((root.out / "graph.json").read_bytes())["nodes"]
    hubs = {node["label"]: node["community"] for node in nodes}
    assert hubs["2026-03-04"] == hubs["Retries"] == "Jobs.md"
    assert hubs["2026-03-05"] == "2026-03-05.md"
