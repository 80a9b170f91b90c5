"""How often a model is asked about a passage, and what comes of answers that are of no use."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest

from extractors.attempts import NOTHING, Read, Reader, Unanswered, Unread
from extractors.concepts import passages
from extractors.prose.proof import Unusable
from extractors.prose.sections import Passage
from extractors.source import Source
from tests.slm.ollama import literal, said

SHORT = "Redis uses Lua. That is all there is to say."
LONG = "Redis uses Lua. " + "So it goes. " * 15 + "\n\n" + "Memcached uses Slabs. " + "So it goes. " * 15
GOOD = literal(SHORT).content
INVENTED = said(("Ghost", "uses", "Phantom", "It is so."))
UNCLEAN = said(("Redis", "uses", "Lua", "Redis uses Lua."), *((f"Ghost{each}", "uses", "It", "x") for each in range(9)))
HOLLOW = said()
CUT = GOOD[: GOOD.rindex("}")]


class Model:
    """Answers what it is told, and counts."""

    def __init__(self, *answers: str) -> None:
        self.answers, self.asked = list(answers), 0

    def __call__(self, prompt: tuple[str, ...], schema: object) -> dict[str, Any]:
        answer = self.answers[min(self.asked, len(self.answers) - 1)]
        self.asked += 1
        if answer == "silence":
            raise Unanswered("no answer")
        try:
            value = json.loads(answer)
        except (ValueError, RecursionError) as fault:
            raise Unusable("it broke off", answer) from fault
        assert isinstance(value, dict)
        return value


def passage(text: str = SHORT) -> Passage:
    (found,) = passages(Source("Note.md", text.encode()))
    return found


CASES = {
    "good at once": ([GOOD], 1, "read", False),
    "good at last": ([CUT, INVENTED, GOOD], 3, "read", False),
    "unclean, and the same again": ([UNCLEAN], 2, "read", True),
    "nothing, twice": ([HOLLOW], 2, "read", True),
    "nothing once, then the same of no use": ([HOLLOW, INVENTED], 3, "nothing of the answer stands in the text", True),
    "nothing once, then something": ([HOLLOW, GOOD], 2, "read", False),
    "useless, and the same again": ([INVENTED], 2, "nothing of the answer stands in the text", True),
    "the same from the second time on": ([CUT, INVENTED], 3, "nothing of the answer stands in the text", True),
    "always something else": ([CUT, INVENTED, "prose"], 3, "it broke off", False),
    "silent": (["silence"], 2, "no answer", False),
    "useless, then silent": ([INVENTED, "silence"], 3, "no answer", False),
    "useless before and after a silence": ([INVENTED, "silence", INVENTED], 3, "stands in the text", True),
}


@pytest.mark.parametrize("case", CASES)
def test_a_model_is_asked_until_it_is_clear_what_it_says(case: str) -> None:
    answers, asked, end, repeated = CASES[case]
    model = Model(*answers)
    (outcome,) = Reader(model).read(passage())
    assert model.asked == asked
    assert end in (outcome.why if isinstance(outcome, Unread) else "read")
    assert (outcome.repeated, outcome.again) == (repeated, sum(each != "silence" for each in answers) > 1 or repeated)


def test_of_a_model_that_always_says_the_same_useful_answers_are_not_compared_but_useless_ones_are() -> None:
    model = Model(UNCLEAN)
    reader = Reader(model)
    for asked in (2, 2, 2, 1, 1):
        before = model.asked
        list(reader.read(passage()))
        assert model.asked - before == asked
    model.answers = [INVENTED]
    before = model.asked
    list(reader.read(passage()))
    assert model.asked - before == 2


BROKEN = {
    "in the last entry": (CUT, ["Redis uses Lua"]),
    "in the first one": ('{"entities": [{"name": "Red', []),
    "in a name with the word of a list": ('{"entities": [{"name": "\\"relations\\": [', []),
    "before it began": ("", []),
    "deep in something else": ('{"entities": [' + "[" * 100_000, []),
    "round in circles": (said(*[("Redis", "uses", "Lua", "Redis uses Lua.")] * 20), ["Redis uses Lua"]),
    "round in circles and broken": (
        said(*[("Redis", "uses", "Lua", "Redis uses Lua.")] * 20)[:-40],
        ["Redis uses Lua"],
    ),
    "after what is nowhere": (INVENTED[:-2], []),
}


@pytest.mark.parametrize("case", BROKEN)
def test_of_an_answer_that_broke_off_what_the_text_proves_is_saved(case: str) -> None:
    answer, kept = BROKEN[case]
    (outcome,) = Reader(Model(answer)).read(passage())
    assert isinstance(outcome, Unread)
    assert relations(outcome.saved) == kept


def test_what_is_saved_of_halves_is_of_the_whole() -> None:
    def answer(prompt: tuple[str, ...], schema: object) -> dict[str, Any]:
        has = [words for words in ("Redis uses Lua.", "Memcached uses Slabs.") if words in prompt[-1]]
        raise Unusable("it broke off", literal(has[0]).content[:-2] if len(has) == 1 else "prose")

    (outcome,) = Reader(answer).read(passage(LONG))
    assert isinstance(outcome, Unread)
    assert outcome.passage == passage(LONG) and outcome.repeated
    assert relations(outcome.saved) == ["Redis uses Lua", "Memcached uses Slabs"]


def test_a_half_that_is_read_counts_more_than_what_can_be_saved_of_the_whole() -> None:
    def answer(prompt: tuple[str, ...], schema: object) -> dict[str, Any]:
        if "Memcached uses Slabs." in prompt[-1]:
            raise Unusable("it broke off", CUT)
        found: dict[str, Any] = json.loads(literal("Redis uses Lua.").content)
        return found

    outcomes = list(Reader(answer).read(passage(LONG)))
    assert [type(each) for each in outcomes] == [Read, Unread]
    assert [each.why for each in outcomes if isinstance(each, Unread)] == ["it broke off"] != [NOTHING]


def relations(answer: dict[str, Any] | None) -> list[str]:
    found: Iterable[dict[str, str]] = answer["relations"] if answer else ()
    return [f"{each['subject']} {each['relation']} {each['object']}" for each in found]
