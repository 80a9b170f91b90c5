"""Memories in every kind of repository; and nothing of it but notes is ever touched."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.memory.repositories import git, make_repository, run
from vaultkit.cli.main import VAULTKIT
from vaultkit.cli.main import run as run_program
from vaultkit.clock import now
from vaultkit.errors import VaultkitError
from vaultkit.git.objects import Reader
from vaultkit.memory.mem.branches import branches_answer, merge_branch
from vaultkit.memory.mem.changes import accessed, end_session, evolve, forget, remember
from vaultkit.memory.mem.entry import Memories
from vaultkit.memory.mem.index import build_index
from vaultkit.memory.mem.store import find_place, fresh_index, read_index, read_memories, recall_all
from vaultkit.memory.mem.writing import change_memories, inherit, undo


def keep(folder: Path, data: Any, **more: Any) -> str:
    place = find_place(folder, **more)
    return change_memories(place, remember(data, [], None, place.name, now()), now())


def kept(folder: Path) -> list[Any]:
    return [entry["d"] for entry in recall_all(find_place(folder)).values()]


def test_every_place_of_a_repository_sees_the_same(tmp_path: Path) -> None:
    project = make_repository(tmp_path / "project", commits=2)
    (project / "sub" / "folder").mkdir(parents=True)
    keep(project / "sub" / "folder", "one")
    git(project, "worktree", "add", "--quiet", "--detach", "../tree")
    git(project, "clone", "--quiet", "--mirror", ".", "../bare")
    assert kept(project) == kept(tmp_path / "tree") == kept(tmp_path / "bare") == kept(project / ".git") == ["one"]
    keep(tmp_path / "tree", "two")
    keep(tmp_path / "bare", "three")
    assert (kept(project), kept(tmp_path / "bare")) == (["one", "two"], ["one", "three"])


def test_submodules_and_shallow_clones_have_their_own(tmp_path: Path) -> None:
    part, project = make_repository(tmp_path / "part", commits=3), make_repository(tmp_path / "project")
    git(project, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(part), "part")
    git(tmp_path, "clone", "--quiet", "--depth=1", part.as_uri(), "shallow")
    for folder in (project, project / "part", tmp_path / "shallow"):
        keep(folder, folder.name)
    assert (kept(project), kept(project / "part"), kept(tmp_path / "shallow")) == (["project"], ["part"], ["shallow"])
    git(tmp_path / "shallow", "fetch", "--quiet", "--unshallow")
    assert kept(tmp_path / "shallow") == ["shallow"]
    keep(tmp_path / "shallow", "deep")
    assert kept(tmp_path / "shallow") == ["shallow", "deep"]


def test_notes_hang_on_the_root_of_the_first_parent_line(tmp_path: Path) -> None:
    project = make_repository(tmp_path / "project")
    root = git(project, "rev-parse", "HEAD")
    git(project, "checkout", "--quiet", "--orphan", "other")
    git(project, "commit", "--quiet", "--allow-empty", "-m", "another root")
    git(project, "checkout", "--quiet", "main")
    git(project, "merge", "--quiet", "--allow-unrelated-histories", "-m", "both", "other")
    keep(project, "one")
    assert git(project, "notes", "--ref=mem-main", "list").endswith(root)
    assert [entry["d"] for entry in json.loads(git(project, "notes", "--ref=mem-main", "show", root)).values()] == [
        "one"
    ]


def test_without_repository_or_commit_the_error_says_what_helps(tmp_path: Path) -> None:
    with pytest.raises(VaultkitError, match=r"no git repository.*--init"):
        find_place(tmp_path)
    git(tmp_path, "init", "--quiet", "--initial-branch=trunk")
    with pytest.raises(VaultkitError, match=r"trunk has no commit yet.*--init"):
        find_place(tmp_path)
    (tmp_path / "staged").write_text("staged")
    git(tmp_path, "add", "staged")
    keep(tmp_path, "one", init=True)
    assert (kept(tmp_path), git(tmp_path, "status", "--porcelain")) == (["one"], "A  staged")


def test_memories_survive_garbage_collection_rewriting_and_stay_at_home(tmp_path: Path) -> None:
    project = make_repository(tmp_path / "project", commits=3)
    git(tmp_path, "init", "--quiet", "--bare", "remote")
    git(project, "remote", "add", "origin", "../remote")
    keep(project, "one")
    git(project, "push", "--quiet", "origin", "main")
    assert git(project, "ls-remote", "origin").splitlines()[-1].endswith("refs/heads/main")
    git(project, "rebase", "--quiet", "--root", "--force-rebase", "--reset-author-date")
    git(project, "reflog", "expire", "--expire=now", "--all")
    git(project, "gc", "--quiet", "--prune=now")
    assert kept(project) == ["one"]
    keep(project, "two")
    git(project, "gc", "--quiet", "--prune=now")
    assert kept(project) == ["one", "two"]
    assert git(project, "fsck", "--strict") == ""
    assert len(git(project, "notes", "--ref=mem-main", "list").splitlines()) == 1


def test_other_notes_of_the_ref_stay(tmp_path: Path) -> None:
    project = make_repository(tmp_path / "project", commits=2)
    git(project, "notes", "--ref=mem-main", "add", "-m", '{"0": {"d": "of another tool"}}', "HEAD~1")
    git(project, "notes", "--ref=mem-main", "add", "-m", "a remark", "HEAD")
    keep(project, "one")
    assert (kept(project), git(project, "notes", "--ref=mem-main", "show", "HEAD")) == (
        ["of another tool", "one"],
        "a remark",
    )


def test_notes_that_are_no_memories_are_an_error_that_can_be_undone(tmp_path: Path) -> None:
    project = make_repository(tmp_path / "project")
    keep(project, "one")
    git(project, "notes", "--ref=mem-main", "add", "--force", "-m", '{"broken', "HEAD")
    with pytest.raises(VaultkitError, match=r"refs/notes/mem-main are no JSON.*mem undo"):
        kept(project)
    undo(find_place(project))
    assert kept(project) == ["one"]


def test_a_ref_that_is_no_commit_is_an_error_that_says_what_helps(tmp_path: Path) -> None:
    project = make_repository(tmp_path / "project")
    keep(project, "one")
    blob = git(project, "hash-object", "-w", "--stdin", data=b"x")
    git(project, "update-ref", "refs/notes/idx-main", blob)
    with pytest.raises(VaultkitError, match="git update-ref -d refs/notes/idx-main"):
        keep(project, "two")
    git(project, "update-ref", "-d", "refs/notes/idx-main")
    keep(project, "two")
    assert kept(project) == ["one", "two"] and len(read_index(find_place(project)).lines) == 2


def test_a_branch_begins_with_main_and_is_on_its_own(tmp_path: Path) -> None:
    project = make_repository(tmp_path / "project")
    keep(project, "of main")
    git(project, "checkout", "--quiet", "-b", "feature/x")
    assert kept(project) == ["of main"]
    assert "mem-feature" not in git(project, "for-each-ref")
    inherit(find_place(project), now())
    keep(project, "of the feature")
    git(project, "checkout", "--quiet", "main")
    keep(project, "later")
    assert kept(project) == ["of main", "later"]
    git(project, "checkout", "--quiet", "feature/x")
    assert kept(project) == ["of main", "of the feature"]
    assert merge_branch(find_place(project), "main", now())["errors"] == []
    assert kept(project) == ["of main", "of the feature", "later"]
    for _ in range(3):
        undo(find_place(project))
    assert kept(project) == ["of main", "later"]
    with pytest.raises(VaultkitError, match="nothing to undo"):
        undo(find_place(project))


def test_names_that_look_alike_are_kept_apart(tmp_path: Path) -> None:
    project = make_repository(tmp_path / "project")
    for branch in ("a/b-c", "a-b/c", "a-b-c", "a%2Db-c", "ünï/cøde", "ünï-cøde"):
        git(project, "checkout", "--quiet", "-b", branch)
        keep(project, f"of {branch}")
        assert kept(project) == [f"of {branch}"]
    counts = branches_answer(find_place(project))["branches"]
    assert sorted(each["count"] for each in counts.values()) == [1] * 6
    git(project, "checkout", "--quiet", "a-b-c")
    assert merge_branch(find_place(project), "a/b-c", now())["errors"] == []
    assert kept(project) == ["of a-b-c", "of a/b-c"]


def test_the_index_is_always_that_of_the_memories(tmp_path: Path) -> None:
    project = make_repository(tmp_path / "project")
    place = find_place(project)
    first = keep(project, {"decision": "use React"})
    keep(project, "two")
    for change in (accessed(first), evolve(first, "later", now()), forget(first), end_session("s", "main", now(), 1)):
        change_memories(place, change, now())
        with Reader(project) as reader:
            stored = read_memories(reader, place)
            assert fresh_index(reader, "main", place.root, stored.blob) == build_index(stored.memories, {}, {})
    git(project, "notes", "--ref=idx-main", "add", "--force", "-m", "{}", "HEAD")
    assert len(read_index(place).lines) == len(recall_all(place))


def test_another_program_that_moves_the_refs_is_waited_for(tmp_path: Path) -> None:
    project = make_repository(tmp_path / "project")
    place = find_place(project)
    keep(project, "one")
    calls = 0

    def change(memories: Memories) -> Any:
        nonlocal calls
        calls += 1
        if calls == 1:  # another program writes without our lock, after we have read
            git(project, "notes", "--ref=mem-main", "add", "--force", "-m", '{"0": {"d": "theirs"}}', "HEAD")
        return remember("two", [], None, "main", now())(memories)

    change_memories(place, change, now())
    assert (calls, kept(project)) == (2, ["theirs", "two"])


def test_the_lock_of_a_killed_git_does_not_stand_in_the_way(tmp_path: Path) -> None:
    project = make_repository(tmp_path / "project")
    keep(project, "one")
    (project / ".git/refs/notes/mem-main.lock").touch()
    os.utime(project / ".git/refs/notes/mem-main.lock", (0, 0))
    keep(project, "two")
    assert kept(project) == ["one", "two"]


@pytest.mark.parametrize(
    "year", ["1960-05-04T03:02:01", "1970-01-01T00:00:05", "1999-12-31T23:59:59", "2106-02-08T00:00:00"]
)
def test_a_clock_that_is_far_off_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, year: str) -> None:
    project = make_repository(tmp_path / "project")
    keep(project, "before")
    monkeypatch.setenv("VAULTKIT_NOW", f"{year}+00:00")
    keep(project, "then")
    monkeypatch.delenv("VAULTKIT_NOW")
    keep(project, "after")
    assert kept(project) == ["before", "then", "after"]


def test_advice_on_a_damaged_branch_names_that_branch(tmp_path: Path) -> None:
    project = make_repository(tmp_path / "project")
    keep(project, "of main")
    git(project, "checkout", "--quiet", "-b", "other")
    keep(project, "of other")
    blob = git(project, "hash-object", "-w", "--stdin", data=b"junk")
    git(project, "notes", "--ref=mem-other", "add", "-f", "-C", blob)
    git(project, "checkout", "--quiet", "main")
    answer = branches_answer(find_place(project))["branches"]
    assert answer["main"] == {"count": 1, "current": True}
    assert "on the branch other, `vaultkit mem undo` goes back" in answer["other"]["error"]
    done = run(project, "mem", "branches")
    assert done.returncode == 1 and json.loads(done.stdout)["branches"] == answer
    assert done.stderr.startswith(b"vaultkit mem: the memories in refs/notes/mem-other are no JSON")
    git(project, "checkout", "--quiet", "other")
    undo(find_place(project))
    assert kept(project) == ["of main", "of other"]


def test_a_session_begins_in_a_repository_that_cannot_be_written(tmp_path: Path) -> None:
    project = make_repository(tmp_path / "project")
    keep(project, "of main")
    (project / ".git/vaultkit.lock").unlink()
    (project / ".git/vaultkit.lock").mkdir()
    done = run(project, "mem", "sync", "--start")
    assert (done.returncode, json.loads(done.stdout)["n"], done.stderr) == (0, 1, b"")
    git(project, "checkout", "--quiet", "-b", "other")
    done = run(project, "mem", "sync", "--start")
    assert (done.returncode, json.loads(done.stdout)["n"]) == (0, 1)
    assert b"other has no memories of its own yet: cannot open" in done.stderr
    assert run(project, "mem", "remember", "no").returncode == 1


def test_hooks_settings_and_variables_of_git_have_no_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project, other = make_repository(tmp_path / "project"), make_repository(tmp_path / "other")
    for hook in ("reference-transaction", "post-commit", "prepare-commit-msg", "pre-commit"):
        path = project / ".git" / "hooks" / hook
        path.parent.mkdir(exist_ok=True)
        path.write_text("#!/bin/sh\ntouch ran\nexit 1\n")
        path.chmod(0o755)
    git(project, "config", "commit.gpgSign", "true")
    git(project, "config", "notes.rewriteRef", "refs/notes/*")
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other / "index"))
    monkeypatch.setenv("GIT_NOTES_REF", "refs/notes/else")
    keep(project, "one")
    monkeypatch.delenv("GIT_DIR")
    assert (kept(project), kept(other), (project / "ran").exists()) == (["one"], [], False)


COMMANDS = [
    ("sync", "--start"),
    ("remember", "one"),
    ("get", "one"),
    ("search", "one"),
    ("recall", "-i", "f97c5d29"),
    ("update", "f97c5d29", "-i", "c"),
    ("evolve", "f97c5d29", "note"),
    ("merge-branch", "other"),
    ("undo",),
    ("forget", "f97c5d29"),
    ("sync", "--end", "done"),
    ("import", "lines.jsonl"),
    ("export",),
    ("show",),
    ("log",),
    ("branches",),
]


def test_head_index_and_work_tree_are_never_touched(tmp_path: Path) -> None:
    project = make_repository(tmp_path / "project")
    for name, text in {"staged": "1", "changed": "1", "lines.jsonl": '{"d": "new"}'}.items():
        (project / name).write_text(text)
    git(project, "add", ".")
    git(project, "commit", "--quiet", "-m", "files")
    git(project, "checkout", "--quiet", "-b", "other")
    keep(project, "of the other")
    git(project, "checkout", "--quiet", "main")
    (project / "staged").write_text("2")
    git(project, "add", "staged")
    (project / "changed").write_text("3")
    (project / "new").write_text("4")

    def state() -> dict[str, bytes]:
        inside = [".git/HEAD", ".git/index", ".git/refs/heads/main", ".git/refs/heads/other"]
        paths = [*(project / name for name in inside), *(p for p in project.iterdir() if p.is_file())]
        return {str(path): path.read_bytes() for path in paths} | {
            "status": git(project, "--no-optional-locks", "status", "-v").encode()
        }

    before = state()
    for command in COMMANDS:
        assert run_program("vaultkit", VAULTKIT, "check", ["mem", "-p", str(project), *command]) in (0, 1), command
        assert state() == before, command


def test_memories_of_any_size_come_back(tmp_path: Path) -> None:
    project = make_repository(tmp_path / "project")
    data = {"text": "wörds 漢字 \u0000\n" * 80_000, "n": 2**70, "f": 1.5, "none": None, "": [[], {}, True]}
    done = run(project, "mem", "remember", "-", data=json.dumps(data).encode())
    assert done.returncode == 0, done.stderr
    shown = run(project, "mem", "recall", "-i", done.stdout.decode().strip())
    assert json.loads(shown.stdout)["d"] == data


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    project = make_repository(tmp_path / "project")
    done = run(project, "mem", "remember", "-", data=b"\xff\xfe\x00binary")
    assert done.returncode == 2 and b"no UTF-8" in done.stderr and kept(project) == []
