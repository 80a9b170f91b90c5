"""Installing and taking out again leaves every byte; whatever others wrote means what it meant before."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.hosts.settings import SETTINGS, texts
from vaultkit.errors import VaultkitError
from vaultkit.hosts.claude import HOST
from vaultkit.hosts.hook_program import is_ours
from vaultkit.hosts.hook_text import our_groups, without_ours
from vaultkit.hosts.settings_edit import with_hooks, without_hooks

FILE = Path("settings.json")
WANTED = HOST.hooks("/opt/tools of mine/bin/vaultkit-hook")
OLDER = {"Stop": [{"hooks": [{"type": "command", "command": "/old/vaultkit-hook"}]}], **HOST.hooks("vaultkit-hook")}


def said(text: str) -> Any:
    return json.loads(text.removeprefix("\ufeff"))


@given(texts())
def test_install_and_uninstall_leave_every_byte(text: str) -> None:
    installed = with_hooks(FILE, text, WANTED, is_ours, ())
    assert our_groups(said(installed.text), is_ours) == WANTED
    assert without_hooks(FILE, installed.text, is_ours, installed.stretches) == text


THEIRS = '{"hooks": [{"type": "command", "command": "lint"}]}'
TWICE = [
    '{"hooks": {}, "hooks": {"PostToolUse": []}}',
    f'{{"hooks": {{"PostToolUse": [{THEIRS}]}}, "a": 1, "hooks": {{}}}}',
    f'{{"hooks": {{"PostToolUse": [{THEIRS}], "PostToolUse": [{THEIRS}, {THEIRS}]}}}}',
    '{"hooks": {"PostToolUse": [{"hooks": [], "hooks": []}]}}',
]


@pytest.mark.parametrize("text", TWICE)
def test_a_key_that_comes_twice(text: str) -> None:
    """The last one counts (ECMA-262, JSON.parse), and the others stay."""
    installed = with_hooks(FILE, text, WANTED, is_ours, ())
    assert our_groups(said(installed.text), is_ours) == WANTED
    assert without_hooks(FILE, installed.text, is_ours, installed.stretches) == text


def test_where_taking_out_would_let_an_older_key_count_again_nothing_is_done() -> None:
    ours = json.dumps(WANTED["PostToolUse"])
    text = f'{{"hooks": {{"PostToolUse": [{THEIRS}], "PostToolUse": {ours}}}}}'
    with pytest.raises(VaultkitError, match="a key twice"):
        without_hooks(FILE, text, is_ours, ())


@given(st.text('{}[]",:ab1 \n\r\\/.etrufalsn', max_size=20), texts(), st.integers(0, 200))
def test_text_that_is_no_json_is_refused_or_left_as_it_is(noise: str, text: str, at: int) -> None:
    for broken in (noise, text[:at] + noise + text[at:], text[:at]):
        try:
            installed = with_hooks(FILE, broken, WANTED, is_ours, ())
        except VaultkitError:
            continue
        assert our_groups(said(installed.text), is_ours) == WANTED
        assert without_hooks(FILE, installed.text, is_ours, installed.stretches) == broken


@given(texts())
def test_a_second_installation_changes_nothing(text: str) -> None:
    once = with_hooks(FILE, text, WANTED, is_ours, ())
    assert with_hooks(FILE, once.text, WANTED, is_ours, once.stretches) == once


@given(texts())
def test_a_new_version_replaces_the_old_one(text: str) -> None:
    old = with_hooks(FILE, text, OLDER, is_ours, ())
    new = with_hooks(FILE, old.text, WANTED, is_ours, old.stretches)
    assert new == with_hooks(FILE, text, WANTED, is_ours, ())


@given(texts())
def test_what_others_wrote_means_what_it_meant(text: str) -> None:
    before, after = said(text), said(with_hooks(FILE, text, WANTED, is_ours, ()).text)
    assert {key: value for key, value in after.items() if key != "hooks"} == {
        key: value for key, value in before.items() if key != "hooks"
    }
    assert list(after) == [*before, *(["hooks"] if "hooks" not in before else [])]
    for event, groups in before.get("hooks", {}).items():
        assert after["hooks"][event][: len(groups)] == groups


@given(texts(), SETTINGS, st.sampled_from([None, 2, "\t"]))
def test_without_a_receipt_and_rewritten_by_others(text: str, more: dict[str, Any], indent: int | str | None) -> None:
    """The host writes its settings anew and the user adds some: what is ours goes, no more."""
    changed = said(with_hooks(FILE, text, WANTED, is_ours, ()).text) | {
        f"new {key}": value for key, value in more.items()
    }
    left = without_hooks(FILE, json.dumps(changed, indent=indent), is_ours, ())
    assert not our_groups(said(left), is_ours)
    assert without_ours(said(left), is_ours) == without_ours(changed, is_ours)


@given(texts(), st.sampled_from(["// x\n{}", "{}", '{"hooks": []}', '{"x": 1,}']))
def test_an_edit_elsewhere_stays_and_all_else_is_as_before(text: str, value: str) -> None:
    """A key added in front after the installation: taking out gives what adding it alone would have given."""
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    installed = with_hooks(FILE, text, WANTED, is_ours, ())
    lead = f'{{"added in front": {json.dumps(value)}' + ("," if said(text) else "")

    def added(old: str) -> str:
        return mark + old.removeprefix(mark).replace("{", lead, 1)

    if said(text):  # nothing else than our hooks would be a comma too much
        assert without_hooks(FILE, added(installed.text), is_ours, installed.stretches) == added(text)
