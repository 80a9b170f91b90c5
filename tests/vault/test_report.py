"""What GRAPH_REPORT.md leaves out: what it has told already, and more of the same."""

from __future__ import annotations

from pathlib import Path

from tests.program import update


def _report(root: Path, files: dict[str, str]) -> str:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    update(root)
    return (root / "graphify-out" / "GRAPH_REPORT.md").read_text("utf-8")


def _section(report: str, title: str) -> str:
    return report.partition(f"## {title}\n")[2].partition("\n## ")[0]


def test_no_note_fills_the_list_of_surprises(tmp_path: Path) -> None:
    (tmp_path / ".obsidian").mkdir()
    groups = {
        f"n{group}{here}.md": "".join(f"[[n{group}{there}]] " for there in range(5) if there != here)
        for group in range(6)
        for here in range(5)
    }
    report = _report(
        tmp_path, {**groups, "n00.md": groups["n00.md"] + "".join(f"[[n{group}1]] " for group in range(1, 6))}
    )
    surprises = _section(report, "Surprising connections")
    assert surprises.count("[[n00]]") == 2
    assert _section(report, "Communities").count("\n| [[") == 6


def test_what_a_section_tells_is_no_finding_again(tmp_path: Path) -> None:
    (tmp_path / ".obsidian").mkdir()
    report = _report(tmp_path, {"a.md": "[[gone]] [[b#nowhere]]", "b.md": "text"})
    assert "**gone**" in _section(report, "Unresolved links")
    assert "unresolved-link:" not in _section(report, "Findings")
    assert "broken-heading:" in _section(report, "Findings")


def test_files_left_out_of_a_project_are_told_once(tmp_path: Path) -> None:
    report = _report(tmp_path, {"a.py": "def f(): ...\n", "key.pem": "x", "vendor/b.py": "def g(): ...\n"})
    assert "secret" in _section(report, "What was not read")
    assert "secret" not in _section(report, "Findings")


def test_what_many_links_connect_is_no_surprise(tmp_path: Path) -> None:
    def groups(crossing: int) -> dict[str, str]:
        return {
            f"{group}{here}.md": "".join(f"[[{group}{there}]] " for there in range(8) if there != here)
            + (f"[[b{here}]]" if group == "a" and here < crossing else "")
            for group in "ab"
            for here in range(8)
        }

    for crossing, told in ((5, 5), (6, 0)):
        root = tmp_path / str(crossing)
        (root / ".obsidian").mkdir(parents=True)
        assert _section(_report(root, groups(crossing)), "Surprising connections").count("→") == told
