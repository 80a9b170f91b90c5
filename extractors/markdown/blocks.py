"""The blocks of a note: containers, headings, lines that are code or HTML (CommonMark 0.31, ch. 4 and 5)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from extractors.markdown.html import BLANK_LINE, html_block_end
from extractors.markdown.inline import ClosingMarks, Offsets, Span, definitions_end, has_special, scan_inline
from graph.model import Heading
from graph.regex import regex

_QUOTE: Final = 0
"""On the stack of containers a blockquote is 0; a list item or a footnote is the width of its indentation."""
_DEEPEST: Final = 100
"""Containers nested deeper are taken for text: the work for a line grows with the stack."""
_FOOTNOTE_WIDTH: Final = 4

_PLAIN = r"(?:[^ \t\n#>\-+*=_~`|:0-9<$%\\\[]|\*\*(?=\w)|\[(?!\^))[^\n\\`$<%]*+\n"
_PLAIN_LINES = regex(rf"(?:{_PLAIN})++")
"""Lines that begin no block and hold nothing to blank: most lines of most notes."""
_PLAIN_PARAGRAPHS = regex(rf"(?:(?:{_PLAIN})*+[ \t]*+\n)++")

_BLANKS = regex(r"[ \t]*")
_ATX = regex(r"#{1,6}(?=[ \t]|$)")
_SETEXT = regex(r"(?:=+|-+)[ \t]*$")
_RULE = regex(r"(?:(?:\*[ \t]*+){3,}|(?:-[ \t]*+){3,}|(?:_[ \t]*+){3,})$")
_FENCE = regex(r"(`{3,})[^`]*$|(~{3,})")
_ITEM = regex(r"(?:[-+*]|[0-9]{1,9}[.)])(?=[ \t]|$)")
_FOOTNOTE = regex(r"\[\^[^\]\s]+\]:")
_DELIMITERS = regex(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*+\|?[ \t]*$")
_PIPE = regex(r"(?<!\\)\|")

_NONE: Final = 0
_PARAGRAPH: Final = 1
_TABLE: Final = 2
_FENCE_OPEN: Final = 3
_HTML_OPEN: Final = 4
"""The open leaf: the block that takes the next line, unless that begins another."""

_DONE: Final = 0
_NESTED: Final = 1
_TEXT: Final = 2
"""Of a line: it is read; a container was opened and the rest stands in it; nothing begins here."""


class Blocks(NamedTuple):
    """What a scan finds, each in order."""

    blanked: list[Span]
    """What is not content."""
    headings: list[Heading]
    markup: list[Span]
    """What of it is HTML, line by line, comments included."""


def scan_blocks(text: str, start: int) -> Blocks:
    """What there is in `text` from `start` on. Lines end with `\\n` only."""
    scanner = _Scanner(text, start)
    scanner.scan()
    return Blocks(scanner.blanked, scanner.headings, scanner.markup)


class _Scanner:
    """One pass over the lines, with the stack of open containers and the open leaf (CommonMark, appendix)."""

    def __init__(self, text: str, start: int) -> None:
        self.size = len(text)
        self.source = text + "\n\n"
        self.blanked: list[Span] = []
        self.headings: list[Heading] = []
        self.markup: list[Span] = []
        self.stack: list[int] = []
        self.bare = 0
        """The depth of the stack, when its last item has begun with a blank line: a second one ends it."""
        self.leaf = _NONE
        self.paragraph: list[Span] = []
        self.leaf_end = BLANK_LINE
        self.next = start
        self.end = self.position = self.column = self.used = 0
        """Of the current line: its end, the next character that is no blank, the column of that, and how many
        columns the containers have used up."""
        self.line, self.counted = 1, 0
        self.marks = ClosingMarks(self.source)

    def scan(self) -> None:
        while self.next < self.size:
            if self.stack or self.leaf > _PARAGRAPH or not self._skip_plain():
                self._read_line()
        self._close_paragraph()

    def _skip_plain(self) -> bool:
        pattern = _PLAIN_LINES if self.leaf == _PARAGRAPH else _PLAIN_PARAGRAPHS
        found = pattern.match(self.source, self.next)
        if found is None:
            return False
        self.next = found.end()
        if self.leaf == _PARAGRAPH:
            self.paragraph[-1] = (self.paragraph[-1][0], self.next - 1)
        return True

    # -------------------------------------------------------------------------------------- lines and columns

    def _read_line(self) -> None:
        begin = self.next
        self.end = self.source.index("\n", begin)
        self.next = self.end + 1
        self.used = 0
        self._move(begin, 0)
        matched = self._match_containers() if self.stack else 0
        self.bare = 0
        if self.leaf > _TABLE and matched == len(self.stack):
            if self._continue_leaf():
                return
            self.leaf = _NONE
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
                self._close(matched)
                return
            if self.column - self.used >= 4:
                self._indented(matched)
                return
            for begin in _BEGIN.get(self.source[self.position], ()):
                step = begin(self, matched)
                if step != _TEXT:
                    break
            else:
                self._text(matched)
                return
            if step == _DONE:
                return
            matched = len(self.stack)

    # ---------------------------------------------------------------------------------------- leaves: closing

    def _close(self, matched: int) -> bool:
        """Close the leaf and the containers the line does not continue; True if the scan jumped on."""
        if self.leaf == _PARAGRAPH and self._close_paragraph():
            return True
        self.leaf = _NONE
        del self.stack[matched:]
        return False

    def _close_paragraph(self) -> bool:
        """Scan the paragraph; True if a comment or math block in it runs on: the scan jumps past it."""
        if self.leaf != _PARAGRAPH:
            return False
        self.leaf = _NONE
        opened = self._inline(self.paragraph, self._closes_later)
        if opened < 0:
            return False
        close = self.marks.after(self.source[opened : opened + 2], self.paragraph[-1][1])
        self.blanked.append((opened, close + 2))
        end = self.source.index("\n", close)
        self.next = end + 1
        if self.source[close + 2 : end].strip(" \t"):
            self.leaf = _PARAGRAPH
            self.paragraph = [(close + 2, end)]
        return True

    def _inline(self, run: list[Span], closes_later: Callable[[str], bool] | None = None) -> int:
        """Blank what a run of text holds beside content; the offset of a block that runs on, or -1."""
        for start, end in run:
            if has_special(self.source, start, end):
                blanked, opened = scan_inline(self.source, run, closes_later)
                self.blanked += blanked
                self.markup += [span for span in blanked if self.source[span[0]] == "<"]
                return opened
        return -1

    def _closes_later(self, mark: str) -> bool:
        return self.marks.after(mark, self.paragraph[-1][1]) >= 0

    # ------------------------------------------------------------------------------------------- leaves: text

    def _text(self, matched: int) -> None:
        if self.leaf == _PARAGRAPH:
            self._extend()
        elif self.leaf == _TABLE and matched == len(self.stack) and not self._may_run_on(self.position):
            self._row(self.position, self.end)
        elif not self._close(matched):
            self.leaf = _PARAGRAPH
            self.paragraph = [(self.position, self.end)]

    def _may_run_on(self, position: int) -> bool:
        """Whether a line begins with what may run past its block: a row of a table could not."""
        return self.source.startswith(("%%", "$$"), position)

    def _extend(self) -> None:
        """Add the line to the paragraph, also a lazy one outside its containers (CommonMark 5.1)."""
        start, last = self.paragraph[-1]
        if self.source[last : self.position].isspace():
            self.paragraph[-1] = (start, self.end)
        else:
            self.paragraph.append((self.position, self.end))

    def _indented(self, matched: int) -> None:
        if self.leaf == _PARAGRAPH:
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
        is_markup = self.leaf == _HTML_OPEN
        if self.leaf_end is BLANK_LINE:
            if position == end:
                return False
        elif self.leaf == _HTML_OPEN or self.column - self.used < 4:
            search = self.leaf_end.search if self.leaf == _HTML_OPEN else self.leaf_end.match
            if search(source, position, end):
                self.leaf = _NONE
        if position < end:
            self.blanked.append((position, end))
            self.markup += [(position, end)] if is_markup else []
        return True

    # -------------------------------------------------------------------------------------------- what begins

    def _quote(self, matched: int) -> int:
        if len(self.stack) >= _DEEPEST:
            return _TEXT
        if self._close(matched):
            return _DONE
        self._enter_quote()
        self.stack.append(_QUOTE)
        return _NESTED

    def _atx(self, matched: int) -> int:
        found = _ATX.match(self.source, self.position, self.end)
        if found is None:
            return _TEXT
        if not self._close(matched):
            title = self.source[found.end() : self.end].strip()
            opened = title.rstrip("#")
            self._heading(len(found[0]), found.start(), opened.rstrip() if opened[-1:] in " \t" else title)
            self._inline([(found.end(), self.end)])
        return _DONE

    def _fence(self, matched: int) -> int:
        found = _FENCE.match(self.source, self.position, self.end)
        if found is None:
            return _TEXT
        if self._close(matched):
            return _DONE
        mark = found[1] or found[2]
        closing = rf"{mark[0]}{{{len(mark)},}}[ \t]*$"
        end = self.end
        if self.stack:
            self.leaf, self.leaf_end = _FENCE_OPEN, re.compile(closing)
        else:
            close = re.compile(rf"^ {{0,3}}{closing}", re.MULTILINE).search(self.source, self.next)
            end = close.end() if close else self.size
            self.next = end + 1
        self.blanked.append((self.position, end))
        return _DONE

    def _html(self, matched: int) -> int:
        text = self.leaf == _PARAGRAPH or (self.leaf == _TABLE and matched == len(self.stack))
        closing = html_block_end(self.source, self.position, self.end, text)
        if closing is None:
            return _TEXT
        if not self._close(matched):
            self.leaf = _HTML_OPEN
            self.leaf_end = closing
            self._continue_leaf()
        return _DONE

    def _rule(self, matched: int) -> int:
        if not _RULE.match(self.source, self.position, self.end):
            return _TEXT
        self._close(matched)
        return _DONE

    def _setext(self, matched: int) -> int:
        """Underline the open paragraph, unless nothing but definitions stands in it (CommonMark 4.3)."""
        if self.leaf != _PARAGRAPH or matched < len(self.stack):
            return _TEXT
        if not _SETEXT.match(self.source, self.position, self.end):
            return _TEXT
        spans, source = self.paragraph, self.source
        text = "\n".join(source[start:end] for start, end in spans)
        begin = definitions_end(text, 0, len(text))
        if begin == len(text):
            return _TEXT
        level = 1 if source[self.position] == "=" else 2
        if not self._close_paragraph():
            title = " ".join(line.strip() for line in text[begin:].split("\n"))
            self._heading(level, Offsets(spans).offset(begin), title)
        return _DONE

    def _item(self, matched: int) -> int:
        found = _ITEM.match(self.source, self.position, self.end)
        if found is None or len(self.stack) >= _DEEPEST:
            return _TEXT
        mark = found[0]
        inside = self.leaf == _PARAGRAPH and matched == len(self.stack)
        blank = not self.source[found.end() : self.end].strip(" \t")
        if inside and (blank or (len(mark) > 1 and int(mark[:-1]) != 1)):
            return _TEXT
        if self._close(matched):
            return _DONE
        stop = self.column + len(mark)
        indent = stop - self.used
        self._move(found.end(), stop)
        gap = self.column - stop
        width = indent + (gap if gap <= 4 and not blank else 1)
        self.stack.append(width)
        self.used += width
        self.bare = len(self.stack) if blank else 0
        return _NESTED

    def _footnote(self, matched: int) -> int:
        """A footnote is a container: what is indented by four columns belongs to it (help: Footnotes)."""
        found = _FOOTNOTE.match(self.source, self.position, self.end)
        if found is None or len(self.stack) >= _DEEPEST:
            return _TEXT
        if self._close(matched):
            return _DONE
        self.stack.append(_FOOTNOTE_WIDTH)
        self._move(found.end(), self.column + len(found[0]))
        self.used = self.column
        return _NESTED

    def _table(self, matched: int) -> int:
        """A delimiter row makes the line above it a table's head (GFM: Tables)."""
        if self.leaf != _PARAGRAPH or matched < len(self.stack):
            return _TEXT
        if not _DELIMITERS.match(self.source, self.position, self.end):
            return _TEXT
        start, end = self.paragraph[-1]
        head = max(start, self.source.rfind("\n", start, end) + 1)
        columns = _columns(self.source[head:end])
        delimiters = _columns(self.source[self.position : self.end])
        if columns < 1 or columns != delimiters or self._may_run_on(head):
            return _TEXT
        self.paragraph[-1] = (start, max(start, head - 1))
        if not self._close_paragraph():
            self._row(head, end)
            self.leaf = _TABLE
        return _DONE


def _columns(row: str) -> int:
    """How many cells a table row has; 0 if no pipe divides it."""
    row = row.strip(" \t")
    pipes = len(_PIPE.findall(row))
    outer = row.startswith("|") + (len(row) > 1 and row.endswith("|") and not row.endswith("\\|"))
    return pipes + 1 - outer if pipes else 0


_BEGIN: Final[Mapping[str, tuple[Callable[[_Scanner, int], int], ...]]] = {
    ">": (_Scanner._quote,),
    "#": (_Scanner._atx,),
    "`": (_Scanner._fence,),
    "~": (_Scanner._fence,),
    "<": (_Scanner._html,),
    "=": (_Scanner._setext,),
    "-": (_Scanner._setext, _Scanner._table, _Scanner._rule, _Scanner._item),
    "*": (_Scanner._rule, _Scanner._item),
    "+": (_Scanner._item,),
    "_": (_Scanner._rule,),
    "|": (_Scanner._table,),
    ":": (_Scanner._table,),
    "[": (_Scanner._footnote,),
} | dict.fromkeys("0123456789", (_Scanner._item,))
"""What a line may begin by its first character, in the order in which it is tried."""
