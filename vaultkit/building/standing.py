"""How a graph stands to its root: what is behind, told by names, sizes and times alone. Nothing is built or changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from graph.codec import decode_json, encode_json
from graph.model import Problem
from graph.notes.names import name_problems
from graph.text import counted
from vaultkit.building import artifacts
from vaultkit.building.build_record import read_build
from vaultkit.config import OUT_NAME, Root, read_root
from vaultkit.disk.database import IndexUnusable
from vaultkit.indexing.changes import compare, telling
from vaultkit.indexing.index import NAME, Index, open_for_reading
from vaultkit.models.hearsay import learnt_since
from vaultkit.program import program_id
from vaultkit.scanning.scan import Scan, scan

_DOCS: Final = "docs"
"""Under which key the index keeps that the notes of a project are not wanted: "no"."""
_ROOT: Final = "root"
"""Under which key the index keeps where its root lies."""

IndexState = Literal["ok", "missing", "broken", "other-version", "other-build", "unfinished"]

_INDEX_WORDS: Final = {
    "missing": "the index is missing",
    "broken": "the index cannot be read",
    "other-version": "the index was made by another version",
    "other-build": "graph.json is of another build than the index",
    "unfinished": "the last build was cut off",
}


class Standing(NamedTuple):
    """What a graph holds and what the next build would have to do. Behind if anything of the latter is there."""

    root: Path | None
    """None if the index is gone that knew it."""
    index_state: IndexState
    """other-build: graph.json comes from another build than the index; unfinished: that build was cut off."""
    setup: bool
    """Whether another program or other settings made the graph: then all is read anew."""
    listing: bool
    """Whether the folder has other faults than those reported: a folder that cannot be listed, names that clash."""
    new: tuple[str, ...]
    """Files that the graph can differ by, here as below."""
    changed: tuple[str, ...]
    """Files whose size or time differs, or that were read so shortly after a change that another may be unseen."""
    gone: tuple[str, ...]
    resized: frozenset[str]
    """Those of the changed that have changed for sure, as their size differs: a copy has other times."""
    learnt: int
    """Notes of which models have said something since; the next build takes it in."""
    altered: artifacts.Altered
    build: dict[str, Any]
    """build.json, {} if it is missing or broken."""
    problems: dict[str, int]
    """How many the build found by rule, most first; mere notices apart."""

    @property
    def behind(self) -> bool:
        """Whether the next build would do anything."""
        files = self.new or self.changed or self.gone
        return bool(self.index_state != "ok" or self.setup or self.listing or files or self.learnt or self.altered)

    @property
    def may_be_behind(self) -> str:
        """ "may be behind" where only times say so, else "is behind"."""
        files = self.new or self.gone or self.resized or self.altered.missing or self.altered.resized
        is_sure = self.index_state != "ok" or self.setup or self.listing or files or self.learnt
        return "is behind" if is_sure else "may be behind"


def standing(out: Path) -> Standing:
    """How the graph in `out` stands to the root it was built from. Raises VaultkitError if that cannot be read.

    No source is opened: of the root only folders are listed and the configuration is read.
    """
    try:
        with open_for_reading(out / NAME) as index:
            return _standing(index, out)
    except IndexUnusable as fault:
        return _unknown(fault.state, out)


def reasons(stands: Standing) -> Iterator[str]:
    """Why the graph is behind, in words; none if it is not."""
    if stands.index_state in _INDEX_WORDS:
        yield _INDEX_WORDS[stands.index_state]
    if stands.setup:
        yield "the program or the settings have changed, all will be read again"
    if stands.listing:
        yield "files cannot be read or clash that did not before, or the other way round"
    words = {"touched": "may have changed, by their times"}
    if counts := [f"{len(paths):,} {words.get(what, what)}" for what, paths in files_behind(stands).items() if paths]:
        yield ", ".join(counts)
    if stands.learnt:
        yield f"a model has read more of {counted(stands.learnt, 'note')}"
    yield from (f"{name} is missing" for name in stands.altered.missing)
    yield from (f"{name} was edited" for name in stands.altered.edited if name in stands.altered.resized)
    touched = [name for name in stands.altered.edited if name not in stands.altered.resized]
    if touched:
        yield f"by their times may have been edited: {', '.join(touched)}"


def files_behind(stands: Standing) -> dict[str, tuple[str, ...]]:
    """The files of which the graph may not know how they are now, by what happened to them.

    "touched" are those of which only the time says so, as it does of every file of a copy.
    """
    return {
        "new": stands.new,
        "changed": tuple(path for path in stands.changed if path in stands.resized),
        "touched": tuple(path for path in stands.changed if path not in stands.resized),
        "gone": stands.gone,
    }


def index_state(index: Index, out: Path) -> IndexState:
    """Whether a sound index goes with the artifacts in `out`."""
    if not index.meta("stamp"):
        return "unfinished"
    build_id = artifacts.read_build_id(out)
    return "other-build" if build_id and build_id != index.meta("build_id") else "ok"


def root_of(index: Index, out: Path) -> Path:
    """The folder that the graph in `out` was built from."""
    return (out / index.meta(_ROOT)).resolve()


def remember_root(index: Index, root: Root, out: Path) -> None:
    """Keep where the root lies: beside its graph if it is there, so that both can be moved. Inside a transaction."""
    docs = "no" if root.docs is False else ""
    if index.meta(_DOCS) != docs:
        index.set_meta(_DOCS, docs)
    place = ".." if out.resolve().parent == root.path else str(root.path)
    if index.meta(_ROOT) != place:
        index.set_meta(_ROOT, place)


def remembered(index: Index, root: Root) -> Root:
    """A root with what the last build was told about it."""
    return root._replace(docs=index.meta(_DOCS) != "no") if root.docs is None else root


def setup(root: Root) -> str:
    """All that decides what comes of the same files: the program and the settings."""
    settings = [root.kind, root.name, root.exclude, root.mentions, root.docs is not False, root.unasked]
    return encode_json([program_id(), *settings]).decode()


def listing(found: Scan) -> str:
    """The faults of the folder itself."""
    return encode_json([*found.problems, *name_problems(found.files)]).decode()


def _standing(index: Index, out: Path) -> Standing:
    root = remembered(index, read_root(root_of(index, out)))
    found = scan(root, out, index.ignore_files())
    known = index.known()
    changes = telling(compare(found, known), found, index)
    return Standing(
        root=root.path,
        index_state=index_state(index, out),
        setup=index.meta("setup") != setup(root),
        listing=index.meta("listing") != listing(found),
        new=tuple(path for path in changes.stale if path not in known),
        changed=tuple(path for path in changes.stale if path in known),
        gone=changes.gone,
        resized=frozenset(
            path for path in changes.stale if path in known and known[path].stat.size != found.files[path].size
        ),
        learnt=learnt_since(index),
        altered=artifacts.altered(out, index.meta("stamp")),
        build=read_build(out),
        problems=_by_rule(index),
    )


def _unknown(state: IndexState, out: Path) -> Standing:
    """What can be told without an index."""
    root = out.parent if out.name == OUT_NAME else None
    altered = artifacts.altered(out, "")
    return Standing(root, state, False, False, (), (), (), frozenset(), 0, altered, read_build(out), {})


def _by_rule(index: Index) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for severity, rule, count in index.graph.problem_counts():
        counts[rule] += count if severity != "info" else 0
    for problem in (Problem(*each) for each in decode_json(index.meta("listing") or "[]")):
        counts[problem.rule] += problem.severity != "info"
    return {rule: count for rule, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])) if count}
