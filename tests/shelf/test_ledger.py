"""What is kept of a reply: its kind, its tools in brief, failures in one line."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultkit.errors import UsageError
from vaultkit.memory.shelf.call import Call
from vaultkit.memory.shelf.ledger import SHOWN, duration, ledger, read_calls
from vaultkit.memory.shelf.policy import RESULT, intent, shaped
from vaultkit.memory.shelf.traces import LONGEST, one_line

CASES = Path(__file__).parent.parent / "cases" / "shelf"


def cases(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((CASES / name).read_text("utf-8"))["case"]
    return found


@pytest.mark.parametrize("case", cases("traces.toml"), ids=lambda case: case["name"])
def test_a_failure_in_one_line(case: dict[str, Any]) -> None:
    assert one_line(case["output"]) == case["line"]


@given(st.text(st.sampled_from("at File Error:\n 0x7f!é原\t#'\"()[]^~`"), max_size=300))
def test_whatever_is_printed_is_one_short_line(output: str) -> None:
    line = one_line(output)
    assert "\n" not in line and len(line) <= LONGEST


@pytest.mark.parametrize(
    "part", ["^", "a", "0", "at ", "1: a", "(", "0x7f ", "abcdef", "Error", "a!b", " ", "\\n", "thread '"]
)
def test_long_output_is_read_in_linear_time(part: str) -> None:
    for end in ("", "z", "!", "::"):
        assert len(one_line(part * 30_000 + end)) <= LONGEST


@pytest.mark.parametrize("case", cases("policy.toml"), ids=lambda case: case["name"])
def test_what_is_kept_of_a_reply(case: dict[str, Any]) -> None:
    calls = [Call(**call) for call in case.get("calls", [])]
    assert intent(case["question"], calls) == case["intent"]
    assert shaped(case["reply"], case["question"], calls, case.get("took_ms")) == case["kept"].strip()


@given(st.text(max_size=3000))
def test_an_operation_stays_short(reply: str) -> None:
    assert len(shaped(reply, "fix it")) <= len("## Operation\n\n- 结果: ") + RESULT


def test_the_ledger_as_it_is_shown() -> None:
    node = "Error: Cannot find module '/srv/app/config'\n    at Module._load (node:internal/modules:1)"
    calls = [
        Call("bash", {"command": "node deploy.js"}, ok=False, duration_ms=2000, error=node),
        Call("mcp:fs.read", duration_ms=40),
        Call("mcp:fs.read", duration_ms=60),
    ]
    assert ledger(calls) == (
        "## Tool Calls\n\n"
        "1. `bash` — ❌ 2.0s — Error: Cannot find module '/srv/app/config'\n"
        '   - 调用: `{"command":"node deploy.js"}`\n'
        "2. `mcp:fs.read` ×2 (总用时 100ms) — 2✅"
    )


def test_calls_of_one_thing_are_one_entry_whatever_became_of_them() -> None:
    calls = [
        Call("bash", "make"),
        Call("read", "a"),
        Call("bash", "make", ok=False, error="E: 1"),
        Call("bash", "make x"),
    ]
    lines = ledger(calls).split("\n")
    assert lines[2] == "1. `bash` ×2 — 1✅ 1❌ — E: 1" and len([line for line in lines if line[:1].isdigit()]) == 3


def test_arguments_are_cut_and_without_secrets() -> None:
    text = ledger(
        [
            Call("write", {"content": "x" * 5000, "token": "abcdef123456"}),
            Call("bash", "export A=`sk-abcdef0123456789abcdef`"),
        ]
    )
    assert "sk-abc" not in text and "abcdef123456" not in text and max(map(len, text.split("\n"))) < SHOWN + 20


@pytest.mark.parametrize(
    ("ms", "words"), [(0, "0ms"), (999, "999ms"), (2000, "2.0s"), (59_940, "59.9s"), (185_000, "3m05s")]
)
def test_durations(ms: float, words: str) -> None:
    assert duration(ms) == words


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("{", "no JSON"),
        ("[1]", "call 1 is no object"),
        ('[{"name": "a"}, {"nam": "b"}]', "did you mean 'name'"),
        ('[{"ok": true}]', "call 1 is not as it should be"),
        ('[{"name": "a", "ok": "yes"}]', "not as it should be"),
        ('[{"name": "a", "duration_ms": true}]', "not as it should be"),
    ],
)
def test_calls_that_are_wrong(text: str, word: str) -> None:
    with pytest.raises(UsageError, match=word):
        read_calls(text)


def test_calls_as_a_list_and_as_lines() -> None:
    assert read_calls('{"name": "a"}\n\n{"name": "b", "ok": false, "error": null}\n') == [
        Call("a"),
        Call("b", ok=False),
    ]
    assert read_calls('[{"name": "a", "input": {"x": 1}}]') == [Call("a", {"x": 1})]
