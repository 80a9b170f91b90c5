"""Law of `rename`: the graph afterwards is the graph before with one id mapped, and no other byte has changed."""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path

from hypothesis import HealthCheck, Phase, assume, given, note, settings
from hypothesis import strategies as st

from extractors.properties.frontmatter import read_frontmatter
from graph.model import AMBIGUOUS, Edge
from tests.laws.vaults import ALIASES, BODIES, CANVAS, FOLDERS, FRONTMATTER, NAMES, OTHERS, Vault
from vaultkit.asking.current import current_index
from vaultkit.config import read_root
from vaultkit.errors import VaultkitError
from vaultkit.writing.change import write_all
from vaultkit.writing.rename import plan_rename

Stated = Counter[tuple[str, str, str, int]]
"""How often a line states that (source, target, relation)."""

LINKS = (
    *BODIES,
    "| a | [[Alpha\\|x]] |\n|---|---|\n| [[Beta Note]] | [[Gamma]] |",
    "[l][ref] ![e](../b/Gamma%20Ray.md#One)\n\n[ref]: <Beta Note.md> 'title'\n\n[[/Alpha|root]] [[./Alpha]]",
    '[x](%E6%97%A5%E6%9C%AC%E8%AA%9E.md) [y](b/README.md "a](b") [[b/c/Alpha.md#One|z]] [[../Beta Note]]',
)
FRONT = (
    *FRONTMATTER,
    "---\nup: '[[Beta Note|it''s]]'\ndown:\n  - \"[[b/Alpha#One]]\"\n  - see [[Gamma]] and [b](Beta%20Note.md)\n---\n",
    '---\nx: &a "[[Alpha]]"\ny: *a\nz: >-\n  some [[README]] here\n  and [[Café]]\n---\n',
)
CARDS = (
    *CANVAS,
    '{"nodes":[{"text":"\\u00e9 \\"q\\" [[Alpha]]\\n`[[Alpha]]` [[Beta Note|b]]","type":"text"},'
    '{"type":"file","file":"b/Gamma Ray.md"},7,{"type":"file","file":"\\u65e5\\u672c\\u8a9e.md"}]}',
)
NO_SHRINK = (Phase.explicit, Phase.reuse, Phase.generate)
"""Each try builds three graphs: to shrink a failure takes minutes, and the notes are few words anyway."""
NEW_NAMES = (*NAMES, *ALIASES, "It's (new) 100%", "nowhere", "v1.2")


@st.composite
def vault_notes(draw: st.DrawFn) -> list[tuple[str, str, str, str]]:
    each = st.tuples(*map(st.sampled_from, (FOLDERS, NAMES, FRONT, LINKS)))
    return draw(st.lists(each, min_size=2, max_size=10, unique_by=lambda item: (item[0] + item[1]).casefold()))


@settings(max_examples=30, deadline=None, phases=NO_SHRINK, suppress_health_check=list(HealthCheck))
@given(
    notes=vault_notes(),
    canvases=st.lists(st.tuples(st.sampled_from(FOLDERS), st.sampled_from(CARDS)), max_size=2),
    which=st.integers(0, 9),
    folder=st.sampled_from((*FOLDERS, "n ew/")),
    name=st.sampled_from(NEW_NAMES),
    style=st.sampled_from(("", "shortest", "relative", "absolute")),
)
def test_the_graph_is_the_old_one_with_the_id_mapped(
    notes: list[tuple[str, str, str, str]],
    canvases: list[tuple[str, str]],
    which: int,
    folder: str,
    name: str,
    style: str,
) -> None:
    with tempfile.TemporaryDirectory() as base:
        vault = Vault(Path(base) / "vault")
        setting = f'"newLinkFormat": "{style}", ' if style else ""
        (vault.path / ".obsidian" / "app.json").write_text(f'{{{setting}"userIgnoreFilters": ["templates/"]}}')
        (vault.path / ".vaultkit.toml").write_text("[graph]\nmentions = false\n")
        for each in notes:
            vault.write_note(*each)
        for place, data in canvases:
            vault.write_other(place, OTHERS[3], data)
        old = notes[which % len(notes)]
        root, source, target = read_root(vault.path), f"{old[0]}{old[1]}.md", f"{folder}{name}.md"
        assume(source.startswith("templates/") == target.startswith("templates/"))  # excluded notes say nothing
        assume(not _shares_an_alias(notes, old, name))
        before = _edges(vault.path)
        try:
            renaming = plan_rename(root, "/" + source, "/" + target)
        except VaultkitError:
            assume(False)
        note(f"{source} -> {target}")
        for change in renaming.changes:
            note(change.diff)
        untouched = {file: file.read_bytes() for file in vault.files()}
        write_all(root.path, renaming.changes)
        after = _edges(vault.path)
        left = {(target if problem.path == source else problem.path, problem.line) for problem in renaming.left}
        assert _problems_of(before, after, source, target, left) == []
        for change in renaming.changes:
            untouched.pop(root.path / change.path)
        assert all(file.read_bytes() == data for file, data in untouched.items())
        assert not list(vault.path.rglob(".new-*"))


def _shares_an_alias(notes: list[tuple[str, str, str, str]], moved: tuple[str, str, str, str], name: str) -> bool:
    """Whether the moved note and others have an alias together, or the new name is an alias of several.

    Obsidian follows no alias, and which of several notes comes first is a matter of their paths.
    """
    counts = Counter(alias for note in notes for alias in _aliases(note))
    return any(counts[alias] > 1 for alias in (*_aliases(moved), name.casefold()))


def _aliases(note: tuple[str, str, str, str]) -> list[str]:
    given = read_frontmatter(note[2]).get("aliases")
    return [str(alias).casefold() for alias in given] if isinstance(given, list) else []


def _edges(vault: Path) -> list[Edge]:
    with current_index(read_root(vault)) as index:
        return list(index.graph.edges())


def _problems_of(
    before: list[Edge], after: list[Edge], source: str, target: str, left: set[tuple[str, int]]
) -> list[str]:
    """Edges that are not what they should be, except where the rename said so."""
    before = [_mapped(edge, source, target) for edge in before]
    lost, new = (_stated(before, left) - _stated(after, left), _stated(after, left) - _stated(before, left))
    _allow_filled(lost, new, target)
    _allow_other_order(lost, new, [edge for edge in before if edge.confidence == AMBIGUOUS], target)
    for edge in after:
        if edge.source in edge.attrs.get("candidates", ()):  # a self edge, as long as it came first
            new.subtract((*edge[:3], line) for line in edge.lines)
    found = [f"lost {each}" for each in +lost] + [f"new {each}" for each in +new]
    now = {edge[:3]: edge for edge in after}
    return found + [f"{edge} is worse: {now[edge[:3]]}" for edge in before if _is_worse(edge, now.get(edge[:3]))]


def _allow_filled(lost: Stated, new: Stated, target: str) -> None:
    """A link that led nowhere may find the new name; relative ones of the moved note are rebased."""
    for (start, end, relation, line), count in lost.copy().items():
        if end.startswith("unresolved:"):
            del lost[start, end, relation, line]
            if start != target:
                new[start, target, relation, line] -= count
            for other in [key for key in new if key[0] == start == target and key[1].startswith("unresolved:.")]:
                del new[other]


def _allow_other_order(lost: Stated, new: Stated, unclear: list[Edge], target: str) -> None:
    """What fitted several notes may be answered by another of them first; a self edge is none."""
    for edge in unclear:
        for line in edge.lines:
            fits = {target, *edge.attrs["candidates"]}
            others = [key for fit in fits if new[key := (edge.source, fit, edge.relation, line)] > 0]
            if lost[edge.source, edge.target, edge.relation, line] > 0 and (others or edge.source in fits):
                lost[edge.source, edge.target, edge.relation, line] -= 1
                new.subtract(others[:1])


def _is_worse(edge: Edge, now: Edge | None) -> bool:
    """Whether a link is less sure than before, or lost its subpath; a date is no link and stays as it is."""
    if now is None or edge.confidence == AMBIGUOUS or edge.relation == "property:day":
        return False
    less_sure = now.confidence != edge.confidence and now.confidence_score <= edge.confidence_score
    return less_sure or (now.attrs.get("subpath") != edge.attrs.get("subpath") and len(now.lines) == len(edge.lines))


def _mapped(edge: Edge, source: str, target: str) -> Edge:
    start, end, file = (target if each == source else each for each in (edge.source, edge.target, edge.source_file))
    attrs = dict(edge.attrs)
    if "candidates" in attrs:
        attrs["candidates"] = [target if each == source else each for each in attrs["candidates"]]
    return edge._replace(source=start, target=end, source_file=file, attrs=attrs)


def _stated(edges: list[Edge], left: set[tuple[str, int]]) -> Stated:
    return Counter(
        (edge.source, edge.target, edge.relation, line)
        for edge in edges
        for line in edge.lines
        if edge.relation != "property:day" and (edge.source, line) not in left
    )
