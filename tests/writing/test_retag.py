"""A tag is renamed: each case is `OLD NEW`, a note before, `=>`, the note after."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractors.markdown.parsed import read_note
from extractors.note import extract
from extractors.source import Source
from graph.text import fold
from tests.laws.vaults import BODIES
from tests.writing.folders import cases, read_files, write_files
from vaultkit.config import read_root
from vaultkit.errors import UsageError, VaultkitError
from vaultkit.writing.change import write_all
from vaultkit.writing.retag import plan_retag, retag_note
from vaultkit.writing.retagging import Retag, read_retag

CASES = cases("retag.txt")


@pytest.mark.parametrize("text", [text for _, text in CASES], ids=[title for title, _ in CASES])
def test_retag(text: str) -> None:
    tags, _, rest = text.partition("\n")
    before, _, after = rest.partition("=>\n")
    wanted = after.removesuffix("\n") if after.endswith("\n\n") else after
    retag = read_retag(*tags.split(" "))
    result = retag_note("n.md", before, retag)
    assert result.text == wanted
    again = retag_note("n.md", result.text, retag)
    assert again.text == wanted or retag.fits(retag.new)


NAMES = ("x", "X", "x/z", "xx", "y", "Y", "y/z", "z", "a/x", "İs")
entries = st.sampled_from([*NAMES, *(f"#{name}" for name in NAMES)])


@st.composite
def front(draw: st.DrawFn) -> str:
    items = draw(st.lists(entries, max_size=6))
    quoted = [draw(st.sampled_from(['"{}"', "'{}'", "{}"])).format(item) for item in items]
    quoted = [f'"{item}"' if item.startswith("#") else item for item in quoted]
    if draw(st.booleans()):
        written = "".join(f"\n  - {item}{draw(st.sampled_from(['', ' # why', '  ']))}" for item in quoted)
    else:
        written = " [" + draw(st.sampled_from([", ", ",", " , "])).join(quoted) + "]"
    return f"---\nsummary: 'it''s'\ntags:{written}\nother: [x, \"#x\"]\n---\n"


@settings(max_examples=80, deadline=None)
@given(front=front(), body=st.sampled_from([*BODIES, "#x #y `#x` #x/z text #X"]), new=st.sampled_from(["y", "n/w"]))
def test_every_tag_is_renamed_and_nothing_else(front: str, body: str, new: str) -> None:
    text = front + body
    retag = Retag("x", new)
    result = retag_note("n.md", text, retag)
    before, after = _tags(text), _tags(result.text)
    assert after == {fold(retag.renamed(tag)) if retag.fits(tag) else tag for tag in before}
    assert not result.left
    old, now = read_note("n.md", text).frontmatter, read_note("n.md", result.text).frontmatter
    assert {**old.data, "tags": None} == {**now.data, "tags": None}
    assert result.text.count("# why") == text.count("# why")
    assert len(result.text.split("\n")) <= len(text.split("\n"))
    assert retag_note("n.md", result.text, retag) == (result.text, 0, ())


def _tags(text: str) -> set[str]:
    return {edge.target[1:] for edge in extract(Source("n.md", text.encode())).edges}


def test_a_vault_with_canvas_and_excluded_notes(tmp_path: Path) -> None:
    write_files(
        tmp_path,
        {
            ".obsidian/app.json": b'{"userIgnoreFilters": ["templates/"]}',
            "a.md": b"#x/z text",
            "b.md": b"`#x`",
            "templates/t.md": b"---\ntags: [x]\n---\n",
            "c.canvas": b'{"nodes":[{"type":"text","text":"\\u00e9 #x\\n#X/q `#x`"}]}',
        },
    )
    retagging = plan_retag(read_root(tmp_path), "#x", "y")
    write_all(tmp_path, retagging.changes)
    assert retagging.tags == 4
    assert read_files(tmp_path) == {
        "a.md": b"#y/z text",
        "b.md": b"`#x`",
        "templates/t.md": b"---\ntags: [y]\n---\n",
        "c.canvas": b'{"nodes":[{"type":"text","text":"\\u00e9 #y\\n#y/q `#x`"}]}',
    }


def test_bases(tmp_path: Path) -> None:
    base = (
        b'filters:\r\n  - file.hasTag("x", \'a\', "#X/z", "xx")\r\n'
        b'  - \'note.tags.containsAny("x") && status == "x"\'\r\n'
        b'  - file.tags == ["x"]\r\n  - label == "#x"\r\n'
    )
    write_files(tmp_path, {"b.base": base, "n.md": b'```base\nfilters: file.hasTag("x/z")\n```\n'})
    retagging = plan_retag(read_root(tmp_path), "x", "y")
    write_all(tmp_path, retagging.changes)
    assert [(problem.path, problem.line) for problem in retagging.left] == [("b.base", 4), ("b.base", 5)]
    assert retagging.tags == 4
    after = read_files(tmp_path)
    first = base.replace(b'"x", \'a\', "#X', b'"y", \'a\', "#y').replace(b'Any("x")', b'Any("y")')
    assert after == {"b.base": first, "n.md": b'```base\nfilters: file.hasTag("y/z")\n```\n'}


@pytest.mark.parametrize(("old", "new"), [("x", "1984"), ("a b", "c"), ("x", ""), ("x", "#x"), ("x", "a//b")])
def test_what_is_no_tag_is_refused(old: str, new: str) -> None:
    with pytest.raises(UsageError):
        read_retag(old, new)


def test_a_tag_that_nobody_has_is_told(tmp_path: Path) -> None:
    write_files(tmp_path, {"a.md": b"#y"})
    with pytest.raises(VaultkitError, match="no note has the tag"):
        plan_retag(read_root(tmp_path), "x", "z")
