"""Installing and taking out again leaves every byte; whatever others wrote means what it meant before."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.hosts.settings import SETTINGS, texts
from vaultkit.errors import VaultkitError
from vaultkit.hosts import claude, cursor, gemini
from vaultkit.hosts.hook_program import Programs, calls_hook
from vaultkit.hosts.host import Host
from vaultkit.hosts.json_claims import Claim, others, ours
from vaultkit.hosts.json_settings import JsonSettings
from vaultkit.hosts.servers import HOOKS, SERVERS
from vaultkit.hosts.settings_text import bare, strict

FILE = Path("settings.json")
PROGRAMS = Programs("/opt/tools of mine/bin/vaultkit-hook", "/opt/tools of mine/bin/vaultkit")


def wanted(host: Host) -> dict[str, Any]:
    (part, *_) = host.parts("user", FILE, PROGRAMS)
    assert isinstance(part, JsonSettings)
    return part.wanted


WANTED = wanted(claude.HOST)["hooks"]
OLDER = {"Notification": [{"hooks": [{"type": "command", "command": "/old/vaultkit-hook"}]}], **WANTED}


def part(hooks: dict[str, Any]) -> JsonSettings:
    return JsonSettings(FILE, {"hooks": hooks}, (HOOKS,))


PART = part(WANTED)
SHAPES = {
    "groups of hooks": PART,
    "hooks without groups": JsonSettings(FILE, wanted(cursor.HOST), (Claim("hooks", "{[", calls_hook),)),
    "hooks and a server, with comments": JsonSettings(FILE, wanted(gemini.HOST), (HOOKS, SERVERS), comments=True),
}


def said(text: str) -> Any:
    return json.loads(strict(bare(text.removeprefix("\ufeff"))))


@pytest.mark.parametrize("shape", SHAPES)
@settings(deadline=None, max_examples=60)
@given(st.data())
def test_install_and_uninstall_leave_every_byte(shape: str, data: st.DataObject) -> None:
    shaped = SHAPES[shape]
    text = data.draw(texts(comments=shaped.comments))
    try:
        installed = shaped.put(text, ())
    except VaultkitError as fault:  # something else has our place in this shape
        assert "is not what belongs there" in str(fault)
        return
    assert ours(said(installed.text), shaped.claims) == ours(shaped.wanted, shaped.claims)
    assert shaped.put(installed.text, installed.stretches) == installed
    assert shaped.take(installed.text, installed.stretches) == text
    left = shaped.take(installed.text, ())
    assert others(said(left), shaped.claims) == others(
        {"version": 1, **said(text)} if shape == "hooks without groups" else said(text), shaped.claims
    )


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
    installed = PART.put(text, ())
    assert ours(said(installed.text), (HOOKS,)).get("hooks") == WANTED
    assert PART.take(installed.text, installed.stretches) == text


def test_where_taking_out_would_let_an_older_key_count_again_nothing_is_done() -> None:
    text = f'{{"hooks": {{"PostToolUse": [{THEIRS}], "PostToolUse": {json.dumps(WANTED["PostToolUse"])}}}}}'
    with pytest.raises(VaultkitError, match="a key twice"):
        PART.take(text, ())


@given(st.text('{}[]",:ab1 \n\r\\/.etrufalsn', max_size=20), texts(), st.integers(0, 200))
def test_text_that_is_no_json_is_refused_or_left_as_it_is(noise: str, text: str, at: int) -> None:
    for broken in (noise, text[:at] + noise + text[at:], text[:at]):
        try:
            installed = PART.put(broken, ())
        except VaultkitError:
            continue
        assert ours(said(installed.text), (HOOKS,)).get("hooks") == WANTED
        assert PART.take(installed.text, installed.stretches) == broken


@given(texts())
def test_a_second_installation_changes_nothing(text: str) -> None:
    once = PART.put(text, ())
    assert PART.put(once.text, once.stretches) == once


@given(texts())
def test_a_new_version_replaces_the_old_one(text: str) -> None:
    old = part(OLDER).put(text, ())
    new = PART.put(old.text, old.stretches)
    assert new == PART.put(text, ())


@given(texts())
def test_what_others_wrote_means_what_it_meant(text: str) -> None:
    before, after = said(text), said(PART.put(text, ()).text)
    assert {key: value for key, value in after.items() if key != "hooks"} == {
        key: value for key, value in before.items() if key != "hooks"
    }
    assert list(after) == [*before, *(["hooks"] if "hooks" not in before else [])]
    for event, groups in before.get("hooks", {}).items():
        assert after["hooks"][event][: len(groups)] == groups


@given(texts(), SETTINGS, st.sampled_from([None, 2, "\t"]))
def test_without_a_receipt_and_rewritten_by_others(text: str, more: dict[str, Any], indent: int | str | None) -> None:
    """The host writes its settings anew and the user adds some: what is ours goes, no more."""
    changed = said(PART.put(text, ()).text) | {f"new {key}": value for key, value in more.items()}
    left = PART.take(json.dumps(changed, indent=indent), ())
    assert not ours(said(left), (HOOKS,)).get("hooks")
    assert others(said(left), (HOOKS,)) == others(changed, (HOOKS,))


@given(texts(), st.sampled_from(["// x\n{}", "{}", '{"hooks": []}', '{"x": 1,}']))
def test_an_edit_elsewhere_stays_and_all_else_is_as_before(text: str, value: str) -> None:
    """A key added in front after the installation: taking out gives what adding it alone would have given."""
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    installed = PART.put(text, ())
    lead = f'{{"added in front": {json.dumps(value)}' + ("," if said(text) else "")

    def added(old: str) -> str:
        return mark + old.removeprefix(mark).replace("{", lead, 1)

    if said(text):  # nothing else than our hooks would be a comma too much
        assert PART.take(added(installed.text), installed.stretches) == added(text)
