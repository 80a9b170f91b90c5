"""Whole sessions, with real processes: many hooks at once, one session from its start to its end."""

from __future__ import annotations

import json
import os

import pytest

from tests.hooks.world import NOTE, World
from tests.program import rebuilt, update, written
from vaultkit import clock
from vaultkit.checking.check import check_paths
from vaultkit.config import read_root
from vaultkit.contract.contract import read_contract
from vaultkit.disk.lock import lock
from vaultkit.disk.state import lock_file
from vaultkit.hooks import session_start
from vaultkit.hooks.event import Event
from vaultkit.sessions.overview import encode_overview
from vaultkit.sessions.survey import survey
from vaultkit.sessions.touched import Touched

CROWD = 20


def edited(path: str, **more: object) -> dict[str, object]:
    return {
        "hook_event_name": "PostToolUse",
        "session_id": "s1",
        "tool_name": "Write",
        "tool_input": {"file_path": path},
        **more,
    }


def test_a_crowd_of_hooks(world: World) -> None:
    """Every second note breaks the contract."""
    hooks = []
    for number in range(CROWD):
        path = f"vault/Note {number}.md"
        world.write({path: NOTE.format(number) + f"[[Note {number + 1}]]" if number % 2 else "nothing"})
        event = world.folder / f"event-{number}.json"
        event.write_text(json.dumps(edited(path)))
        hooks.append((event, world.folder / f"answer-{number}.json"))
    running = [world.start(*each) for each in hooks]
    for number, (hook, (_, said)) in enumerate(zip(running, hooks, strict=True)):
        assert hook.communicate(timeout=60) == (None, b"") and hook.returncode == 0
        answer = json.loads(said.read_bytes())
        assert answer.get("decision") == (None if number % 2 else "block")
    world.settle("vault")
    assert len(Touched("s1").paths) == CROWD
    assert world.state("vault").last_error() == "" and not (world.home / "hook.log").exists()
    assert written(world.vault / "graphify-out") == rebuilt(world.vault, world.folder / "rebuilt")


def test_a_session(world: World) -> None:
    common = {"session_id": "s1", "cwd": str(world.folder / "project")}
    world.environment["VAULTKIT_VAULT"] = str(world.vault)
    start = {"hook_event_name": "SessionStart", "source": "startup", **common}
    first = world.say(start)["hookSpecificOutput"]["additionalContext"]
    assert "Its map is being drawn" in first and "convention/api-style: no note" in first
    world.settle("vault")
    answers = []
    for name, text in {
        "vault/One.md": NOTE.format("One") + "[[Two]] and [[Beta]]\n",
        "vault/Two.md": "# Two\n",
        "project/src/app.py": "print('bye')\n",
        "vault/notes/Three.md": NOTE.format("Three").replace("type/reference", "kind/reference"),
        "vault/Four.md": NOTE.format("Four"),
    }.items():
        world.write({name: text})
        answers.append(world.say(edited(str(world.folder / name), **common)).get("decision"))
    assert answers == [None, "block", None, "block", None]
    world.write({"vault/Four.md": None})
    assert world.say({"hook_event_name": "SessionEnd", "reason": "other", **common}) == {}
    world.settle("vault")

    journal = (world.vault / "journal" / "2026-12-01.md").read_text().splitlines()[-1]
    assert journal == (
        f"- 09:30 Session in `{world.folder}/project`: notes [[One]], [[Two]], [[notes/Three]];"
        f" files `src/app.py`, `{world.vault}/Four.md`"
    )
    assert written(world.vault / "graphify-out") == rebuilt(world.vault, world.folder / "rebuilt")
    graph = json.loads((world.vault / "graphify-out" / "graph.json").read_bytes())
    assert {"One.md", "Two.md", "notes/Three.md", "journal/2026-12-01.md"} <= graph["graph"]["files"].keys()
    assert "Four.md" not in graph["graph"]["files"]
    links = {(link["source"], link["target"]) for link in graph["links"] if link["relation"] == "links_to"}
    assert {("One.md", "Two.md"), ("One.md", "notes/Beta.md"), ("journal/2026-12-01.md", "One.md")} <= links
    root, contract = read_root(world.vault), read_contract(world.vault)
    checked = check_paths(root, ["One.md", "Two.md", "notes/Three.md", "notes/Beta.md"], contract)
    assert {each.problem.path for each in checked.findings} == {"Two.md", "notes/Three.md"}

    second = world.say(start | {"session_id": "s2"})["hookSpecificOutput"]["additionalContext"]
    assert "Vault Memory" in second and "- notes/Beta.md: What Beta is for." in second
    assert "convention/api-style, API style.md: REST, snake_case, problem details." in second
    assert "today journal/2026-12-01.md, yesterday journal/2026-11-30.md;" in second
    assert second == world.say(start | {"session_id": "s3"})["hookSpecificOutput"]["additionalContext"]


def test_a_graph_that_was_built_by_hand(world: World) -> None:
    """No worker has drawn its overview yet: the hook waits for the one that it starts."""
    update(world.vault)
    state, root = world.state("vault"), read_root(world.vault)
    with world.busy("vault"):
        answers = session_start.answers(Event("session-start", "s1", str(world.vault)), clock.now())
        assert "Its map is being drawn" in [next(answers).context for _ in range(2)][-1]
        state.folder.mkdir(exist_ok=True)
        state.overview.write_bytes(encode_overview(survey(root, root.out)))
        assert "- notes/Beta.md: What Beta is for." in next(answers).context
    assert state.is_marked()


def test_a_vault_that_never_answers(world: World) -> None:
    """What is kept of it is a pipe that nobody writes into: what is read of it hangs, as on a disk that is gone."""
    world.environment["VAULTKIT_VAULT"] = str(world.vault)
    for file in (world.state("vault").overview, world.home / "sessions" / "s1.jsonl"):
        file.parent.mkdir(parents=True, exist_ok=True)
        os.mkfifo(file)
    common = {"session_id": "s1", "cwd": str(world.folder / "project")}
    said = world.say({"hook_event_name": "SessionStart", "source": "startup", **common})
    assert "did not answer in time" in said["hookSpecificOutput"]["additionalContext"]
    assert world.say({"hook_event_name": "SessionEnd", "reason": "other", **common}) == {}


def test_a_journal_that_is_held(world: World) -> None:
    """Somebody else writes for long: the line is written by a process that may wait, elsewhere."""
    world.environment |= {"VAULTKIT_VAULT": "vault", "VAULTKIT_HOME": "home"}
    with lock(lock_file(world.vault), patience=0):
        event = {"hook_event_name": "SessionEnd", "session_id": "s1", "cwd": "project"}
        assert world.say(event) == {}
        assert not (world.vault / "journal" / "2026-12-01.md").exists()
    world.wait(lambda: Touched("s1").was_told)
    text = (world.vault / "journal" / "2026-12-01.md").read_text()
    assert text.endswith(f"- 09:30 Session in `{world.folder}/project`: no files were edited\n")


def test_hooks_that_are_installed_twice(world: World) -> None:
    """Both end the session; one line tells of it."""
    world.environment["VAULTKIT_VAULT"] = str(world.vault)
    event = world.folder / "event.json"
    event.write_text(json.dumps({"hook_event_name": "SessionEnd", "session_id": "s1", "cwd": str(world.folder)}))
    hooks = [world.start(event, world.folder / f"answer-{number}.json") for number in range(3)]
    assert [(*hook.communicate(timeout=60), hook.returncode) for hook in hooks] == [(None, b"", 0)] * 3
    world.settle("vault")
    assert (world.vault / "journal" / "2026-12-01.md").read_text().count("Session in") == 1


def test_a_home_that_cannot_be_written(world: World) -> None:
    """The note is checked all the same, and the person told."""
    world.write({"home": "a file", "vault/Bad.md": "nothing"})
    said = world.say(edited(str(world.vault / "Bad.md")))
    assert said["decision"] == "block" and str(world.home) in said["systemMessage"]
    world.write({"home": None, "vault/Bad.md": "nothing"})
    world.state("vault").lock.mkdir(parents=True)
    said = world.say(edited(str(world.vault / "Bad.md")))
    assert said["decision"] == "block" and "worker.lock" in said["systemMessage"]
    world.state("vault").lock.rmdir()


def test_garbage_is_no_event(world: World) -> None:
    for garbage in (b"", b"\xff\xfe", b"{", b"nothing", b"[" * 100_000, b'{"hook_event_name": "\\ud800"}', b"\0"):
        assert world.say(garbage) == {}
    log = hook_log_of(world)
    assert "the event is no JSON" in log and "Traceback" not in log


@pytest.mark.parametrize("path", ["a\0b.md", "\ud800.md", "a\nb.md", "x" * 5_000 + ".md", "d/" * 3_000 + "x.md"])
def test_a_path_that_no_disk_can_hold(world: World, path: str) -> None:
    for folder in (str(world.vault), str(world.vault / path)):
        event = edited(str(world.vault / path)) | {"cwd": folder, "session_id": path}
        assert world.say(event) == {}
    assert "Traceback" not in hook_log_of(world)


def test_a_pipe_in_the_place_of_a_note(world: World) -> None:
    os.mkfifo(world.vault / "Pipe.md")
    said = world.say(edited(str(world.vault / "Pipe.md")))
    assert "it is a pipe, a socket or a device" in said["reason"]


def hook_log_of(world: World) -> str:
    log = world.home / "hook.log"
    return log.read_text("utf-8") if log.exists() else ""
