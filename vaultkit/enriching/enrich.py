"""A build with a model: the graph from structure first, then what a model finds in the notes, then both."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from graph.text import counted
from vaultkit.building.pipeline import NOBODY, Built, Watcher, build
from vaultkit.config import Root
from vaultkit.disk.lock import Busy
from vaultkit.errors import UsageError, VaultkitError

if TYPE_CHECKING:
    from vaultkit.enriching.note_reading import Summary


class Wishes(NamedTuple):
    """What somebody wants of a model."""

    model: str = ""
    """"" for the one that is configured, or the best there is."""
    host: str = ""
    reread: bool = False


class Enriched(NamedTuple):
    """What a build came to, and what a model read in between."""

    built: Built
    summary: Summary | None = None
    """None if no model was asked."""
    missing: str = ""
    """Why none could be, in words."""


def enrich(root: Root, built: Built, wishes: Wishes, watcher: Watcher = NOBODY) -> Enriched:
    """Have a model read what none has read of the notes of a graph just built, and build again.

    Of a project only when a model is named: its graph costs no token. Raises VaultkitError.
    """
    if root.kind == "project" and not wishes.model:
        if wishes.reread or wishes.host:
            raise UsageError("no model reads the notes of a project unasked", "name one: --slm MODEL")
        return Enriched(built)
    from vaultkit.models.model_choice import NoModel, choose  # costs nothing where no model is asked

    try:
        choice = choose(root, model=wishes.model, host=wishes.host)
    except VaultkitError as fault:
        if wishes.model or wishes.host or wishes.reread:
            raise
        return Enriched(built, missing=str(fault))  # nobody asked for a model, so nothing failed
    if isinstance(choice, NoModel):
        return Enriched(built, missing="; ".join(choice))
    from vaultkit.enriching.note_reading import Terms, read_notes

    try:
        summary = read_notes(root, built.out, choice, Terms(reread=wishes.reread, progress=watcher.progress))
    except Busy as fault:
        if wishes.reread:
            raise
        return Enriched(built, missing=str(fault))
    again = build(root, built.out, watcher=watcher)
    whole = again._replace(
        changed=tuple(sorted({*built.changed, *again.changed})),
        removed=tuple(sorted({*built.removed, *again.removed})),
        seconds=round(built.seconds + again.seconds, 3),
        aside=built.aside,
        mended=built.mended or again.mended,
    )
    return Enriched(whole, summary)


def enrich_in_background(root: Root, stop: Callable[[], bool]) -> str:
    """Have a model read what changed in a vault, as long as the day's budget lasts and `stop` does not say otherwise.

    What was done, in words; "" if nothing was. Raises VaultkitError.
    """
    if root.kind != "vault":
        return ""
    from vaultkit.models.model_choice import NoModel, choose

    choice = choose(root)
    if isinstance(choice, NoModel):
        return ""
    from vaultkit.enriching.note_reading import Terms, read_notes, seconds_left

    seconds = seconds_left(choice.settings)
    if seconds <= 0:
        return ""
    try:
        summary = read_notes(root, root.out, choice, Terms(seconds=seconds, after_edits=True, stop=stop))
    except Busy:
        return ""
    if not summary.read and not summary.failed:
        return ""
    build(root, root.out)
    return "; ".join(_summary(summary))


def words_of(enriched: Enriched) -> Iterator[str]:
    """What a model did, or how to have one, in lines."""
    if enriched.summary is not None:
        yield from _summary(enriched.summary)
        unread = len(enriched.built.sections)
        if unread:
            yield f"{counted(unread, 'section')} not read by a model: GRAPH_REPORT.md lists them, and why"
    elif enriched.missing:
        yield f"no model was asked about the notes: {enriched.missing}"


def _summary(summary: Summary) -> Iterator[str]:
    dropped = [f"{count:,} {fault}" for fault, count in sorted(summary.dropped.items(), key=_by_number)]
    counts = {"read": summary.read, "read before": summary.cached, "failed": summary.failed}
    words = f"{summary.model}: {', '.join(f'{count:,} {what}' for what, count in counts.items())}"
    if dropped:
        words += f"; of what it said was dropped: {', '.join(dropped)}"
    yield words
    if summary.known:
        yield (
            f"{counted(summary.known, 'section')} not asked about again: {summary.model} had no useful answer,"
            " and would give the same; --reread asks all the same"
        )
    if summary.ended:
        yield f"{counted(summary.left, 'section')} left ({summary.ended}); the next build goes on there"
    if summary.others:
        yield f"{counted(summary.others, 'section')} read by another model or with another prompt: --reread asks again"


def _by_number(item: tuple[str, int]) -> tuple[int, str]:
    return -item[1], item[0]
