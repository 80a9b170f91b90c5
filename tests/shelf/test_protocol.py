"""What the log does to what is said: dates become absolute, in every kind of entry."""

from __future__ import annotations

import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.shelf.shelves import NOW, keep, shelf
from vaultkit.errors import VaultkitError
from vaultkit.memory.shelf.asking import alike
from vaultkit.memory.shelf.cascade import Draft, Limits, summarize
from vaultkit.memory.shelf.memories import Wish, forget, remember, standing, to_erase
from vaultkit.memory.shelf.messages import log, message_of, write_session
from vaultkit.memory.shelf.prompt import ENTRIES, Request, build
from vaultkit.memory.shelf.store import Store
from vaultkit.memory.shelf.units import TEMPLATES, extract, read_units
from vaultkit.memory.shelf.vectors import Vectors

CASES = Path(__file__).parent.parent / "cases" / "shelf"
TUESDAY = datetime(2026, 9, 8, 12, 30, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with shelf(tmp_path) as store:
        yield store


DATES = tomllib.loads((CASES / "dates.toml").read_text("utf-8"))["case"]


@pytest.mark.parametrize("case", DATES, ids=lambda case: case["said"])
def test_relative_dates_become_absolute_wherever_they_are_written(store: Store, case: dict[str, str]) -> None:
    said, kept = case["said"], case["kept"]
    for role in ("user", "assistant"):
        assert message_of(log(store, "a", role, said, "my-app", TUESDAY)).text == kept
    assert write_session(store, "a", said, "my-app", TUESDAY).content.data == kept
    assert remember(store, Wish(said, name="x"), ["my-app"], TUESDAY).content.data == kept
    units = read_units({"kind": "bug-fix", "title": "t", "sections": dict.fromkeys(TEMPLATES["bug-fix"], said)})
    assert extract(store, units, "my-app", TUESDAY).stored[0][1].content.data.count(kept) == 3


def test_rules_of_a_project_and_of_everywhere(store: Store) -> None:
    for name, scopes in (
        ("own", ["my-app"]),
        ("other", ["other"]),
        ("both", ["my-app", ""]),
        ("all", [""]),
        ("none", []),
    ):
        remember(store, Wish(name, "rule", name), scopes, NOW)
    remember(store, Wish("taboo", "taboo"), ["my-app"], NOW)
    found = standing(store, "my-app")
    assert [each.name for each in found.rules] == ["rule:own", "rule:both", "rule:all"]
    assert [each.name for each in found.taboos] == ["taboo:taboo"]


def test_what_may_say_the_same(store: Store) -> None:
    keep(store, "old", "Prefer immutable records in every module.", tags=("rule",))
    keep(store, "far", "Prefer tabs.", tags=("rule",))
    keep(store, "msg-a-001", "Prefer immutable records in all modules.", tags=("message",))
    entry = remember(store, Wish("Prefer immutable records in all modules.", "rule"), ["my-app"], NOW)
    assert alike(store, entry) == ["old"]


def test_a_full_erasure_follows_what_was_said_and_leaves_the_rest(store: Store) -> None:
    messages = [log(store, session, "user", f"about {session}", "my-app", NOW) for session in ("a", "a", "b")]
    write_session(store, "a", "digest", "my-app", NOW)
    units = [
        {
            "kind": "bug-fix",
            "title": title,
            "sections": dict.fromkeys(TEMPLATES["bug-fix"], title),
            "derivedFrom": names,
        }
        for title, names in (
            ("one", [messages[0].name]),
            ("two", [messages[0].name, messages[2].name]),
            ("three", [messages[2].name]),
        )
    ]
    one, two, three = (entry.name for _, entry in extract(store, read_units(units), "my-app", NOW).stored)
    assert set(to_erase(store, [one])) == {one, two, messages[0].name, "session-a"}
    forget(store, to_erase(store, [one]))
    assert {entry.name for entry in store.all_knowledge()} == {messages[1].name, messages[2].name, three}
    assert {each.names for each in store.all_statements()} == {
        (three, "is_a", "work-unit"),
        (three, "derivedFrom", messages[2].name),
    }


# The messages of a request


def turns(store: Store, **request: Any) -> list[tuple[str, str]]:
    return [(turn.role, turn.content) for turn in build(store, "my-app", Request(**request), Vectors(store))]


def test_the_latest_input_is_last_and_the_reference_before_it(store: Store) -> None:
    for number in range(8):
        keep(store, f"fact {number}", f"retry queue number {number}", minutes=-number)
    log(store, "a", "user", "How does the retry queue work?", "my-app", NOW)
    log(store, "a", "assistant", "It retries.", "my-app", NOW)
    log(store, "a", "user", "And what is the retry queue for?", "my-app", NOW)
    said = turns(store, system="Be brief.")
    assert said[:3] == [
        ("system", "Be brief."),
        ("user", "How does the retry queue work?"),
        ("assistant", "It retries."),
    ]
    assert said[3][1].startswith("## Reference Information\n\nThe following relevant context was retrieved")
    assert (
        said[3][1].count("\n1. fact") == 1
        and f"\n{ENTRIES}. fact" in said[3][1]
        and f"\n{ENTRIES + 1}. " not in said[3][1]
    )
    assert said[4:] == [("user", "And what is the retry queue for?")]


def test_an_input_that_is_not_logged_yet_is_said_once_and_one_that_is_too(store: Store) -> None:
    log(store, "a", "user", "first", "my-app", NOW)
    assert turns(store, latest="second") == [("user", "first"), ("user", "second")]
    assert turns(store, latest="first") == turns(store) == [("user", "first")]


def test_what_was_summarised_or_belongs_elsewhere_is_not_said_again(store: Store) -> None:
    log(store, "a", "user", "elsewhere", "other", NOW)
    entry = log(store, "a", "user", "long ago", "my-app", NOW)
    summarize(store, Draft("old-talk", "They met.", entry.name), "my-app", Limits(1), NOW)
    assert turns(store, latest="hi") == [("user", "hi")]


def test_what_is_in_the_list_is_no_reference(store: Store) -> None:
    log(store, "a", "user", "about queues", "my-app", NOW)
    log(store, "b", "user", "about queues elsewhere", "other", NOW)
    said = turns(store, latest="queues", queries=('["$knowledge", ["$search", "queues"]]',))
    assert said[0] == ("user", "about queues") and said[1][1].endswith("\n\n1. msg-b-001: about queues elsewhere")


def test_queries_take_turns_and_nothing_comes_twice(store: Store) -> None:
    for number in range(6):
        keep(store, f"a{number}", "x", tags=("a",), minutes=number)
        keep(store, f"b{number}", "x", tags=("b",), minutes=number)
    queries = tuple(f'["$knowledge", ["$contains", "tags", "{tag}"]]' for tag in ("a", "b", "a"))
    reference = turns(store, latest="hi", queries=queries)[0][1]
    assert [line.split()[1] for line in reference.split("\n")[4:]] == ["a0:", "b0:", "a1:", "b1:", "a2:"]


def test_what_is_said_already_is_not_kept_twice_but_for_another_project(store: Store) -> None:
    wish = Wish("Prefer records.", "rule")
    remember(store, wish, ["my-app"], NOW)
    with pytest.raises(VaultkitError, match="says the same already"):
        remember(store, wish._replace(name="again"), ["my-app"], NOW)
    remember(store, wish._replace(name="elsewhere"), ["other"], NOW)
    units = read_units({"kind": "bug-fix", "title": "t", "sections": dict.fromkeys(TEMPLATES["bug-fix"], "x")})
    assert len(extract(store, units, "my-app", NOW).stored) == 1
    assert extract(store, units, "my-app", NOW).duplicates == ("wu-2026-09-08-t",)
