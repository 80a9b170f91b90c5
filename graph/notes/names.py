"""Who is meant by a name: link resolution as Obsidian does it (help: Internal links; behaviour seen in 1.13)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from posixpath import basename, dirname, join, normpath
from typing import Final, Literal, NamedTuple, Self

from graph.model import Problem
from graph.regex import regex
from graph.text import fold

How = Literal["path", "name", "suffix", "alias", "nothing"]


class Answer(NamedTuple):
    """The files a name fits, best first."""

    fits: tuple[str, ...]
    """Those the rules cannot tell apart: one if the name is clear, several if it is ambiguous, none if nothing fits."""
    how: How
    also: tuple[str, ...] = ()
    """Files of the same name that the rules put behind."""


_UNLINKABLE: Final = regex(r"[#^|:]|%%|\[\[|\]\]")

_EXTENSIONS: Final = regex(r"(?:\.md)+\Z")

NOTHING: Final = Answer((), "nothing")


def lookup_key(target: str) -> str:
    """What a look-up of `target` hangs on: its folded last segment without any `.md`.

    An answer can only change when a file or an alias with the same key comes, goes or moves.
    """
    return _EXTENSIONS.sub("", fold(basename(target.rstrip("/"))))


def place_keys(path: str) -> set[str]:
    """The look-up keys of a file and of the folders it lies in: answers can change for these when it comes or goes."""
    return set(map(lookup_key, (path, *folders_of(path))))


def folders_of(path: str) -> list[str]:
    """The folders that a file lies in, the nearest first, the root apart."""
    found = []
    while path := dirname(path):
        found.append(path)
    return found


def file_key(path: str) -> str:
    """Under which key the files of one name are found: the folded last segment of their paths."""
    return fold(basename(path))


Holders = Callable[[str], Sequence[str]]
"""The paths, sorted, that go by a key."""


class Names:
    """Every name in a root: its files by path and its notes by alias."""

    def __init__(self, paths: Iterable[str], aliases: Iterable[tuple[str, str]] = ()) -> None:
        """Index the root-relative `paths` of all files, and (alias, path) pairs."""
        by_name: dict[str, list[str]] = {}
        by_alias: dict[str, list[str]] = {}
        for path in sorted(paths):
            by_name.setdefault(file_key(path), []).append(path)
        for alias, path in sorted(aliases, key=lambda pair: pair[1]):
            fitting = by_alias.setdefault(fold(alias), [])
            if path not in fitting:
                fitting.append(path)
        self._ask(lambda key: by_name.get(key, ()), lambda key: by_alias.get(key, ()))

    @classmethod
    def asking(cls, files: Holders, aliases: Holders) -> Self:
        """Names that are looked up when they are asked for: files by `file_key`, notes by folded alias.

        Of a name that fits a file nobody asks whose alias it is.
        """
        names = cls(())
        names._ask(files, aliases)
        return names

    def _ask(self, files: Holders, aliases: Holders) -> None:
        self._files = files
        self._aliases = aliases
        self._answers: dict[tuple[str, str], Answer] = {}

    def find(self, target: str, folder: str) -> Answer:
        """The files meant by `target` in a file of `folder` ("" for the root). Never a path outside the root."""
        answer = self.find_file(target, folder)
        if answer.fits:
            return answer
        fitting = tuple(self._aliases(fold(target)))
        return Answer(fitting, "alias") if fitting else NOTHING

    def find_file(self, target: str, folder: str) -> Answer:
        """The same by the names of files alone."""
        asked = (folder, target)
        if asked not in self._answers:
            self._answers[asked] = self._find(target, folder)
        return self._answers[asked]

    def holders(self, name: str) -> list[str]:
        """The files whose own name, without the extension `.md`, is `name`, and the notes with that alias."""
        return sorted({*self._files(fold(name) + ".md"), *self._aliases(fold(name))})

    def twins(self, path: str) -> list[str]:
        """The other files whose paths differ from `path` in case only."""
        alike = self._files(file_key(path))
        return [other for other in alike if other != path and fold(other) == fold(path)]

    def _find(self, target: str, folder: str) -> Answer:
        for form in _forms(target.rstrip("/")):
            answer = self._find_form(form, folder)
            if answer.fits:
                return answer
        return NOTHING

    def _find_form(self, form: str, folder: str) -> Answer:
        candidates = self._files(file_key(form))
        if not candidates:
            return NOTHING
        if form.startswith("/") or {".", ".."} & set(form.split("/")):
            place = normpath(form.lstrip("/") if form.startswith("/") else join(folder, form))
            return _at(place, candidates)
        for answer in (_at(form, candidates), _at(join(folder, form), candidates)):
            if answer.fits:
                return answer
        return _among(form, folder, candidates)


def name_problems(paths: Iterable[str]) -> list[Problem]:
    """Files that differ in case only, and notes whose names a link cannot spell (help: Internal links)."""
    problems: list[Problem] = []
    first: dict[str, str] = {}
    for path in sorted(paths):
        other = first.setdefault(fold(path), path)
        if other != path:
            message = f"differs from {other!r} in case only; rename one: other systems cannot keep both"
            problems.append(Problem(path, 0, 0, "warning", "case-collision", message))
        if path.lower().endswith(".md") and _UNLINKABLE.search(path):
            message = "no link can spell this name; rename the note without # ^ | : [[ ]] or %%"
            problems.append(Problem(path, 0, 0, "warning", "unlinkable-name", message))
    return problems


def _forms(target: str) -> tuple[str, ...]:
    """The file names a target may stand for: a name with a dot is first taken as it is (`v1.2` may be a note)."""
    if not basename(target):
        return ()
    return (target, f"{target}.md") if "." in basename(target) else (f"{target}.md", target)


def _at(place: str, candidates: Sequence[str]) -> Answer:
    """The file at exactly this path; on a case-sensitive disk the one with the same case first."""
    folded = fold(place)
    fits = [path for path in candidates if fold(path) == folded]
    if not fits:
        return NOTHING
    return Answer(tuple(_same_case(fits, place)), "path")


def _among(form: str, folder: str, candidates: Sequence[str]) -> Answer:
    """Of the paths that end with the form those in the own folder, else the shortest string; ties stay ambiguous."""
    if "/" in form:
        tail = "/" + fold(form)
        candidates = [path for path in candidates if fold(path).endswith(tail)]
    if not candidates:
        return NOTHING
    ordered = sorted(candidates, key=lambda path: (_length(path), path))
    own = [path for path in ordered if fold(dirname(path)) == fold(folder)]
    nearest = own or [path for path in ordered if _length(path) == _length(ordered[0])]
    fits = _same_case(nearest, form) if len(set(map(fold, nearest))) == 1 else nearest
    also = tuple(path for path in ordered if path not in fits)
    return Answer(tuple(fits), "suffix" if "/" in form else "name", also)


def _same_case(fits: list[str], form: str) -> list[str]:
    """Those written exactly as asked for, if there are some."""
    return [path for path in fits if path == form or path.endswith("/" + form)] or fits


def _length(path: str) -> int:
    """Length as Obsidian counts it: in UTF-16 units."""
    return len(path) if path.isascii() else len(path.encode("utf-16-le", "surrogatepass")) // 2
