"""Vectors are off unless a model is named; then ranks by meaning are fused with those by words."""

from __future__ import annotations

import importlib.util
from datetime import datetime
from pathlib import Path

import pytest

from tests.shelf.ollama_server import ollama_server
from vaultkit.errors import VaultkitError
from vaultkit.memory.episodes.fresh import freshen
from vaultkit.memory.episodes.indexing import index
from vaultkit.memory.episodes.meaning import Embedding, embed, read_embedding
from vaultkit.memory.episodes.search import Wanted, search
from vaultkit.memory.episodes.tables import reading
from vaultkit.models.onnx import OnnxEmbedder

NOW = datetime.fromisoformat("2026-11-26T10:00:00+01:00")


@pytest.fixture
def notes(home: Path) -> Path:
    folder = home / "notes"
    folder.mkdir()
    for day, text in (("2026-11-18", "zzzz zzz"), ("2026-11-19", "cache in the parser"), ("2026-11-20", "zzzz zzz")):
        (folder / f"{day}.md").write_text(text, "utf-8")
    index([folder])
    return folder


def test_no_model_is_asked_unless_one_is_named(notes: Path) -> None:
    assert not read_embedding(notes).is_on


def test_meaning_finds_what_no_word_does(notes: Path) -> None:
    with ollama_server() as ollama, reading() as db:
        embedding = Embedding("letters", ollama.host)
        assert embed(db, embedding.embedder()) == 2  # one for each text
        assert embed(db, embedding.embedder()) == 0
        by_words = search(db, "zz cache", Wanted(), NOW).hits
        both = search(db, "zz cache", Wanted(embedding=embedding), NOW).hits
        assert [hit.text for hit in by_words] == ["cache in the parser"]
        assert {hit.text for hit in both} == {"cache in the parser", "zzzz zzz"}
        until = Wanted(embedding=embedding, until=datetime(2026, 11, 18).date())
        assert [hit.date for hit in search(db, "zz cache", until, NOW).hits] == ["2026-11-18"]


def test_what_was_just_written_is_embedded_before_it_is_asked_for(notes: Path) -> None:
    with ollama_server() as ollama:
        embedding = Embedding("letters", ollama.host)
        freshen(embedding)
        (notes / "2026-11-21.md").write_text("yy yyy", "utf-8")
        assert freshen(embedding) == ""
        with reading() as db:
            assert embed(db, embedding.embedder()) == 0
        for number in range(40):
            (notes / f"{number}.md").write_text(f"text {number}", "utf-8")
        assert freshen(embedding) == "40 texts not embedded yet; run: vaultkit episodes index"


def test_a_model_that_is_not_there_is_said_so(notes: Path) -> None:
    with reading() as db, pytest.raises(VaultkitError, match="no Ollama answers"):
        search(db, "cache", Wanted(embedding=Embedding("letters", "127.0.0.1:1")), NOW)


def test_a_folder_without_a_model_is_said_so(home: Path) -> None:
    with pytest.raises(VaultkitError, match="holds no ONNX model"):
        OnnxEmbedder(home)


@pytest.mark.skipif(importlib.util.find_spec("onnxruntime") is not None, reason="onnxruntime is installed")
def test_a_missing_runtime_is_said_so(home: Path) -> None:
    (home / "model.onnx").write_bytes(b"model")
    (home / "tokenizer.json").write_text("{}", "utf-8")
    with pytest.raises(VaultkitError, match=r"onnxruntime, which is not installed; pip install 'vaultkit\[onnx\]'"):
        OnnxEmbedder(home)
