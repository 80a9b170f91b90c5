"""Secrets that are planted in every field of every command are in no file, neither are those that were forgotten."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.shelf.shelves import keep, shelf, state
from vaultkit.cli.main import run_group
from vaultkit.memory.shelf.memories import forget

SECRETS = {
    "openai": "sk-abcdef0123456789abcdef",
    "bearer": "Bearer abcdef0123456789",
    "api key": "apiKey=abcd0123efgh",
    "password": "password: hunter22!",
    "aws": "AKIAABCDEFGHIJKLMNOP",
    "github": "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    "gitlab": "glpat-abcdefghij0123456789",
    "slack": "xoxb-123456789012-abcdefghij",
    "pem": "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEAxyzxyzxyz0123456789\n-----END RSA PRIVATE KEY-----",
}
BODIES = [
    *["sk-abcdef", "abcdef0123456789", "abcd0123efgh", "hunter22", "AKIAABCDEFGH", "ghp_abcdef", "glpat-abcdef"],
    *["xoxb-1234", "MIIEpAIBAAKCAQEA"],
]
"""What must stand in no file."""


def commands(secret: str) -> list[Sequence[str]]:
    calls = json.dumps([{"name": f"tool {secret}", "input": {"a": secret}, "ok": False, "error": f"Error: {secret}"}])
    Path("tools.json").write_text(calls)
    unit = ["work-unit", "one-shot", "--title", f"t {secret}", "--slug", "unit", "--tags", secret]
    return [
        ["knowledge-create", f"n {secret}", "-d", secret, "--tags", f"t,{secret}", "--scopes", f"s,{secret}"],
        ["knowledge-create", "x", "--synonyms", json.dumps([secret]), "-f", json.dumps([secret])],
        ["knowledge-update", "x", "-d", secret, "--tags", secret, "--scopes", secret, "--synonyms", secret],
        ["statement-create", f"s {secret}", f"p {secret}", f"o {secret}", "-d", secret, "--scopes", secret],
        ["log", "--session", f"id {secret}", "--role", "user", f"it is {secret}", "--scope", f"s {secret}"],
        ["log", "--session", "a", "--role", "assistant", f"it is {secret}", "--tools", "tools.json"],
        ["log", "--session", "a", "--role", "assistant", f"it is {secret}", "--question", f"report {secret}"],
        ["session", f"id {secret}", f"digest {secret}", "--scope", secret],
        ["summarize", f"s {secret}", "-d", secret, "--through", "msg-a-001", "--context-tokens", "999999"],
        [*unit, "--context", secret, "--solution", secret, "--key-detail", secret],
        ["remember", "rule", f"never {secret}", "--scope", f"s {secret}"],
        ["remember", "memory", "x", "--name", f"n {secret}"],
        ["search", secret],
        ["connect", "elsewhere", "-n", "other", "--new"],
    ]


@pytest.mark.parametrize("kind", SECRETS)
def test_no_file_holds_a_secret(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAULTKIT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (tmp_path / "my-app").mkdir()
    monkeypatch.chdir(tmp_path / "my-app")
    failed = [call[0] for call in commands(SECRETS[kind]) if run_group("hypatia", "shelf", call) == 3]
    assert not failed
    for file in (tmp_path / "home").rglob("*"):
        data = file.read_bytes() if file.is_file() else b""
        assert [body for body in BODIES if body.encode() in data] == [], file


def test_what_was_forgotten_is_in_no_file(tmp_path: Path) -> None:
    """Neither in free pages, nor in the log, nor in the search index."""
    with shelf(tmp_path) as store:
        for number in range(200):
            keep(store, f"entry {number}", f"usual words {number}")
        keep(store, "phone", "The number is quxxfrobnicate 55501999.", tags=("memory",))
        state(store, "phone", "is_a", "memory")
        forget(store, ["phone"])
        for file in tmp_path.rglob("*"):
            for word in (b"quxxfrobnicate", b"quxxfrobn", b"55501999", b"phone"):
                assert word not in file.read_bytes(), (file.name, word)
