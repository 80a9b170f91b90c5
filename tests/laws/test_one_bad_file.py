"""Law 6: one bad file costs one file. It is reported, the rest is built, and the exit code says so."""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.program import copy_example, graphify, rebuilt, update, written
from vaultkit.building import pipeline
from vaultkit.building.freshness import Changes
from vaultkit.indexing.index import Known
from vaultkit.scanning.scan import Scan


def a_socket(path: Path) -> None:
    here = os.getcwd()
    os.chdir(path.parent)  # a socket's name is at most 107 bytes
    try:
        socket.socket(socket.AF_UNIX).bind(path.name)
    finally:
        os.chdir(here)


def forty_megabytes(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(40 << 20)


UNREAD: dict[str, tuple[str, Callable[[Path], object]]] = {
    "Latin-1": ("x.md", lambda path: path.write_bytes("café".encode("latin-1"))),
    "UTF-16": ("x.md", lambda path: path.write_bytes("# one [[Home]]".encode("utf-16"))),
    "NUL": ("x.md", lambda path: path.write_bytes(b"# one\0[[Home]]")),
    "40 MB": ("x.md", forty_megabytes),
    "broken link": ("x.md", lambda path: path.symlink_to("nowhere.md")),
    "link to itself": ("x.md", lambda path: path.symlink_to("x.md")),
    "pipe": ("x.md", os.mkfifo),
    "socket": ("x.md", a_socket),
    "broken canvas": ("x.canvas", lambda path: path.write_text('{"nodes":[')),
    "canvas of a list": ("x.canvas", lambda path: path.write_text("[]")),
    "deep canvas": ("x.canvas", lambda path: path.write_text('{"nodes":' + "[" * 99_999)),
    "canvas of bytes": ("x.canvas", lambda path: path.write_bytes(b"\xff\xfe\0")),
    "pipe as canvas": ("x.canvas", os.mkfifo),
    "name in Latin-1": ("x\udce9.md", lambda path: path.write_text("x")),
}


@pytest.mark.parametrize("kind", UNREAD)
def test_what_cannot_be_read_is_reported_and_the_rest_built(tmp_path: Path, kind: str) -> None:
    vault = copy_example(tmp_path / "vault")
    name, make = UNREAD[kind]
    make(vault / name)
    built = update(vault)
    shown = os.fsencode(name).decode("utf-8", "replace")
    assert built.unread == (shown,)
    assert [problem.severity for problem in built.problems if problem.path == shown] == ["error"]
    assert f"| {shown} | " in (vault / "graphify-out" / "GRAPH_REPORT.md").read_text()
    assert {"Home.md", "tools/Docker.md"} <= {node["id"] for node in nodes(vault)}
    assert update(vault).unread == (shown,)
    (vault / name).unlink()
    assert update(vault).unread == ()
    assert written(vault / "graphify-out") == rebuilt(vault, tmp_path / "rebuilt")


def test_the_command_says_so(tmp_path: Path) -> None:
    vault = copy_example(tmp_path / "vault")
    for name, make in (UNREAD[kind] for kind in ("pipe", "broken canvas", "name in Latin-1")):
        make(vault / name)
    for _ in range(2):
        run = graphify(vault, "--json")
        assert run.returncode == 1 and run.stderr == ""
        assert json.loads(run.stdout)["unread"] == ["x.canvas", "x.md", "x\ufffd.md"]
    assert "x.md: this is a pipe" in graphify(vault).stdout


BOMB = b"".join(b"%c: &%c [*%c,*%c]\n" % (name, name, name - 1, name - 1) for name in b"bcdefghijklmnopqrstuvwxyz")
CARD = b'{"nodes":[{"type":"text","text":"%s [[Home]]"}]}'
ODD_CARDS = b'{"nodes":[null,1,{"type":"file","file":7},{"type":"text"},{"type":"text","text":"[[Home]]"}]}'
READ = {
    "deep YAML": ("x.md", b"---\na: " + b"[" * 5_000 + b"\n---\n[[Home]]"),
    "deep mapping": ("x.md", b"---\n" + b"\n".join(b" " * depth + b"k:" for depth in range(500)) + b"\n---\n[[Home]]"),
    "YAML bomb": ("x.md", b"---\na: &a [x]\n" + BOMB + b"---\n[[Home]]"),
    "half a surrogate pair in YAML": ("x.md", b'---\nsummary: "\\ud800"\n---\n[[Home]]'),
    "deep quotes": ("x.md", b">" * 20_000 + b"\n\n[[Home]]"),
    "deep lists": ("x.md", b"- " * 5_000 + b"\n\n[[Home]]"),
    "brackets": ("x.md", b"[[" * 20_000 + b"\n\n[[Home]]"),
    "one long line": ("x.md", b"x " * 200_000 + b"[[Home]]"),
    "control characters": ("x.md", bytes(range(1, 32)) + b"\n\n[[Home]]"),
    "half surrogate pairs in a canvas": ("x.canvas", CARD % b"\\ud800 [[\\udfff]] #a\\ud800"),
    "odd cards": ("x.canvas", ODD_CARDS),
}


@pytest.mark.parametrize("kind", READ)
def test_what_is_odd_is_read_all_the_same(tmp_path: Path, kind: str) -> None:
    vault = copy_example(tmp_path / "vault")
    name, data = READ[kind]
    (vault / name).write_bytes(data)
    assert update(vault).unread == ()
    graph = json.loads((vault / "graphify-out" / "graph.json").read_bytes())
    assert (name, "Home.md") in {(link["source"], link["target"]) for link in graph["links"]}


BEFALLS: dict[str, Callable[[Path], object]] = {
    "removed": lambda path: None,
    "a pipe": os.mkfifo,
    "a folder": lambda path: path.mkdir(),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "rewritten": lambda path: path.write_text("[[Nowhere]]"),
    "too large": forty_megabytes,
}


@pytest.mark.parametrize("befalls", BEFALLS)
@pytest.mark.parametrize("known", [False, True])
def test_what_befalls_a_file_between_scan_and_reading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, befalls: str, known: bool
) -> None:
    vault = copy_example(tmp_path / "vault")
    victim = vault / "Victim.md"
    if known:
        victim.write_text("[[Home]]")
        update(vault)
    victim.write_text("[[Home]] and more")
    look = pipeline.compare

    def change_and_compare(found: Scan, known: dict[str, Known]) -> Changes:
        victim.unlink()
        BEFALLS[befalls](victim)
        return look(found, known)

    with monkeypatch.context() as patch:
        patch.setattr(pipeline, "compare", change_and_compare)
        within_a_minute(lambda: update(vault))
    assert "Home.md" in {node["id"] for node in nodes(vault)}
    update(vault)
    assert written(vault / "graphify-out") == rebuilt(vault, tmp_path / "rebuilt")


def within_a_minute(work: Callable[[], object]) -> None:
    """A build that waits for a pipe would wait for ever."""
    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    worker.join(60)
    assert not worker.is_alive()


def nodes(vault: Path) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads((vault / "graphify-out" / "graph.json").read_bytes())["nodes"]
    return found


ODD_FILTERS = '{"userIgnoreFilters":["/a{99999999999}/","/(/","\\ud800",7]}'


@pytest.mark.parametrize("settings", ["[" * 99_999, ODD_FILTERS, '{"userIgnoreFilters":7}', "[]", "", "\xff"])
def test_odd_settings_of_obsidian_exclude_nothing(tmp_path: Path, settings: str) -> None:
    vault = copy_example(tmp_path / "vault")
    (vault / ".obsidian" / "app.json").write_bytes(settings.encode("latin-1"))
    assert update(vault).unread == ()


def test_a_vault_whose_name_is_no_text(tmp_path: Path) -> None:
    vault = copy_example(tmp_path / "caf\udce9")
    (vault / ".vaultkit.toml").unlink()
    run = graphify(vault, "--json")
    assert run.returncode == 0 and json.loads(run.stdout)["root"].endswith("/caf\ufffd")
    assert graphify("status", cwd=vault).returncode == 0
