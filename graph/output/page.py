"""The page graph.html: one self-contained file that opens offline, filled from a finished graph."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

from graph.codec import encode_json
from graph.model import Node
from graph.naming import is_code, qualified_name
from graph.output.page_data import CONFIDENCES, PageGraph, all_columns
from graph.text import well_formed
from templates import asset, render


class Page(NamedTuple):
    """What the page shows. Every text in it is untrusted."""

    name: str
    """Name of the root, vault or project."""
    kind: str
    """vault or project."""
    build_id: str
    counts: Mapping[str, int]
    """Said in a line under the name, in order; the three confidences apart."""
    gods: Sequence[tuple[str, int]]
    """(node id, degree), best first."""
    graph: PageGraph
    around: str = ""
    """The node around which this is a part of the graph; "" for all of it."""


class God(NamedTuple):
    """One entry of the list of entry points."""

    id: str
    label: str
    kind: str
    summary: str
    degree: str
    is_code: bool


def render_page(page: Page) -> str:
    """The whole page as HTML without lone surrogates: it can be written as UTF-8. Same input, same text.

    Only our own script and style may run: the page's policy names them by their hashes (CSP Level 3), so that
    nothing that a note says could run even if it became markup.
    """
    script, style = asset("viewer.js"), asset("viewer.css")
    about = {
        "name": well_formed(page.name),
        "kind": page.kind,
        "build": well_formed(page.build_id),
    }
    gods = list(_gods(page))
    return render(
        "graph.html.j2",
        name=well_formed(f"{page.around} · {page.name}") if page.around else about["name"],
        build_id=about["build"],
        counts=[(_readable(well_formed(name)), f"{number:,}") for name, number in page.counts.items() if number],
        gods=gods,
        is_code=any(god.is_code for god in gods),
        script=script,
        style=style,
        script_hash=_source_hash(script),
        style_hash=_source_hash(style),
        data=_for_script(encode_json({**about, **all_columns(page.graph)})),
    )


def _source_hash(text: str) -> str:
    """An inline element as a content security policy names it."""
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


def _readable(name: str) -> str:
    """`links_to` reads "links to", `property:up` reads "up (property)"."""
    head, colon, rest = name.partition("property:")
    if name in CONFIDENCES:
        return name.lower()
    return f"{rest} (property)" if colon and not head else name.replace("_", " ")


def _gods(page: Page) -> Iterator[God]:
    wanted = {name for name, _ in page.gods}
    found = {node.id: node for node in page.graph.nodes if node.id in wanted}
    for name, degree in page.gods:
        if node := found.get(name):
            label = well_formed(qualified_name(node)) or well_formed(name)
            yield God(well_formed(name), label, well_formed(node.kind), _summary(node), f"{degree:,}", is_code(node))


def _summary(node: Node) -> str:
    summary = node.attrs.get("summary") or node.attrs.get("docstring")
    return well_formed(summary) if isinstance(summary, str) else ""


_ESCAPES = {character: f"\\u{ord(character):04x}".encode() for character in "<>&\u2028\u2029"}


def _for_script(encoded: bytes) -> str:
    """JSON that cannot end or comment out the script element around it (HTML, script contents)."""
    for character, escape in _ESCAPES.items():
        encoded = encoded.replace(character.encode(), escape)
    return encoded.decode()
