"""What a person may call a node: its id, path, label, an alias; and which of these counts first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from posixpath import basename, dirname, splitext
from typing import Final

from graph.model import Node
from graph.regex import regex
from graph.text import fold

BY_ID: Final = 0
BY_LABEL: Final = 1
BY_ALIAS: Final = 2
BY_TEST: Final = 3
"""Names in tests give way: who says `Session` means the one that is tested."""
_DERIVED: Final = ("tag", "unresolved", "external")


_DASHES: Final = regex(r"[-_\s]+")
_STEPS: Final = regex(r"::|[./#:\\]")
_CALL: Final = regex(r"(?:<[^<>()=]*>)?\([^()]*\)$")
_TYPES: Final = regex(r"\([^()]*\)")
_GENERICS: Final = regex(r"<[^<>]*>")
_INDEX_FILES: Final = ("__init__", "index", "mod")
"""Files that stand for their folder."""


def spoken_name(label: str) -> str:
    """A folded label as one says it: `rls-multi_tenant` is `rls multi tenant`."""
    return _DASHES.sub(" ", fold(label)).strip()


def names_of(node: Node) -> Iterator[tuple[str, int]]:
    """(folded name, standing) of a node: a lower standing wins over a higher one."""
    yield fold(node.id), BY_ID
    for spelled in spelled_by_parts(node):
        yield fold(spelled), BY_ID
    if is_code(node):
        yield from _names_of_code(node)
        return
    if node.source_file:
        yield fold(node.source_file), BY_ID
    if node.source_file.lower().endswith(".md"):
        yield fold(node.source_file[:-3]), BY_ID
    standing = BY_ALIAS if node.kind in _DERIVED else BY_LABEL
    yield fold(node.label), standing
    spoken = spoken_name(node.label)
    if spoken != fold(node.label):
        yield spoken, max(standing, BY_ALIAS)
    for alias in node.attrs.get("aliases", ()):
        yield fold(alias), BY_ALIAS


def is_code(node: Node) -> bool:
    """Whether a node is a file or symbol of the project's own code."""
    return node.file_type == "code" and bool(node.source_file)


def is_excluded(node: Node) -> bool:
    """Whether a node is an excluded file: it can be linked, and comes after whatever else answers."""
    return bool(node.attrs.get("excluded"))


def folder_of(path: str) -> str:
    """The folder, with a slash at its end, that a file of code stands for as `__init__.py` does; "" for any other."""
    return f"{dirname(path)}/" if dirname(path) and splitext(basename(path))[0] in _INDEX_FILES else ""


def qualified_name(node: Node) -> str:
    """What a node is called where its file is clear: `Session.send` for a symbol, else its label."""
    return node.id.partition("::")[2] or node.label if is_code(node) else node.label


def names_apart(nodes: Iterable[Node]) -> dict[str, str]:
    """What nodes that are shown together are called, by their ids: those of one name by their ids."""
    short = {node.id: qualified_name(node) for node in nodes}
    counts = Counter(map(fold, short.values()))
    return {identity: identity if counts[fold(name)] > 1 else name for identity, name in short.items()}


def last_step(name: str) -> str:
    """The last part of a dotted name or path, without call parentheses: `send` of `Session.send()`."""
    return steps(name)[-1]


def steps(name: str) -> list[str]:
    """The parts of a dotted name, path or id of code."""
    return _STEPS.split(without_types(name)) or [""]


def types_of(name: str) -> str:
    """The types that tell one overload from others, in parentheses: `(String)` of `Store.put(String)`; "" if none."""
    call = _CALL.search(name.strip())
    return call[0] if call else ""


def without_types(name: str) -> str:
    """What all overloads of one name share: `Store.put` of `Store.put(String)`."""
    return _CALL.sub("", name.strip())


def has_types(name: str) -> bool:
    """Whether a name tells the types by which one overload is meant: `Store.put(String)`, not `Store.put()`."""
    return types_of(name) not in ("", "()")


def fits_steps(node: Node, wanted: list[str]) -> bool:
    """Whether a symbol or file can be named by these steps: the last of where it lies, with or without what ends
    the file's name. `db.connect` is a function `connect` in `db.py` or `db/__init__.py`, or a method of a class `db`.
    """
    return any(found[-len(wanted) :] == wanted for found in _roads(node))


def has_generics_of(node: Node, wanted: list[str]) -> bool:
    """Whether the classes that a symbol lies in are generic just as these steps say: `Box.fit` is that of `Box` before
    that of `Box<T>`."""
    inner = steps(node.id.partition("::")[2])[-len(wanted) :]
    return inner == [""] or wanted[-len(inner) :] == inner


def has_steps(node: Node, wanted: list[str]) -> bool:
    """Whether the way to a node ends like these steps and passes the others in their order."""
    for found in _roads(node):
        left = iter(found[:-1])
        if found[-1] == wanted[-1] and all(step in left for step in wanted[:-1]):
            return True
    return False


def is_told_whole(identity: str, wanted: list[str]) -> bool:
    """Whether steps end with all that a symbol is called in its file: those of `flask.Flask.run` do for `Flask.run`."""
    return any(wanted[-len(inner) :] == inner for inner in _inside(identity.partition("::")[2]))


def spelled_by_parts(node: Node) -> list[str]:
    """The ids that a class in parts would have if each of them were a class by itself."""
    if "places" not in node.attrs:
        return []
    own = node.id.partition("::")[2]
    paths = (place.rpartition(":")[0] for place in node.attrs["places"])
    return [f"{path}::{own}" for path in dict.fromkeys(paths)]


def _roads(node: Node) -> Iterator[list[str]]:
    """The ways from the root to a node, step by step."""
    path, _, symbol = node.id.partition("::")
    for inner in _inside(symbol):
        if "places" in node.attrs:  # it lies in a namespace, and in no file
            yield [*path.partition(":")[2].replace(".", "/").split("/"), *inner]
            continue
        stem, suffix = splitext(path)
        folders = stem.split("/")
        yield [*folders, *inner]
        yield [*folders, suffix[1:], *inner]
        if folders[-1] in _INDEX_FILES and len(folders) > 1:
            yield [*folders[:-1], *inner]


def _inside(symbol: str) -> Iterator[list[str]]:
    """The steps of a symbol in its file, with what its types are generic over and without."""
    bare = _TYPES.sub("", symbol)
    yield bare.split(".") if bare else []
    if "<" in bare and (plain := _GENERICS.sub("", bare)) != bare:
        yield plain.split(".")


def _names_of_code(node: Node) -> Iterator[tuple[str, int]]:
    standing = BY_TEST if node.attrs.get("is_test") else BY_LABEL
    yield fold(node.label), standing
    if node.id.endswith(">"):
        yield fold(node.id.partition("::")[2].rpartition(".")[2]), standing
    if node.kind == "file":
        stem = splitext(basename(node.source_file))[0]
        folder = basename(node.source_file.rpartition("/")[0])
        yield fold(stem), max(standing, BY_ALIAS)
        if stem in _INDEX_FILES and folder:
            yield fold(folder), max(standing, BY_ALIAS)
