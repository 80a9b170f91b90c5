"""What comes first among code that matches: each case is a question, and two symbols in the order they are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.program import update
from vaultkit.asking.questions import Narrowing, query

FILES = {
    "proxy.py": '''
class Proxy:
    def __init__(self, address: str) -> None:
        """Which proxy is trusted."""
        self.found = address

    def holds(self, address: str) -> None:
        """Which proxy is trusted."""
        self.found = address

    def works(self, address: str) -> None:
        """Which proxy is trusted here."""
        self.found = lower(first(address))


def lower(address: str) -> str:
    return address.lower()


def first(address: str) -> str:
    return address.split()[0]
''',
    "routes.py": '''
def handle_request(path: str) -> str:
    return path


def request_request_request(path: str) -> str:
    """A request of a request is a request."""
    return path
''',
}


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("project")
    for name, text in FILES.items():
        (root / name).write_text(text, "utf-8")
    update(root)
    return root / "graphify-out"


@pytest.mark.parametrize(
    ("question", "better", "worse"),
    [
        pytest.param("which proxy is trusted", "Proxy.works", "Proxy.holds", id="what works"),
        pytest.param("which proxy is trusted", "Proxy.holds", "Proxy.__init__", id="a constructor is its class"),
        pytest.param("the handler of a request", "handle_request", "request_request_request", id="the whole question"),
    ],
)
def test_the_better_comes_first(out: Path, question: str, better: str, worse: str) -> None:
    told = [each.node.id.partition("::")[2] for each in query(out, question, Narrowing()).answer.nodes]
    assert told.index(better) < told.index(worse)
