"""Where an Ollama is looked for: every form that Ollama takes, and no way to another machine that nobody allowed."""

from __future__ import annotations

from pathlib import Path

import ollama as client
import pytest

from tests.slm.ollama import MODEL, literal, ollama
from vaultkit.building.pipeline import build
from vaultkit.config import read_root
from vaultkit.doctor.diagnosis import Patient
from vaultkit.doctor.models import model as examine
from vaultkit.enriching.enrich import Wishes, enrich
from vaultkit.errors import VaultkitError
from vaultkit.models.deadline import Transport
from vaultkit.models.embed import OllamaEmbedder
from vaultkit.models.slm import Door, Silent, address, completer, is_local, models, open_door

FORMS = {
    "": "http://127.0.0.1:11434",
    "0.0.0.0": "http://127.0.0.1:11434",
    "0.0.0.0:8080": "http://127.0.0.1:8080",
    ":8080": "http://127.0.0.1:8080",
    "::": "http://[::1]:11434",
    "::1": "http://[::1]:11434",
    "[::]:8080": "http://[::1]:8080",
    "LocalHost": "http://localhost:11434",
    ' "127.0.0.1:8080" ': "http://127.0.0.1:8080",
    "http://localhost": "http://localhost:80",
    "https://localhost": "https://localhost:443",
    "https://localhost:8080/": "https://localhost:8080",
    "127.0.0.1:8080/behind/proxy/": "http://127.0.0.1:8080/behind/proxy",
}
"""What stands in $OLLAMA_HOST (ollama/envconfig/config.go, Host) to where it leads."""

REFUSED = (
    *("gpu.lan", "192.0.2.7", "[2001:db8::1]:11434", "[::ffff:192.0.2.7]", "127.1", "0", "localhost.gpu.lan"),
    *("http://127.0.0.1@gpu.lan", "http://gpu.lan#@127.0.0.1", "http://127.0.0.1\\@gpu.lan", "127.0.0.1?@gpu.lan"),
    *("me:secret@127.0.0.1", "http:///127.0.0.1", "//127.0.0.1", "ftp://127.0.0.1", "127.0.0.1:x", "127.0.0.1:99999"),
    *("http://[::1", "local host", "http://localhost:80\r\nX: y"),
)


@pytest.fixture(autouse=True)
def _nobody_is_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAULTKIT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.mark.parametrize("given", FORMS)
def test_every_form_of_ollama_is_understood(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OLLAMA_HOST", given)
    assert str(address()) == FORMS[given] == str(address(given or "127.0.0.1"))


@pytest.mark.parametrize("given", REFUSED)
def test_nothing_else_is_an_address_of_this_machine(given: str) -> None:
    with pytest.raises(VaultkitError, match=r"is not this machine|is no address of an Ollama"):
        address(given)


def test_a_host_is_allowed_by_its_name_in_any_case(tmp_path: Path) -> None:
    config = tmp_path / "config" / "vaultkit" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text('[slm]\nallow_hosts = ["GPU.lan"]\n')
    assert str(address("https://gpu.LAN/ollama")) == "https://gpu.lan:443/ollama"


def test_a_name_of_this_machine_that_resolves_to_another_gets_no_question() -> None:
    with ollama(literal) as server:
        where = address(server.host)
        assert models(Door(where, client.Client(str(where), transport=Transport(is_local))))
        moved = Door(where, client.Client(str(where), transport=Transport(lambda number: number == "192.0.2.7")))
        with pytest.raises(Silent, match="another machine"):
            models(moved)


def test_no_proxy_of_the_environment_sees_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with ollama(literal) as server:
        assert models(open_door(server.host))


def test_below_a_path_it_is_asked_there() -> None:
    with ollama(literal) as server:
        assert models(open_door(f"{server.host}/behind/proxy"))
        assert server.paths[-1] == "/behind/proxy/api/tags"


CLOUDED = ("gpt-oss:120b-cloud", "kimi-k2:cloud", "copied:latest")
"""Models that Ollama Cloud runs; a copy may have any name, but no weights."""


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    (tmp_path / "vault" / ".obsidian").mkdir(parents=True)
    (tmp_path / "vault" / "Note.md").write_text("Redis uses Lua. That is all there is to say of it.")
    return tmp_path / "vault"


@pytest.mark.parametrize("name", CLOUDED)
def test_no_model_that_runs_elsewhere_gets_a_note_unless_that_is_allowed(
    name: str, vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = read_root(vault)
    built = build(root, root.out)
    with ollama(literal) as server:
        monkeypatch.setenv("OLLAMA_HOST", server.host)
        server.models[name] = "d" * 64
        server.sizes["copied:latest"] = 382
        del server.models[MODEL]
        missing = enrich(root, built, Wishes()).missing
        assert f"{name} (runs elsewhere)" in missing and "none that reads notes" in missing
        for asks in (lambda: enrich(root, built, Wishes(name)), lambda: completer(name), lambda: OllamaEmbedder(name)):
            with pytest.raises(VaultkitError, match=r"runs at ollama\.com"):
                asks()
        (vault / ".vaultkit.toml").write_text(f'[slm]\nmodel = "{name}"\n')
        (found,) = examine(Patient(vault, vault))
        assert (found.state, "runs at ollama.com" in found.says) == ("warning", True)
        assert "runs at ollama.com" in enrich(root, built, Wishes()).missing
        assert server.asked == []
        config = tmp_path / "config" / "vaultkit" / "config.toml"
        config.parent.mkdir(parents=True)
        config.write_text('[slm]\nallow_hosts = ["ollama.com"]\n')
        assert enrich(root, built, Wishes()).summary is not None
        assert len(server.asked) == 1
