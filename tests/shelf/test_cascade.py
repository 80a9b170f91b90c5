"""The cascade: every message is under exactly one summary or pending, none is lost, and order is kept."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.shelf.shelves import NOW, keep, shelf, state
from vaultkit.errors import UsageError, VaultkitError
from vaultkit.indexing.terms import Where
from vaultkit.memory.shelf.cascade import BATCH_SIZE, Draft, Level, Limits, due, level_of, pending, summarize
from vaultkit.memory.shelf.condensing import condense_all
from vaultkit.memory.shelf.memories import forget
from vaultkit.memory.shelf.messages import log, message_of
from vaultkit.memory.shelf.store import Store

LIMITS = Limits(max_tokens=100)  # 90 tokens, 360 characters
SCOPES = ["my-app", "other"]


class Turn(NamedTuple):
    session: str
    scope: str
    text: str
    minutes: int
    """By which the clock moves, backwards too."""


turns = st.builds(
    Turn,
    st.sampled_from(["a", "b-2", "a-1"]),
    st.sampled_from(SCOPES),
    st.text("xyz 中", min_size=1, max_size=400).filter(str.strip),
    st.integers(-3, 10),
)


def summaries_over(store: Store, name: str) -> list[str]:
    statements = store.all_statements(Where("predicate = 'summary' AND object = :name", {"name": name}))
    return [each.subject for each in statements]


def cascade(store: Store, scope: str, clock: int, limits: Limits = LIMITS) -> None:
    """Summarise whatever is due, as an agent would that is asked."""
    while level := due(pending(store, scope, limits)):
        number = len(store.all_knowledge())
        draft = Draft(f"summary {number}", f"about {len(level.batch)}", level.through)
        summarize(store, draft, scope, limits, NOW + timedelta(minutes=clock))


@given(st.lists(turns, max_size=60), st.integers(1, 5))
@settings(max_examples=25, deadline=None)
def test_no_message_is_lost_or_summarised_twice(conversation: Sequence[Turn], every: int) -> None:
    with tempfile.TemporaryDirectory() as folder, shelf(Path(folder)) as store:
        said: list[tuple[str, str]] = []
        clock = 0
        for number, turn in enumerate(conversation):
            clock += turn.minutes
            entry = log(store, turn.session, "user", turn.text, turn.scope, NOW + timedelta(minutes=clock))
            said.append((entry.name, turn.text.strip()))
            if number % every == 0:
                cascade(store, turn.scope, clock)
        waiting = {item.name for scope in SCOPES for item in level_of(store, 1, scope, LIMITS).items}
        for name, text in said:
            over = summaries_over(store, name)
            assert (len(over), name in waiting) in ((1, False), (0, True))
            kept = store.knowledge(name)
            assert kept is not None and message_of(kept).text == text
        for session in {turn.session for turn in conversation}:
            own = [name for name, _ in said if name.rpartition("-")[0] == f"msg-{session}"]
            ordered = [each.name for each in store.all_knowledge() if each.name in own]
            assert ordered == own


@given(st.lists(st.integers(1, 200), min_size=1, max_size=60))
@settings(max_examples=15, deadline=None)
def test_levels_are_whole_batches_of_the_oldest(sizes: Sequence[int]) -> None:
    limits = Limits(max_tokens=1)  # every message is a batch
    with tempfile.TemporaryDirectory() as folder, shelf(Path(folder)) as store:
        for number, size in enumerate(sizes):
            log(store, "a", "user", "x" * size, "my-app", NOW + timedelta(minutes=number))
            cascade(store, "my-app", number, limits)
        for level, below in ((2, len(sizes)), (3, len(sizes) // BATCH_SIZE)):
            written = store.all_knowledge(tagged(f"summary {level}"))
            assert len(written) == below // BATCH_SIZE
            lower = store.all_knowledge(tagged(f"summary {level - 1}"))
            items = [over for each in lower for over in summaries_over(store, each.name)]
            assert items == [each.name for each in written for _ in range(BATCH_SIZE)]


def tagged(tag: str) -> Where:
    return Where("number IN (SELECT number FROM label WHERE kind = 'tags' AND value = :tag)", {"tag": tag})


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with shelf(tmp_path) as store:
        yield store


def first(store: Store, limits: Limits = LIMITS) -> Level:
    return level_of(store, 1, "my-app", limits)


def test_tokens_are_characters_by_four_and_nine_tenths_are_enough(store: Store) -> None:
    keep(store, "msg-a-001", "x" * 359, tags=("message",), scopes=("my-app",))
    assert first(store).why == ""
    keep(store, "msg-a-002", "中", minutes=1, tags=("message",), scopes=("my-app",))
    assert first(store).why == "token threshold" and first(store).tokens == 90
    assert [item.name for item in first(store).batch] == ["msg-a-001", "msg-a-002"]


def test_sixteen_messages_are_no_reason(store: Store) -> None:
    for _ in range(BATCH_SIZE):
        log(store, "a", "user", "hi", "my-app", NOW)
    assert not due(pending(store, "my-app", Limits(200_000)))


def test_a_full_context_is_a_reason_if_anything_waits(store: Store) -> None:
    assert first(store, Limits(1000, 950)).why == ""
    entry = log(store, "a", "user", "hi", "my-app", NOW)
    assert first(store, Limits(1000, 899)).why == ""
    assert first(store, Limits(1000, 900)).why == "context limit"
    summarize(store, Draft("greeting", "They met.", entry.name), "my-app", Limits(1000, 900), NOW)
    assert first(store, Limits(1000, 900)).why == ""


def test_what_was_logged_after_reading_goes_on_waiting(store: Store) -> None:
    for number in range(2):
        log(store, "a", "user", "x" * 400, "my-app", NOW + timedelta(minutes=number))
    read = first(store).through
    late = log(store, "a", "user", "unread", "my-app", NOW + timedelta(minutes=3))
    summarize(store, Draft("talk", "What was said.", read), "my-app", LIMITS, NOW)
    assert [item.name for item in first(store).items] == [late.name]


@pytest.mark.parametrize(
    ("draft", "error"),
    [
        (Draft("talk", " ", "msg-a-003"), UsageError),
        (Draft("talk", "text", "msg-a-001"), VaultkitError),
        (Draft("talk", "text", "msg-b-001"), VaultkitError),
        (Draft("taken", "text", "msg-a-003"), VaultkitError),
        (Draft("talk", "text", "msg-a-003", level=2), VaultkitError),
    ],
)
def test_a_summary_that_covers_no_whole_batch_changes_nothing(
    store: Store, draft: Draft, error: type[Exception]
) -> None:
    keep(store, "taken")
    for _ in range(3):
        log(store, "a", "user", "x" * 100, "my-app", NOW)
    with pytest.raises(error):
        summarize(store, draft, "my-app", LIMITS, NOW)
    assert len(first(store).items) == 3 and not store.all_statements()


def test_of_two_agents_that_read_the_same_one_is_told(store: Store) -> None:
    for _ in range(4):
        log(store, "a", "user", "x" * 100, "my-app", NOW)
    read = first(store).through
    summarize(store, Draft("one", "text", read), "my-app", LIMITS, NOW)
    with pytest.raises(VaultkitError):
        summarize(store, Draft("other", "text", read), "my-app", LIMITS, NOW)
    assert store.knowledge("other") is None


def test_a_message_that_arrives_late_with_an_earlier_time_was_not_read(store: Store) -> None:
    for number in range(2):
        log(store, "a", "user", "x" * 400, "my-app", NOW + timedelta(minutes=number * 10))
    read = first(store).through
    late = log(store, "b", "user", "unread", "my-app", NOW + timedelta(minutes=5))
    assert first(store).items[1] == late
    summarize(store, Draft("talk", "What was said.", read), "my-app", LIMITS, NOW)
    assert first(store).items == (late,)


def test_links_made_by_hand_count_whichever_comes_first(store: Store) -> None:
    state(store, "talk", "summary", "msg-a-001")
    keep(store, "msg-a-001", "hi", tags=("message",), scopes=("my-app",))
    keep(store, "msg-a-002", "hi", tags=("message",), scopes=("my-app",))
    assert [item.name for item in first(store).items] == ["msg-a-002"]
    with store.changing():
        store.delete("statement", "talk,summary,msg-a-001")
    assert [item.name for item in first(store).items] == ["msg-a-001", "msg-a-002"]


def test_messages_of_a_forgotten_summary_wait_again(store: Store) -> None:
    for _ in range(4):
        log(store, "a", "user", "x" * 100, "my-app", NOW)
    names = [item.name for item in first(store).items]
    summarize(store, Draft("talk", "text", names[-1]), "my-app", LIMITS, NOW)
    assert forget(store, ["talk"]).relationships == 4
    assert [item.name for item in first(store).items] == names


# With a model


def test_a_model_summarises_what_is_due_upward(store: Store) -> None:
    prompts: list[str] = []

    def complete(prompt: str, schema: dict[str, Any]) -> dict[str, Any]:
        prompts.append(prompt)
        return {"name": "Retry Queue!", "summary": f"part {len(prompts)}"}

    limits = Limits(max_tokens=1)
    for number in range(BATCH_SIZE):
        log(store, "a", "user", f"message {number}", "my-app", NOW)
        list(condense_all(store, "my-app", limits, complete, NOW))
    assert [each.name for each in store.all_knowledge(tagged("summary 2"))] == ["retry-queue-17"]
    assert "message 3" in prompts[3] and "part 1\n" in prompts[-1]


def test_a_model_reads_a_long_conversation_in_parts(store: Store) -> None:
    sizes: list[int] = []

    def complete(prompt: str, schema: dict[str, Any]) -> dict[str, Any]:
        sizes.append(len(prompt))
        return {"name": "long talk", "summary": "s" * 100}

    log(store, "a", "user", "x" * 100_000, "my-app", NOW)
    (written,) = condense_all(store, "my-app", Limits(1000), complete, NOW)
    assert written.entry.content.data == "s" * 100 and max(sizes) < 20_000 and len(sizes) == 8


HOLLOW = [{}, {"name": "x", "summary": " "}, {"name": 1, "summary": "x"}, {"name": "x", "summary": "y" * 9999}]


@pytest.mark.parametrize("answer", HOLLOW)
def test_a_hollow_answer_is_no_summary(store: Store, answer: dict[str, Any]) -> None:
    log(store, "a", "user", "x" * 400, "my-app", NOW)
    with pytest.raises(VaultkitError, match="hollow"):
        list(condense_all(store, "my-app", LIMITS, lambda prompt, schema: answer, NOW))
    assert len(first(store).items) == 1
