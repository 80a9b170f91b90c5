"""What always holds of memories: merging, remembering, counting, answering within a budget."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from graph.text import count_tokens
from vaultkit.errors import VaultkitError
from vaultkit.memory.mem.answers import TIER_0, TIER_1, overview, topic_answer
from vaultkit.memory.mem.changes import Update, end_session, evolve, forget, remember, update
from vaultkit.memory.mem.entities import LIMIT, entities_of
from vaultkit.memory.mem.entry import Entry, Memories, canonical, id_of, parse_data
from vaultkit.memory.mem.exchange import export_lines, import_lines
from vaultkit.memory.mem.finding import of_topic
from vaultkit.memory.mem.index import build_index, decode_index, encode_index
from vaultkit.memory.mem.kinds import KINDS, kind_of
from vaultkit.memory.mem.merge import merge_memories, uncounted

NOW = datetime(2024, 1, 15, 10, 30, tzinfo=UTC)
SCALARS = st.none() | st.booleans() | st.integers(0, 3) | st.sampled_from(["a", "b", "React", "use Go"])
DATA = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("xyz"), inner))
STAMPS = st.sampled_from(["2024-01-01T00:00:00", "2024-01-02T00:00:00", "2024-01-03T00:00:00"])
NAMES = st.lists(st.sampled_from(["react", "go", "api"]), unique=True)


@st.composite
def entries(draw: st.DrawFn) -> Entry:
    made, changed = sorted([draw(STAMPS), draw(STAMPS)])
    data = draw(DATA)
    entry: Entry = {
        "d": data,
        "e": draw(NAMES),
        "t": kind_of(data),
        "g": draw(NAMES),
        "i": draw(st.sampled_from("chnl")),
        "b": draw(st.sampled_from(["main", "feature"])),
        "c": made,
        "u": changed,
        "a": draw(st.integers(0, 3)),
    }
    notes = draw(st.lists(st.fixed_dictionaries({"n": st.sampled_from("pq"), "t": STAMPS}), max_size=2))
    return {**entry, "ev": notes} if notes else entry


MEMORIES = st.dictionaries(st.sampled_from(["1", "2", "3", "4"]), entries())


def content(memories: Memories) -> dict[str, Any]:
    """Memories as values: order does not matter, nor that of united lists."""
    return {key: sets(json.loads(canonical(entry))) for key, entry in memories.items()}


def sets(value: Any) -> Any:
    if isinstance(value, list):
        return sorted(canonical(sets(item)) for item in value)
    return {key: sets(item) for key, item in value.items()} if isinstance(value, dict) else value


def remembered(value: Any) -> Memories:
    day = "2024-01-01T00:00:00"
    return {"1": {"d": value, "e": [], "t": "info", "g": [], "i": "c", "b": "main", "c": day, "u": day, "a": 0}}


@example(remembered([True]), remembered([1]))
@example(remembered(0), remembered(False))
@example(remembered(1.0), remembered(1))
@given(MEMORIES, MEMORIES)
def test_merging_does_not_ask_who_came_first(one: Memories, other: Memories) -> None:
    there, back = merge_memories(one, other), merge_memories(other, one)
    assert content(there.memories) == content(back.memories)
    assert there.conflicts == back.conflicts


@given(MEMORIES, MEMORIES)
def test_merging_again_changes_nothing(one: Memories, other: Memories) -> None:
    merged = merge_memories(one, other).memories
    assert merge_memories(merged, merged).memories == merged
    for side in (one, other):
        again = merge_memories(merged, side)
        assert (again.memories, again.is_new) == (merged, False)
    assert not merge_memories(one, one).is_new


@given(MEMORIES, MEMORIES)
def test_merging_loses_nothing(one: Memories, other: Memories) -> None:
    merged, conflicts, _ = merge_memories(one, other)
    assert merged.keys() == one.keys() | other.keys()
    for key, entry in merged.items():
        for side in (one, other):
            if key not in side:
                continue
            assert entry["u"] >= side[key]["u"] and entry["c"] <= side[key]["c"] and entry["a"] >= side[key]["a"]
            assert set(side[key]["g"]) <= set(entry["g"]) and set(side[key]["e"]) <= set(entry["e"])
            assert all(note in entry.get("ev", []) for note in side[key].get("ev", []))
            if isinstance(side[key]["d"], dict) and isinstance(entry["d"], dict) and key not in conflicts:
                assert side[key]["d"].keys() <= entry["d"].keys()


@given(entries(), entries())
def test_the_latest_wins_and_is_listed(one: Entry, other: Entry) -> None:
    early, late = {**one, "u": "2024-01-03T00:00:00", "d": "old"}, {**other, "u": "2024-01-04T00:00:00", "d": "new"}
    for first, second in ((early, late), (late, early)):
        merged = merge_memories({"1": first}, {"1": second})  # type-checked as Entry by their keys
        assert (merged.memories["1"]["d"], merged.conflicts) == ("new", ["1"])
        assert merged.memories["1"]["i"] == other["i"]


@given(MEMORIES, MEMORIES)
def test_topic_counts_are_the_higher_of_both(one: Memories, other: Memories) -> None:
    ours, theirs = build_index(one, {}, {}).topics, build_index(other, {}, {}).topics
    merged = merge_memories(one, other).memories
    index = build_index(merged, {}, uncounted(merged, ours, theirs))
    highest = {topic: max(ours.get(topic, 0), theirs.get(topic, 0)) for topic in ours.keys() | theirs.keys()}
    assert {topic: index.topics[topic] for topic in highest.keys() & index.topics.keys()} == {
        topic: min(count, build_index(merged, {}, {}).topics[topic])
        for topic, count in highest.items()
        if topic in index.topics
    }
    assert decode_index(json.loads(json.dumps(encode_index(index, merged, "blob"))), "blob") == index
    assert decode_index(json.loads(json.dumps(encode_index(index, merged, "blob"))), "another") is None


@given(st.lists(DATA), st.lists(DATA))
def test_the_same_content_is_one_memory(first: list[Any], again: list[Any]) -> None:
    memories: Memories = {}
    for data in [*first, *again, *first]:
        changed, key = remember(data, [], None, "main", NOW)(memories)
        memories = changed.memories
        assert memories[key]["d"] == data
    assert len(memories) == len({canonical(data) for data in [*first, *again]})


def test_ids_that_begin_alike_stay_apart() -> None:
    taken: Memories = {}
    for data in ("one", "two"):
        entry = remember(data, [], None, "main", NOW)({})[0].memories[id_of(data, {})]
        taken[id_of("third", taken)] = entry
    assert len(taken) == 2 and id_of("third", {}) in taken


CHANGES = st.lists(
    st.one_of(
        DATA.map(lambda data: remember(data, ["t"], None, "main", NOW)),
        st.tuples(st.integers(0, 3), st.sampled_from("chnl")).map(
            lambda each: lambda memories: update(_at(memories, each[0]), Update(importance=each[1]), NOW)(memories)
        ),
        st.integers(0, 3).map(lambda at: lambda memories: forget(_at(memories, at))(memories)),
        st.integers(0, 3).map(lambda at: lambda memories: evolve(_at(memories, at), "note", NOW)(memories)),
    ),
    max_size=12,
)


def _at(memories: Memories, position: int) -> str:
    return [*memories, "none", "none", "none", "none"][position]


@given(CHANGES)
def test_an_index_kept_step_by_step_is_one_made_anew(changes: list[Any]) -> None:
    memories: Memories = {}
    index = build_index(memories, {}, {})
    for change in changes:
        new = change(dict(memories))[0].memories
        same = {key: line for key, line in index.lines.items() if new.get(key) is memories.get(key)}
        memories, index = new, build_index(new, same, {})
        assert index == build_index(memories, {}, {})
        assert index.critical == [key for key, entry in memories.items() if entry["i"] == "c"]


@given(MEMORIES)
def test_what_is_exported_comes_back(memories: Memories) -> None:
    back = import_lines("\n".join(export_lines(memories)), "main", NOW)
    assert content(back) == content(memories)


@given(st.integers(0, 60), st.integers(0, 60), st.text(min_size=1, max_size=80))
def test_answers_keep_their_budgets_and_say_what_is_cut(critical: int, high: int, text: str) -> None:
    memories: Memories = {}
    for number in range(critical + high):
        importance = "c" if number < critical else "h"
        memories = remember(f"{number} Postgres {text}", ["db"], importance, "main", NOW)(memories)[0].memories
    shown = overview("main", build_index(memories, {}, {}))
    cut = shown.get("cut", {})
    assert len(shown["c"]) + cut.get("c", 0) == critical and len(shown["h"]) + cut.get("h", 0) == high
    assert shown["n"] == len(memories)
    assert count_tokens(json.dumps(shown, ensure_ascii=True).replace("\\u", "")) <= 4 * TIER_0
    found = of_topic(memories, "postgres")
    answer = topic_answer("postgres", memories, found, None)
    assert len(answer["mem"]) + answer.get("cut", 0) == len(memories)
    assert len(answer["mem"]) >= min(5, len(memories))


def test_budgets_in_plain_words() -> None:
    memories: Memories = {}
    for number in range(40):
        text = {"decision": f"We decided on number {number} of PostgreSQL for the service"}
        memories = remember(text, ["db"], "chn"[number % 3], "main", NOW)(memories)[0].memories
    shown = overview("main", build_index(memories, {}, {}))
    topic = topic_answer("postgresql", memories, of_topic(memories, "postgresql"), None)
    for answer, budget in ((shown, TIER_0), (topic, TIER_1)):
        assert count_tokens(json.dumps(answer, ensure_ascii=False, separators=(",", ":"))) <= 1.5 * budget


def test_low_memories_are_pruned_only_if_that_is_wanted() -> None:
    memories: Memories = {}
    for name, importance, age in (("old low", "l", 40), ("new low", "l", 2), ("old normal", "n", 40)):
        change = remember(name, [], importance, "main", NOW - timedelta(age))
        memories = change(memories)[0].memories
    for days, gone in ((0, set()), (30, {"old low"})):
        kept = {entry["d"] for entry in end_session("end", "main", NOW, days)(memories)[0].memories.values()}
        assert kept == {"old low", "new low", "old normal", "end"} - gone


@given(st.text() | DATA)
def test_any_data_has_a_type_and_entities(data: Any) -> None:
    found = entities_of(data)
    assert kind_of(data) in KINDS and len(found) <= LIMIT and len(set(found)) == len(found)
    assert all(entity == entity.casefold() for entity in found)


def test_arguments_of_another_locale_are_read_as_utf_8() -> None:
    disguised = "ünï 漢字".encode().decode("ascii", "surrogateescape")
    assert parse_data(disguised) == "ünï 漢字"
    assert parse_data("a\udcffb") == "a\N{REPLACEMENT CHARACTER}b"


@pytest.mark.parametrize("text", ["NaN", "-Infinity", '{"a": 1e999}', '[{"a": NaN}]'])
def test_numbers_that_json_has_not_are_texts_and_no_memory_of_others_holds_them(text: str) -> None:
    assert parse_data(text) == text
    with pytest.raises(VaultkitError, match="line 1 is no memory"):
        import_lines(f'{{"d": {text}}}', "main", NOW)


@given(st.text())
def test_any_text_is_a_memory_or_a_clear_error(text: str) -> None:
    if text.strip():
        json.dumps(parse_data(text), ensure_ascii=False).encode()
