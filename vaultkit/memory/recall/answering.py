"""Answers of the memory branch: store, retrieve, search, list, forget, status. What goes wrong is an answer too."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Final, NamedTuple

from graph.text import counted
from graph.tokens import DEFAULT_LANGUAGE, question_terms
from vaultkit.errors import UsageError, VaultkitError
from vaultkit.git.objects import Reader
from vaultkit.git.process import TimedOut, Unavailable
from vaultkit.memory.characters import well_formed
from vaultkit.memory.dates import absolute_dates
from vaultkit.memory.recall import contract
from vaultkit.memory.recall.branch import File, Place, add, list_files, open_branch, read_files, remove
from vaultkit.memory.recall.briefs import Briefs
from vaultkit.memory.recall.contract import Answer, Result, days_between, failed, ranked, timestamp
from vaultkit.memory.recall.memory import Memory, brief_of, is_name_of, read_memory
from vaultkit.memory.recall.searching import Pattern, excerpt, files_of_messages, lines_with, telling_lines
from vaultkit.memory.recall.settings import Settings
from vaultkit.memory.redact import redact

VERSIONS: Final = 5
"""Texts of one key that are retrieved."""


class Asked(NamedTuple):
    """Who asks: where, with which settings, when."""

    folder: Path
    settings: Settings
    now: datetime


def store(asked: Asked, key: str, text: str, tags: Iterable[str] = (), brief: str = "") -> Answer:
    """Keep a text under a key, and answer with it as it is kept: without secrets, its dates absolute."""
    now = asked.now.replace(microsecond=0)
    kept_key, kept_text = _one_line(redact(_clean(key))), absolute_dates(redact(_clean(text)), now)
    kept_tags = tuple(dict.fromkeys(filter(None, (_one_line(redact(_clean(tag))) for tag in tags))))
    memory = Memory(kept_key, now, kept_tags, kept_text)
    told = _one_line(absolute_dates(redact(_clean(brief)), now)) or _one_line(brief_of(kept_text))

    def answer(place: Place) -> Answer:
        if not kept_key or not kept_text.strip():
            raise UsageError("a memory has a key and a text", "write: vaultkit recall store KEY TEXT")
        add(place, memory, f"{asked.settings.commit_prefix} {kept_key} — {told}", now)
        return _ranked(asked, key, [memory])

    return _answered(asked, key, answer)


def retrieve(asked: Asked, key: str, versions: int = VERSIONS) -> Answer:
    """The texts kept under exactly this key, the latest first."""

    def answer(place: Place) -> Answer:
        with Reader(asked.folder) as reader:
            return _ranked(asked, key, [memory for _, memory in _of_key(reader, place, key)[:versions]])

    return _answered(asked, key, answer)


def search(asked: Asked, pattern: Pattern, around: int | None = None) -> Answer:
    """The memories that hold a pattern; with `around`, only the lines of the text that do and so many around each."""

    def answer(place: Place) -> Answer:
        with Reader(asked.folder) as reader:
            found = _search(asked, reader, place, pattern, around)
            results, is_whole = _until_time_is_up(found)
        limit, name = asked.settings.max_results, asked.settings.backend
        return ranked(pattern.text, name, results, limit, is_whole=is_whole)

    return _answered(asked, pattern.text, answer)


def search_words(asked: Asked, query: str, share: float = 0.5) -> Answer:
    """The memories in which at least this share of the words of a query stand, whatever their endings and capitals."""
    words = [_pattern_of(forms) for forms in question_terms(query, (DEFAULT_LANGUAGE,))]

    def answer(place: Place) -> Answer:
        with Reader(asked.folder) as reader:
            hits = Counter(name for word in words for name in _names_with(place, word))
            likely = [file for file in list_files(reader, place) if hits[file.name] >= share * len(words) > 0]
            memories = (memory for _, memory in read_files(reader, place, likely) if _tells(memory, words))
            results, is_whole = _until_time_is_up(_result(asked, memory, memory.text) for memory in memories)
        return ranked(query, asked.settings.backend, results, asked.settings.max_results, is_whole=is_whole)

    return _answered(asked, query, answer)


def list_all(asked: Asked, limit: int | None = None) -> Answer:
    """A line for each memory: key, brief, tags; the latest first."""

    def answer(place: Place) -> Answer:
        with Reader(asked.folder) as reader:
            memories = read_files(reader, place, list_files(reader, place))
            briefs = Briefs(place)
            lines = (_result(asked, memory, _line(memory, briefs.of(memory))) for _, memory in memories)
            results, is_whole = _until_time_is_up(lines)
        return ranked("", asked.settings.backend, results, limit, is_whole=is_whole)

    return _answered(asked, "", answer)


def forget(asked: Asked, key: str) -> Answer:
    """Remove all texts of a key from the branch, and answer with them."""

    def answer(place: Place) -> Answer:
        with Reader(asked.folder) as reader:
            found = _of_key(reader, place, key)
        if found:
            message = f"{asked.settings.commit_prefix} {_one_line(key)} — forgotten"
            remove(place, [file.name for file, _ in found], message, asked.now)
        return _ranked(asked, key, [memory for _, memory in found])

    return _answered(asked, key, answer)


def status(asked: Asked) -> Answer:
    """How many memories there are, and where."""

    def answer(place: Place) -> Answer:
        with Reader(asked.folder) as reader:
            files = list_files(reader, place)
            latest = [memory for _, memory in read_files(reader, place, files[:1])]
        count = counted(len(files), "memory")
        told = f"{count} in {place.folder} of {asked.settings.branch}"
        return ranked("", asked.settings.backend, [_result(asked, each, told) for each in latest], 1)

    return _answered(asked, "", answer)


def _answered(asked: Asked, query: str, answer: Callable[[Place], Answer]) -> Answer:
    """The answer with how long it took; an error as its code and message. Raises UsageError."""
    start = time.monotonic()
    name = asked.settings.backend
    try:
        found = answer(open_branch(asked.folder, asked.settings))
    except UsageError:
        raise
    except Unavailable as fault:
        found = failed(query, name, contract.UNAVAILABLE, str(fault))
    except TimedOut as fault:
        found = failed(query, name, contract.TIMEOUT, str(fault))
    except VaultkitError as fault:
        found = failed(query, name, contract.ERROR, str(fault))
    return found._replace(duration_ms=round((time.monotonic() - start) * 1000))


def _of_key(reader: Reader, place: Place, key: str) -> list[tuple[File, Memory]]:
    """The memories of a key, the latest first. A file made by hand may be called otherwise: then all are looked at."""
    wanted = _one_line(redact(_clean(key)))
    files = list_files(reader, place)
    likely = [file for file in files if is_name_of(file.name, wanted)]
    for some in (likely, [file for file in files if file not in likely]):
        found = [each for each in read_files(reader, place, some) if each[1].key == wanted]
        if found:
            return sorted(found, key=lambda each: (each[1].at, len(each[0].name), each[0].name), reverse=True)
    return []


def _search(asked: Asked, reader: Reader, place: Place, pattern: Pattern, around: int | None) -> Iterator[Result]:
    files = list_files(reader, place)
    if not pattern.text.strip():  # nothing is not everything
        return
    shown: set[str] = set()
    hits = lines_with(place, pattern) if pattern.scope != "messages" else {}
    for file, text in _texts(reader, place, [file for file in files if file.name in hits]):
        lines = telling_lines(text, hits[file.name], pattern)
        if lines:
            shown.add(file.name)
            memory = read_memory(text.encode(), file.name)
            part = "" if around is None else excerpt(text, lines, around)
            yield _result(asked, memory, part or memory.text)
    told = files_of_messages(place, pattern) - shown if pattern.scope != "content" else set[str]()
    for _, memory in read_files(reader, place, [file for file in files if file.name in told]):
        yield _result(asked, memory, memory.text)


def _names_with(place: Place, pattern: Pattern) -> set[str]:
    return set(lines_with(place, pattern)) | files_of_messages(place, pattern)


def _tells(memory: Memory, words: list[Pattern]) -> bool:
    """Whether a word stands in what a memory says, and not only in the words that every file has."""
    told = "\n".join([memory.key, *memory.tags, memory.text])
    return any(re.search(word.text, told, re.IGNORECASE) for word in words)


def _pattern_of(forms: frozenset[str]) -> Pattern:
    """A word in any of its forms."""
    return Pattern("|".join(map(re.escape, sorted(forms))), ignores_case=True, is_regex=True)


def _texts(reader: Reader, place: Place, files: Iterable[File]) -> Iterator[tuple[File, str]]:
    for file in files:
        place.seconds_left()
        found = reader.read(file.id)
        if found is not None:
            yield file, found.data.decode("utf-8", "replace")


def _until_time_is_up(results: Iterator[Result]) -> tuple[list[Result], bool]:
    """(results, whether these are all). Raises TimedOut if the time was up before there was any."""
    found: list[Result] = []
    try:
        found.extend(results)
    except TimedOut:
        if not found:
            raise
        return found, False
    return found, True


def _ranked(asked: Asked, query: str, memories: Iterable[Memory]) -> Answer:
    results = [_result(asked, memory, memory.text) for memory in memories]
    return ranked(query, asked.settings.backend, results, None)


def _result(asked: Asked, memory: Memory, content: str) -> Result:
    relevance = asked.settings.decay()(days_between(memory.at, asked.now))
    return Result(content, relevance, asked.settings.backend, timestamp(memory.at))


def _line(memory: Memory, brief: str) -> str:
    return f"{memory.key} — {brief}" + "".join(f" #{tag}" for tag in memory.tags)


def _one_line(text: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def _clean(text: str) -> str:
    """The text with what is no character replaced; line ends as git keeps them."""
    return well_formed(text).replace("\r\n", "\n")
