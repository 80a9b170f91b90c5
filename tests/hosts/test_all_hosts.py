"""Every host: installed, found by `doctor`, installed again, taken out, in settings that others wrote before."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.hosts.conftest import Call
from vaultkit.hosts.hook_program import calls_hook, is_server

AGENTS = ("claude", "codex", "gemini", "cursor", "opencode")
BEFORE = {
    ".claude/settings.json": '{\r\n\t"model": "opus"\r\n}',
    ".claude.json": '{"mcpServers": {"other": {"command": "x"}}, "numStartups": 3}',
    ".codex/hooks.json": '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "lint"}]}]}}',
    ".codex/config.toml": '# mine\nmodel = "gpt"  # the newest\n\n[mcp_servers.other]\ncommand = "x"\n\n# the end\n',
    ".gemini/settings.json": '{\n  // mine\n  "ui": {"theme": "dark"}, // dark\n'
    '  "mcpServers": {"other": {"command": "x"},},\n}\n',
    ".cursor/hooks.json": '{"version": 1, "hooks": {"stop": [{"command": "lint"}]}}\n',
    ".cursor/mcp.json": '{"mcpServers": {}}',
    "config/opencode/opencode.jsonc": '{\n  "$schema": "https://opencode.ai/config.json", // keep\n  "mcp": {}\n}\n',
}
"""Settings that are there, by path below the home; the project has the same."""
PROJECT = {"config/opencode/opencode.jsonc": "opencode.jsonc", ".claude.json": ".mcp.json"}
"""Where those of a project lie elsewhere."""


def files(folder: Path) -> dict[str, bytes]:
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return {name: data for name, data in found.items() if not name.startswith(("state/", "bin/"))}


def write_before(folder: Path, *, project: bool) -> None:
    for name, text in BEFORE.items():
        file = folder / (PROJECT.get(name, name) if project else name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())


@pytest.mark.parametrize("scope", ["--user", "--project"])
@pytest.mark.parametrize("begun", [True, False], ids=["settings of others", "a new home"])
@pytest.mark.parametrize("host", AGENTS)
def test_in_and_out_to_the_byte(home: Path, call: Call, host: str, begun: bool, scope: str) -> None:
    folder = home if scope == "--user" else home / "project"
    if begun:
        write_before(folder, project=scope == "--project")
    before, folders = (
        files(home),
        sorted(path for path in home.rglob("*") if path.is_dir() and "state" not in path.parts),
    )
    code, out, err = call("install", host, scope)
    assert (code, err) == (0, "") and "`vaultkit doctor` tells" in out
    once = files(home)
    assert once != before
    assert "nothing to do" in call("install", host, scope)[1] and files(home) == once
    assert call("uninstall", host, scope)[0] == 0
    assert files(home) == before
    assert folders == sorted(path for path in home.rglob("*") if path.is_dir() and "state" not in path.parts)


def test_skills_that_hosts_share_stay_until_the_last_one_goes(home: Path, call: Call) -> None:
    before = files(home)
    for host in AGENTS:
        call("install", host)
    shared = {name for name in files(home) if name.startswith(".agents/")}
    assert shared
    for host in AGENTS[:-1]:
        call("uninstall", host)
        assert shared <= files(home).keys()
    call("uninstall", AGENTS[-1])
    assert files(home) == before and not (home / ".agents").exists()


@pytest.mark.parametrize("host", AGENTS)
def test_a_dry_run_shows_new_files_as_new(home: Path, call: Call, host: str) -> None:
    before = files(home)
    listed = call("install", host, "--dry-run")[1].splitlines()
    code, out, _ = call("install", host, "--dry-run", "--verbose")
    assert code == 0 and "--- /dev/null" in out and "new file mode" in out and files(home) == before
    call("install", host)
    new = sorted(line.split()[1] for line in listed if line.startswith("new "))
    assert new == sorted(str(home / name) for name in files(home)) and len(listed) == len(new) + 1
    assert "+++ /dev/null" in call("uninstall", host, "--dry-run", "--verbose")[1]


@pytest.mark.parametrize("host", AGENTS)
def test_a_home_folder_is_no_project_beside_itself(
    home: Path, call: Call, monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    """Its settings count once, and nobody is sent to take them out as those of a project."""
    monkeypatch.chdir(home)
    call("install", host)
    before = files(home)
    checks = [each for each in json.loads(call("doctor", "--json")[1])["checks"] if each["about"].startswith(host)]
    assert checks and {each["state"] for each in checks} == {"ok"}
    if host == "opencode":  # its settings of a project have a folder of another name
        return
    for command in ("install", "uninstall"):
        code, out, err = call(command, host, "--project")
        assert (code, out) == (2, "") and "leave out --project" in err and files(home) == before
    call("uninstall", host)
    assert not files(home)


SERVER_ALONE = {"claude": ".claude.json", "codex": "config.toml", "cursor": "mcp.json", "opencode": "opencode.json"}
"""Which file has the MCP server and no hooks; of Gemini CLI none has."""


@pytest.mark.parametrize("host", AGENTS)
def test_the_doctor_tells_a_server_from_hooks(home: Path, call: Call, host: str) -> None:
    call("install", host)
    checks = [each for each in json.loads(call("doctor", "--json")[1])["checks"] if each["about"].startswith(host)]
    servers = {each["says"].split(":")[0].rpartition("/")[2] for each in checks if "MCP" in each["about"]}
    hooks = {each["says"].split(":")[0].rpartition("/")[2] for each in checks if each["about"] == f"{host} hooks"}
    assert servers == set(filter(None, [SERVER_ALONE.get(host)])) and hooks and not hooks & servers


@pytest.mark.parametrize("host", AGENTS)
def test_the_doctor_knows_it(home: Path, call: Call, host: str) -> None:
    call("install", host)
    said = [each for each in json.loads(call("doctor", "--json")[1])["checks"] if each["about"] == f"{host} hooks"]
    assert said and {each["state"] for each in said} == {"ok"}
    (home / "bin" / "vaultkit-hook").rename(home / "bin" / "moved")
    said = [each for each in json.loads(call("doctor", "--json")[1])["checks"] if each["about"] == f"{host} hooks"]
    assert any("cannot be run" in each["says"] and each["remedy"].startswith("vaultkit install") for each in said)


def test_each_host_is_told_in_its_own_way(home: Path, call: Call) -> None:
    for host in AGENTS:
        call("install", host)
    hook, program = str(home / "bin" / "vaultkit-hook"), str(home / "bin" / "vaultkit")
    codex = json.loads((home / ".codex" / "hooks.json").read_text())["hooks"]
    assert codex["PreToolUse"][0]["matcher"] == "apply_patch"
    assert codex["SessionEnd"][0]["hooks"] == [{"type": "command", "command": f"{hook} --client codex", "timeout": 3}]
    servers = tomllib.loads((home / ".codex" / "config.toml").read_text())["mcp_servers"]
    assert servers == {"vaultkit": {"command": program, "args": ["graph", "serve"]}}
    gemini = json.loads((home / ".gemini" / "settings.json").read_text())
    assert all(group["hooks"][0]["timeout"] >= 5_000 for groups in gemini["hooks"].values() for group in groups)
    assert is_server(gemini["mcpServers"]["vaultkit"])
    cursor = json.loads((home / ".cursor" / "hooks.json").read_text())
    assert cursor["version"] == 1 and all(
        calls_hook(entry) for entries in cursor["hooks"].values() for entry in entries
    )
    opencode = json.loads((home / "config" / "opencode" / "opencode.json").read_text())["mcp"]["vaultkit"]
    assert opencode == {"type": "local", "command": [program, "graph", "serve"], "enabled": True}
    assert f'const HOOK = "{hook}"\n' in (home / "config" / "opencode" / "plugins" / "vaultkit.js").read_text()


def test_a_path_with_blanks_is_quoted_for_a_shell(home: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "bin").rename(home / "my bin")
    monkeypatch.setattr("sys.argv", [str(home / "my bin" / "vaultkit")])
    monkeypatch.setenv("PATH", str(home / "my bin"))
    call("install", "cursor")
    (entry,) = json.loads((home / ".cursor" / "hooks.json").read_text())["hooks"]["sessionEnd"]
    assert entry["command"] == f"'{home}/my bin/vaultkit-hook' --client cursor"
    assert "nothing to do" in call("install", "cursor")[1]
    call("uninstall", "cursor")
    assert not (home / ".cursor").exists()


THEIRS = {
    ".codex/config.toml": '[mcp_servers.vaultkit]\ncommand = "theirs"\n',
    ".gemini/settings.json": '{"mcpServers": {"vaultkit": {"command": "theirs"}}}',
    ".cursor/mcp.json": '{"mcpServers": {"vaultkit": {"url": "https://example.org"}}}',
}


@pytest.mark.parametrize("name", THEIRS)
def test_a_server_of_somebody_else_with_our_name_stays(home: Path, call: Call, name: str) -> None:
    (home / name).parent.mkdir()
    (home / name).write_text(THEIRS[name])
    code, _, err = call("install", name.partition("/")[0].removeprefix("."))
    assert (
        code == 1
        and "nothing was changed" in err
        and files(home / name.partition("/")[0]) == {name.partition("/")[2]: THEIRS[name].encode()}
    )


def test_a_plugin_module_that_was_edited_stays(home: Path, call: Call) -> None:
    call("install", "opencode")
    module = home / "config" / "opencode" / "plugins" / "vaultkit.js"
    module.write_text(module.read_text() + "// mine\n")
    assert f"{module} was edited: it stays" in call("uninstall", "opencode")[1] and module.exists()
    code, _, err = call("install", "opencode")
    assert code == 1 and "nothing was changed" in err


TOML = {
    "after a table": ("[a]\nb = 1\n", "[a]\nb = 1\n\n[c]\n"),
    "comments around": ("# one\n[a]\n# two\n", "# one\n[a]\n# two\n\n# three\n[b]\nc = 1\n"),
    "no line end": ("a = 1", "a = 1\n"),
    "lines of Windows": ("a = 1\r\n", "a = 1\r\nb = 2\r\n"),
}


@pytest.mark.parametrize("case", TOML)
def test_toml_without_a_receipt_or_edited_since(home: Path, call: Call, case: str) -> None:
    """The table is found again wherever it stands by then."""
    before, after = TOML[case]
    config = home / ".codex" / "config.toml"
    config.parent.mkdir()
    config.write_bytes(before.encode())
    call("install", "codex")
    text = config.read_bytes().decode()
    assert text.startswith(before)
    (installed,) = (home / "state" / "installed").glob("*.json")
    installed.unlink()
    config.write_bytes(text.replace('graph"', 'graph" ').replace(before, after, 1).encode())
    call("uninstall", "codex")
    left = config.read_bytes().decode()
    assert tomllib.loads(left) == tomllib.loads(after) and left.startswith(after.rstrip())
    assert [line for line in left.splitlines() if "#" in line] == [line for line in after.splitlines() if "#" in line]


def test_toml_that_takes_no_table_is_left(home: Path, call: Call) -> None:
    config = home / ".codex" / "config.toml"
    config.parent.mkdir()
    config.write_text("mcp_servers = {}\n")
    code, _, err = call("install", "codex")
    assert code == 1 and "config.toml" in err and config.read_text() == "mcp_servers = {}\n"
    assert not (home / ".codex" / "hooks.json").exists(), "all of it or nothing"


def test_a_kill_in_between_leaves_nothing_half(home: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a killed installation had begun, the next one ends or clears away."""
    write_before(home, project=False)
    before = files(home)

    real, left = os.replace, 0

    def replace(old: Any, new: Any) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            os._exit(9)
        real(old, new)

    for steps in range(1, 30):
        left = steps
        child = os.fork()
        if not child:
            monkeypatch.setattr(os, "replace", replace)
            monkeypatch.setattr(os, "link", lambda old, new, **_: replace(old, new))
            call("install", "gemini")
            os._exit(0)
        if os.waitpid(child, 0)[1] == 0:
            break
        call("uninstall", "gemini")
        assert files(home) == before, steps
    assert steps > 5
