"""docs/hosts.md says of every host where its files lie and what works, and only that."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.program import HOUSE
from vaultkit.hooks.main import CLIENTS
from vaultkit.hosts.hook_program import Programs
from vaultkit.hosts.registry import HOSTS

TEXT = (HOUSE / "docs" / "hosts.md").read_text("utf-8")
ROWS = {match[1]: match[2] for match in re.finditer(r"^\| `([a-z-]+)` \| (.+) \|$", TEXT, re.MULTILINE)}


def test_every_host_has_a_row_and_a_column() -> None:
    assert set(ROWS) == set(HOSTS)
    (head,) = re.findall(r"^\| \| (.+) \|$", TEXT, re.MULTILINE)
    assert {name.strip("` ") for name in head.split("|")} == set(CLIENTS)
    for line in re.findall(r"^\| (?:\.\.|[a-z].*?) \|.*(?:yes|no).*\|$", TEXT, re.MULTILINE):
        assert line.count("|") == len(CLIENTS) + 2, line


@pytest.mark.parametrize("host", CLIENTS)
def test_the_places_are_true(host: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CONFIG_HOME")
    folder = home / "project"
    for scope, around in (("user", home), ("project", folder)):
        assert scope in ("user", "project")
        for part in HOSTS[host].parts("user" if scope == "user" else "project", folder, Programs()):
            place = part.file.relative_to(around).as_posix()
            told = ROWS[host].replace("~/", "")
            assert place in told or f"{part.file.name}` beside it" in told or f"`{part.file.name}`" in told, place
