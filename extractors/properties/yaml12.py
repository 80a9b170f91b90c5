"""Reads YAML as Obsidian does: PyYAML's parser, YAML 1.2 values, a place for each, faults as values."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import yaml

from extractors.properties.piece import Piece, Place, masked, moved, quoted
from graph.model import Problem, Severity
from graph.regex import regex

MAX_DEPTH: Final = 64
"""Collections inside collections, aliases followed; nobody nests properties deeper."""
MAX_BORROWED: Final = 10_000
"""Nodes that aliases may repeat in one document: a "billion laughs" ends here."""

Path = tuple[str | int, ...]


class Fault(NamedTuple):
    """Where and why a piece is no YAML."""

    place: Place
    reason: str
    advice: str = ""
    """What to write instead, where the reader knows better than the text shows."""


class Reading(NamedTuple):
    """What a piece says: its value, or what was read until the fault."""

    value: object
    places: dict[Path, Place]
    key_places: dict[str, Place]
    problems: tuple[Problem, ...]
    fault: Fault | None


_CONSTANTS: Final[dict[str, object]] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
    ".nan": float("nan"), ".NaN": float("nan"), ".NAN": float("nan"),
    **{sign + word: float(sign + "inf") for sign in ("", "+", "-") for word in (".inf", ".Inf", ".INF")},
}  # fmt: skip
_NUMBERS: Final[tuple[tuple[re.Pattern[str], Callable[[str], object]], ...]] = (
    (regex(r"[-+]?[0-9]{1,300}"), int),
    (regex(r"0o[0-7]{1,300}"), lambda text: int(text[2:], 8)),
    (regex(r"0x[0-9a-fA-F]{1,300}"), lambda text: int(text[2:], 16)),
    (regex(r"[-+]?(?:\.[0-9]++|[0-9]++(?:\.[0-9]*+)?)(?:[eE][-+]?[0-9]++)?"), float),
)
_MAY_BE_SPECIAL: Final = frozenset("0123456789+-.~nNtTfF")


def core(text: str) -> object:
    """The value of a plain scalar by the core schema (YAML 1.2.2, 10.3.2): null, bool, int, float, else text.

    Integers of more than 300 digits are floats (infinite, as in JavaScript).
    """
    if text and text[0] not in _MAY_BE_SPECIAL:
        return text
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    return next((convert(text) for form, convert in _NUMBERS if form.fullmatch(text)), text)


def read(piece: Piece) -> Reading:
    """The value of a piece with the places of everything in it. Never raises, time linear in its length.

    Keys are strings as the author wrote them, `<<` is an ordinary key, the first of two equal keys wins,
    aliases share the value they name, unknown tags are dropped (YAML 1.2.2, 10.3: no merge keys, no dates).
    """
    return _Reader(piece).run()


class _Open:
    """A collection whose end has not been seen."""

    __slots__ = (
        "anchor",
        "before",
        "flow",
        "height",
        "indent",
        "key",
        "outer_places",
        "path",
        "place",
        "value",
    )

    def __init__(self, value: Any, path: Path, place: Place) -> None:
        self.value = value
        self.path = path
        self.place = place
        self.flow = False
        self.indent = -1
        self.height = 1
        self.key: str | None = None
        self.anchor: _Anchor | None = None
        self.before = 0
        self.outer_places: dict[Path, Place] | None = None


class _Anchor:
    """A named value: its size in nodes and its height in collections; `done` once its end was seen."""

    __slots__ = ("done", "height", "place", "size", "used", "value")

    def __init__(self, place: Place) -> None:
        self.place = place
        self.value: object = None
        self.size = 1
        self.height = 0
        self.used = False
        self.done = False

    def finish(self, value: object, size: int, height: int) -> None:
        self.value, self.size, self.height, self.done = value, size, height, True


_Loader = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
_STR: Final = "tag:yaml.org,2002:str"
_CORE_TAGS: Final = frozenset(
    ["!", *("tag:yaml.org,2002:" + name for name in ("str", "int", "float", "bool", "null", "map", "seq"))]
)
_PROPERTIES = regex(r"(?:[&!][^ \t\r\n]*+(?:[ \t\r\n]++|\Z))*+")
_UNCLOSED = regex(r"flow|quoted|simple key")
_NEXT_LINE = regex(r"\n([ ]*+)(?=[^\s#])")


class _Reader:
    """One pass over the parser's events, with a stack of its own: no recursion, whatever the nesting."""

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        self.masked = masked(piece.text[piece.start : piece.end])
        self.source = self.masked.text
        self.stack: list[_Open] = []
        self.value: object = None
        self.places: dict[Path, Place] = {}
        self.key_places: dict[str, Place] = {}
        self.problems: list[Problem] = []
        self.fault: Fault | None = None
        self.anchors: dict[str, _Anchor] = {}
        self.documents = 0
        self.nodes = 0
        self.borrowed = 0
        self.last = 0

    def run(self) -> Reading:
        loader = _Loader(self.source)
        try:
            while self.fault is None:
                event = loader.get_event()
                if event is None:
                    break
                handle = _HANDLERS.get(type(event))
                if handle is not None:
                    handle(self, event)
        except yaml.YAMLError as error:
            self.fault = self.fault_of(error)
        finally:
            loader.dispose()
        return Reading(self.value, self.places, self.key_places, tuple(self.problems), self.fault)

    # events

    def on_document(self, event: Any) -> None:
        self.documents += 1
        if self.documents > 1:
            place = self.place(event.start_mark, event.end_mark.index)
            self.fault = Fault(place, "second document", "`---` starts a second document; remove this line")

    def on_scalar(self, event: Any) -> None:
        text = self.masked.restored(event.value)
        value = core(text) if event.implicit[0] else text
        start, end = event.start_mark, event.end_mark.index
        if event.style in _BLOCK_STYLES:
            end = start.index + len(self.source[start.index : end].rstrip(" \t\r\n"))
        place = self.place_of(event, end)
        if event.style in _QUOTED_STYLES and event.end_mark.line != start.line:
            self.check_margin(place, end)
        if event.tag is not None:
            value = self.tagged(event, text)
        if end > start.index:
            self.last = end
        self.nodes += 1
        if event.anchor is not None:
            self.anchor(event).finish(value, 1, 0)
        self.put(value, text, place)

    def on_sequence(self, event: Any) -> None:
        self.open([], event)

    def on_mapping(self, event: Any) -> None:
        self.open({}, event)

    def open(self, value: Any, event: Any) -> None:
        self.hide_places_in_key()
        frame = _Open(value, self.path(), self.place_of(event, event.end_mark.index))
        frame.flow = bool(event.flow_style)
        if not frame.flow:
            frame.indent = event.start_mark.column
        elif self.stack:
            frame.indent = self.stack[-1].indent
        frame.before = self.nodes
        self.nodes += 1
        if event.tag is not None:
            self.tagged(event, "")
        if event.anchor is not None:
            frame.anchor = self.anchor(event)
        self.stack.append(frame)
        if len(self.stack) > MAX_DEPTH:
            self.fault = Fault(frame.place, "too deep", f"nested deeper than {MAX_DEPTH} levels; write it flatter")

    def on_end(self, event: Any) -> None:
        frame = self.stack.pop()
        if frame.flow:
            self.last = event.end_mark.index
            self.check_margin(frame.place, self.last - 1)
        place = frame.place._replace(end=max(frame.place.start, self.piece.start + self.last))
        if frame.anchor is not None:
            frame.anchor.finish(frame.value, self.nodes - frame.before, frame.height)
        if self.stack:
            self.stack[-1].height = max(self.stack[-1].height, frame.height + 1)
        self.put(frame.value, None, place)

    def on_alias(self, event: Any) -> None:
        place = self.place(event.start_mark, event.end_mark.index)
        self.last = event.end_mark.index
        name = "*" + event.anchor
        anchor = self.anchors.get(event.anchor)
        if anchor is not None:
            self.put(self.repeated(anchor, name, place), None, place)
            return
        self.nodes += 1
        message = f"`*` starts an alias in YAML; put the value in quotes: {quoted(name)}"
        self.report(place, "error", "yaml", message)
        self.put(name, name, place)

    def on_stream_end(self, event: Any) -> None:
        for name, anchor in self.anchors.items():
            if not anchor.used:
                message = f"`&{name}` is read as a YAML anchor and lost; put the value in quotes"
                self.report(anchor.place, "warning", "value-swallowed-by-anchor", message)

    # building

    def hide_places_in_key(self) -> None:
        """What stands inside a key that is a collection has no path: its places are dropped."""
        frame = self.stack[-1] if self.stack else None
        if frame is not None and frame.key is None and isinstance(frame.value, dict):
            frame.outer_places, self.places = self.places, {}

    def show_places(self, frame: _Open) -> None:
        if frame.outer_places is not None:
            self.places, frame.outer_places = frame.outer_places, None

    def path(self) -> Path:
        """The path of the value that comes next."""
        if not self.stack:
            return ()
        frame = self.stack[-1]
        if isinstance(frame.value, list):
            return (*frame.path, len(frame.value))
        return frame.path if frame.key is None else (*frame.path, frame.key)

    def put(self, value: object, text: str | None, place: Place) -> None:
        """Hand a finished value to the collection around it: as item, as key or as value."""
        if not self.stack:
            self.value = value
            return
        frame = self.stack[-1]
        if isinstance(frame.value, list):
            self.places[(*frame.path, len(frame.value))] = place
            frame.value.append(value)
        elif frame.key is None:
            self.put_key(frame, value, text, place)
        else:
            self.places[(*frame.path, frame.key)] = place
            frame.value.setdefault(frame.key, value)
            self.show_places(frame)
            frame.key = None

    def put_key(self, frame: _Open, value: object, text: str | None, place: Place) -> None:
        self.show_places(frame)
        frame.key = key = _flow_text(value) if text is None else text
        if key in frame.value:
            self.report(place, "error", "yaml-duplicate-key", duplicate_message(key))
            # The value of the second is read aside like what stands in a key.
            frame.outer_places, self.places = self.places, {}
            return
        if len(self.stack) == 1:
            self.key_places[key] = place
        if isinstance(value, dict) and self.piece.text.startswith("{", place.start - 1):
            braces = self.piece.text[place.start - 1 : place.end + 1]
            message = f"a template in braces is a mapping for YAML; put it in quotes: {quoted(braces)}"
            self.report(place._replace(column=place.column - 1), "warning", "yaml-template", message)

    def tagged(self, event: Any, text: str) -> object:
        """The value of a scalar with a tag; an unknown tag leaves the text."""
        if event.tag not in _CORE_TAGS:
            message = f"`{event.tag}` is read as a YAML tag and lost; put the value in quotes"
            place = self.place(event.start_mark, event.end_mark.index)
            self.report(place, "warning", "yaml-unknown-tag", message)
            return text
        return text if event.tag in (_STR, "!") else core(text)

    def anchor(self, event: Any) -> _Anchor:
        anchor = self.anchors[event.anchor] = _Anchor(self.place(event.start_mark, event.end_mark.index))
        return anchor

    def repeated(self, anchor: _Anchor, name: str, place: Place) -> object:
        """The value an alias stands for; None if that would contain itself or grow too large."""
        anchor.used = True
        if not anchor.done:
            self.report(place, "error", "yaml-recursive-alias", f"`{name}` contains itself; write the value out")
        elif self.borrowed + anchor.size > MAX_BORROWED or len(self.stack) + anchor.height > MAX_DEPTH:
            self.report(place, "error", "yaml-too-many-aliases", f"`{name}` repeats too much; write it out")
        else:
            self.borrowed += anchor.size
            self.nodes += anchor.size
            if self.stack:
                self.stack[-1].height = max(self.stack[-1].height, anchor.height + 1)
            return anchor.value
        self.nodes += 1
        return None

    # places and faults

    def place(self, mark: Any, end: int) -> Place:
        piece = self.piece
        column = mark.column + 1 if mark.line else mark.column + piece.column
        return Place(piece.line + mark.line, column, piece.start + mark.index, piece.start + end)

    def place_of(self, event: Any, end: int) -> Place:
        """The place of a node without its anchor and tag."""
        place = self.place(event.start_mark, end)
        if event.anchor is None and event.tag is None:
            return place
        start = event.start_mark.index
        properties = _PROPERTIES.match(self.source, start, end)
        return place if properties is None else moved(self.piece.text, place, properties.end() - start)

    def check_margin(self, place: Place, end: int) -> None:
        """Refuse quotes or brackets that go on at the margin of their key: only libyaml reads them."""
        if self.stack and self.stack[-1].flow:
            return
        margin = self.stack[-1].indent if self.stack else -1
        for line in _NEXT_LINE.finditer(self.source, place.start - self.piece.start, end):
            if len(line[1]) <= margin:
                self.fault = Fault(place, "margin", "indent the lines that follow: they belong to this value")
                return

    def fault_of(self, error: yaml.YAMLError) -> Fault:
        if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
            return Fault(self.piece.first, str(error))
        mark, context = error.problem_mark, error.context_mark
        if context is not None and context.line < mark.line and _UNCLOSED.search(error.context or ""):
            mark = context
        return Fault(self.place(mark, mark.index), error.problem or "")

    def report(self, place: Place, severity: Severity, rule: str, message: str) -> None:
        self.problems.append(Problem(self.piece.path, place.line, place.column, severity, rule, message))


_BLOCK_STYLES: Final = frozenset("|>")
_QUOTED_STYLES: Final = frozenset("'\"")
_HANDLERS: Final[dict[type, Callable[[_Reader, Any], None]]] = {
    yaml.DocumentStartEvent: _Reader.on_document,
    yaml.ScalarEvent: _Reader.on_scalar,
    yaml.SequenceStartEvent: _Reader.on_sequence,
    yaml.MappingStartEvent: _Reader.on_mapping,
    yaml.SequenceEndEvent: _Reader.on_end,
    yaml.MappingEndEvent: _Reader.on_end,
    yaml.AliasEvent: _Reader.on_alias,
    yaml.StreamEndEvent: _Reader.on_stream_end,
}


def duplicate_message(key: str) -> str:
    """What to say of a key that stands twice (Obsidian: "Map keys must be unique")."""
    return f"`{key}` stands twice, which makes the whole block invalid; keep one of them (the first is read)"


def _flow_text(value: object) -> str:
    """A collection that stands as a key, written in flow style: `{ date }`."""
    if isinstance(value, dict):
        pairs = (key if item is None else f"{key}: {_flow_text(item)}" for key, item in value.items())
        return "{ " + ", ".join(pairs) + " }"
    if isinstance(value, list):
        return "[ " + ", ".join(map(_flow_text, value)) + " ]"
    return "null" if value is None else str(value)
