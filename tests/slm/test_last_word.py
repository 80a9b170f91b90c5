"""What a model has no useful answer for: when it is asked about it again, and what is said of it meanwhile."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.slm.ollama import MODEL, Reply, Server, literal, ollama, said
from tests.slm.test_builds import graph, read, triples
from vaultkit.enriching.enrich import words_of
from vaultkit.enriching.note_reading import Summary
from vaultkit.models.answers import Asker, Failure, open_answers

SAYS = "Redis replaces Memcached. All of us had waited for that."
HARD = "Memcached uses Slabs. That is long known to all of us."
USELESS = {
    "prose": Reply("Sure! Here is what I found in your note."),
    "cut off": Reply(literal(HARD).content[:-4], done_reason="length"),
    "other form": Reply('{"nodes": []}'),
    "list": Reply("[]"),
    "invented": Reply(said(("Oracle", "uses", "Sybase", "Oracle uses Sybase."))),
    "going round": Reply(said(*[("Redis", "replaces", "Memcached", "x")] * 12)),
}
BROKEN = {
    "failing": Reply(status=500),
    "gone": Reply(status=404),
    "torn": literal(HARD)._replace(cut=30),
    "no answer of Ollama": Reply(body=b"<html>"),
    "late": Reply(hang=60),
}


@pytest.fixture
def vault(empty_vault: Path) -> Path:
    (empty_vault / ".vaultkit.toml").write_text("[slm]\ntimeout = 1\n")
    (empty_vault / "Says.md").write_text(SAYS)
    (empty_vault / "Hard.md").write_text(HARD)
    return empty_vault


def script(reply: Callable[[int], Reply]) -> Callable[[str, object], Reply]:
    """Answers well, but about the hard section, time after time, so."""
    times: Counter[str] = Counter()

    def answer(section: str, _: object) -> Reply:
        times[section] += 1
        return reply(times[section]) if "Slabs" in section else literal(section)

    return answer


def summary_of(vault: Path, server: Server, *, reread: bool = False, model: str = MODEL) -> Summary:
    found = read(vault, server, reread=reread, model=model).summary
    assert found is not None
    return found


@pytest.mark.parametrize("case", USELESS)
def test_a_useless_answer_that_came_twice_is_the_last_word(case: str, vault: Path) -> None:
    with ollama(script(lambda time: USELESS[case])) as server:
        first = summary_of(vault, server)
        assert (first.read, first.failed, first.known) == (1, 1, 0)
        asked = len(server.asked)
        for _ in range(2):
            enriched = read(vault, server)
            assert enriched.summary == Summary(MODEL, cached=1, known=1)
            (unread,) = enriched.built.sections
            assert (unread.path, bool(unread.why)) == ("Hard.md", True)
            assert any("1 section not asked about again" in line and "--reread" in line for line in words_of(enriched))
        assert len(server.asked) == asked
        (vault / "Hard.md").write_text(HARD + " Or so it seems.")
        assert summary_of(vault, server).failed == 1


def test_it_is_asked_again_on_request_and_of_another_model(vault: Path) -> None:
    with ollama(script(lambda time: USELESS["prose"] if time < 3 or time == 5 else literal(HARD))) as server:
        summary_of(vault, server)
        assert summary_of(vault, server, reread=True).read == 2
        assert ("Memcached", "uses", "Slabs") in triples(vault)
    with open_answers() as answers:
        answers.fail("x" * 32, Failure(Asker("small", "1"), "why", True))
        hopeless = [Asker("small", "1"), Asker("small", "2"), Asker("other", "1")]
        assert [answers.is_hopeless("x" * 32, each) for each in hopeless] == [True, False, False]


@pytest.mark.parametrize("case", BROKEN)
def test_what_the_server_did_not_answer_is_asked_again(case: str, vault: Path) -> None:
    with ollama(script(lambda time: BROKEN[case])) as server:
        for _ in range(2):
            asked = len(server.asked)
            summary = summary_of(vault, server)
            assert (summary.failed, summary.known) == (1, 0)
            assert len(server.asked) > asked


def test_a_model_whose_second_answer_differs_from_the_first_but_from_no_other_is_steady(vault: Path) -> None:
    """As of one that has the question still in its memory the second time."""
    for number in range(5):
        (vault / f"Hard {number}.md").write_text(f"{HARD} The {number}th time.")
    with ollama(script(lambda time: Reply("once") if time == 1 else Reply("again"))) as server:
        assert summary_of(vault, server).failed == 6
        asked = len(server.asked)
        assert summary_of(vault, server).known == 6
        assert len(server.asked) == asked


def test_of_a_server_that_answers_at_random_nothing_is_the_last_word_before_the_third_run(vault: Path) -> None:
    with ollama(script(lambda time: Reply(f"no, {time}"))) as server:
        assert [summary_of(vault, server).known for _ in range(5)] == [0, 0, 0, 1, 1]


def test_runs_in_which_the_server_failed_do_not_count(vault: Path) -> None:
    replies = [Reply("no"), Reply(status=500), Reply(status=500)]
    with ollama(script(lambda time: replies[(time - 1) % 3])) as server:
        assert [summary_of(vault, server).known for _ in range(5)] == [0] * 5


def test_twice_the_same_by_chance_is_no_last_word(vault: Path) -> None:
    for number in range(4):
        (vault / f"Hard {number}.md").write_text(f"{HARD} The {number}th time.")

    def answer(section: str, _: object) -> Reply:
        is_same = "The" not in section
        times[section] += 1
        return literal(section) if "Slabs" not in section else Reply("no" if is_same else f"no, {times[section]}")

    times: Counter[str] = Counter()
    with ollama(answer) as server:
        summary_of(vault, server)
        assert summary_of(vault, server).failed == 5


def test_things_that_a_broken_answer_names_are_in_the_graph_until_there_is_a_whole_one(vault: Path) -> None:
    def things() -> set[str]:
        return {node["label"] for node in graph(vault)["nodes"] if node["kind"] == "concept"}

    whole = ("Memcached", "uses", "Slabs")
    cut = Reply(literal(HARD).content[:-1], done_reason="length")
    replies = {1: cut, 2: cut, 3: Reply("no"), 4: Reply("no"), 5: literal(HARD)}
    with ollama(script(lambda time: replies.get(time, cut))) as server:
        enriched = read(vault, server)
        assert "Slabs" in things() and whole not in triples(vault), "who lost the thread is not trusted with relations"
        (unread,) = enriched.built.sections
        assert "did not come to an end" in unread.why and "the things that it named" in unread.why
        assert summary_of(vault, server, reread=True).failed == 1
        assert "Slabs" in things(), "an answer with less does not replace one with more"
        assert read(vault, server, reread=True).built.sections == ()
        assert whole in triples(vault)
        read(vault, server, reread=True)
        assert whole in triples(vault)
    with open_answers() as answers:
        kept = [json.dumps(answers.answer(each)) for each in answers.changed_since(0)]
    assert len(kept) == 2 and all("uses" in each or "replaces" in each for each in kept)


def test_a_section_that_stands_in_many_notes_is_asked_about_once(vault: Path) -> None:
    for number in range(4):
        (vault / f"Copy {number}.md").write_text(SAYS)
    with ollama(script(lambda time: literal(HARD))) as server:
        assert summary_of(vault, server).read == 2
        assert len(server.asked) == 2


def test_the_rest_of_a_book_waits_for_the_other_notes(vault: Path) -> None:
    book = "\n\n".join(f"# Part {number}\nAa{number} uses Bb{number}. It took us years." for number in range(60))
    (vault / "Book.md").write_text(book)
    with ollama(script(lambda time: literal(HARD))) as server:
        summary_of(vault, server)
        assert max(server.asked.index(each) for each in (SAYS, HARD)) < 42
        assert len(server.asked) == 62
