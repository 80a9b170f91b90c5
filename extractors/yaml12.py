"""Reads YAML as Obsidian does: PyYAML's parser, YAML 1.2 values, a place for every value, faults as values."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import yaml

from graph.model import Problem, Severity

MAX_DEPTH: Final = 64
"""Collections inside collections; libyaml itself stops at 1000."""
MAX_BORROWED: Final = 10_000
"""Nodes that aliases may repeat in one document: a "billion laughs" ends here."""

Path = tuple[str | int, ...]


class Place(NamedTuple):
    """Where a value stands in a file."""

    line: int
    """1-based, in the whole file."""
    column: int
    """1-based, in characters."""
    start: int
    end: int
    """Offsets [start, end) into the text of the file; equal for an empty value."""


class Piece(NamedTuple):
    """A stretch of a file that holds YAML."""

    path: str
    text: str
    """The whole file."""
    start: int
    end: int
    line: int
    """1-based line of `start`."""
    column: int = 0
    """Characters before `start` on its line."""


class Fault(NamedTuple):
    """Why and where a piece is no YAML."""

    place: Place
    reason: str


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
    ".inf": float("inf"), ".Inf": float("inf"), ".INF": float("inf"),
    "+.inf": float("inf"), "+.Inf": float("inf"), "+.INF": float("inf"),
    "-.inf": float("-inf"), "-.Inf": float("-inf"), "-.INF": float("-inf"),
    ".nan": float("nan"), ".NaN": float("nan"), ".NAN": float("nan"),
}  # fmt: skip
_NUMBERS: Final[tuple[tuple[re.Pattern[str], Callable[[str], object]], ...]] = (
    (re.compile(r"[-+]?[0-9]{1,300}"), int),
    (re.compile(r"0o[0-7]{1,300}"), lambda text: int(text[2:], 8)),
    (re.compile(r"0x[0-9a-fA-F]{1,300}"), lambda text: int(text[2:], 16)),
    (re.compile(r"[-+]?(?:\.[0-9]++|[0-9]++(?:\.[0-9]*+)?)(?:[eE][-+]?[0-9]++)?"), float),
)
_MAY_BE_SPECIAL: Final = frozenset("0123456789+-.~nNtTfF")


def core(text: str) -> object:
    """The value of a plain scalar by the core schema (YAML 1.2.2, 10.3.2): null, bool, int, float, else the text.

    Numbers of more than 300 digits become floats (infinite, as in JavaScript).
    """
    if text and text[0] not in _MAY_BE_SPECIAL:
        return text
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    return next((convert(text) for form, convert in _NUMBERS if form.fullmatch(text)), text)


_STR: Final = "tag:yaml.org,2002:str"
_CORE_TAGS: Final = frozenset("tag:yaml.org,2002:" + name for name in ("str", "int", "float", "bool", "null", "map", "seq"))


def read(piece: Piece) -> Reading:
    """The value of a piece with the places of everything in it. Never raises, time linear in its length.

    Mapping keys are strings as the author wrote them, `<<` is an ordinary key, the first of two equal keys wins,
    aliases share the value they name, unknown tags are dropped.
    """
    return _Reader(piece).run()


def moved(text: str, place: Place, by: int) -> Place:
    """A place that starts `by` characters later."""
    skipped = text[place.start : place.start + by]
    lines = skipped.count("\n")
    column = len(skipped) - skipped.rfind("\n") if lines else place.column + by
    return Place(place.line + lines, column, place.start + by, max(place.end, place.start + by))


class _Open:
    """A collection whose end has not been seen."""

    __slots__ = ("anchor", "before", "flow", "indent", "key", "key_place", "outer_places", "path", "place", "value")

    def __init__(self, value: Any, path: Path, place: Place, flow: bool, indent: int) -> None:
        self.value = value
        self.path = path
        self.place = place
        self.flow = flow
        self.indent = indent
        self.key: str | None = None
        self.anchor: str | None = None
        self.before = 0
        self.outer_places: dict[Path, Place] | None = None


class _Anchor:
    """A named value; `done` once its end was seen."""

    __slots__ = ("done", "place", "size", "used", "value")

    def __init__(self, place: Place) -> None:
        self.place = place
        self.value: object = None
        self.size = 1
        self.used = False
        self.done = False


_Loader = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
_PROPERTIES = re.compile(r"(?:[&!]\S*+\s++)++(?:[&!]\S*+$)?+|[&!]\S*+(?=\s|$)", re.M)
_UNCLOSED = re.compile(r"flow|quoted|simple key")
_FLOW_LINE = re.compile(r"\n([ ]*+)(?=[^\s#])")


class _Reader:
    """One pass over the parser's events with a stack of our own: no recursion, whatever the nesting."""

    def __init__(self, piece: Piece) -> None:
        self.piece = piece
        self.source, self.restore = _stand_in(piece.text[piece.start : piece.end])
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
                if event is None or isinstance(event, yaml.StreamEndEvent):
                    break
                handle = _HANDLERS.get(type(event))
                if handle is not None:
                    handle(self, event)
        except yaml.YAMLError as error:
            self.fault = self.fault_of(error)
        finally:
            loader.dispose()
        self.report_swallowed()
        return Reading(self.value, self.places, self.key_places, tuple(self.problems), self.fault)

    # places

    def place(self, mark: Any, end: int) -> Place:
        piece = self.piece
        column = mark.column + 1 if mark.line else mark.column + 1 + piece.column
        return Place(piece.line + mark.line, column, piece.start + mark.index, piece.start + end)

    def place_of(self, event: Any, end: int) -> Place:
        """The place of a node without its anchor and tag."""
        place = self.place(event.start_mark, end)
        if event.anchor is None and event.tag is None:
            return place
        start = event.start_mark.index
        properties = _PROPERTIES.match(self.source, start, end)
        return place if properties is None else moved(self.piece.text, place, properties.end() - start)

    def report(self, place: Place, severity: Severity, rule: str, message: str) -> None:
        self.problems.append(Problem(self.piece.path, place.line, place.column, severity, rule, message))

    # events

    def on_document(self, event: Any) -> None:
        self.documents += 1
        if self.documents > 1:
            self.fault = Fault(self.place(event.start_mark, event.end_mark.index), "a second document starts here")

    def on_scalar(self, event: Any) -> None:
        text = event.value
        if self.restore:
            text = text.translate(self.restore)
        value = core(text) if event.implicit[0] else text
        start, end = event.start_mark, event.end_mark.index
        if event.style == "|" or event.style == ">":
            end = start.index + len(self.source[start.index : end].rstrip())
        elif event.end_mark.line != start.line and not event.implicit[0]:
            self.check_indent(start, end)
        place = self.place_of(event, end)
        if event.tag is not None:
            value = self.tagged(event, text, place)
        if end > start.index:
            self.last = end
        self.nodes += 1
        if event.anchor is not None:
            anchor = self.anchors[event.anchor] = _Anchor(self.place(start, end))
            anchor.value, anchor.done = value, True
        self.put(value, text, place)

    def on_sequence(self, event: Any) -> None:
        self.open([], event)

    def on_mapping(self, event: Any) -> None:
        self.open({}, event)

    def open(self, value: Any, event: Any) -> None:
        place = self.place_of(event, event.end_mark.index)
        outer = self.stack[-1] if self.stack else None
        path: Path = ()
        if outer is not None:
            path = (*outer.path, len(outer.value) if isinstance(outer.value, list) else outer.key or "")
        flow = bool(event.flow_style)
        indent = (outer.indent if outer is not None else -1) if flow else event.start_mark.column
        frame = _Open(value, path, place, flow, indent)
        frame.before = self.nodes
        self.nodes += 1
        if event.tag is not None:
            self.tagged(event, "", place)
        if event.anchor is not None:
            frame.anchor = event.anchor
            self.anchors[event.anchor] = _Anchor(self.place(event.start_mark, event.end_mark.index))
        self.stack.append(frame)
        if len(self.stack) > MAX_DEPTH:
            self.fault = Fault(place, f"nested deeper than {MAX_DEPTH} levels")

    def on_end(self, event: Any) -> None:
        frame = self.stack.pop()
        if frame.flow:
            self.last = event.end_mark.index
            if event.end_mark.line + self.piece.line != frame.place.line and not (self.stack and self.stack[-1].flow):
                self.check_flow_indent(frame)
        place = frame.place._replace(end=max(frame.place.start, self.piece.start + self.last))
        if frame.anchor is not None:
            anchor = self.anchors[frame.anchor]
            anchor.value, anchor.size, anchor.done = frame.value, self.nodes - frame.before, True
        self.put(frame.value, None, place)

    def on_alias(self, event: Any) -> None:
        place = self.place(event.start_mark, event.end_mark.index)
        self.last = event.end_mark.index
        name = "*" + event.anchor
        anchor = self.anchors.get(event.anchor)
        if anchor is None:
            self.report(place, "error", "yaml", f'`{name}` names an anchor that does not exist; write "{name}" in quotes')
            self.put(name, name, place)
            return
        anchor.used = True
        value: object = None
        if not anchor.done:
            self.report(place, "error", "yaml-recursive-alias", f"`{name}` contains itself; write the value out")
        elif self.borrowed + anchor.size > MAX_BORROWED:
            self.report(place, "error", "yaml-too-many-aliases", f"`{name}` repeats too much; write the value out")
        else:
            self.borrowed += anchor.size
            self.nodes += anchor.size
            value = anchor.value
        self.put(value, None, place)

    # building

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
            self.put_key(frame, _flow_text(value) if text is None else text, place, value)
        else:
            self.places[(*frame.path, frame.key)] = place
            if frame.outer_places is None:
                frame.value[frame.key] = value
            else:
                self.places, frame.outer_places = frame.outer_places, None
            frame.key = None

    def put_key(self, frame: _Open, key: str, place: Place, value: object) -> None:
        frame.key = key
        if key in frame.value:
            self.report(place, "error", "yaml-duplicate-key", f"`{key}` stands twice; keep one of them (the first is read)")
            # What the second one says is read into places of its own and dropped with them.
            frame.outer_places, self.places = self.places, {}
            return
        if not frame.path and len(self.stack) == 1:
            self.key_places[key] = place
        if isinstance(value, dict) and self.piece.text.startswith("{", place.start - 1):
            braces = self.piece.text[place.start - 1 : place.end + 1]
            self.report(place._replace(column=place.column - 1), "warning", "yaml-template",
                        f'`{braces}` is a mapping for YAML; write "{braces}" in quotes')  # fmt: skip

    def tagged(self, event: Any, text: str, place: Place) -> object:
        """The value of a scalar with a tag; an unknown tag leaves the text (YAML 1.2.2, 10.3.2)."""
        value = text if event.tag in (_STR, "!") else core(text)
        if event.tag in _CORE_TAGS or event.tag == "!":
            return value
        self.report(self.place(event.start_mark, 0), "warning", "yaml-unknown-tag",
                    f"`{event.tag}` is read as a YAML tag and lost; put the value in quotes")  # fmt: skip
        return text

    # faults

    def check_indent(self, mark: Any, end: int) -> None:
        """Quoted text that goes on at the margin of its key is no YAML for Obsidian, though libyaml reads it."""
        frame = self.stack[-1] if self.stack else None
        if frame is None or frame.flow:
            return
        self.check_margin(self.place(mark, end), frame.indent)

    def check_flow_indent(self, frame: _Open) -> None:
        self.check_margin(frame.place._replace(end=self.piece.start + self.last - 1), frame.indent)

    def check_margin(self, place: Place, indent: int) -> None:
        for line in _FLOW_LINE.finditer(self.source, place.start - self.piece.start, place.end - self.piece.start):
            if len(line[1]) <= indent:
                self.fault = Fault(place, "the lines that follow must be indented")
                return

    def fault_of(self, error: yaml.YAMLError) -> Fault:
        if not isinstance(error, yaml.MarkedYAMLError) or error.problem_mark is None:
            return Fault(Place(self.piece.line, 1, self.piece.start, self.piece.start), str(error))
        mark, context = error.problem_mark, error.context_mark
        if context is not None and context.line < mark.line and _UNCLOSED.search(error.context or ""):
            mark = context
        return Fault(self.place(mark, mark.index), error.problem or "")

    def report_swallowed(self) -> None:
        for name, anchor in self.anchors.items():
            if not anchor.used:
                self.report(anchor.place, "warning", "value-swallowed-by-anchor",
                            f"`&{name}` is read as a YAML anchor and lost; put the value in quotes")  # fmt: skip


_HANDLERS: Final[dict[type, Callable[[_Reader, Any], None]]] = {
    yaml.DocumentStartEvent: _Reader.on_document,
    yaml.ScalarEvent: _Reader.on_scalar,
    yaml.SequenceStartEvent: _Reader.on_sequence,
    yaml.MappingStartEvent: _Reader.on_mapping,
    yaml.SequenceEndEvent: _Reader.on_end,
    yaml.MappingEndEvent: _Reader.on_end,
    yaml.AliasEvent: _Reader.on_alias,
}


def _flow_text(value: object) -> str:
    """A collection that stands as a key, written in flow style: `{ date }`."""
    if isinstance(value, dict):
        pairs = (key if item is None else f"{key}: {_flow_text(item)}" for key, item in value.items())
        return "{ " + ", ".join(pairs) + " }"
    if isinstance(value, list):
        return "[ " + ", ".join(map(_flow_text, value)) + " ]"
    return "null" if value is None else str(value)


_FOREIGN = re.compile("[^\t\n\r -~\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]|\r(?!\n)")
_BLANK_LINE = re.compile(r"^[ \t]*\t[ \t]*$", re.M)


def _stand_in(text: str) -> tuple[str, dict[int, str]]:
    """The text with a stand-in of equal length for each character that YAML 1.1 refuses or breaks lines at.

    Obsidian accepts control characters, and U+0085, U+2028, U+2029 and a lone CR break no line in YAML 1.2. The second value
    turns stand-ins back. Tabs on blank lines, which only libyaml minds, become spaces.
    """
    if "\t" in text:
        text = _BLANK_LINE.sub(lambda line: " " * len(line[0]), text)
    foreign = sorted(set(_FOREIGN.findall(text)))
    if not foreign:
        return text, {}
    taken = set(text)
    free = (chr(code) for code in range(0x10FFFD, 0xFFFF, -1) if chr(code) not in taken)
    pairs = dict(zip(foreign, free, strict=False))
    masked = _FOREIGN.sub(lambda match: pairs.get(match[0], " "), text)
    return masked, {ord(other): char for char, other in pairs.items()}
