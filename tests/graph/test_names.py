"""Laws of name resolution, for any vault and any name."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from posixpath import basename, dirname
from random import Random
from typing import NamedTuple

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from graph.notes.names import Names, lookup_key, name_problems
from graph.text import fold

_WORDS = ["a", "b", "A", "Note", "note", "Straße", "Λόγος", "İx", "Cafe\u0301", "café", "v1.2", "n.md", "🚀", "x y"]
_EXTENSION = st.sampled_from([".md", ".md", ".MD", ".png", ""])
_NAME = st.builds(str.__add__, st.sampled_from(_WORDS), _EXTENSION)
_FOLDER = st.lists(st.sampled_from(["a", "b", "A", "cafe\u0301", "zz"]), max_size=3).map("/".join)
_PATH = st.builds(lambda folder, name: f"{folder}/{name}" if folder else name, _FOLDER, _NAME)
_BEFORE = st.sampled_from(["", "", "", "/", "./", "../", "a/../", "a/../../"])


class Vault(NamedTuple):
    paths: list[str]
    aliases: list[tuple[str, str]]
    target: str
    folder: str
    """Of the note that links."""

    def names(self) -> Names:
        return Names(self.paths, self.aliases)


@st.composite
def _vaults(draw: st.DrawFn) -> Vault:
    """Files, aliases, and a name that more often than not fits some of them: the end of a path, with a change."""
    paths = draw(st.lists(_PATH, min_size=1, max_size=8, unique=True))
    parts = draw(st.one_of(st.sampled_from(paths), _PATH, st.text(max_size=6))).split("/")
    end = "/".join(parts[draw(st.integers(0, len(parts) - 1)) :])
    target = draw(_BEFORE) + (end.removesuffix(".md") if draw(st.booleans()) else end)
    alias = st.one_of(st.sampled_from(_WORDS), st.just(target))
    aliases = draw(st.lists(st.tuples(alias, st.sampled_from(paths)), max_size=3))
    return Vault(paths, aliases, target, draw(st.one_of(_FOLDER, st.just(dirname(paths[0])))))


_often = settings(max_examples=80, deadline=None)
_VARIANTS: list[Callable[[str], str]] = [
    str.upper,
    str.lower,
    str.casefold,
    str.swapcase,
    lambda text: unicodedata.normalize("NFD", text),
    lambda text: unicodedata.normalize("NFC", text),
]


@_often
@given(_vaults())
def test_an_answer_names_files_of_the_vault_only(vault: Vault) -> None:
    answer = vault.names().find(vault.target, vault.folder)
    assert {*answer.fits, *answer.also} <= set(vault.paths)
    assert not set(answer.fits) & set(answer.also)
    assert len(set(answer.fits)) == len(answer.fits)
    assert bool(answer.fits) == (answer.how != "nothing")


@_often
@given(_vaults())
def test_an_answer_hangs_on_its_key(vault: Vault) -> None:
    answer = vault.names().find(vault.target, vault.folder)
    assume(answer.how != "alias")
    assert {lookup_key(path) for path in answer.fits} <= {lookup_key(vault.target)}


@_often
@given(_vaults(), _PATH)
def test_an_unrelated_file_changes_no_answer(vault: Vault, other: str) -> None:
    assume(lookup_key(other) != lookup_key(vault.target))
    more = Names([*vault.paths, other], vault.aliases)
    assert more.find(vault.target, vault.folder) == vault.names().find(vault.target, vault.folder)


@_often
@given(_vaults(), _PATH, _PATH)
def test_an_unrelated_alias_changes_no_answer(vault: Vault, alias: str, path: str) -> None:
    assume(lookup_key(alias) != lookup_key(vault.target))
    more = Names(vault.paths, [*vault.aliases, (alias, path)])
    assert more.find(vault.target, vault.folder) == vault.names().find(vault.target, vault.folder)


@_often
@given(_vaults())
def test_an_exact_path_wins(vault: Vault) -> None:
    for path in filter(lambda path: "." in path, vault.paths):
        assert vault.names().find(path, vault.folder).fits == (path,)
        assert vault.names().find("/" + path, vault.folder).fits == (path,)


@_often
@given(_vaults())
def test_the_own_folder_comes_next(vault: Vault) -> None:
    at_root = set(map(fold, vault.paths))
    for path in vault.paths:
        name = basename(path)
        if "." in name and fold(name) not in at_root:
            assert vault.names().find(name, dirname(path)).fits == (path,)


@_often
@given(_vaults(), st.randoms())
def test_order_does_not_matter(vault: Vault, random: Random) -> None:
    paths, aliases = list(vault.paths), list(vault.aliases)
    random.shuffle(paths)
    random.shuffle(aliases)
    answer = Names(paths, aliases).find(vault.target, vault.folder)
    assert answer == vault.names().find(vault.target, vault.folder)


@_often
@given(_vaults(), st.sampled_from(_VARIANTS))
def test_case_and_composition_of_a_name_do_not_matter(vault: Vault, variant: Callable[[str], str]) -> None:
    other = variant(vault.target)
    assume(fold(other) == fold(vault.target) and len(set(map(fold, vault.paths))) == len(vault.paths))
    assert vault.names().find(other, vault.folder) == vault.names().find(vault.target, vault.folder)


@_often
@given(_vaults())
def test_only_files_of_one_length_are_ambiguous(vault: Vault) -> None:
    answer = vault.names().find(vault.target, vault.folder)
    assume(answer.how != "alias")
    lengths = {len(path.encode("utf-16-le")) for path in answer.fits}
    assert len(lengths) <= 1 or len(set(map(fold, answer.fits))) == 1


@_often
@given(_vaults())
def test_each_file_collides_once(vault: Vault) -> None:
    collisions = [problem for problem in name_problems(vault.paths) if problem.rule == "case-collision"]
    assert len(collisions) == len(vault.paths) - len(set(map(fold, vault.paths)))
