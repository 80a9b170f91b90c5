"""Has a model read the notes of a root, section by section; each answer is kept at once, so that nothing is lost."""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from extractors import concepts
from extractors.attempts import NOTHING, Read, Reader, Unanswered, Unread
from extractors.prose import prompt
from extractors.prose.proof import Unusable
from extractors.prose.sections import Passage, halves
from extractors.source import Source
from graph.model import Section
from vaultkit import clock
from vaultkit.building.freshness import Progress
from vaultkit.config import Root
from vaultkit.disk.contents import read_regular
from vaultkit.disk.lock import Busy, lock
from vaultkit.disk.root_state import root_state
from vaultkit.indexing.index import NAME, Index, open_for_reading
from vaultkit.models import slm
from vaultkit.models.answers import Answers, Asker, Failure, open_answers
from vaultkit.models.hearsay import unasked_in
from vaultkit.models.model_choice import Choice, Settings

_SILENT: Final = 5
"""After so many sections without any answer one behind the other the server is taken for dead."""
_TICK: Final = 0.2
_PATIENCE: Final = 1.0
"""Seconds to wait for another reader, who may just be ending."""
_EARLY: Final = 40
"""Sections of a note that are read before those of older notes: the rest of one that is a book waits for its turn."""
_LARGEST: Final = 1 << 30


class Task(NamedTuple):
    """Something to be read."""

    path: str
    passage: Passage
    missing: tuple[Passage, ...]
    """Those of its halves that are still to be read, if it is being read by halves."""


class Summary(NamedTuple):
    """What a run came to."""

    model: str
    read: int = 0
    cached: int = 0
    """Sections that had been read before."""
    failed: int = 0
    left: int = 0
    """Sections that were not tried: time was up, or somebody stopped the run."""
    dropped: Mapping[str, int] = {}
    """How many entries of answers were dropped, by their fault."""
    ended: str = ""
    """Why the run ended before all was read, "" if it did not."""
    known: int = 0
    """Sections of which it is known that the model has no useful answer for them: they were not asked about again."""
    others: int = 0
    """Sections read by another model, or with another prompt, than the one of this run."""


class Terms(NamedTuple):
    """How notes are read."""

    reread: bool = False
    """Whether also those that were read before."""
    seconds: float | None = None
    """The run ends after these, and at the latest after what the settings allow."""
    after_edits: bool = False
    """Whether it is in the background, which has a time of its own."""
    stop: Callable[[], bool] = lambda: False
    """It ends soon after this says so."""
    progress: Progress = lambda what, done, total: None


def read_notes(root: Root, out: Path, choice: Choice, terms: Terms) -> Summary:
    """Have the model read what the index in `out` has and no model has read, the notes that changed last first.

    Whenever it ends, also by a signal, what was read until then is kept. Raises Busy if another process has the notes
    read at the time, and VaultkitError.
    """
    try:
        with lock(root_state(root.path).reading, patience=_PATIENCE), open_answers() as answers:
            return _Run(root, out, choice, answers, terms).run()
    except Busy as fault:
        what = f"another process has a model read the notes in {root.path}"
        raise Busy(what, "its answers are not lost; try again when it has finished") from fault


def seconds_left(settings: Settings) -> float:
    """How long a model may still read in the background today. Raises VaultkitError."""
    with open_answers() as answers:
        return settings.background_minutes * 60.0 - answers.spent(_today(), after_edits=True)


class _Run:
    def __init__(self, root: Root, out: Path, choice: Choice, answers: Answers, terms: Terms) -> None:
        self._root, self._out, self._choice, self._answers = root, out, choice, answers
        self._asker = Asker(choice.id, prompt.version())
        self._terms, self._halted = terms, ""
        self._silence = self._remedy = ""
        self._counts: Counter[str] = Counter()
        self._dropped: Counter[str] = Counter()
        self._silent = 0
        self._charged = 0.0

    def run(self) -> Summary:
        tasks, summary = self._tasks()
        if not tasks:
            return summary
        self._charged = time.monotonic()
        try:
            self._work(tasks, self._charged + self._allowed())
        finally:
            self._charge()
        counts = self._counts
        return summary._replace(
            read=counts["read"],
            failed=counts["failed"],
            left=len(tasks) - counts["done"],
            dropped=dict(sorted(self._dropped.items())),
            ended=self._halted,
        )

    def _charge(self) -> None:
        """Count the time since the last call to that of the day; a run that is killed has counted most of it."""
        since, self._charged = self._charged, time.monotonic()
        self._answers.spend(_today(), self._charged - since, after_edits=self._terms.after_edits)

    def _work(self, tasks: list[Task], end: float) -> None:
        """Ask about so many tasks at a time, until all are done or the run has to end."""
        settings = self._choice.settings
        what = f"{self._choice.model.name} reads"
        reader = Reader(self._complete(end))
        waiting = iter(tasks)
        running: dict[Future[list[Read | Unread]], Task] = {}
        with ThreadPoolExecutor(max(1, settings.parallel)) as pool:
            try:
                while not self._ends(end):
                    for task in islice(waiting, max(1, settings.parallel) - len(running)):
                        running[pool.submit(_outcomes, reader, task)] = task
                    if not running:
                        return
                    self._terms.progress(what, self._counts["done"], len(tasks))
                    done, _ = wait(running, _TICK, FIRST_COMPLETED)
                    for future in done:
                        del running[future]
                        self._take(future)
            finally:
                self._halted = self._halted or ("stopped" if running else "")
                for future in running:
                    future.cancel()

    def _take(self, future: Future[list[Read | Unread]]) -> None:
        """Keep what came of a task; one that was given up counts as not tried."""
        try:
            outcomes = list(map(self._weighed, future.result()))
        except slm.Stopped:
            return
        self._charge()
        self._counts["done"] += 1
        for outcome in outcomes:
            sha = outcome.passage.section.sha
            if outcome.again:
                self._answers.learn(self._asker, same=outcome.repeated)
            if isinstance(outcome, Read):
                self._answers.keep(sha, self._asker, outcome.asked.answer)
                self._dropped.update(outcome.asked.claims.dropped)
            else:
                failure = Failure(self._asker, outcome.why, outcome.repeated, outcome.again, outcome.saved)
                self._answers.fail(sha, failure)
        failed = [each for each in outcomes if isinstance(each, Unread)]
        self._counts["failed" if failed else "read"] += 1
        silent = [each.why for each in failed if each.silent]
        self._silent, self._silence = (self._silent + 1, silent[0]) if silent else (0, "")

    def _weighed(self, outcome: Read | Unread) -> Read | Unread:
        """An outcome, unless it says that there is nothing where something was found before."""
        if isinstance(outcome, Read) and concepts.is_empty(outcome.asked.answer):
            before = self._answers.answer(outcome.passage.section.sha)
            if before is not None and not concepts.is_empty(before):
                return Unread(outcome.passage, NOTHING, False, False)
        return outcome

    def _ends(self, end: float) -> bool:
        """Whether the run has to end, and why."""
        if self._terms.stop():
            self._halted = "stopped"
        elif time.monotonic() >= end:
            self._halted = "time is up"
        elif self._silent >= _SILENT:
            self._halted = f"no answers any more: {self._silence}; {self._remedy}"
        return bool(self._halted)

    def _complete(self, end: float) -> concepts.Complete:
        """Asks the model; every call ends in time."""
        settings = self._choice.settings
        door = slm.open_door(self._choice.host)

        def stop() -> bool:
            return bool(self._halted) or self._terms.stop()

        def complete(turns: tuple[str, ...], schema: dict[str, Any]) -> dict[str, Any]:
            seconds = min(float(settings.timeout), max(end - time.monotonic(), 0.1))
            limits = slm.Limits(seconds, prompt.answer_tokens(schema), settings.num_ctx, stop)
            try:
                return slm.completer_at(door, self._choice.model.name, limits)(turns, schema)
            except slm.Bad as fault:
                raise Unusable(fault.what, fault.answer) from fault
            except slm.Silent as fault:
                self._remedy = fault.remedy
                raise Unanswered(fault.what) from fault

        return complete

    def _allowed(self) -> float:
        """How many seconds the run may take."""
        settings = self._choice.settings
        limits = [settings.run_minutes * 60.0, *([] if self._terms.seconds is None else [self._terms.seconds])]
        if settings.daily_minutes:
            limits.append(settings.daily_minutes * 60.0 - self._answers.spent(_today()))
        return max(min(limits), 0.0)

    def _tasks(self) -> tuple[list[Task], Summary]:
        """What is to be read, and what of the rest is known."""
        early: list[Task] = []
        late: list[Task] = []
        counts: Counter[str] = Counter()
        met: set[str] = set()
        with open_for_reading(self._out / NAME) as index:
            for path, sha, sections in _notes(index, self._root.unasked):
                fresh = {section.sha for section in sections} - met
                askers = [asker for each in fresh if (asker := self._answers.asker(each)) is not None]
                if not self._terms.reread and len(askers) == len(fresh):
                    met |= fresh
                    counts.update(cached=len(askers), others=sum(asker != self._asker for asker in askers))
                    continue
                for number, passage in enumerate(self._passages(path, sha)):
                    if passage.section.sha in met:
                        continue
                    met.add(passage.section.sha)
                    task = self._task(path, passage)
                    if task is None:
                        counts.update(self._known(passage))
                    elif number < _EARLY:
                        early.append(task)
                    else:
                        late.append(task)
        name, cached, known = self._choice.model.name, counts["cached"], counts["known"]
        return [*early, *late], Summary(name, cached=cached, known=known, others=counts["others"])

    def _known(self, passage: Passage) -> dict[str, int]:
        """As what a passage counts about which nothing is asked."""
        askers = [self._answers.asker(each.section.sha) for each in (passage, *halves(passage))]
        read = askers[:1] if askers[0] is not None else askers[1:]
        if not read or None in read:
            return {"known": 1}
        return {"cached": 1, "others": int(any(asker != self._asker for asker in read))}

    def _passages(self, path: str, sha: str) -> list[Passage]:
        """What there is to read in a note; nothing of one that has changed since the build: the next one tells."""
        try:
            data = read_regular(self._root.path / path, _LARGEST)
        except OSError:
            return []
        return concepts.passages(Source(path, data)) if hashlib.sha256(data).hexdigest() == sha else []

    def _task(self, path: str, passage: Passage) -> Task | None:
        """What is to be asked about a passage, None if nothing is."""
        if self._terms.reread:
            return Task(path, passage, ())
        if self._is_settled(passage):
            return None
        parts = halves(passage)
        missing = tuple(part for part in parts if not self._is_settled(part))
        if any(self._answers.asker(part.section.sha) for part in parts):
            return Task(path, passage, missing) if missing else None
        return Task(path, passage, ())

    def _is_settled(self, passage: Passage) -> bool:
        """Whether there is an answer, or it is known that this asker has none."""
        sha = passage.section.sha
        return self._answers.asker(sha) is not None or self._answers.is_hopeless(sha, self._asker)


def _today() -> str:
    return clock.now().astimezone().date().isoformat()


def _notes(index: Index, unasked: tuple[str, ...]) -> list[tuple[str, str, tuple[Section, ...]]]:
    """(path, SHA-256, sections) of the notes that a model may read, those first that changed last."""
    known, is_unasked = index.known(), unasked_in(unasked)
    found = [
        (path, sha, fragment.sections)
        for path, sha, fragment in index.fragments()
        if fragment.sections and not known[path].excluded and not is_unasked(path)
    ]
    return sorted(found, key=lambda each: (-known[each[0]].stat.mtime_ns, each[0]))


def _outcomes(reader: Reader, task: Task) -> list[Read | Unread]:
    return list(reader.read(task.passage, task.missing))
