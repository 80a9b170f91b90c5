"""Meaning is optional: an embedder that Ollama serves over real HTTP, and one clear line where there is none."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.shelf.ollama_server import Ollama, ollama_server
from tests.shelf.shelves import NOW, keep, shelf
from vaultkit.cli.main import run_group
from vaultkit.errors import VaultkitError
from vaultkit.memory.shelf.asking import ask, similar
from vaultkit.memory.shelf.store import Store
from vaultkit.memory.shelf.vectors import Settled, Vectors
from vaultkit.models.embed import OllamaEmbedder
from vaultkit.models.slm import completer

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def server() -> Iterator[Ollama]:
    with ollama_server() as server:
        yield server


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with shelf(tmp_path) as store:
        yield store


def vectors(store: Store, server: Ollama, *skipped: str) -> Vectors:
    return Vectors(store, lambda: OllamaEmbedder("letters", server.host), skipped)


def names(entries: Any) -> list[str]:
    return [entry.key for entry in entries]


def test_the_nearest_come_first_and_filters_before_limits(store: Store, server: Ollama) -> None:
    keep(store, "e", "zzzz", tags=("message",))
    keep(store, "f", "zzzy")
    keep(store, "g", "aaaa")
    keep(store, "h", "zzzz zzzz", embed=False)
    assert vectors(store, server).settle() == Settled(embedded=3, dropped=0)
    found = similar(store, "zz", ["knowledge"], ["message"], 2, vectors(store, server))
    assert names(found.entries) == ["f", "g"] and not found.more
    assert names(similar(store, "zz", ["knowledge"], [], 1, vectors(store, server)).entries) == ["e"]
    only = '["$knowledge", {"$similar": "zz", "limit": 1}, ["$not", ["$contains", "tags", "message"]]]'
    assert names(ask(store, only, vectors(store, server)).entries) == ["f"]
    both = '["$knowledge", ["$similar", "zz"], ["$search", "aaaa zzzy"]]'
    assert set(names(ask(store, both, vectors(store, server)).entries)) == {"f", "g"}


def test_skipped_tags_settle_when_asked(store: Store, server: Ollama) -> None:
    keep(store, "a", "a", tags=("message",))
    keep(store, "b", "b")
    vectors(store, server).settle()
    assert vectors(store, server, "message").settle() == Settled(embedded=0, dropped=1)
    assert names(similar(store, "a", ["knowledge"], [], 9, vectors(store, server)).entries) == ["b"]
    assert vectors(store, server).settle() == Settled(embedded=1, dropped=0)


def test_vectors_of_another_model_are_not_compared(store: Store, server: Ollama) -> None:
    keep(store, "a", "a")
    vectors(store, server).settle()
    server.models["letters:latest"] = "c" * 64
    assert similar(store, "a", ["knowledge"], [], 9, vectors(store, server)).entries == []
    assert vectors(store, server).settle().embedded == 1
    assert names(similar(store, "a", ["knowledge"], [], 9, vectors(store, server)).entries) == ["a"]


def test_what_is_changed_or_removed_has_no_old_vector(store: Store, server: Ollama) -> None:
    keep(store, "a", "aaaa")
    vectors(store, server).settle()
    with store.changing():
        store.update_knowledge("a", {"data": "zzzz"}, NOW)
    assert store.connection.execute("SELECT count(*) FROM vector").fetchone() == (0,)
    vectors(store, server).settle()
    with store.changing():
        store.delete("knowledge", "a")
    assert store.connection.execute("SELECT count(*) FROM vector").fetchone() == (0,)


def test_what_changes_while_it_is_embedded_gets_no_old_vector(store: Store, server: Ollama) -> None:
    keep(store, "a", "aaaa")

    class Slow(OllamaEmbedder):
        def documents(self, texts: Sequence[str], /) -> list[list[float]]:
            with store.changing():
                store.update_knowledge("a", {"data": "zzzz"}, NOW)
            return super().documents(texts)

    slow = Vectors(store, lambda: Slow("letters", server.host))
    assert slow.settle().embedded == 0
    assert store.connection.execute("SELECT count(*) FROM vector").fetchone() == (0,)


def test_many_texts_go_in_batches(store: Store, server: Ollama) -> None:
    for number in range(70):
        keep(store, f"entry {number}", "text")
    vectors(store, server).settle()
    assert [len(body["input"]) for path, body in server.asked if path == "/api/embed"] == [32, 32, 6]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.mark.parametrize(
    ("model", "host", "word"),
    [
        ("letters", "", "no Ollama answers"),
        ("absent", None, "ollama pull absent"),
        ("letters", "http://[::1", "no address of an Ollama"),
        ("letters", "host:port", "no address of an Ollama"),
    ],
)
def test_what_is_missing_is_said(server: Ollama, model: str, host: str | None, word: str) -> None:
    address = server.host if host is None else host or f"127.0.0.1:{free_port()}"
    with pytest.raises(VaultkitError, match=word):
        OllamaEmbedder(model, address)


# Chat


def test_a_completer_asks_with_the_schema(server: Ollama) -> None:
    answer = completer("small", f"http://{server.host}")("Summarise.", {"type": "object"})
    assert answer == {"name": "a talk", "summary": "They talked."}
    path, body = server.asked[-1]
    assert path == "/api/chat" and body["format"] == {"type": "object"} and body["stream"] is True


@pytest.mark.parametrize(("content", "reason"), [("{", "stop"), ("[1]", "stop"), ('{"a": 1}', "length"), ("", "stop")])
def test_an_answer_that_is_none(server: Ollama, content: str, reason: str) -> None:
    server.chat.update(content=content, done_reason=reason)
    with pytest.raises(VaultkitError, match="small did not"):
        completer("small", server.host)("Summarise.", {})


# The commands


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    monkeypatch.setenv("VAULTKIT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "my-app").mkdir()
    monkeypatch.chdir(tmp_path / "my-app")

    def called(*arguments: str) -> tuple[int, str, str]:
        code = run_group("hypatia", "shelf", arguments)
        said = capsys.readouterr()
        return code, said.out, said.err

    return called


def settings(tmp_path: Path, text: str) -> None:
    folder = tmp_path / "home" / "shelves" / "default"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "shelf.toml").write_text(text)


def test_entries_are_embedded_as_they_are_written(call: Call, server: Ollama, tmp_path: Path) -> None:
    settings(tmp_path, f'[embedding]\nmodel = "letters"\nhost = "{server.host}"\nskip_tags = ["message", "session"]\n')
    assert call("knowledge-create", "a", "-d", "aaaa")[0] == 0
    assert call("knowledge-create", "b", "-d", "zzzz", "--no-embed")[0] == 0
    assert call("knowledge-create", "c", "-d", "zzzz", "--tags", "message")[0] == 0
    assert call("statement-create", "a", "is", "z")[0] == 0
    code, out, _ = call("similar", "zzzz", "--json")
    assert code == 0 and [each.get("name", "a is z") for each in json.loads(out)] == ["a", "a is z"]
    assert call("backfill")[1] == "Embedded 0, dropped 0.\n"


def test_without_the_server_entries_are_kept_and_it_is_said(call: Call, tmp_path: Path) -> None:
    settings(tmp_path, f'[embedding]\nmodel = "letters"\nhost = "127.0.0.1:{free_port()}"\n')
    code, out, err = call("knowledge-create", "a", "-d", "aaaa")
    assert (code, out) == (0, "Created knowledge: a\n") and "kept, but not embedded: no Ollama answers" in err
    for asked in (["similar", "a"], ["backfill"], ["query", '["$knowledge", ["$similar", "a"]]']):
        code, out, err = call(*asked)
        assert (code, out) == (1, "") and err.startswith("hypatia: no Ollama answers") and err.count("\n") == 1


def test_faulty_settings_are_named(call: Call, tmp_path: Path) -> None:
    settings(tmp_path, '[embedding]\nmodle = "x"\n')
    code, _, err = call("similar", "a")
    assert code == 1 and "shelf.toml" in err and "did you mean 'model'?" in err


def test_a_model_that_is_configured_summarises(call: Call, server: Ollama, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLLAMA_HOST", server.host)
    Path(".vaultkit.toml").write_text('[shelf]\nmodel = "tiny"\nsummarizer = "small"\n[shelf.max_tokens]\ntiny = 10\n')
    assert call("log", "--session", "a", "--role", "user", "What shall we do?")[0] == 0
    code, out, _ = call("summarize")
    assert code == 0 and out == '[hypatia-memory] Stored "a-talk" over 1. Cascade: +1 summary 1 (token threshold).\n'
    assert call("summarize")[1] == "[hypatia-memory] No summary is due.\n"
