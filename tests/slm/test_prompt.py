"""What a model is asked, how long it may answer, and when it is told to stop."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from extractors.concepts import passages
from extractors.prose import prompt
from extractors.prose.proof import prove
from extractors.prose.sections import Passage
from extractors.source import Source
from graph.model import Section
from tests.slm.ollama import Reply, literal, ollama, said
from tests.slm.test_last_word import HARD, graph, read, script, vault
from vaultkit.models.circles import Circles

__all__ = ["vault"]


def passage(text: str) -> Passage:
    return Passage(Section(1, "0" * 32), text)


WORDS = "This is said in so many words that it is worth reading."
CODED = "N4KAkARALgngDgUwgLgAQQQDwMYEMA2AlgCYBOuA7hADTgQBuCpAzoQPYB2KqATLZMzYBXUtiRoIACyhQ4zZA\n"
WORDLESS = {
    "a drawing": f"```compressed-json\n{CODED * 60}```",
    "settings": '%% kanban:settings\n```\n{"kanban-plugin":"board","list-collapse":[false,false]}\n```\n%%',
    "HTML": "<div>\n<img src='a.png' width='300' height='200' alt='a picture of something'>\n</div>",
    "mathematics": "$$\n\\int_0^\\infty e^{-x^2} \\mathrm{d}x = \\sqrt{\\pi} + \\sum_{n=0}^{\\infty} a_n\n$$",
    "blanks": "# One\n" + " \n" * 200,
}


@pytest.mark.parametrize("what", WORDLESS)
def test_no_model_is_asked_about_what_says_nothing_in_words(what: str) -> None:
    found = passages(Source("Note.md", f"{WORDS}\n\n# More\n\n{WORDLESS[what]}\n\n# Last\n\n`Redis` {WORDS}".encode()))
    assert [each.text for each in found] == [WORDS, f"# Last\n\n`Redis` {WORDS}"]


def test_words_in_backticks_are_words() -> None:
    (found,) = passages(Source("Note.md", b"`lock_timeout`: `three seconds`, `statement_timeout`: `none`"))
    assert "lock_timeout" in found.text


def test_the_example_keeps_the_rules_it_illustrates() -> None:
    asked, answered, last = prompt.prompt(passage("Redis uses Lua."))
    assert "Redis" not in asked and last.split() == [
        "<note-000000000000>",
        "Redis",
        "uses",
        "Lua.",
        "</note-000000000000>",
    ]
    answer = json.loads(answered)
    note = passage(asked.rpartition("<note-0>\n")[2].partition("\n</note-0>")[0])
    schema = prompt.schema(note)["properties"]
    assert list(answer) == list(schema) == ["relations", "entities"]
    for name, items in answer.items():
        assert all(list(each) == schema[name]["items"]["required"] for each in items)
        assert len(items) <= schema[name]["maxItems"]
    for each in answer["relations"]:
        assert each["evidence"] in note.text
        assert prompt.is_example(each["subject"], each["relation"], each["object"])
    assert prove(note, answer).relations == (), "what the example says is no finding"


def test_a_longer_section_may_have_a_longer_answer_up_to_an_end() -> None:
    schemas = [prompt.schema(passage("Redis uses Lua. " * times)) for times in (1, 40, 100, 900)]
    tokens = [prompt.answer_tokens(each) for each in schemas]
    assert tokens == sorted(tokens) and tokens[0] < tokens[1] < tokens[2] == tokens[3] < 2500


CIRCLES = {
    "one entry": ("abbb", True),
    "two in turn": ("cababab", True),
    "three in turn": ("abcabcabc", True),
    "twice is no circle": ("aabbcc", False),
    "all differ": ("abcdefghijkl", False),
    "not in a row": ("ababacab", False),
    "four in turn are let be": ("abcdabcdabcd", False),
}


@pytest.mark.parametrize("case", CIRCLES)
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_who_goes_round_in_circles_is_told(case: str, size: int) -> None:
    letters, is_circle = CIRCLES[case]
    text = json.dumps({"relations": [{"subject": letter, "object": "x" * 30} for letter in letters]})
    circles = Circles()
    assert any(circles.closes_with(text[at : at + size]) for at in range(0, len(text), size)) is is_circle


def test_a_model_that_goes_round_in_circles_is_stopped_and_what_it_said_before_is_kept(vault: Path) -> None:
    one = ("Memcached", "uses", "Slabs", "Memcached uses Slabs.")
    endless = Reply(said(one, *[("Slabs", "uses", "Ghost", "x")] * 5000))
    with ollama(script(lambda time: endless)) as server:
        (unread,) = read(vault, server).built.sections
        assert "went round in circles" in unread.why
        assert "Slabs" in {node["label"] for node in graph(vault)["nodes"]}


def test_a_model_is_asked_not_to_think_and_one_that_does_is_told_from_others(vault: Path) -> None:
    with ollama(script(lambda time: Reply("", thinking="Hm, let me see.", done_reason="length"))) as server:
        (unread,) = read(vault, server).built.sections
        assert "does not think" in unread.why
        assert all(request["think"] is False for request in server.requests)
    with ollama(script(lambda time: literal(HARD)._replace(thinking="Ah."))) as server:
        assert read(vault, server, reread=True).built.sections == ()


@pytest.mark.parametrize("around", ["```json\n{}\n```", "\n``` {} ```\n", "{}"])
def test_a_fence_around_an_answer_is_no_fault(around: str, vault: Path) -> None:
    with ollama(script(lambda time: Reply(around.replace("{}", literal(HARD).content)))) as server:
        assert read(vault, server).built.sections == ()


def test_an_answer_that_ends_too_early_is_none(vault: Path) -> None:
    whole = literal(HARD)
    line = json.dumps({"model": "m", "message": {"role": "assistant", "content": whole.content}, "done": False})
    with ollama(script(lambda time: Reply(body=line.encode()))) as server:
        (unread,) = read(vault, server).built.sections
        assert "broke" in unread.why
