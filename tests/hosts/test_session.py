"""A day with Claude Code, the real one and the real hooks: what notes, journal and graph are afterwards."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from tests.hosts.claude_code import Call, Claude, Session, parts_of, told
from tests.program import HOUSE, rebuilt, update, written
from vaultkit.building.standing import reasons, standing
from vaultkit.checking.check import check_text
from vaultkit.config import read_root
from vaultkit.contract.contract import read_contract
from vaultkit.disk.root_state import root_state
from vaultkit.hosts.claude import HOST
from vaultkit.hosts.hook_program import Programs
from vaultkit.hosts.installing import Place, carry_out, plan_install
from vaultkit.writing.journal import append, last_days

PROGRAM = "#!{python}\nfrom vaultkit.hooks.main import main\nmain()\n"
NOTE = "---\nsummary: {summary}\ntags:\n  - type/how-to\n  - domain/databases\n  - scope/global\n---\n\n{body}\n"
PATIENCE = 60.0
"""Seconds for the worker to bring the graph up to date; it takes one or two."""


@pytest.fixture
def vault(tmp_path: Path, claude: Claude, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A vault with a graph, and Claude Code with the hooks in its settings."""
    vault, hook = tmp_path / "vault", tmp_path / "bin" / "vaultkit-hook"
    (vault / ".obsidian").mkdir(parents=True)
    (tmp_path / "project" / ".git").mkdir(parents=True)
    (vault / "Hub.md").write_text(NOTE.format(summary="Where all begins.", body="[[Backup]] and [[Restore]]"))
    (vault / "Old.md").write_text(NOTE.format(summary="No longer true.", body="[[Hub]]"))
    hook.parent.mkdir()
    hook.write_text(PROGRAM.format(python=sys.executable))
    hook.chmod(0o755)
    for name, value in {"HOME": claude.home, "VAULTKIT_HOME": tmp_path / "state", "VAULTKIT_VAULT": vault}.items():
        monkeypatch.setenv(name, str(value))
    monkeypatch.delenv("CLAUDE_CONFIG_DIR", raising=False)
    append(read_root(vault), "an earlier line")
    update(vault)
    place = Place(HOST, "user", tmp_path / "project")
    carry_out(place, plan_install(place, Programs(str(hook), serves=False)))
    return vault


def work(claude: Claude, vault: Path, calls: list[Call]) -> Session:
    """A session in the project, after which the worker may finish."""
    state = {"VAULTKIT_HOME": str(vault.parent / "state"), "VAULTKIT_VAULT": str(vault), "PYTHONPATH": str(HOUSE)}
    session = claude.session(vault.parent / "project", calls, "--add-dir", str(vault), **state)
    end = time.monotonic() + PATIENCE
    while (
        waits := root_state(vault).marks() or list(reasons(standing(vault / "graphify-out")))
    ) and time.monotonic() < end:
        time.sleep(0.1)
    assert not waits, (waits, root_state(vault).last_error())
    return session


def results(session: Session) -> list[str]:
    """What the model was told of each call."""
    return [str(part) for part in parts_of(session.requests[-1]) if part["type"] == "tool_result"]


def test_a_session_writes_notes(claude: Claude, vault: Path) -> None:
    journal = vault / last_days(read_root(vault), 1)[0].path
    before = journal.read_text("utf-8")

    def write(name: str, text: str) -> Call:
        return "Write", {"file_path": str(vault / name), "content": text}

    session = work(
        claude,
        vault,
        [
            write("Backup.md", NOTE.format(summary="Every night, to another house.", body="[[Restore]]")),
            write("Restore.md", NOTE.format(summary="From a base backup, step by step.", body="[[Backup]]")),
            write("Bare.md", "no frontmatter at all\n"),
            write(
                "Nested.md", NOTE.format(summary="Too deep.", body="").replace("domain/databases", "domain/data/sql")
            ),
            write("../project/main.py", "print()\n"),
            ("Read", {"file_path": str(journal)}),
            ("Edit", {"file_path": str(journal), "old_string": "an earlier line", "new_string": "another past"}),
            ("Bash", {"command": f"rm {vault / 'Old.md'}", "description": "Remove a note"}),
        ],
    )
    whole = told(session)
    assert "frontmatter-missing" in whole and "facet-nested" in whole
    assert "append" in results(session)[6] and journal.read_text("utf-8").startswith(before)
    entry = journal.read_text("utf-8").removeprefix(before)
    assert "[[Backup]]" in entry and "[[Restore]]" in entry and "main.py" in entry
    (vault / "Old.md").unlink(missing_ok=True)  # as a person does it, if the host's permissions did not let the model

    answer = work(claude, vault, [])  # the start of the next session finds what no hook has seen
    assert "Backup.md: Every night, to another house." in told(answer)
    assert journal.name in told(answer)
    assert written(vault / "graphify-out") == rebuilt(vault, vault.parent / "rebuilt")
    contract, root = read_contract(vault), read_root(vault)
    faults = {
        name: {
            finding.problem.rule for finding in check_text(root, name, (vault / name).read_bytes(), contract).findings
        }
        for name in ("Backup.md", "Restore.md", "Bare.md", "Nested.md")
    }
    assert faults == {
        "Backup.md": set(),
        "Restore.md": set(),
        "Bare.md": {"frontmatter-missing"},
        "Nested.md": {"facet-nested"},
    }
