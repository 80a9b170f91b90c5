"""What a client can read without asking: the report of the last build, and the god nodes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from graph.asking.wording import gods_record
from graph.codec import encode_json
from vaultkit.asking import questions
from vaultkit.building.artifacts import REPORT
from vaultkit.errors import VaultkitError
from vaultkit.server.tools import Served

_GODS: Final = 20


class Resource(NamedTuple):
    """A row of the table."""

    name: str
    about: str
    kind: str
    """Its MIME type."""
    read: Callable[[Served], str]


def report(served: Served) -> str:
    """GRAPH_REPORT.md as the last build wrote it. Raises VaultkitError."""
    out = served.out()
    try:
        return (out / REPORT).read_text("utf-8")
    except FileNotFoundError as fault:
        raise VaultkitError(f"there is no {REPORT} in {out}", "build it: graphify PATH") from fault


def god_nodes(served: Served) -> str:
    """`graphify gods --json`."""
    return encode_json(gods_record(questions.gods(served.out(), _GODS).answer)).decode()


RESOURCES: Final[Mapping[str, Resource]] = {
    "graphify://report": Resource("report", "what the graph holds, in a page", "text/markdown", report),
    "graphify://god-nodes": Resource("god-nodes", "the entry points of the map", "application/json", god_nodes),
}
