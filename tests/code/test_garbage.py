"""Reading a file makes no cycles: the processes that read many of them run without a collector."""

from __future__ import annotations

import gc

import pytest

from tests.code.graphs import fragments_of
from tests.code.test_cases import CASES, read_cases


@pytest.mark.parametrize("language", sorted(file.stem for file in CASES.glob("*.txt")))
def test_reading_leaves_nothing_to_collect(language: str) -> None:
    cases = read_cases(CASES / f"{language}.txt")[:8]
    for case in cases:  # what is loaded once, such as a second language, is no garbage of reading
        fragments_of(case.files)
    gc.collect()
    gc.disable()
    try:
        for case in cases:
            fragments_of(case.files)
        assert gc.collect() == 0
    finally:
        gc.enable()
