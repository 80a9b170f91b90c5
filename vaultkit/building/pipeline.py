"""The build, a paragraph: scan, extract, resolve, analyse, render, write. The same for every entry point."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Container
from pathlib import Path
from typing import Any, Final, NamedTuple

from extractors.texts.left_out import WHY
from extractors.texts.readable import kind
from graph.codec import SCHEMA_VERSION, decode_json, encode_json
from graph.model import Problem, node_id
from graph.notes.names import name_problems
from graph.output.atlas import Atlas, Shape, atlas_of, shape_of
from graph.output.report import UNREAD, Report, UnreadSection
from graph.sheaf import joined
from vaultkit import __version__, clock
from vaultkit.building import artifacts, rendering
from vaultkit.building.collector import without_collector
from vaultkit.building.freshness import Progress, Refreshed, refresh
from vaultkit.building.reading import is_script
from vaultkit.building.standing import index_state, listing, remember_root, remembered, setup
from vaultkit.config import Root
from vaultkit.disk.database import BrokenIndex, Damaged, discard
from vaultkit.disk.files import Staging, sweep
from vaultkit.disk.lock import lock
from vaultkit.errors import VaultkitError
from vaultkit.indexing.changes import compare, matters
from vaultkit.indexing.index import NAME, Index, open_for_building
from vaultkit.models.answers import answers_if_any
from vaultkit.models.damaged_answers import renew
from vaultkit.models.hearsay import Hearsay
from vaultkit.scanning.scan import Scan, scan


class Built(NamedTuple):
    """What a build came to."""

    out: Path
    nodes: int
    edges: int
    communities: int
    changed: tuple[str, ...]
    removed: tuple[str, ...]
    unread: tuple[str, ...]
    """Files whose content is not in the graph."""
    problems: tuple[Problem, ...]
    docs: bool
    """Whether notes are read; of a project they can be left out."""
    sections: tuple[UnreadSection, ...]
    """What of the notes no model has read, if one was asked."""
    seconds: float
    aside: Path | None
    """Where a folder of another program went."""
    mended: str = ""
    """What was damaged of what models said, and what became of it, in words."""


class Watcher(NamedTuple):
    """Who is told while a build runs."""

    progress: Progress = lambda what, done, total: None
    waits: Callable[[], None] = lambda: None
    """Called once when another build has to finish first."""
    behind: Callable[[str], None] = lambda why: None
    """Called with why an answer is of an older graph: one that cannot be brought up to date."""


NOBODY: Final = Watcher()


def build(root: Root, out: Path, *, force: bool = False, watcher: Watcher = NOBODY) -> Built:
    """Bring the graph of a root up to date, from nothing if `force`. Raises VaultkitError."""
    started = time.perf_counter()
    if root.path.is_relative_to(out):
        raise VaultkitError(f"{out} holds the notes themselves", "give --out a folder of its own")
    if not (out / artifacts.GRAPH).exists() and not _is_worth_reading(root, scan(root, out)):
        nothing = "there are no notes" if root.kind == "vault" else "there are no notes and no code"
        hint = "give the folder that holds them (hidden folders are not read)"
        raise VaultkitError(f"{nothing} in {root.path}", hint)
    aside = artifacts.claim(out)
    with lock(out / artifacts.LOCK, patience=artifacts.PATIENCE, on_wait=watcher.waits):
        sweep(out)
        with without_collector():  # a build makes millions of small records, and no cycles
            built = _build_anew_if_broken(root, out, force, watcher)
    return built._replace(seconds=round(time.perf_counter() - started, 3), aside=aside)


def _is_worth_reading(root: Root, found: Scan) -> bool:
    likely = list(filter(found.is_read, found.files))
    return any(kind(path) != "script" for path in likely) or any(is_script(root.path / path) for path in likely)


def _build_anew_if_broken(root: Root, out: Path, force: bool, watcher: Watcher) -> Built:
    """An index can be deleted at any time, so a broken one is; a damaged store of answers is set aside."""
    try:
        return _build(root, out, force, watcher)
    except BrokenIndex:
        discard(out / NAME)
        return _build(root, out, True, watcher)
    except Damaged:
        mended = renew()
        return _build(root, out, force, watcher)._replace(mended=mended)


def _build(root: Root, out: Path, force: bool, watcher: Watcher) -> Built:
    started = time.perf_counter()
    with open_for_building(out / NAME) as index, answers_if_any() as answers:
        with Staging(out) as staging:
            with index.writing():
                root = root if force else remembered(index, root)
                _make_room(index, root, force)
                found = scan(root, out, index.ignore_files())
                index.set_ignore_files(found.ignore_files)
                remember_root(index, root, out)
                index.remember_folders(found.folders)
                changes = compare(found, index.known())
                hearsay = Hearsay(index, answers, root.unasked)
                refreshed = refresh(index, root, found, changes, hearsay, watcher.progress)
                is_current = not any(refreshed[:2]) and not refreshed.heard and _is_current(index, out, found)
                if not is_current:
                    watcher.progress("writing", 0, 1)
                    _render(index, root, found, staging, started)
            staging.publish()
        if not is_current:
            with index.writing():
                index.set_meta("stamp", artifacts.stamp(out))
        return _built(index, out, found, refreshed)


def _make_room(index: Index, root: Root, force: bool) -> None:
    """Empty an index that is to be made from nothing, or that another program or other settings filled."""
    wanted = setup(root)
    if force or index.meta("setup") != wanted:
        index.clear()
        index.set_meta("setup", wanted)
        index.set_meta("rebuilt_at", clock.now().isoformat(timespec="seconds"))


def _is_current(index: Index, out: Path, found: Scan) -> bool:
    """Whether nobody touched the artifacts, and the folder's own problems are those that were reported."""
    if index_state(index, out) != "ok" or index.meta("stamp") != artifacts.stamp(out):
        return False
    return index.meta("listing") == listing(found)


def _render(index: Index, root: Root, found: Scan, staging: Staging, started: float) -> None:
    """Analyse the graph and stage every artifact; without a stamp until they are published, they count as stale."""
    index.set_meta("stamp", "")
    index.set_meta("listing", listing(found))
    nodes = {node.id: node for node in index.graph.nodes()}
    atlas = _atlas(index, shape_of(root.name, list(nodes.values()), index.graph.sheaves()))
    said, analysis = joined(index.graph.said()), atlas.analysis
    build_id = _build_id(index, found)
    report = Report(
        name=root.name,
        kind=root.kind,
        build_id=build_id,
        nodes=nodes,
        analysis=analysis,
        communities=atlas.communities,
        suggestions=atlas.suggestions,
        notable=said.more.values(),
        problems=_problems(index, found),
        identical=_identical(index.shas(), nodes),
        left_out=WHY,
        picture=artifacts.PICTURE,
        sections=unread_sections(index),
        by_name=_by_name(index, found) if found.has_code else (),
    )
    index.set_meta("build_id", build_id)
    counts = {"nodes": len(nodes), "edges": len(said.lines), "communities": len(analysis.communities.sizes)}
    index.set_meta("counts", encode_json(counts).decode())
    graph = rendering.graph_attributes(root, build_id, dict(index.shas()), SCHEMA_VERSION)
    rendered = rendering.Rendered(report, atlas, said, index.graph.links())
    rendering.stage(staging, rendered, graph, _build_record(index, build_id, counts, started))


def _atlas(index: Index, shape: Shape) -> Atlas:
    """The atlas of the graph, worked out only if its shape is another than before."""

    def work_out() -> Atlas:
        atlas = atlas_of(shape)
        index.graph.set_analysis(atlas.analysis)
        return atlas

    return index.derived.of("atlas", shape, Atlas, work_out)


def _by_name(index: Index, found: Scan) -> list[str]:
    """The files that nobody reads: by their names, or because they turned out to be no scripts."""
    known = index.known()
    return [path for path in found.files if not found.is_read(path) or (kind(path) == "script" and not known[path].sha)]


def _build_id(index: Index, found: Scan) -> str:
    """A hash of the inputs: the program, the settings, the name of each file that counts, the bytes of those read."""
    inputs = [
        index.meta("setup"),
        index.meta("listing"),
        index.said.digest(),
        *(
            (path, known.excluded, known.sha)
            for path, known in sorted(index.known().items())
            if matters(path, found, index)
        ),
    ]
    return hashlib.sha256(encode_json(inputs)).hexdigest()[:16]


def _build_record(index: Index, build_id: str, counts: dict[str, int], started: float) -> dict[str, Any]:
    return {
        "build_id": build_id,
        "built_at": clock.now().isoformat(timespec="seconds"),
        "rebuilt_at": index.meta("rebuilt_at"),
        "seconds": round(time.perf_counter() - started, 3),
        **counts,
        "tool": f"vaultkit {__version__}",
        "model": ", ".join(readers(index)) or None,
    }


def unread_sections(index: Index) -> list[UnreadSection]:
    """The sections that no model has read, and why; none if no model was ever asked about the notes of the root."""
    sections = [(path, each) for path, each in index.said.sections() if each.state != "other"]
    if not any(each.state in ("read", "failed") for _, each in sections):
        return []
    unread = ((path, each) for path, each in sections if each.state != "read")
    return [UnreadSection(path, each.line, each.why or "no model was asked yet") for path, each in unread]


def readers(index: Index) -> list[str]:
    """The models that read sections of the notes."""
    return sorted({each.why for _, each in index.said.sections() if each.state == "read"})


def _identical(shas: list[tuple[str, str]], nodes: Container[str]) -> list[list[str]]:
    """Groups of the ids of files with the same bytes, empty files and those without a node apart."""
    groups: dict[str, list[str]] = {}
    for path, sha in shas:
        if node_id(path) in nodes:
            groups.setdefault(sha, []).append(node_id(path))
    groups.pop(hashlib.sha256(b"").hexdigest(), None)
    return [paths for paths in groups.values() if len(paths) > 1]


def _problems(index: Index, found: Scan) -> tuple[Problem, ...]:
    return tuple(sorted([*found.problems, *name_problems(found.files), *index.graph.problems()]))


def _built(index: Index, out: Path, found: Scan, refreshed: Refreshed) -> Built:
    counts = decode_json(index.meta("counts"))
    problems = _problems(index, found)
    sections = tuple(unread_sections(index))
    unread = tuple(dict.fromkeys(problem.path for problem in problems if problem.rule in UNREAD))
    return Built(
        out=out,
        **counts,
        changed=refreshed.changed,
        removed=refreshed.removed,
        unread=unread,
        problems=problems,
        docs="note" in found.kinds,
        sections=sections,
        seconds=0.0,
        aside=None,
    )
