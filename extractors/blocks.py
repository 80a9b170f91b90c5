"""The block structure of a note: containers, headings, and the lines that are code or HTML (CommonMark 0.31, ch. 4-5)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Final, NamedTuple

from extractors.inline import CLOSING_TAG, OPEN_TAG, Span, definitions_end, has_special, scan_inline
from graph.model import Heading

_QUOTE: Final = 0
"""On the stack of containers a blockquote is 0; a list item or a footnote is the width of its indentation."""
_DEEPEST: Final = 100
"""Containers nested deeper are taken for text: the work for a line grows with the stack."""
_FOOTNOTE_WIDTH: Final = 4

_PLAIN = r"(?:[^ \t\n#>\-+*=_~`|:0-9<$%\\\[]|\*\*(?=\w)|\[(?!\^))[^\n\\`$<%]*+\n"
_PLAIN_LINES = re.compile(rf"(?:{_PLAIN})++")
"""Lines that begin no block and hold nothing to blank: most lines of most notes."""
_PLAIN_PARAGRAPHS = re.compile(rf"(?:(?:{_PLAIN})*+[ \t]*+\n)++")

_BLANKS = re.compile(r"[ \t]*")
_ATX = re.compile(r"(#{1,6})(?:[ \t]+(.*?))??(?:[ \t]+#+)?[ \t]*$")
_SETEXT = re.compile(r"(?:=+|-+)[ \t]*$")
_RULE = re.compile(r"(?:(?:\*[ \t]*+){3,}|(?:-[ \t]*+){3,}|(?:_[ \t]*+){3,})$")
_FENCE = re.compile(r"(`{3,})[^`]*$|(~{3,})")
_ITEM = re.compile(r"(?:[-+*]|[0-9]{1,9}[.)])(?=[ \t]|$)")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]:")
_DELIMITERS = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*+\|?[ \t]*$")
_PIPE = re.compile(r"(?<!\\)\|")
_COMMENT = re.compile(r"(?<!%)%%(?!%)")
_DISPLAY_MATH = re.compile(r"\\.|(\$\$)", re.DOTALL)

_BLOCK_TAGS = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt"
    "|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main"
    "|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead"
    "|title|tr|track|ul"
)
_BLANK_LINE = re.compile(r"$")
_HTML: Final = tuple(
    (re.compile(opening, re.ASCII | re.IGNORECASE), re.compile(closing, re.ASCII | re.IGNORECASE))
    for opening, closing in (
        (r"<(?:script|pre|style|textarea)(?:\s|>|$)", "</(?:script|pre|style|textarea)>"),
        ("<!--", "-->"),
        (r"<\?", r"\?>"),
        ("<![a-z]", ">"),
        (r"<!\[CDATA\[", r"\]\]>"),
        (rf"</?(?:{_BLOCK_TAGS})(?:\s|/?>|$)", ""),
        (rf"(?:{OPEN_TAG}|{CLOSING_TAG})\s*$", ""),
    )
)
"""How the seven kinds of HTML block begin and end (CommonMark 4.6); "" ends at a blank line."""


class _Leaf(Enum):
    NONE = 0
    PARAGRAPH = 1
    TABLE = 2
    FENCE = 3
    HTML = 4


class _Step(Enum):
    DONE = 0
    """The line is read."""
    NESTED = 1
    """A container was opened; the rest of the line stands in it."""
    TEXT = 2
    """Nothing begins here."""


class Blocks(NamedTuple):
    """What the scan of a note found."""

    blanked: list[Span]
    headings: list[Heading]


def scan_blocks(text: str, start: int) -> Blocks:
    """The spans of `text` from `start` on that are not content, and its headings, both in order.

    Lines end with `\\n` only.
    """
    scanner = _Scanner(text, start)
    scanner.scan()
    return Blocks(scanner.blanked, scanner.headings)


class _Scanner:
    """One pass over the lines, with the stack of open containers and the open leaf (CommonMark, appendix)."""

    def __init__(self, text: str, start: int) -> None:
        self.size = len(text)
        self.source = text + "\n\n"
        self.blanked: list[Span] = []
        self.headings: list[Heading] = []
        self.stack: list[int] = []
        self.bare = 0
        """The depth of the stack, when its last item has begun with a blank line: a second one ends it."""
        self.leaf = _Leaf.NONE
        self.paragraph: list[Span] = []
        self.leaf_end = _BLANK_LINE
        self.next = start
        self.end = self.position = self.column = self.used = 0
        """Of the current line: its end, its next character that is no blank, the column of that, and how many columns
        the containers have used up."""
        self.line, self.counted = 1, 0
        self.marks: dict[str, list[int]] = {}

    def scan(self) -> None:
        while self.next < self.size:
            if self.stack or self.leaf.value > 1 or not self._skip_plain():
                self._read_line()
        self._close_paragraph()

    def _skip_plain(self) -> bool:
        pattern = _PLAIN_LINES if self.leaf is _Leaf.PARAGRAPH else _PLAIN_PARAGRAPHS
        found = pattern.match(self.source, self.next)
        if found is None:
            return False
        self.next = found.end()
        if self.leaf is _Leaf.PARAGRAPH:
            self.paragraph[-1] = (self.paragraph[-1][0], self.next - 1)
        return True

    # ------------------------------------------------------------------------------------------- lines and columns

    def _read_line(self) -> None:
        begin = self.next
        self.end = self.source.index("\n", begin)
        self.next = self.end + 1
        self.used = 0
        self._move(begin, 0)
        matched = self._match_containers() if self.stack else 0
        self.bare = 0
        if self.leaf.value > 2 and matched == len(self.stack):
            if self._continue_leaf():
                return
            self.leaf = _Leaf.NONE
        self._open_blocks(matched)

    def _move(self, position: int, column: int) -> None:
        """Stand on the next character that is no blank; tab stops are four columns apart (CommonMark 2.2)."""
        found = _BLANKS.match(self.source, position)
        stop = found.end() if found else position
        blanks = self.source[position:stop]
        if "\t" in blanks:
            for blank in blanks:
                column += 4 - column % 4 if blank == "\t" else 1
        else:
            column += stop - position
        self.position, self.column = stop, column

    def _match_containers(self) -> int:
        """How many of the open containers the line continues."""
        for depth, width in enumerate(self.stack):
            if width == _QUOTE:
                if self.column - self.used > 3 or not self.source.startswith(">", self.position):
                    return depth
                self._enter_quote()
            elif self.position == self.end:
                if self.bare == depth + 1:
                    return depth
            elif self.column - self.used >= width:
                self.used += width
            else:
                return depth
        return len(self.stack)

    def _enter_quote(self) -> None:
        blank = self.source[self.position + 1] in " \t"
        self.used = self.column + (2 if blank else 1)
        self._move(self.position + 1, self.column + 1)

    def _open_blocks(self, matched: int) -> None:
        while True:
            if self.position == self.end:
                self._close(matched, keep_table=False)
                return
            if self.column - self.used >= 4:
                self._indented(matched)
                return
            begin = _BEGIN.get(self.source[self.position])
            step = begin(self, matched) if begin else _Step.TEXT
            if step is _Step.DONE:
                return
            if step is _Step.TEXT:
                self._text(matched)
                return
            matched = len(self.stack)

    # ---------------------------------------------------------------------------------------------- leaves: closing

    def _close(self, matched: int, keep_table: bool = False) -> bool:
        """Close the open leaf and the containers the line does not continue; True if the scan jumped elsewhere."""
        if self.leaf is _Leaf.PARAGRAPH and self._close_paragraph():
            return True
        self.leaf = _Leaf.NONE
        del self.stack[matched:]
        return False

    def _close_paragraph(self) -> bool:
        """Scan the paragraph; True if a comment or math block opened in it runs on: the scan goes on behind it."""
        if self.leaf is not _Leaf.PARAGRAPH:
            return False
        self.leaf = _Leaf.NONE
        opened = self._inline(self.paragraph, self._closes_later)
        if opened < 0:
            return False
        close = self._mark_after(self.source[opened : opened + 2], self.paragraph[-1][1])
        self.blanked.append((opened, close + 2))
        end = self.source.index("\n", close)
        self.next = end + 1
        if self.source[close + 2 : end].strip(" \t"):
            self.leaf = _Leaf.PARAGRAPH
            self.paragraph = [(close + 2, end)]
        return True

    def _inline(self, spans: list[Span], closes_later: Callable[[str], bool] | None = None) -> int:
        """Scan a run of text; the offset of a block that runs on, or -1."""
        source = self.source
        if not any(has_special(source, start, end) for start, end in spans):
            return -1
        if len(spans) == 1:
            start, end = spans[0]
            if closes_later and source[start] == "[":
                start = definitions_end(source, start, end)
            found, opened = scan_inline(source, start, end, closes_later)
            self.blanked += found
            return opened
        text = "\n".join(source[start:end] for start, end in spans)
        start = definitions_end(text, 0, len(text)) if text.startswith("[") else 0
        found, opened = scan_inline(text, start, len(text), closes_later)
        offsets = _Offsets(spans)
        for start, end in found:
            self.blanked += offsets.spans(start, end)
        return offsets.spans(opened, opened + 1)[0][0] if opened >= 0 else -1

    def _closes_later(self, mark: str) -> bool:
        return self._mark_after(mark, self.paragraph[-1][1]) >= 0

    def _mark_after(self, mark: str, position: int) -> int:
        """The next `%%` or `$$` from `position` on, whatever it stands in; -1 if none comes."""
        if mark not in self.marks:
            pattern, group = (_COMMENT, 0) if mark == "%%" else (_DISPLAY_MATH, 1)
            starts = (found.start(group) for found in pattern.finditer(self.source))
            self.marks[mark] = [start for start in starts if start >= 0]
        marks = self.marks[mark]
        index = bisect_left(marks, position)
        return marks[index] if index < len(marks) else -1

    # ---------------------------------------------------------------------------------------------- leaves: text

    def _text(self, matched: int) -> None:
        if self.leaf is _Leaf.PARAGRAPH:
            self._extend()
        elif self.leaf is _Leaf.TABLE and matched == len(self.stack):
            self._row(self.position, self.end)
        elif not self._close(matched):
            self.leaf = _Leaf.PARAGRAPH
            self.paragraph = [(self.position, self.end)]

    def _extend(self) -> None:
        """Add the line to the paragraph; also a lazy one that its containers do not reach (CommonMark 5.1)."""
        start, last = self.paragraph[-1]
        if self.source[last : self.position].isspace():
            self.paragraph[-1] = (start, self.end)
        else:
            self.paragraph.append((self.position, self.end))

    def _indented(self, matched: int) -> None:
        if self.leaf is _Leaf.PARAGRAPH:
            self._extend()
        elif not self._close(matched):
            self.blanked.append((self.position, self.end))

    def _row(self, start: int, end: int) -> None:
        if not has_special(self.source, start, end):
            return
        for pipe in _PIPE.finditer(self.source, start, end):
            self._inline([(start, pipe.start())])
            start = pipe.end()
        self._inline([(start, end)])

    def _heading(self, level: int, start: int, text: str) -> None:
        self.line += self.source.count("\n", self.counted, start)
        self.counted = start
        self.headings.append(Heading(text, level, self.line))

    def _continue_leaf(self) -> bool:
        """Blank a line of a fence or HTML block; False if a blank line ends the latter."""
        source, position, end = self.source, self.position, self.end
        if self.leaf_end is _BLANK_LINE:
            if position == end:
                return False
        elif self.leaf is _Leaf.HTML or self.column - self.used < 4:
            search = self.leaf_end.search if self.leaf is _Leaf.HTML else self.leaf_end.match
            if search(source, position, end):
                self.leaf = _Leaf.NONE
        if position < end:
            self.blanked.append((position, end))
        return True

    # ---------------------------------------------------------------------------------------------- what begins

    def _quote(self, matched: int) -> _Step:
        if len(self.stack) >= _DEEPEST:
            return _Step.TEXT
        if self._close(matched):
            return _Step.DONE
        self._enter_quote()
        self.stack.append(_QUOTE)
        return _Step.NESTED

    def _atx(self, matched: int) -> _Step:
        found = _ATX.match(self.source, self.position, self.end)
        if found is None:
            return _Step.TEXT
        if not self._close(matched):
            self._heading(len(found[1]), found.start(), (found[2] or "").strip())
            self._inline([found.span()])
        return _Step.DONE

    def _fence(self, matched: int) -> _Step:
        found = _FENCE.match(self.source, self.position, self.end)
        if found is None:
            return _Step.TEXT
        if self._close(matched):
            return _Step.DONE
        mark = found[1] or found[2]
        closing = rf"{mark[0]}{{{len(mark)},}}[ \t]*$"
        end = self.end
        if self.stack:
            self.leaf, self.leaf_end = _Leaf.FENCE, re.compile(closing)
        else:
            close = re.compile(rf"^ {{0,3}}{closing}", re.MULTILINE).search(self.source, self.next)
            end = close.end() if close else self.size
            self.next = end + 1
        self.blanked.append((self.position, end))
        return _Step.DONE

    def _html(self, matched: int) -> _Step:
        text = self.leaf is _Leaf.PARAGRAPH or (self.leaf is _Leaf.TABLE and matched == len(self.stack))
        for opening, closing in _HTML[:-1] if text else _HTML:
            if opening.match(self.source, self.position, self.end):
                break
        else:
            return _Step.TEXT
        if not self._close(matched):
            self.leaf = _Leaf.HTML
            self.leaf_end = closing if closing.pattern else _BLANK_LINE
            self._continue_leaf()
        return _Step.DONE

    def _rule(self, matched: int) -> _Step:
        if not _RULE.match(self.source, self.position, self.end):
            return _Step.TEXT
        self._close(matched)
        return _Step.DONE

    def _setext(self, matched: int) -> _Step:
        """Underline the open paragraph, unless nothing but definitions stands in it (CommonMark 4.3)."""
        if self.leaf is not _Leaf.PARAGRAPH or matched < len(self.stack):
            return _Step.TEXT
        if not _SETEXT.match(self.source, self.position, self.end):
            return _Step.TEXT
        spans, source = self.paragraph, self.source
        text = "\n".join(source[start:end] for start, end in spans)
        begin = definitions_end(text, 0, len(text)) if text.startswith("[") else 0
        if begin == len(text):
            return _Step.TEXT
        level = 1 if source[self.position] == "=" else 2
        if not self._close_paragraph():
            title = " ".join(line.strip() for line in text[begin:].split("\n"))
            self._heading(level, _Offsets(spans).spans(begin, begin + 1)[0][0], title)
        return _Step.DONE

    def _item(self, matched: int) -> _Step:
        found = _ITEM.match(self.source, self.position, self.end)
        if found is None or len(self.stack) >= _DEEPEST:
            return _Step.TEXT
        mark = found[0]
        inside = self.leaf is _Leaf.PARAGRAPH and matched == len(self.stack)
        blank = not self.source[found.end() : self.end].strip(" \t")
        if inside and (blank or (len(mark) > 1 and int(mark[:-1]) != 1)):
            return _Step.TEXT
        if self._close(matched):
            return _Step.DONE
        stop = self.column + len(mark)
        indent = stop - self.used
        self._move(found.end(), stop)
        gap = self.column - stop
        width = indent + (gap if gap <= 4 and not blank else 1)
        self.stack.append(width)
        self.used += width
        self.bare = len(self.stack) if blank else 0
        return _Step.NESTED

    def _dash(self, matched: int) -> _Step:
        for begin in (_Scanner._setext, _Scanner._table, _Scanner._rule, _Scanner._item):
            step = begin(self, matched)
            if step is not _Step.TEXT:
                return step
        return _Step.TEXT

    def _star(self, matched: int) -> _Step:
        step = self._rule(matched)
        return self._item(matched) if step is _Step.TEXT else step

    def _footnote(self, matched: int) -> _Step:
        """A footnote's text is a container: what is indented by four columns belongs to it (help: Footnotes)."""
        found = _FOOTNOTE.match(self.source, self.position, self.end)
        if found is None or len(self.stack) >= _DEEPEST:
            return _Step.TEXT
        if self._close(matched):
            return _Step.DONE
        self.stack.append(_FOOTNOTE_WIDTH)
        self._move(found.end(), self.column + len(found[0]))
        self.used = self.column
        return _Step.NESTED

    def _table(self, matched: int) -> _Step:
        """A delimiter row makes the line above it a table's head (GFM: Tables)."""
        if self.leaf is not _Leaf.PARAGRAPH or matched < len(self.stack):
            return _Step.TEXT
        if not _DELIMITERS.match(self.source, self.position, self.end):
            return _Step.TEXT
        start, end = self.paragraph[-1]
        head = max(start, self.source.rfind("\n", start, end) + 1)
        columns = _columns(self.source[head:end])
        if columns < 1 or columns != _columns(self.source[self.position : self.end]):
            return _Step.TEXT
        self.paragraph[-1] = (start, max(start, head - 1))
        if not self._close_paragraph():
            self._row(head, end)
            self.leaf = _Leaf.TABLE
        return _Step.DONE


def _columns(row: str) -> int:
    """How many cells a table row has; 0 if no pipe divides it."""
    row = row.strip(" \t")
    pipes = len(_PIPE.findall(row))
    outer = row.startswith("|") + (len(row) > 1 and row.endswith("|") and not row.endswith("\\|"))
    return pipes + 1 - outer if pipes else 0


class _Offsets:
    """Where in the note the characters of several spans joined by line ends stand."""

    def __init__(self, spans: list[Span]) -> None:
        self.source = spans
        self.joined: list[int] = []
        start = 0
        for begin, end in spans:
            self.joined.append(start)
            start += end - begin + 1

    def spans(self, start: int, end: int) -> list[Span]:
        """The pieces of the note that joined[start:end] comes from."""
        index = bisect_left(self.joined, start + 1) - 1
        found = []
        while index < len(self.joined) and self.joined[index] < end:
            begin, stop = self.source[index]
            shift = begin - self.joined[index]
            found.append((max(begin, start + shift), min(stop, end + shift)))
            index += 1
        return found


_BEGIN: Final[Mapping[str, Callable[[_Scanner, int], _Step]]] = {
    ">": _Scanner._quote,
    "#": _Scanner._atx,
    "`": _Scanner._fence,
    "~": _Scanner._fence,
    "<": _Scanner._html,
    "=": _Scanner._setext,
    "-": _Scanner._dash,
    "*": _Scanner._star,
    "+": _Scanner._item,
    "_": _Scanner._rule,
    "|": _Scanner._table,
    ":": _Scanner._table,
    "[": _Scanner._footnote,
} | dict.fromkeys("0123456789", _Scanner._item)
