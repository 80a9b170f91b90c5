"""Compiled templates are kept as Python keeps compiled modules: read again, never needed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment

from templates import compiled


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(compiled, "__file__", str(tmp_path / "compiled.py"))
    return Path(compiled.cache_from_source(str(tmp_path / "compiled.py"))).parent


def _rendered(text: str) -> str:
    environment = Environment(
        loader=DictLoader({"a": text}), bytecode_cache=compiled.compiled_templates(), autoescape=True
    )
    return environment.get_template("a").render(b=1)


def test_a_template_is_compiled_once_until_it_changes(folder: Path) -> None:
    folder.mkdir(parents=True)
    assert _rendered("{{ b }}") == "1"
    (kept,) = folder.iterdir()
    before = kept.read_bytes()
    assert _rendered("{{ b }}") == "1"
    assert kept.read_bytes() == before
    assert _rendered("{{ b + 1 }}") == "2"
    assert kept.read_bytes() != before


@pytest.mark.parametrize("spoil", [b"", b"no template"], ids=["empty", "garbage"])
def test_what_is_kept_may_be_damaged(folder: Path, spoil: bytes) -> None:
    folder.mkdir(parents=True)
    _rendered("{{ b }}")
    for kept in folder.iterdir():
        kept.write_bytes(spoil)
    assert _rendered("{{ b }}") == "1"


def test_where_nothing_can_be_kept_templates_work(folder: Path) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("a file where the folder would be")
    assert _rendered("{{ b }}") == "1"


def test_who_wants_nothing_compiled_gets_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert compiled.compiled_templates() is None
