"""Every note has a summary of one line: what the router shows so that nobody need open the note."""

from __future__ import annotations

from collections.abc import Iterator

from extractors.source import note_label
from graph.regex import regex
from graph.text import fold
from vaultkit.contract.contract import Contract
from vaultkit.contract.draft import START, Draft
from vaultkit.contract.findings import Finding
from vaultkit.contract.view import View
from vaultkit.contract.yaml_edits import in_quotes

_ADVICE = "write one line that says what the note holds, as summary: .."
_FIRST_HEADING = regex(r"\s*+#[ \t]++([^\n]*)")


def check(note: Draft, contract: Contract, view: View | None) -> Iterator[Finding]:
    """A summary that is missing, empty, no text, of several lines, too long, or only the title again."""
    key = note.key("summary")
    if key is None:
        if not note.broken:
            yield note.finding(START, "summary-missing", f"there is no summary; {_ADVICE}")
        return
    value, place = note.frontmatter.data[key], note.place(key)
    if not note.is_sound(key):
        return
    if value is None or (isinstance(value, str) and not value.strip()):
        yield note.finding(note.key_place(key), "summary-empty", f"the summary is empty; {_ADVICE}")
    elif not isinstance(value, str):
        message = "the summary is no text; write it as one line, in quotes if need be"
        yield note.finding(place, "summary-not-text", message, in_quotes(note, key, value, place))
    else:
        yield from _of_text(note, contract, value.strip())


def _of_text(note: Draft, contract: Contract, value: str) -> Iterator[Finding]:
    place = note.place(note.frontmatter.key("summary"))
    if "\n" in value:
        message = "the summary has several lines; write it as one (a text property of Obsidian is one line)"
        yield note.finding(place, "summary-multiline", message)
    elif len(value) > contract.summary_limit:
        message = f"the summary has {len(value)} characters; shorten it to at most {contract.summary_limit}"
        yield note.finding(place, "summary-too-long", message)
    elif _plain(value) in _titles(note):
        message = "the summary only repeats the title; say what the note holds that its title does not"
        yield note.finding(place, "summary-repeats-title", message)


def _titles(note: Draft) -> set[str]:
    heading = _FIRST_HEADING.match(note.text, note.frontmatter.end)
    title = note.frontmatter.get("title")
    names = [note_label(note.path), heading[1] if heading else "", title if isinstance(title, str) else ""]
    return {_plain(name) for name in names} - {""}


def _plain(text: str) -> str:
    return "".join(filter(str.isalnum, fold(text)))
