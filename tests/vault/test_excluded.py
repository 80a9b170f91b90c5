"""Obsidian's filters: what they exclude, and which expressions nobody has to wait for."""

from pathlib import Path

import pytest

from vaultkit.asking import questions
from vaultkit.asking.router import notes
from vaultkit.building.pipeline import build
from vaultkit.config import read_root
from vaultkit.scanning.excluded import excluder
from vaultkit.scanning.scan import scan

HOSTILE = [
    *("(a+)+$", "(a|a)*b", "(a?)*b", "((ab)*c)*", "(.*)\\1", "(?:a*)*b", "(a{1,9}){1,9}b", "((a)|a)+b"),
    *("a?" * 20 + "a" * 20, "(a|a)" * 20 + "b", ".*.*.*.*x", "^.*.*.*.*x", "(?P<x>a|a)*b"),
]
PLAIN = {
    r".*\.excalidraw\.md$": "x/Drawing.excalidraw.md",
    r"^Archive/.*/old": "Archive/2020/old/a.md",
    r"(foo|bar)/": "x/bar/a.md",
    r"^(?:a|b|c|d|e|f|g)\d": "c7.md",
    r"[(*+?|]+x": "(+x.md",
    r"\(a+\)": "(aa).md",
    r"(abc)+d": "abcabcd.md",
    r"x*?y++": "xxyy.md",
    r"(?i:draft)s?": "DRAFT.md",
}


@pytest.mark.parametrize("expression", HOSTILE)
def test_an_expression_that_may_match_for_ever_excludes_nothing(tmp_path: Path, expression: str) -> None:
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / f"{'a' * 200}.md").touch()
    root = read_root(tmp_path)._replace(exclude=(f"/{expression}/", "a"))
    found = scan(root, root.out)
    assert found.excluded == set(found.files)
    assert [(each.severity, each.rule) for each in found.problems] == [("warning", "excluded-files")]
    assert expression[:50] in found.problems[0].message


@pytest.mark.parametrize(("expression", "path"), PLAIN.items())
def test_a_plain_expression_excludes_what_it_matches(expression: str, path: str) -> None:
    excluded = excluder((f"/{expression}/",))
    assert excluded.has(path) and not excluded.has("Other note.md") and excluded.problems == ()


def test_excluded_files_come_last_or_not_at_all(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    for path, text in (
        (".obsidian/app.json", '{"userIgnoreFilters": ["templates/"]}'),
        ("templates/Decision.md", "# Decision\n\nDecision, decision.\n"),
        ("Cache.md", "# Cache\n\nA decision, as in [[templates/Decision]].\n"),
    ):
        (vault / path).parent.mkdir(parents=True, exist_ok=True)
        (vault / path).write_text(text, "utf-8")
    root = read_root(vault)
    build(root, root.out)
    found = [each.node.id for each in questions.search(root.out, "decision", (), 9).answer]
    told = [each.node.id for each in questions.query(root.out, "decision", questions.Narrowing()).answer.nodes]
    assert found == told == ["Cache.md", "templates/Decision.md"]
    assert [entry.path for entry in notes(root, (), "decision")] == ["Cache.md"]
