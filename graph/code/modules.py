"""Which file is meant by the name of a module: dotted names below source roots, paths, packages of a workspace."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from posixpath import basename, dirname, join, normpath, splitext
from typing import Final, NamedTuple

from graph.code.crates import Crates
from graph.dialect import Dialect
from graph.facts import ASIDE, Manifest

MANIFESTS: Final = "manifests"
"""The key of everything that hangs on what configuration files say."""
_PACKAGE: Final = "__init__"
_ASIDE: Final = re.compile(ASIDE)


class Found(NamedTuple):
    """The files that a module's name means."""

    files: tuple[str, ...]
    """One if the name is clear, several if nothing tells which, none if it lies outside of the root."""
    keys: frozenset[str]
    """What the answer hangs on."""
    package: str = ""
    """The package that the name means, where several files share one."""


def module_keys(path: str) -> set[str]:
    """What the look-ups hang on that the coming or going of a file may change: its name, its folder, packages."""
    folder = dirname(path)
    keys = {f"module:{name}" for name in (_stem(path), basename(folder), _stem(folder))}
    return keys | {_package_key(folder)} if _stem(path) == _PACKAGE else keys


def _package_key(folder: str) -> str:
    """What hangs on whether a folder is a package: where the names of its files begin."""
    return f"package:{folder}"


def _stem(path: str) -> str:
    return basename(path).partition(".")[0]


class Modules:
    """Every file of code in a root, by the names under which it can be imported."""

    def __init__(self, paths: Iterable[str], manifests: Mapping[str, Manifest]) -> None:
        """Index the root-relative `paths` of files of code, and what configuration files say, by their paths."""
        self._paths = frozenset(paths)
        self._by_stem: dict[str, list[str]] = {}
        for path in sorted(self._paths):
            is_package = _stem(path) == _PACKAGE
            self._by_stem.setdefault(basename(dirname(path)) if is_package else _stem(path), []).append(path)
        self._packages = {dirname(path) for path in self._paths if _bare(path).rpartition("/")[2] == _PACKAGE}
        self._manifests = manifests
        self._projects = {(splitext(path)[1], dirname(path)) for path in manifests}
        self._workspace = {
            (basename(path), manifest.package): dirname(path)
            for path, manifest in sorted(manifests.items(), reverse=True)
            if manifest.package
        }
        self._crates = Crates(self._paths, manifests)
        self._answers: dict[tuple[str, str, tuple[str, ...]], Found] = {}
        self._folders: dict[str, tuple[tuple[str, ...], frozenset[str]]] = {}
        self._roots: dict[str, list[str]] = {}
        """By folder of a project: where it says that its top-level modules lie."""
        self._installs: dict[str, None] = {}
        """Where projects say that modules lie which they install."""
        self._made_of: dict[str, list[str]] = {}
        """By dotted name of a package: the folders that projects say it is made of."""
        for path, manifest in sorted(manifests.items()):
            folder = dirname(path)
            installs = list(_inside(folder, manifest.roots))
            self._installs.update(dict.fromkeys(installs))
            self._roots.setdefault(folder, []).extend([*_inside(folder, manifest.own_roots), *installs])
            for name, place in manifest.folders:
                self._made_of.setdefault(name, []).extend(_inside(folder, [place]))

    def find(self, specifier: str, asker: str, dialect: Dialect) -> Found:
        """The files meant by a specifier in the file `asker`."""
        folder = asker.rpartition("/")[0]
        if dialect.modules == "crate":
            folder = asker  # one file of a folder may be around the others
        question = (specifier, folder, dialect.suffixes)  # languages differ in what they call a file
        answer = self._answers.get(question)
        if answer is None:
            is_path = dialect.paths and specifier.endswith(dialect.suffixes)
            way = Modules._written if is_path else _WAYS[dialect.modules]
            answer = self._answers[question] = way(self, specifier, folder, dialect)
        return answer

    def project(self, path: str, manifest: str) -> str:
        """The nearest folder around a file that holds a manifest with this suffix; "" if there is none."""
        return next((folder for folder in _upwards(dirname(path)) if (manifest, folder) in self._projects), "")

    def member(self, module: str, name: str, dialect: Dialect) -> Found:
        """The file that is a part of the package `module` under this name."""
        if dialect.modules != "dotted" or _bare(module).rpartition("/")[2] != _PACKAGE:
            return Found((), frozenset())
        files = tuple(self._dotted_files(join(dirname(module), name), dialect))
        return Found(files[:1], frozenset([f"module:{name}"]))

    # dotted names

    def _dotted(self, specifier: str, folder: str, dialect: Dialect) -> Found:
        names = [name for name in specifier.lstrip(".").replace("::", ".").split(".") if name]
        keys = frozenset(f"module:{name}" for name in (*names, *folder.split("/")) if name)
        dots = len(specifier) - len(specifier.lstrip("."))
        if dots:
            for _ in range(dots - 1):
                folder = dirname(folder)
            keys |= frozenset() if names else {_package_key(folder)}
            return Found(tuple(self._dotted_files(join(folder, *names), dialect))[:1], keys)
        if not names:
            return Found((), keys)
        roots, packages = self._around(folder)
        keys |= packages
        is_shipped = names[0] in dialect.shipped
        for place in self._places(names, self._beside(folder) if is_shipped else roots):
            if files := tuple(self._dotted_files(place, dialect))[:1]:
                return Found(files, keys)
        if is_shipped:
            return Found((), keys)
        elsewhere = self._installed(names, folder, dialect) or self._elsewhere(names, folder, dialect)
        keys |= elsewhere.keys
        if not elsewhere.files and "-" in specifier:  # as it is in names of files of the Java virtual machine
            elsewhere = self._dotted(specifier.replace("-", "_"), folder, dialect)
        return elsewhere._replace(keys=keys | elsewhere.keys)

    def _dotted_files(self, place: str, dialect: Dialect) -> Iterator[str]:
        """The package at a place, else the module there; last a plain folder's own file does not exist."""
        for suffix in dialect.suffixes:
            for path in (f"{place}/{_PACKAGE}{suffix}" if place else f"{_PACKAGE}{suffix}", place + suffix):
                if path in self._paths:
                    yield path

    def _around(self, folder: str) -> tuple[tuple[str, ...], frozenset[str]]:
        """Where top-level names may lie for the files of a folder, and what that hangs on."""
        known = self._folders.get(folder)
        if known is None:
            keys = frozenset([*map(_package_key, _upwards(folder)), MANIFESTS])
            known = self._folders[folder] = tuple(self._source_roots(folder)), keys
        return known

    def _source_roots(self, folder: str) -> Iterator[str]:
        """Where top-level names may lie, nearest first: a package is no such place for its own modules.

        Python's documentation, sys.path: the folder of the script that is run, and what is installed. The root of the
        project is one even if it is a package.
        """
        for place in _upwards(folder):
            is_root = place not in self._packages or not place
            yield from [place] if is_root else []
            yield from (root for root in self._roots.get(place, ()) if _is_seen(root, folder))
            yield from [join(place, "src"), join(place, "lib")] if is_root else []

    def _places(self, names: list[str], roots: Iterable[str]) -> Iterator[str]:
        """Where a module may lie: below roots, or in the folder that its package is said to be made of."""
        for size in range(len(names), 0, -1):
            for folder in self._made_of.get(".".join(names[:size]), ()):
                yield join(folder, *names[size:])
        yield from (join(root, *names) for root in roots)

    def _installed(self, names: list[str], folder: str, dialect: Dialect) -> Found | None:
        """What other projects of the repository say that they install."""
        if names[-1] not in self._by_stem:
            return None
        roots = (root for root in self._installs if _is_seen(root, folder))
        found = (next(self._dotted_files(join(root, *names), dialect), "") for root in roots)
        files = tuple(filter(None, found))
        return Found(files, frozenset()) if files else None

    def _beside(self, folder: str) -> Iterator[str]:
        """Where a module lies that hides one that comes with the language: beside the script, or its own package."""
        outside = next((place for place in _upwards(folder) if place not in self._packages), None)
        if outside is not None and self._packages.isdisjoint(_upwards(outside)):
            yield outside

    def _elsewhere(self, names: list[str], folder: str, dialect: Dialect) -> Found:
        """Top-level packages of other source roots; a single file in a strange folder is not importable, and what lies
        among tests or examples only from there."""
        tail = "/" + "/".join(names)
        found = []
        keys = set()
        for path in self._by_stem.get(names[-1], ()):
            if not path.endswith(dialect.suffixes):
                continue
            bare = "/" + _bare(path).removesuffix("/" + _PACKAGE)
            top = ("/" + path).removesuffix("/").split(tail, 1)[0].lstrip("/") if bare.endswith(tail) else None
            if top is None:
                continue
            keys |= {_package_key(top), _package_key(join(top, names[0]))}
            if top not in self._packages and join(top, names[0]) in self._packages and _is_seen(top, folder):
                found.append(path)
        return Found(tuple(found), frozenset(keys))

    # paths

    def _path(self, specifier: str, folder: str, dialect: Dialect) -> Found:
        if specifier.startswith((".", "/")):
            place = normpath(join(folder, specifier)) if specifier[0] == "." else specifier.lstrip("/")
            return Found(tuple(self._at(place, dialect))[:1], frozenset([f"module:{_stem(place)}"]))
        keys = {MANIFESTS}
        for place in (*self._mapped(specifier, folder), *self._packaged(specifier, dialect)):
            keys.add(f"module:{_stem(place)}")
            if files := tuple(self._at(place, dialect))[:1]:
                return Found(files, frozenset(keys))
        return Found((), frozenset(keys))

    def _at(self, place: str, dialect: Dialect) -> Iterator[str]:
        """The file at a place, written with another suffix perhaps, or the one that its folder stands for."""
        place = "" if place == "." else place
        if place in self._paths:
            yield place
        bare, _, written = place.rpartition(".")
        stems = [place, bare] if written in ("js", "jsx", "mjs", "cjs") else [place]
        for stem in stems:
            yield from (stem + suffix for suffix in dialect.suffixes if stem + suffix in self._paths)
        yield from (path for suffix in dialect.suffixes if (path := join(place, "index" + suffix)) in self._paths)

    def _mapped(self, specifier: str, folder: str) -> Iterator[str]:
        """What the `paths` and `baseUrl` of the nearest tsconfig make of a specifier."""
        config = self._nearest_config(folder)
        if config is None:
            return
        path, manifest = config
        base = normpath(join(dirname(path), manifest.base or "."))
        for pattern, replacements in manifest.paths:
            before, star, after = pattern.partition("*")
            if star and specifier.startswith(before) and specifier.endswith(after):
                middle = specifier[len(before) : len(specifier) - len(after)]
                yield from (normpath(join(base, each.replace("*", middle))) for each in replacements)
            elif specifier == pattern:
                yield from (normpath(join(base, each)) for each in replacements)
        if manifest.base:
            yield normpath(join(base, specifier))

    def _nearest_config(self, folder: str) -> tuple[str, Manifest] | None:
        for place in _upwards(folder):
            for name in ("tsconfig.json", "jsconfig.json", "tsconfig.base.json"):
                path = join(place, name)
                manifest = self._extended(path)
                if manifest is not None and (manifest.paths or manifest.base):
                    return path, manifest
        return None

    def _extended(self, path: str) -> Manifest | None:
        """A configuration with what it takes over from those that it extends."""
        manifest, seen = self._manifests.get(path), {path}
        while manifest is not None and not manifest.paths and manifest.extends.startswith("."):
            other = normpath(join(dirname(path), manifest.extends))
            other = other if other.endswith(".json") else other + ".json"
            if other in seen or other not in self._manifests:
                break
            seen.add(other)
            base = self._manifests[other]
            shift = _relative(dirname(other), dirname(path))
            manifest = base._replace(base=normpath(join(shift, base.base or ".")) if base.paths or base.base else "")
        return manifest

    def _packaged(self, specifier: str, dialect: Dialect) -> Iterator[str]:
        """The file of a workspace's package, as its package.json says or as is usual."""
        parts = specifier.split("/")
        size = 2 if specifier.startswith("@") else 1
        name, rest = "/".join(parts[:size]), "/".join(parts[size:])
        folder = self._workspace.get((dialect.manifest, name))
        if folder is None:
            return
        entries = dict(self._manifests[join(folder, dialect.manifest)].entries)
        subpath = f"./{rest}" if rest else "."
        if subpath in entries:
            yield normpath(join(folder, entries[subpath]))
        yield normpath(join(folder, "src", rest))
        yield normpath(join(folder, rest))

    # addresses

    def _uri(self, specifier: str, folder: str, dialect: Dialect) -> Found:
        """A file by its path from the asker's folder, or from the `lib` of a package (dart.dev: package: URIs)."""
        keys = frozenset([f"module:{_stem(specifier)}", MANIFESTS])
        name, _, rest = specifier.removeprefix("package:").partition("/")
        if specifier.startswith("package:"):
            root = self._workspace.get((dialect.manifest, name))
            place = join(root, "lib", rest) if root is not None else ""
        else:
            place = normpath(join(folder, specifier))
        return Found((place,) if place in self._paths else (), keys)

    # folders

    def _folder(self, specifier: str, folder: str, dialect: Dialect) -> Found:
        """The package in the folder that the longest module's name in front of the specifier, or a path, leads to."""
        if specifier.startswith("."):
            return Found((), frozenset(), f"folder:{normpath(join(folder, specifier))}")
        module = specifier
        while module:
            root = self._workspace.get((dialect.manifest, module))
            if root is not None:
                place = normpath(join(root, specifier[len(module) :].lstrip("/")))
                return Found((), frozenset([MANIFESTS]), f"folder:{place}")
            module = module.rpartition("/")[0]
        return Found((), frozenset([MANIFESTS]))

    # namespaces

    def _namespace(self, specifier: str, folder: str, dialect: Dialect) -> Found:
        return Found((), frozenset(), f"namespace:{specifier}")

    # crates

    def _crate(self, specifier: str, asker: str, dialect: Dialect) -> Found:
        path, looked = self._crates.file(specifier, asker)
        looked += self._crates.roots(asker)
        keys = {f"module:{_stem(each)}" for each in looked} | {"module:lib", "module:main", MANIFESTS}
        return Found((path,) if path else (), frozenset(keys))

    # names of files

    def _named(self, specifier: str, folder: str, dialect: Dialect) -> Found:
        """The file that is called so, with a small first letter perhaps; of several the one beside the asker."""
        if specifier.endswith(dialect.suffixes):
            return self._include(specifier, folder, dialect)
        stems = dict.fromkeys((specifier, specifier[:1].lower() + specifier[1:]))
        known = [path for stem in stems for path in self._by_stem.get(stem, ())]
        names = (tuple(stem + suffix for stem in stems) for suffix in dialect.suffixes)
        files = next(filter(None, ([path for path in known if basename(path) in each] for each in names)), [])
        beside = [path for path in files if dirname(path) == folder]
        return Found(tuple(beside or files), frozenset(f"module:{stem}" for stem in stems))

    # includes

    def _written(self, specifier: str, folder: str, dialect: Dialect) -> Found:
        """A file by its path: from the asker's folder, else from the one in which programs begin."""
        places = (normpath(join(folder, specifier.lstrip("/"))), normpath(specifier.lstrip("/")))
        files = tuple(place for place in places if place in self._paths)
        return Found(files[:1], frozenset([f"module:{_stem(specifier)}"]))

    def _include(self, specifier: str, folder: str, dialect: Dialect) -> Found:
        """The file beside the asker, else the one whose path ends so; nothing tells several of them apart."""
        specifier = specifier.replace("\\", "/")
        keys = frozenset([f"module:{_stem(specifier)}"])
        is_whole = dialect.whole or "." in basename(specifier)
        names = [specifier] if is_whole else [specifier, *map(specifier.__add__, dialect.suffixes)]
        for beside in (normpath(join(folder, name)) for name in names):
            if beside in self._paths:
                return Found((beside,), keys)
        tails = tuple("/" + normpath(name).lstrip("./") for name in names)
        return Found(
            tuple(each for each in self._by_stem.get(_stem(specifier), ()) if ("/" + each).endswith(tails)), keys
        )


def _inside(folder: str, places: Iterable[str]) -> Iterator[str]:
    """Places below a folder, or beside it, as paths of the root."""
    for place in places:
        path = normpath(join(folder, place))
        if not path.startswith(("..", "/")):
            yield "" if path == "." else path


def _is_seen(root: str, folder: str) -> bool:
    """Whether files of a folder may import what lies in a root: not if that is a folder of tests or the like, and they
    lie outside of it."""
    aside = _ASIDE.match(root + "/")
    return aside is None or f"{folder}/".startswith(aside[0])


def _bare(path: str) -> str:
    return path.rpartition(".")[0]


def _relative(place: str, start: str) -> str:
    """The way from one folder to another."""
    here, there = [part for part in start.split("/") if part], [part for part in place.split("/") if part]
    while here and there and here[0] == there[0]:
        here, there = here[1:], there[1:]
    return "/".join([".."] * len(here) + there) or "."


def _upwards(folder: str) -> Iterator[str]:
    yield folder
    while folder:
        folder = dirname(folder)
        yield folder


_WAYS: Final = {
    "dotted": Modules._dotted,
    "path": Modules._path,
    "folder": Modules._folder,
    "namespace": Modules._namespace,
    "include": Modules._include,
    "crate": Modules._crate,
    "name": Modules._named,
    "uri": Modules._uri,
}
