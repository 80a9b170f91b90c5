"""The laws of repairs: the body and other values stay, twice is once, a clean note is left alone."""

import string

from hypothesis import given
from hypothesis import strategies as st

from extractors.properties.frontmatter import read_frontmatter
from vaultkit.checking.check import check_note
from vaultkit.checking.fixing import fix_note
from vaultkit.contract.contract import Contract
from vaultkit.contract.findings import applied

CONTRACT = Contract()
WORDS = st.text(string.ascii_letters + string.digits + " -_/:#,'\"&*!@[]{}|>%`\t\u00a0é中🚀", max_size=12)
TAGS = st.sampled_from(
    [
        "type/note",
        "Type/Note",
        "domain/y",
        "domain/Y",
        "scope/global",
        "scope/project",
        "tool/a-b",
        "client/c",
        "'#x/y'",
        '"tool/q"',
        "#type/z",
        "inbox",
        "2024",
        "true",
        "",
        "~",
        "a b",
        "domain/a/b",
        "scope/team",
        "x # remark",
    ]
)
KEYS = st.sampled_from(
    ["summary", "Summary", "tags", "Tags", "tag", "aliases", "alias", "date", "up", "é", "k", "key:"]
)
ODD = [" &a b", " *a*", " [[A]]", " [[A]], [[B]]", " 'it's'", " Re: x", "", " 12", " |\n  a\n  b"]
BODIES = st.text(string.printable + "é中\u2028\u00a0", max_size=60)


@st.composite
def values(draw: st.DrawFn) -> str:
    """What stands behind the colon of a property."""
    items = draw(st.lists(TAGS | WORDS, max_size=4))
    dash = draw(st.sampled_from(["  - ", "- ", "    -   ", "\t- ", "  * "]))
    forms = [
        " " + draw(WORDS),
        " [" + ", ".join(items) + "]",
        " " + ", ".join(items),
        "".join(f"\n{dash}{item}" for item in items),
        draw(st.sampled_from(ODD)),
        '\u00a0"x"',
    ]
    return draw(st.sampled_from(forms))


@st.composite
def notes(draw: st.DrawFn) -> str:
    """A note whose frontmatter may have any of the faults that are repaired, several at once."""
    properties = draw(st.lists(st.tuples(KEYS, values()), max_size=5))
    block = "".join(f"{key}:{value}\n" for key, value in properties)
    bom = draw(st.sampled_from(["", "", "\ufeff"]))
    ending = draw(st.sampled_from(["\n", "\r\n"]))
    return bom + f"---\n{block}---\n".replace("\n", ending) + draw(BODIES)


@given(notes())
def test_the_body_stays(text: str) -> None:
    fixed = fix_note("Note.md", text, CONTRACT).text
    assert fixed[read_frontmatter(fixed).end :] == text[read_frontmatter(text).end :]
    assert fixed.startswith("\ufeff") == text.startswith("\ufeff")


@given(notes())
def test_each_repair_changes_only_what_it_names(text: str) -> None:
    before = read_frontmatter(text)
    for problem, fix in check_note("Note.md", text, CONTRACT):
        if fix is not None:
            assert all(0 < edit.start <= edit.end < before.end for edit in fix.edits)
            assert all(one.end <= other.start for one, other in zip(fix.edits, fix.edits[1:], strict=False)), problem
            after = read_frontmatter(applied(text, fix.edits))
            changed = {key for key in before.data | after.data if repr(before.get(key)) != repr(after.get(key))}
            assert before.recovered or after.end == 0 or changed <= fix.keys | {"tags", "summary"}


@given(notes())
def test_other_values_stay(text: str) -> None:
    fixed = fix_note("Note.md", text, CONTRACT)
    named = {key for _, fix in fixed.done if fix for key in fix.keys}
    before, after = read_frontmatter(text).data, read_frontmatter(fixed.text).data
    kept = [{key: repr(value) for key, value in data.items() if key not in named} for data in (before, after)]
    assert kept[0] == kept[1]


@given(notes())
def test_twice_is_once(text: str) -> None:
    once = fix_note("Note.md", text, CONTRACT)
    twice = fix_note("Note.md", once.text, CONTRACT)
    assert twice.text == once.text
    assert not twice.done
    assert list(once.left) == check_note("Note.md", once.text, CONTRACT)


@given(notes())
def test_what_has_no_repair_is_not_touched(text: str) -> None:
    if all(fix is None for _, fix in check_note("Note.md", text, CONTRACT)):
        assert fix_note("Note.md", text, CONTRACT).text == text


@given(notes())
def test_line_ends_are_kept(text: str) -> None:
    fixed = fix_note("Note.md", text, CONTRACT).text
    block, old = fixed[: read_frontmatter(fixed).end], text[: read_frontmatter(text).end]
    if "\r\n" in old:
        assert block.count("\r\n") == block.count("\n")
    else:
        assert "\r\n" not in block


@given(st.text(max_size=200) | notes())
def test_any_text_can_be_checked(text: str) -> None:
    findings = check_note("Note.md", text, CONTRACT)
    lines = text.count("\n") + text.count("\r") + 1
    assert all(0 <= problem.line <= lines for problem, _ in findings)
    assert fix_note("Note.md", text, CONTRACT).left is not None


@given(st.sampled_from(["  - ", "- ", "flow"]), st.sampled_from(["\n", "\r\n"]), st.sampled_from("\"'- "), BODIES)
def test_a_clean_note_has_no_repair(style: str, ending: str, quote: str, body: str) -> None:
    mark = quote.strip("- ")
    tags = [f"{mark}{tag}{mark}" for tag in ("type/note", "domain/x-1", "client/é", "scope/project")]
    listed = f" [{', '.join(tags)}]" if style == "flow" else "".join(f"\n{style}{tag}" for tag in tags)
    text = f"---\nsummary: What it holds.\ntags:{listed}\ndate: 2026-01-02\n---\n".replace("\n", ending) + body
    assert fix_note("Note.md", text, CONTRACT).text == text
