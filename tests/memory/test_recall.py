"""The memory branch: relevance, settings, the contract, odd keys and texts, time limits."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.memory.repositories import git, make_repository
from vaultkit.errors import UsageError, VaultkitError
from vaultkit.memory.recall.answering import Asked, forget, list_all, retrieve, search, search_words, status, store
from vaultkit.memory.recall.branch import open_branch, undo
from vaultkit.memory.recall.contract import Answer, Result, ranked
from vaultkit.memory.recall.decay import FORMULA, parse_formula
from vaultkit.memory.recall.memory import Memory, file_name, read_memory, slug_of, write_memory
from vaultkit.memory.recall.searching import Pattern
from vaultkit.memory.recall.settings import Settings, read_settings

NOW = datetime(2026, 3, 17, 14, 30, tzinfo=UTC)
FIELDS = {
    "query_echo": str,
    "results": list,
    "result_count": int,
    "status": str,
    "error_message": str | None,
    "error_code": str | None,
    "backend_duration_ms": int,
    "normalized_relevance": float,
    "backend": str,
}


@pytest.fixture
def asked(tmp_path: Path) -> Asked:
    return Asked(make_repository(tmp_path / "project"), Settings(), NOW)


def contents(answer: Answer) -> list[str]:
    record = answer.record()
    assert record.keys() == FIELDS.keys()
    assert all(isinstance(record[name], kind) for name, kind in FIELDS.items())
    assert record["result_count"] == len(record["results"])
    return [result.content for result in answer.results]


@pytest.mark.parametrize(
    ("days", "relevance"),
    [(0, 1.0), (1, 0.957), (3, 0.871), (7, 0.699), (14, 0.398), (18, 0.226), (19, 0.2), (30, 0.2), (365, 0.2)],
)
def test_relevance_fades(days: int, relevance: float) -> None:
    assert parse_formula(FORMULA)(days) == relevance


@pytest.mark.parametrize(
    ("formula", "at_ten"),
    [
        ("1", 1),
        ("0.5 + 0.2", 0.7),
        ("-(2 - 3)", 1),
        ("days_ago / 20", 0.5),
        ("min(1, days_ago, 0.3)", 0.3),
        ("1 / (days_ago - 10)", 0.0),
        ("days_ago * 1e308 * 1e308", 1.0),
        (" max(0.1, 1 - days_ago) ", 0.1),
    ],
)
def test_formulas_are_worked_out(formula: str, at_ten: float) -> None:
    assert parse_formula(formula)(10) == at_ten


@pytest.mark.parametrize(
    "formula",
    [
        "",
        "days",
        "days_ago ** 2",
        "__import__('os').system('x')",
        "max(1)",
        "days_ago.real",
        "1 if 1 else 0",
        "'a' * 9",
        "lambda: 1",
        "max(*[1, 2])",
        "abs(1)",
        "(" * 100 + "1" + ")" * 100,
        "1 +",
        "True",
        "[1][0]",
    ],
)
def test_anything_else_is_no_formula(formula: str) -> None:
    with pytest.raises(VaultkitError, match="cannot be read"):
        parse_formula(formula)


@given(st.text(), st.text(), st.lists(st.text()))
def test_a_file_holds_its_memory(key: str, text: str, tags: list[str]) -> None:
    clean = [" ".join(each.encode("utf-8", "replace").decode().split()) for each in (key, *tags)]
    text = text.encode("utf-8", "replace").decode().replace("\r", "")
    memory = Memory(clean[0] or "key", NOW, tuple(tag for tag in clean[1:] if tag), text)
    if all(each.isprintable() for each in clean):
        assert read_memory(write_memory(memory).encode(), file_name(memory)) == memory
    assert all(letter.isalnum() or letter == "-" for letter in slug_of(key))


def test_files_made_by_hand_are_read() -> None:
    text = "---\nkey: 'it''s'\ntimestamp: 2026-03-17T14:30:00Z\ntags: [a, \"b, c\"]\n---\n# Note\n\nbody\n"
    assert read_memory(text.encode(), "x.md") == Memory("it's", NOW, ("a", "b, c"), "# Note\n\nbody")
    assert read_memory(b"only text", "2026-03-17T14-30-00_my-key.md") == Memory("my-key", NOW, (), "only text")
    assert read_memory(b"\xff\xfe", "odd").key == "odd"


@pytest.mark.parametrize(
    "key",
    [
        "a/b",
        "../../x",
        "-n",
        "--all",
        "$(id)",
        "`id`",
        'q"q',
        "a'b",
        "[x",
        "x]*",
        "a b",
        "数据",
        "🙂",
        ".",
        "a: b",
        "#x",
    ],
)
def test_odd_keys_and_texts_come_back(asked: Asked, key: str) -> None:
    text = f'{key} "quotes" `ticks` $HOME <b> | \\ %s \n\n# not a title\n---\nkey: no\n---\n'.rstrip("\n")
    assert contents(store(asked, key, text, [key])) == [text]
    assert contents(retrieve(asked, key)) == [text]
    assert contents(search(asked, Pattern(key))) == [text]
    assert contents(retrieve(asked, key + "x")) == []
    assert git(asked.folder, "fsck", "--strict") == ""


def test_several_of_one_second_stay_apart_and_the_latest_is_first(asked: Asked) -> None:
    for number in range(4):
        store(asked, "key", f"text {number}")
    assert contents(retrieve(asked, "key")) == [f"text {number}" for number in (3, 2, 1, 0)]
    assert contents(retrieve(asked, "key", 1)) == ["text 3"]
    store(asked, "key-2", "another key")
    assert contents(retrieve(asked, "key-2")) == ["another key"]
    assert len(contents(forget(asked, "key"))) == 4
    assert contents(retrieve(asked, "key")) == [] and contents(retrieve(asked, "key-2")) == ["another key"]


def test_the_recent_come_first_and_twenty_are_enough(asked: Asked) -> None:
    for age in range(25):
        store(asked._replace(now=NOW - timedelta(age)), f"key {age}", f"shared word {age}")
    answer = search(asked, Pattern("shared"))
    assert contents(answer) == [f"shared word {age}" for age in range(20)]
    assert answer.results[3].relevance == 0.871 and answer.normalized_relevance == 1.0
    assert len(contents(list_all(asked))) == 25
    old = search(asked, Pattern("shared word 19"))
    assert (old.normalized_relevance, old.status) == (0.2, "success")


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        (Pattern("JWT"), True),
        (Pattern("jwt"), False),
        (Pattern("jwt", ignores_case=True), True),
        (Pattern("J.T"), False),
        (Pattern("J.T", is_regex=True), True),
        (Pattern("a brief"), True),
        (Pattern("a brief", scope="content"), False),
        (Pattern("a brief", scope="messages"), True),
        (Pattern("JWT", scope="messages"), False),
        (Pattern("a-tag"), True),
        (Pattern("auth"), True),
        (Pattern("timestamp"), False),
        (Pattern("tags"), False),
        (Pattern("key"), False),
        (Pattern("memory"), False),
        (Pattern("---"), False),
        (Pattern(""), False),
        (Pattern("  "), False),
    ],
)
def test_search(asked: Asked, pattern: Pattern, found: bool) -> None:
    store(asked, "auth", "We chose JWT.\nsecond line", ["a-tag"], "a brief")
    answer = search(asked, pattern)
    assert contents(answer) == (["We chose JWT.\nsecond line"] if found else [])
    assert (answer.status, answer.error_code) == (("success", None) if found else ("empty", "EMPTY_RESULT"))


def test_context_shows_the_lines_around(asked: Asked) -> None:
    store(asked, "k", "\n".join(f"line {number}" for number in range(10)) + "\nline 3 again")
    assert contents(search(asked, Pattern("line 3"), 1)) == ["line 2\nline 3\nline 4\n--\nline 9\nline 3 again"]
    assert contents(search(asked, Pattern("line 3"), 0)) == ["line 3\n--\nline 3 again"]


def test_what_is_found_by_its_key_alone_is_shown_whole(asked: Asked) -> None:
    store(asked, "greeting", "hello")
    assert contents(search(asked, Pattern("greeting"), 2)) == ["hello"]


def test_control_characters_stay_in_the_text_and_out_of_the_commit(asked: Asked) -> None:
    text = "a\0b\x1b[1m c. More"
    assert contents(store(asked, "key", text)) == contents(retrieve(asked, "key")) == [text]
    assert contents(search(asked, Pattern("More"))) == [text]
    assert git(asked.folder, "log", "--format=%s", "openclaw-memory") == "memory: key — a b [1m c."


def test_words_are_found_whatever_their_endings(asked: Asked) -> None:
    store(asked, "deploy", "We deployed the migrations on Friday")
    assert len(contents(search_words(asked, "when do we deploy migration"))) == 1
    assert contents(search_words(asked, "timestamp of tags")) == []


@pytest.mark.parametrize(
    ("question", "share", "found"),
    [("cache Friday", 0.5, 1), ("cache Friday", 2 / 3, 0), ("migrations on Fridays", 2 / 3, 1)],
)
def test_a_share_of_the_words_is_asked_for(asked: Asked, question: str, share: float, found: int) -> None:
    store(asked, "deploy", "We deployed the migrations on Friday")
    assert len(contents(search_words(asked, question, share))) == found


def test_errors_are_answers(asked: Asked, tmp_path: Path) -> None:
    missing = retrieve(asked, "key")
    assert (contents(missing), missing.status, missing.error_code) == ([], "error", "BACKEND_UNAVAILABLE")
    nowhere = status(asked._replace(folder=tmp_path))
    assert nowhere.error_code == "BACKEND_UNAVAILABLE" and "no git repository" in str(nowhere.error_message)
    store(asked, "key", "text")
    assert search(asked, Pattern("[", is_regex=True)).error_code == "BACKEND_ERROR"
    late = asked._replace(settings=Settings(time_limit=1e-9))
    assert search(late, Pattern("text")).error_code == "QUERY_TIMEOUT"
    for key, text in (("", "text"), ("key", " "), ("\n", "x")):
        with pytest.raises(UsageError):
            store(asked, key, text)


def test_a_partial_answer_says_so() -> None:
    answer = ranked("q", "b", [Result("c", 1.0, "b", "")], 20, is_whole=False)
    assert (answer.status, answer.error_code, answer.record()["result_count"]) == ("partial", "PARTIAL_RESULT", 1)


def test_head_index_and_work_tree_are_never_touched(asked: Asked) -> None:
    project = asked.folder
    (project / "staged").write_text("1")
    git(project, "add", "staged")
    (project / "staged").write_text("2")

    def state() -> list[Any]:
        files = [project / ".git/HEAD", project / ".git/index", project / "staged", project / ".git/refs/heads/main"]
        return [*(file.read_bytes() for file in files), git(project, "--no-optional-locks", "status", "-v")]

    before = state()
    store(asked, "key", "text")
    retrieve(asked, "key")
    search(asked, Pattern("text"))
    forget(asked, "key")
    assert state() == before
    assert len(git(project, "rev-list", "--max-parents=0", "main", "openclaw-memory").split("\n")) == 2  # an orphan


def test_a_list_shows_the_brief_that_was_given(asked: Asked) -> None:
    store(asked, "sign-in", "JWT with RS256. Refresh tokens in cookies.", brief="how people sign in — and out")
    store(asked, "sign-in", "Sessions after all.", brief="and again")
    store(asked, "plain", "Only the first sentence. Not this one.", ["tag"])
    assert sorted(contents(list_all(asked))) == [
        "plain — Only the first sentence. #tag",
        "sign-in — and again",
        "sign-in — how people sign in — and out",
    ]
    assert contents(list_all(asked, 1))[0] in contents(list_all(asked))


def _check_out(asked: Asked) -> Path:
    git(asked.folder, "worktree", "add", "--quiet", "../second", "openclaw-memory")
    return asked.folder.parent / "second"


def test_a_checkout_of_the_branch_follows_and_what_is_changed_there_stays(asked: Asked) -> None:
    store(asked, "first", "1")
    second = _check_out(asked)
    (second / "_memory" / "mine.md").write_text("by hand")
    git(second, "add", ".")
    for number in "23":
        store(asked, number, number)
    forget(asked, "2")
    assert git(second, "status", "--short") == "A  _memory/mine.md"
    undo(open_branch(asked.folder, asked.settings))
    git(second, "commit", "--quiet", "-m", "memory: mine")
    assert sorted(contents(list_all(asked))) == ["2 — 2", "3 — 3", "first — 1", "mine — by hand"]


def test_a_checkout_that_cannot_follow_is_told(asked: Asked) -> None:
    store(asked, "first", "1")
    second = _check_out(asked)
    name = next((second / "_memory").iterdir())
    name.write_text("changed")
    answer = forget(asked, "first")
    assert (answer.status, answer.error_code) == ("error", "BACKEND_ERROR")
    assert f"its checkout in {second} did not follow" in str(answer.error_message)
    assert name.read_text() == "changed" and list_all(asked).status == "empty"


def test_other_files_of_the_branch_stay_and_secrets_never_get_there(asked: Asked) -> None:
    project = asked.folder
    tree = git(project, "mktree", data=f"100644 blob {git(project, 'hash-object', '-w', '--stdin')}\tREADME\n".encode())
    commit = git(project, "commit-tree", tree, "-m", "by hand")
    git(project, "update-ref", "refs/heads/openclaw-memory", commit)
    secret = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"
    store(asked, f"key {secret}", f"text {secret}", [secret], f"brief {secret}")
    names = git(project, "ls-tree", "-r", "--name-only", "openclaw-memory").split("\n")
    assert "README" in names and len(names) == 2
    objects = git(project, "cat-file", "--batch-all-objects", "--batch-check").split("\n")
    texts = [git(project, "cat-file", line.split()[1], line.split()[0]) for line in objects if "tree" not in line]
    assert not any("ghp_" in text for text in [*texts, *names])


def test_settings_of_the_project_win(tmp_path: Path) -> None:
    config = tmp_path / "config.json"
    config.write_text(json.dumps({"branch": "b", "relevance.formula": "0.5", "search": {"max_results": 3}, "other": 1}))
    found = read_settings(tmp_path, {"max_results": 4}, config)
    assert (found.branch, found.max_results, found.decay()(9)) == ("b", 4, 0.5)
    skill = tmp_path / ".claude" / "skills" / "memory-totalrecall" / "config.json"
    skill.parent.mkdir(parents=True)
    skill.write_text('{"store": {"commit_prefix": "remember:"}, "relevance": {"method": "buckets", "this_week": 0.6}}')
    found = read_settings(tmp_path, {})
    assert (found.commit_prefix, [found.decay()(days) for days in (0, 3, 8, 40)]) == ("remember:", [1.0, 0.6, 0.4, 0.2])
    for broken in (
        "[1]",
        "{",
        '{"search": {"max_results": "many"}}',
        '{"memory_dir": "../x"}',
        '{"relevance": {"method": "x"}}',
    ):
        config.write_text(broken)
        with pytest.raises(VaultkitError):
            read_settings(tmp_path, {}, config)
