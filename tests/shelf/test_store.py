"""A shelf as a file: older ones come up, newer and broken ones are refused, what leaves it comes back the same."""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.shelf.shelves import NOW, keep, shelf, state
from vaultkit.disk.database import kept
from vaultkit.errors import UsageError, VaultkitError
from vaultkit.memory.shelf.asking import search
from vaultkit.memory.shelf.entry import Content, Statement, parse_list, parse_scopes
from vaultkit.memory.shelf.messages import log, message_of, session_messages, write_session
from vaultkit.memory.shelf.store import FILE, Store, open_store
from vaultkit.memory.shelf.transfer import export, import_from
from vaultkit.memory.shelf.vocabulary import near_spelling

texts = st.text(max_size=30)
lists = st.lists(texts, max_size=3).map(tuple)
contents = st.builds(Content, texts, st.just("markdown"), lists, lists, lists, lists)


@given(st.lists(st.tuples(texts, contents), max_size=6), st.lists(st.tuples(texts, texts, texts, contents), max_size=4))
@settings(max_examples=40, deadline=None)
def test_an_export_comes_back_the_same(
    entries: list[tuple[str, Content]], facts: list[tuple[str, str, str, Content]]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        with shelf(Path(folder, "one")) as one:
            for name, content in entries:
                _try(
                    one,
                    lambda name=name, content=content: one.create_knowledge(name, content, NOW, embed=len(name) > 3),
                )
            for *names, content in facts:
                given = Statement(*names, content, "")
                _try(one, lambda given=given: one.create_statement(given, NOW))
            export(one, Path(folder, "out"))
            before = one.all_knowledge(), one.all_statements()
        with shelf(Path(folder, "two")) as two:
            assert import_from(two, Path(folder, "out")).added == len(before[0]) + len(before[1])
            assert (two.all_knowledge(), two.all_statements()) == before
            assert import_from(two, Path(folder, "out")).same == len(before[0]) + len(before[1])
            export(two, Path(folder, "again"))
        assert Path(folder, "out", "entries.jsonl").read_bytes() == Path(folder, "again", "entries.jsonl").read_bytes()


def _try(store: Store, create: object) -> None:
    """Create what may be kept; empty and taken names may not."""
    assert callable(create)
    try:
        with store.changing():
            create()
    except (UsageError, VaultkitError):
        pass


@pytest.mark.parametrize(
    "line", ["{", "[]", '{"name": "x"}', '{"name": 5, "content": {"data": "", "format": ""}}', "\x00"]
)
def test_an_import_is_all_or_nothing(tmp_path: Path, line: str) -> None:
    with shelf(tmp_path / "one") as one:
        keep(one, "a", "text")
        export(one, tmp_path / "out")
        with (tmp_path / "out" / "entries.jsonl").open("a") as file:
            file.write(line + "\n")
    with shelf(tmp_path / "two") as two:
        with pytest.raises(VaultkitError, match=r"line 2 of entries\.jsonl"):
            import_from(two, tmp_path / "out")
        assert two.all_knowledge() == []


def test_the_index_can_be_made_anew(tmp_path: Path) -> None:
    with shelf(tmp_path) as store:
        keep(store, "a", "retrying queues", tags=("rule",), scopes=("my-app",))
        state(store, "a", "is_a", "queue")
        tables = ("label", "waiting", "knowledge_document", "knowledge_term", "statement_document")
        assert store.languages() == ["english"]
        before = {table: store.connection.execute(f"SELECT * FROM {table}").fetchall() for table in tables}
        with store.changing():
            assert store.reindex() == 2
        assert {table: store.connection.execute(f"SELECT * FROM {table}").fetchall() for table in tables} == before
        assert [each.key for each in search(store, "retried queue", ["knowledge", "statement"]).entries] == [
            "a",
            "a,is_a,queue",
        ]


def test_an_older_file_comes_up_to_the_newest_version_once(tmp_path: Path) -> None:
    first = ["CREATE TABLE a (x)"]
    second = ["INSERT INTO a VALUES (1)"]
    for migrations in ([first], [first, second], [first, second]):
        with kept(tmp_path / "file", migrations) as connection:
            count = connection.execute("SELECT count(*) FROM a").fetchone()[0]
            assert count == len(migrations) - 1
    with pytest.raises(VaultkitError, match="newer vaultkit"), kept(tmp_path / "file", [first]):
        pass
    with (
        pytest.raises(VaultkitError),
        kept(tmp_path / "file", [first, second, ["INSERT INTO a VALUES (2)", "nonsense"]]),
    ):
        pass
    with kept(tmp_path / "file", [first, second]) as connection:
        assert connection.execute("SELECT count(*) FROM a").fetchone() == (1,)


def test_a_file_that_is_no_shelf_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"Dear diary, " * 999)
    with pytest.raises(VaultkitError, match="cannot use"), open_store(tmp_path):
        pass
    assert (tmp_path / FILE).read_bytes().startswith(b"Dear diary")
    with closing(sqlite3.connect(tmp_path / "other")) as connection:
        connection.execute("CREATE TABLE knowledge (x)")
    with pytest.raises(VaultkitError, match="cannot use"), kept(tmp_path / "other", [["CREATE TABLE knowledge (y)"]]):
        pass


@pytest.mark.parametrize(
    ("text", "scopes"),
    [("p", ("p",)), ("p,", ("p", "")), (",", ("",)), ("", ()), (" ", ()), ("a, b ,a", ("a", "b")), (",p", ("", "p"))],
)
def test_scopes(text: str, scopes: tuple[str, ...]) -> None:
    assert parse_scopes(text) == scopes


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ()),
        ("a,,b, a", ("a", "b")),
        ('["a,b", "c"]', ("a,b", "c")),
        ('{"x": ["a"], "y": "b"}', ("a", "b")),
        ("summary,summary 1", ("summary", "summary 1")),
    ],
)
def test_lists(text: str, found: tuple[str, ...]) -> None:
    assert parse_list(text) == found


@pytest.mark.parametrize(
    ("value", "known", "near"),
    [
        ("my_app", ["my-app"], "my-app"),
        ("MyApp", ["other", "my-app"], "my-app"),
        ("my-ap", ["my-app"], "my-app"),
        ("app", ["my-app"], ""),
        ("summary 3", ["summary 2"], ""),
        ("v1-app", ["v2-app"], ""),
        ("项目", ["项目二"], ""),
        ("", ["my-app"], ""),
        ("my-app", [""], ""),
    ],
)
def test_near_spellings(value: str, known: list[str], near: str) -> None:
    assert near_spelling(value, known) == near


def test_turns_order_a_conversation_whatever_clock_and_names_say(tmp_path: Path) -> None:
    from datetime import timedelta

    with shelf(tmp_path) as store:
        keep(store, "msg-a-998", "by hand", tags=("message",), scopes=("my-app",))
        for minutes in (0, -5, 3):
            log(store, "a", "user", f"at {minutes}", "my-app", NOW + timedelta(minutes=minutes))
        names = [each.name for each in store.all_knowledge()]
        assert names == ["msg-a-998", "msg-a-999", "msg-a-1000", "msg-a-1001"]
        assert [message_of(each).text for each in session_messages(store, "a")] == ["by hand", "at 0", "at -5", "at 3"]


def test_turns_written_by_hand_are_not_given_again(tmp_path: Path) -> None:
    with shelf(tmp_path) as store:
        keep(store, "msg-a-009", "by hand")
        keep(store, "msg-a-005", "by hand, later")
        assert log(store, "a", "user", "one", "my-app", NOW).name == "msg-a-010"


def test_no_turn_is_given_twice_even_when_it_was_deleted(tmp_path: Path) -> None:
    with shelf(tmp_path) as store:
        first = log(store, "a", "user", "one", "my-app", NOW)
        with store.changing():
            store.delete("knowledge", first.name)
        assert log(store, "a", "user", "two", "my-app", NOW).name == "msg-a-002"


def test_messages_are_linked_to_their_session_whichever_comes_first(tmp_path: Path) -> None:
    with shelf(tmp_path) as store:
        log(store, "a", "user", "before", "my-app", NOW)
        log(store, "a-1", "user", "of another session", "my-app", NOW)
        write_session(store, "a", "first digest", "my-app", NOW)
        log(store, "a", "user", "after", "my-app", NOW)
        write_session(store, "a", "second digest", "my-app", NOW)
        assert {each.names for each in store.all_statements()} == {
            ("msg-a-001", "belongTo", "session-a"),
            ("msg-a-002", "belongTo", "session-a"),
        }
        digest = store.knowledge("session-a")
        assert digest is not None and digest.content.data == "second digest"


@pytest.mark.parametrize(
    ("body", "role", "text"),
    [
        ("## Role\nuser\n\n## Timestamp\nnow\n\n## Content\n## Role\nassistant", "user", "## Role\nassistant"),
        ("## Role assistant ## Timestamp 2026 ## Content all in one line", "assistant", "all in one line"),
        ("## Role\nuser\n## Timestamp\n\n## Content", "user", ""),
        ("no headings at all", "user", "no headings at all"),
    ],
)
def test_a_body_is_read_however_it_was_laid_out(tmp_path: Path, body: str, role: str, text: str) -> None:
    with shelf(tmp_path) as store:
        keep(store, "msg-a-001", body)
        entry = store.knowledge("msg-a-001")
        assert entry is not None
        message = message_of(entry)
        assert (message.role, message.text) == (role, text)


def test_a_shelf_of_an_earlier_version_is_brought_up_and_searched(tmp_path: Path) -> None:
    """Its counts of terms are made of what is in it."""
    with shelf(tmp_path) as store:
        keep(store, "retry", "three times, then the dead letter queue")
        keep(store, "queue", "one for each region")
        assert store.languages() == ["english"]
    with closing(sqlite3.connect(tmp_path / FILE)) as connection:
        for name in ("knowledge_", "statement_"):
            connection.execute(f"DROP TRIGGER {name}document_added")
            connection.execute(f"DROP TRIGGER {name}document_gone")
            connection.execute(f"DROP TABLE {name}total")
        for table in ("unindexed", "due"):
            connection.execute(f"DROP TABLE {table}")
        for column in ("prompts", "told"):
            connection.execute(f"ALTER TABLE session DROP COLUMN {column}")
        connection.execute("PRAGMA user_version = 1")
        connection.commit()
    with shelf(tmp_path) as store:
        statistics = store.terms["knowledge"].statistics()
        assert (statistics.documents, statistics.lengths) == (2, (1.0, 0.0, 0.0, 5.5))
        assert [entry.key for entry in search(store, "queue", ("knowledge",), 10).entries] == ["queue", "retry"]
