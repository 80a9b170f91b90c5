"""The plugin for OpenCode, run by node: what it hands over to the hook, and what becomes of the answers."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from vaultkit.hosts.package import opencode_module

HOOK = """#!/usr/bin/env python3
import json, os, sys
assert sys.argv[1:] == ["--client", "opencode"]
event = json.load(sys.stdin)
with open(os.environ["SEEN"], "a") as seen:
    seen.write(json.dumps(event) + "\\n")
answers = {"session-start": {"context": "briefing"}, "prompt": {"context": "due " + event.get("text", "")},
           "tool-before": {"refusal": "append only"} if "journal" in str(event.get("args")) else {},
           "tool-after": {"fault": "mend it"} if event.get("tool") == "write" else {}}
print(json.dumps(answers.get(event["event"], {})))
"""
DAY = Path(__file__).parent.parent / "cases" / "opencode" / "day.mjs"


def run(folder: Path, hook: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """What the plugin did to the host, and the events that the hook was handed."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("NOT TESTED: the plugin for OpenCode, since node is missing")
    module = opencode_module().replace('"vaultkit-hook"', json.dumps(hook), 1)
    (folder / "vaultkit.mjs").write_text(module)
    shutil.copy(DAY, folder / "day.mjs")
    seen_by = {**os.environ, "SEEN": str(folder / "seen")}
    done = subprocess.run([node, "day.mjs"], cwd=folder, env=seen_by, capture_output=True, timeout=60, check=True)
    seen = (folder / "seen").read_text().splitlines() if (folder / "seen").exists() else []
    return json.loads(done.stdout), [json.loads(line) for line in seen]


def test_events_go_over_and_answers_come_back(tmp_path: Path) -> None:
    (tmp_path / "hook").write_text(HOOK)
    (tmp_path / "hook").chmod(0o755)
    said, seen = run(tmp_path, str(tmp_path / "hook"))
    assert said == {
        "system": ["base", "briefing", "due Fix it"],
        "output": "written\n\nmend it",
        "refused": "append only",
    }
    assert all(event["session"] == "s" and event["folder"] == "/work/app" for event in seen), "a subagent's is a part"
    assert [event["event"] for event in seen] == [
        "session-start", "prompt", "tool-before", "tool-after", "tool-before", "tool-after", "reply", "condensed",
        "compaction", "session-end",
    ]  # fmt: skip
    told = {event["event"]: event for event in seen}
    assert told["prompt"]["text"] == "Fix it" and told["reply"]["text"] == "First.\n\nDone."
    assert told["condensed"]["text"] == "summary" and told["session-end"]["occasion"] == "exit"
    failed = seen[5]
    assert (failed["ok"], failed["error"], failed["ms"], failed["tool"]) == (False, "not found", 7, "bash")


def test_without_the_hook_the_host_goes_on(tmp_path: Path) -> None:
    said, seen = run(tmp_path, "/nowhere/vaultkit-hook")
    assert said == {"system": ["base"], "output": "written"} and seen == []
