"""A new note keeps the contract or is not written; titles that links cannot spell are refused with a better one."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from extractors.markdown.links import find_links
from extractors.markdown.parsed import read_note
from graph.notes.names import Names
from tests.writing.folders import read_files, write_files
from vaultkit.checking.check import check_note
from vaultkit.config import read_root
from vaultkit.contract.contract import read_contract
from vaultkit.errors import UsageError, VaultkitError
from vaultkit.writing.init import Offers, init
from vaultkit.writing.new import Request, make_note, template_types, yaml_scalar

TYPES = ("client", "convention", "decision", "how-to", "hub", "project", "reference", "tool")


@pytest.fixture(autouse=True)
def day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAULTKIT_NOW", "2026-11-30T14:05:00")


@pytest.mark.parametrize("name", TYPES)
def test_every_template_of_ours_keeps_the_contract(name: str, tmp_path: Path) -> None:
    write_files(tmp_path, {})
    root = read_root(tmp_path)
    assert tuple(template_types(root)) == TYPES
    draft = make_note(root, Request(name, "Some Title", "What it is: a # remark.", ("#domain/x",), folder="a/b"))
    assert draft.path == "a/b/Some Title.md"
    text = (tmp_path / draft.path).read_text()
    assert check_note(draft.path, text, read_contract(tmp_path)) == []
    data = read_note(draft.path, text).frontmatter.data
    assert data["summary"] == "What it is: a # remark."
    assert isinstance(data["tags"], list) and data["tags"][0] == f"type/{name}"
    assert data["date"] == "2026-11-30"
    assert "\n# Some Title\n" in text


def test_a_template_of_the_vault_comes_first_and_may_use_ours(tmp_path: Path) -> None:
    template = b'{% include "frontmatter.md.j2" %}\nMade by {{ type }} at {{ time }}.\n'
    write_files(tmp_path, {"mine/meeting.md.j2": template, ".vaultkit.toml": b'[vault]\ntemplates = "mine"\n'})
    make_note(read_root(tmp_path), Request("meeting", "M", "Minutes of it.", ("client/acme",)))
    text = (tmp_path / "M.md").read_text()
    assert text.endswith("Made by meeting at 14:05.\n")
    assert "  - client/acme\n  - scope/project\n" in text


@pytest.mark.parametrize("there", ["Templates", "TEMPLATES/Note", "templates/note"])
def test_the_folder_of_templates_is_the_one_that_is_there(there: str, tmp_path: Path) -> None:
    (tmp_path / there).mkdir(parents=True)
    (tmp_path / there / "own.md.j2").write_text("x")
    init(tmp_path, Offers())
    assert [each.name for each in tmp_path.iterdir() if each.is_dir()] == [there.partition("/")[0]]
    assert ("own" in template_types(read_root(tmp_path))) is ("/" in there)


def test_a_type_without_template_is_told_where_one_would_lie(tmp_path: Path) -> None:
    write_files(tmp_path, {"Templates/Meeting note.md": b"of Obsidian"})
    with pytest.raises(UsageError, match=r"a Jinja file: .*/Templates/note/meeting\.md\.j2 \(templates of Obsidian"):
        make_note(read_root(tmp_path), Request("meeting", "M"))


@pytest.mark.parametrize(
    "template", ["{{ nothing }}", "{% if %}", "{{ ''.__class__.__mro__ }}{{ title.__init__.__globals__ }}"]
)
def test_a_template_that_cannot_be_filled_in_is_told(template: str, tmp_path: Path) -> None:
    write_files(tmp_path, {"templates/note/bad.md.j2": template.encode()})
    with pytest.raises(VaultkitError, match="templates/note/bad"):
        make_note(read_root(tmp_path), Request("bad", "T", "s", ("tool/x",)))


@pytest.mark.parametrize(
    ("request_", "code", "words"),
    [
        (Request("how-to", "T"), 1, "give --summary and --tag"),
        (Request("how-to", "T", "s s", ("a b",)), 2, "is no tag"),
        (Request("how-to", "T", "s s", ("tool/a/b",)), 1, "facet-nested"),
        (Request("how-to", "T", "s s", ("type/b", "tool/a")), 1, "facet-several"),
        (Request("nope", "T", "s s"), 2, "known are: client,"),
        (Request("../x", "T", "s s"), 2, "known are: client,"),
        (Request("how-to", "A: b", "s s", ("tool/x",)), 2, "write 'A - b'"),
        (Request("how-to", "a/b", "s s", ("tool/x",)), 2, "write 'a - b'"),
        (Request("how-to", " ", "s s", ("tool/x",)), 2, "is empty"),
        (Request("how-to", "CON", "s s", ("tool/x",)), 2, "reserved"),
        (Request("how-to", "x" * 300, "s s", ("tool/x",)), 2, "too long"),
        (Request("how-to", "There", "s s", ("tool/x",)), 1, "there.md exists"),
        (Request("how-to", "T", "s s", ("tool/x",), folder="../out"), 2, "starts with a dot"),
    ],
)
def test_what_cannot_be_made_is_refused_and_nothing_written(
    request_: Request, code: int, words: str, tmp_path: Path
) -> None:
    write_files(tmp_path, {"there.md": b""})
    with pytest.raises(VaultkitError) as fault:
        make_note(read_root(tmp_path), request_)
    assert words in str(fault.value)
    assert isinstance(fault.value, UsageError) == (code == 2)
    assert read_files(tmp_path) == {"there.md": b""}


def test_a_note_of_the_same_name_elsewhere_is_told(tmp_path: Path) -> None:
    write_files(tmp_path, {"a/T.md": b""})
    assert make_note(read_root(tmp_path), Request("how-to", "t", "s s", ("tool/x",))).namesakes == ("a/T.md",)


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(title=st.text(max_size=30), summary=st.text(min_size=1, max_size=60))
def test_any_title_is_refused_or_can_be_linked(
    title: str, summary: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    vault = tmp_path_factory.mktemp("vault")
    write_files(vault, {})
    try:
        draft = make_note(read_root(vault), Request("how-to", title, summary, ("tool/x",)))
    except VaultkitError:
        assert read_files(vault) == {}
        return
    assert list(read_files(vault)) == [draft.path]
    [link] = find_links(f"[[{title}|x]]")
    assert Names([draft.path]).find(link.target, "").fits == (draft.path,)
    assert check_note(draft.path, draft.text, read_contract(vault)) == []


@given(text=st.text(alphabet=st.characters(blacklist_categories=["Cs"])))
def test_a_yaml_scalar_is_read_back(text: str) -> None:
    note = read_note("n.md", f"---\nx: {yaml_scalar(text)}\ny: 1\n---\n")
    assert note.frontmatter.data == {"x": text, "y": 1}
