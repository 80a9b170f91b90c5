"""Which file is meant where modules are declared: the root of a package, the file around another, a part of one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from posixpath import basename, dirname, join, normpath
from typing import Final

from graph.facts import Manifest

_MANIFEST: Final = "Cargo.toml"
_ROOTS: Final = ("lib.rs", "main.rs")
_PACKAGE: Final = "mod.rs"
_ALONE: Final = ("src/bin", "tests", "benches", "examples")
"""Folders each of whose files is the root of a program (doc.rust-lang.org/cargo: Package Layout)."""


class Crates:
    """The modules of Rust (The Rust Reference: Modules): a tree of files below the root of each crate."""

    def __init__(self, paths: frozenset[str], manifests: Mapping[str, Manifest]) -> None:
        """Look files up in `paths`; `manifests` are by path."""
        self._paths = paths
        self._packages = {
            dirname(path): manifest
            for path, manifest in manifests.items()
            if basename(path) == _MANIFEST and manifest.package
        }
        self._by_name = {manifest.package: folder for folder, manifest in sorted(self._packages.items(), reverse=True)}

    def file(self, specifier: str, asker: str) -> tuple[str, list[str]]:
        """The file meant by a specifier in the file `asker`, "" for none, and the files that were looked for.

        A specifier is `crate`, `super`, `part:NAME`, `at:PATH` or the name of a package.
        """
        kind, _, name = specifier.partition(":")
        looked = list(self._WAYS.get(kind, Crates._named)(self, name or kind, asker))
        return next((path for path in looked if path in self._paths), ""), looked

    def _crate(self, name: str, asker: str) -> Iterator[str]:
        yield self._root(asker)

    def _super(self, name: str, asker: str) -> Iterator[str]:
        folder = dirname(asker)
        if basename(asker) == _PACKAGE:
            folder = dirname(folder)
        elif asker in self.roots(asker) or basename(asker) in _ROOTS:
            return
        yield join(folder, _PACKAGE)
        if folder:
            yield f"{folder}.rs"
        yield from self._roots_in(folder, asker)

    def _part(self, name: str, asker: str) -> Iterator[str]:
        folder, stem = dirname(asker), basename(asker).removesuffix(".rs")
        inside = join(folder, stem)
        is_top = basename(asker) in (*_ROOTS, _PACKAGE) or asker in self.roots(asker)
        for place in (folder, inside) if is_top else (inside, folder):
            yield join(place, f"{name}.rs")
            yield join(place, name, _PACKAGE)

    def _at(self, name: str, asker: str) -> Iterator[str]:
        yield normpath(join(dirname(asker), name))

    def _named(self, name: str, asker: str) -> Iterator[str]:
        package = self._packages.get(self._package(asker))
        folder = self._by_name.get(dict(package.entries).get(f"use:{name}", name) if package else name)
        if folder is not None:
            yield self._library(folder)

    # packages

    def _package(self, path: str) -> str:
        """The folder of the package that a file lies in; "/" for none."""
        return next((folder for folder in _upwards(dirname(path)) if folder in self._packages), "/")

    def _library(self, folder: str) -> str:
        written = dict(self._packages[folder].entries).get("lib", "src/lib.rs")
        return normpath(join(folder, written))

    def roots(self, asker: str) -> list[str]:
        """The files that the package around a file says programs and libraries begin in."""
        folder = self._package(asker)
        package = self._packages.get(folder)
        entries: Iterable[tuple[str, str]] = package.entries if package else ()
        return [normpath(join(folder, path)) for kind, path in entries if not kind.startswith("use:")]

    def _roots_in(self, folder: str, asker: str) -> Iterator[str]:
        yield from (path for path in self.roots(asker) if dirname(path) == folder)
        yield from (join(folder, name) for name in _ROOTS)

    def _root(self, asker: str) -> str:
        """The file that the crate of a file begins in: itself if no other one is around it."""
        top = self._package(asker)
        if asker in self.roots(asker) or basename(asker) in _ROOTS:
            return asker
        for folder in _upwards(dirname(asker)):
            found = next((path for path in self._roots_in(folder, asker) if path in self._paths), "")
            if found:
                return found
            if folder == top or any(folder == join(top, each).lstrip("/") for each in _ALONE):
                break
        return asker

    _WAYS: Final = {"crate": _crate, "super": _super, "part": _part, "at": _at}


def _upwards(folder: str) -> Iterator[str]:
    yield folder
    while folder:
        folder = dirname(folder)
        yield folder
