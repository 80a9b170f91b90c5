"""`export cypher --push`: what the real driver sends to a server, and what is said when it will not have it."""

from __future__ import annotations

import io
import socket
from pathlib import Path

import pytest

from graph.exports.cypher import CONSTRAINT, Place, statements
from tests.exports.bolt_server import BEGIN, COMMIT, RUN, bolt_server
from tests.exports.networks import TEXTS, network_of
from tests.exports.test_whole_graphs import export
from tests.program import update
from vaultkit.errors import UsageError, VaultkitError
from vaultkit.exporting.bolt import Login, Pushed, check_address, is_open, push

NETWORK, PLACE = network_of(TEXTS), Place("Notes", "b1")
LOGIN = Login("neo4j", "secret", "")


def test_all_statements_come_in_one_transaction() -> None:
    with bolt_server(password="secret") as server:
        assert push(server.address, LOGIN, NETWORK, PLACE) == Pushed(7, 7)
    sent = server.statements()
    assert sent[0] == (CONSTRAINT, {})
    assert sent[1:-2] == [(text, dict(parameters)) for text, parameters in statements(NETWORK, PLACE)]
    tags = [tag for tag, _ in server.said]
    begin = tags.index(BEGIN)
    assert tags[begin : tags.index(COMMIT)].count(RUN) == len(sent) - 3


def test_a_server_that_does_not_know_the_constraint_gets_an_index() -> None:
    with bolt_server(password="secret", refused="CREATE CONSTRAINT") as server:
        push(server.address, LOGIN, NETWORK, PLACE)
    assert [text.split(" FOR")[0] for text, _ in server.statements()[:2]][1] == "CREATE INDEX"


def test_a_refused_statement_leaves_nothing_behind() -> None:
    said = pytest.raises(VaultkitError, match=r"did not take the graph \(.*refused\); the graph there is as it was")
    with bolt_server(password="secret", refused="DETACH DELETE") as server, said:
        push(server.address, LOGIN, NETWORK, PLACE)
    assert COMMIT not in [tag for tag, _ in server.said]


def test_a_wrong_password_is_told_and_not_repeated() -> None:
    with bolt_server(password="other") as server, pytest.raises(VaultkitError, match="refuses the login") as fault:
        push(server.address, LOGIN, NETWORK, PLACE)
    assert "secret" not in str(fault.value)


def test_nobody_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(VaultkitError, match="no graph database answers at"):
        push(f"bolt://127.0.0.1:{port}", LOGIN, NETWORK, PLACE)


@pytest.mark.parametrize(
    "address", ["", "localhost:7687", "http://localhost:7687", "bolt://", "bolt://h:x", "bolt://u:p@h"]
)
def test_addresses_that_are_none(address: str) -> None:
    with pytest.raises(UsageError):
        check_address(address)


@pytest.mark.parametrize(
    ("address", "opened"),
    [
        ("bolt://localhost:7687", False),
        ("bolt://127.0.0.1", False),
        ("neo4j://[::1]:7687", False),
        ("bolt+s://db.example", False),
        ("bolt://db.example", True),
        ("neo4j://10.0.0.7", True),
    ],
)
def test_what_can_be_read_on_its_way(address: str, opened: bool) -> None:
    assert is_open(check_address(address)) == opened


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / "a.md").write_text("[[a]]")
    update(tmp_path)
    with bolt_server(password="secret") as server:
        monkeypatch.delenv("NEO4J_PASSWORD", raising=False)
        monkeypatch.setattr("sys.stdin", io.StringIO())
        assert export(tmp_path, "cypher", "--push", server.address) == 1
        assert "set $NEO4J_PASSWORD" in capfd.readouterr().err
        monkeypatch.setenv("NEO4J_PASSWORD", "secret")
        assert export(tmp_path, "cypher", "--push", server.address, "--as", "mine") == 0
        assert capfd.readouterr().out == f"mine: 7 nodes, 7 relationships at {server.address}\n"
        assert export(tmp_path, "cypher", "--push", server.address, "-o", tmp_path / "x") == 2
    assert server.statements()[1][1]["rows"][0]["graph"] == "mine"
