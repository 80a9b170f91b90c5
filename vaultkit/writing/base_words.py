"""What a rename of a note and of a tag make of the words in bases."""

from __future__ import annotations

import re
from posixpath import basename
from typing import Final

from extractors.markdown.links import find_links
from graph.text import fold
from vaultkit.contract.findings import Edit
from vaultkit.writing.bases import Judge, Verdict, Word
from vaultkit.writing.relink import Respell, link_edits
from vaultkit.writing.retagging import Retag

_TAGS: Final = re.compile(r"\btags\b[^&|()]*\Z")
"""Tags are compared with what follows."""


def judge_rename(old: str, new: str, respell: Respell) -> Judge:
    """Links and paths are respelt; a text that is the old name, by which an expression may mean the note, is told."""
    stem = old[:-3] if old.lower().endswith(".md") else old
    names = {fold(each) for each in (old, stem, basename(old), basename(stem))}

    def judge(word: Word) -> Verdict:
        edits = [edit for link in find_links(word.content) for edit in link_edits(word.content, link, respell)]
        if not edits and word.role in ("link", "path"):
            target = word.content.partition("#")[0] if word.role == "link" else word.content
            spelling = respell(target, "wikilink" if word.role == "link" else "canvas")
            edits = [Edit(0, len(target), spelling.path)] if spelling else []
        if edits or word.role in ("link", "path", "tag") or fold(word.content) not in names:
            return Verdict(edits)
        return Verdict(remark=f"{word.content!r} may mean {old}, which is {new} now; look at this expression")

    return judge


def judge_retag(retag: Retag) -> Judge:
    """Arguments of `hasTag` and of `contains` on tags are renamed; a text that looks like the tag elsewhere is told."""

    def judge(word: Word) -> Verdict:
        name = word.content.strip().removeprefix("#")
        if not name or not retag.fits(name):
            return Verdict()
        at = word.content.index(name)
        if word.role == "tag":
            return Verdict([Edit(at, at + len(retag.written(name)), retag.new)])
        if word.content.strip().startswith("#") or _TAGS.search(word.before):
            remark = f"{word.content!r} may mean a tag that is {retag.renamed(name)!r} now; look at this expression"
            return Verdict(remark=remark)
        return Verdict()

    return judge
