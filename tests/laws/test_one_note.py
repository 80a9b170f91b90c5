"""A law: after any change and without a build, one note is found to be what it is in the whole vault, read anew."""

from __future__ import annotations

import os
import shutil
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from extractors.markdown.links import find_blocks
from extractors.markdown.parsed import read_note
from extractors.markdown.references import body_references, property_references
from extractors.registry import extract
from extractors.source import Source, decode
from graph.model import Problem
from graph.notes.anchors import Anchors, anchors
from graph.notes.names import Names
from graph.notes.resolve import View as Lookup
from graph.notes.resolve import resolve
from tests.laws.machine import VaultMachine, attempt, few, index, notes
from tests.laws.vaults import BODIES, FOLDERS, FRONTMATTER, NAMES
from vaultkit.building.pipeline import build
from vaultkit.checking.check import check_note, check_paths, check_text
from vaultkit.config import read_root
from vaultkit.contract.contract import Contract, read_contract
from vaultkit.contract.draft import Draft
from vaultkit.contract.findings import Finding

SUBFOLDERS = ("a", "b", "b/c", "moved", "templates", ".hidden")


class PlainView:
    """A view that reads every file, without any index."""

    def __init__(self, root: Path) -> None:
        self.paths = sorted(_files(root))
        self.notes = {path: _text(root / path) for path in self.paths if path.endswith(".md")}
        aliases = [(alias, path) for path, text in self.notes.items() for alias in _aliases(path, text)]
        self.names = Names(self.paths, aliases)
        self.tags = Counter(tag for path in self.paths for tag in _tags(root, path))

    def facets(self, namespace: str, /) -> Mapping[str, int]:
        start = f"#{namespace}/"
        return {tag.removeprefix(start): count for tag, count in self.tags.items() if tag.startswith(start)}

    def twins(self, path: str, /) -> list[str]:
        return self.names.twins(path)

    def link_problems(self, note: Draft, /, *, body: bool) -> Iterable[Problem]:
        def anchors_of(path: str) -> Anchors | None:
            text = self.notes.get(path)
            content = read_note(path, text).content if text is not None else None
            return anchors(content.headings, find_blocks(content.prose)) if content else None

        references = [*property_references(note.note), *(body_references(note.note) if body else ())]
        return resolve(note.path, references, Lookup(self.names, anchors_of, lambda _: None)).problems


def _move_folder(old: Path, new: Path, linked: bool) -> None:
    """What is in the way is swapped; a link may be left in its place."""
    aside = old.with_name(".aside")
    if os.path.lexists(new):
        os.replace(new, aside)
    new.parent.mkdir(parents=True, exist_ok=True)
    os.replace(old, new)
    if os.path.lexists(aside):
        os.replace(aside, old)
    elif linked:
        old.symlink_to(new)


def _files(root: Path) -> Iterable[str]:
    for place, folders, names in os.walk(root):
        if {"graph.json", "GRAPH_REPORT.md", "index.sqlite"} <= set(names) and Path(place) != root:
            folders.clear()
            continue
        folders[:] = [name for name in folders if not name.startswith(".") and name != "graphify-out"]
        for name in names:
            target = Path(os.path.realpath(Path(place, name)))  # a link may lead round in a circle
            seen = target.is_file() and target.is_relative_to(root.resolve())
            if seen and not name.startswith(".") and not _is_hidden(target.relative_to(root.resolve())):
                yield Path(place, name).relative_to(root).as_posix()


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") or part == "graphify-out" for part in path.parts)


def _text(file: Path) -> str | None:
    return decode(file.read_bytes())


def _aliases(path: str, text: str | None) -> list[str]:
    return read_note(path, text).frontmatter.aliases if text is not None else []


def _tags(root: Path, path: str) -> set[str]:
    if path.startswith("templates/") or not path.endswith((".md", ".canvas")):
        return set()
    edges = extract(Source(path, (root / path).read_bytes())).edges
    return {edge.target for edge in edges if edge.relation == "tagged"}


class UnbuiltVault(VaultMachine):
    def __init__(self) -> None:
        super().__init__()
        (self.vault.path / ".vaultkit.toml").write_text("[contract]\nexempt = []\n")
        self.outside = self.base / "Outside.md"
        self.outside.write_text(FRONTMATTER[-2])

    @initialize(notes=notes)
    def begin(self, notes: list[tuple[str, str, str, str]]) -> None:
        for note in notes:
            self.vault.write_note(*note)
        self.vault.write_note("", "Home", FRONTMATTER[-3], BODIES[4] + BODIES[7])
        self.build(True)

    @rule(rested=st.booleans())
    def build(self, rested: bool) -> None:
        """Of a folder that changed a moment ago its times prove nothing: it would be listed anyway."""
        if rested:
            time.sleep(0.025)
        root = read_root(self.vault.path)
        build(root, root.out)

    @rule(which=index, folder=st.sampled_from(FOLDERS))
    def write_and_set_times_back(self, which: int, folder: str) -> None:
        place = self.vault.path / folder
        if place.is_dir() and not place.is_symlink():
            before = place.stat()
            self.copy(which, folder)
            os.utime(place, ns=(before.st_atime_ns, before.st_mtime_ns))

    @rule(one=st.sampled_from(SUBFOLDERS), other=st.sampled_from(SUBFOLDERS), linked=st.booleans())
    def move_folder(self, one: str, other: str, linked: bool) -> None:
        old, new = self.vault.path / one, self.vault.path / other
        if old.is_dir() and not old.is_symlink() and not other.startswith(one) and not one.startswith(other):
            attempt(_move_folder, old, new, linked)

    @rule(which=st.sampled_from(SUBFOLDERS))
    def delete_folder(self, which: str) -> None:
        place = self.vault.path / which
        if place.is_symlink():
            place.unlink()
        elif place.is_dir():
            shutil.rmtree(place)

    @rule(which=index, inside=st.booleans(), folder=st.sampled_from(FOLDERS))
    def link_a_file(self, which: int, inside: bool, folder: str) -> None:
        target, link = (self.vault.pick(which) if inside else self.outside), self.vault.path / folder / "Linked.md"
        if target and link.parent.is_dir() and not os.path.lexists(link):
            link.symlink_to(target)

    @rule(which=st.sampled_from(SUBFOLDERS), there=st.booleans())
    def hold_a_graph(self, which: str, there: bool) -> None:
        for name in ("graph.json", "GRAPH_REPORT.md", "index.sqlite"):
            file = self.vault.path / which / name
            if there and file.parent.is_dir():
                file.touch()
            elif file.is_file():
                file.unlink()

    @invariant()
    def one_note_is_what_it_is_in_the_whole(self) -> None:
        root = read_root(self.vault.path)
        contract = read_contract(root.path)
        view = PlainView(root.path)
        wanted = {path: _found(view, path, text, contract) for path, text in view.notes.items() if text is not None}
        whole = check_paths(root, list(view.notes), contract)
        assert whole.skipped == ""
        for path, text in view.notes.items():
            one = check_paths(root, [path], contract)
            assert one.skipped == ""
            assert one.findings == tuple(each for each in whole.findings if each.problem.path == path)
            if text is not None:
                assert list(one.findings) == wanted[path]

    @rule(folder=st.sampled_from(FOLDERS), name=st.sampled_from(NAMES), front=st.sampled_from(FRONTMATTER))
    def a_text_not_yet_written(self, folder: str, name: str, front: str) -> None:
        root = read_root(self.vault.path)
        path, text = f"{folder}{name}.md", front + BODIES[7]
        file = root.path / path
        if os.path.lexists(file) or not file.parent.is_dir() or file.parent.is_symlink():
            return
        contract = read_contract(root.path)
        said = check_text(root, path, text.encode(), contract)
        assert said.skipped == ""
        file.write_text(text)
        if path in (view := PlainView(root.path)).notes:
            assert list(said.findings) == _found(view, path, text, contract)


def _found(view: PlainView, path: str, text: str, contract: Contract) -> list[Finding]:
    return check_note(path, text, contract, view)


UnbuiltVault.TestCase.settings = few
TestOneNote = UnbuiltVault.TestCase
