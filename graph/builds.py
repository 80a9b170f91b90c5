"""Of which builds of a program a file is a part, and whether several files may be parts of one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


SYSTEMS: Final = _words(
    """aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows
    zos"""
)
"""What a program may run on: one of them (go/src/internal/syslist)."""
PROCESSORS: Final = _words(
    """386 amd64 amd64p32 arm arm64 arm64be armbe loong64 mips mips64 mips64le mips64p32 mips64p32le mipsle ppc ppc64
    ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm"""
)
_NOT_UNIX: Final = _words("js nacl plan9 wasip1 windows zos")
_ALSO: Final = {"android": "linux", "illumos": "solaris", "ios": "darwin"}
"""Systems that have the tag of another one as well (pkg.go.dev/cmd/go: Build constraints)."""
_ALWAYS: Final = re.compile(r"gc|go1\.\d+")
"""Tags that builds have unless something else is asked for."""
_EITHER: Final = "cgo"
"""A tag that builds have or not, as the machine has a C compiler."""
_BINDING: Final = {"||": 1, "&&": 2, "!": 3}
"""Operators by how strongly they bind (pkg.go.dev/go/build/constraint)."""
_WORD: Final = re.compile(r"&&|\|\||[!()]|[\w.]+")
_MOST: Final = 6
"""So many tags that somebody has to ask for are tried in all their combinations."""

_Tags = frozenset[str]


def is_met(build: str, tags: _Tags) -> bool:
    """Whether the constraint of a file (`linux && !cgo`, "" for none) holds in a build with these tags."""
    values = [True]
    for word in _in_order(build):
        if word == "!":
            values[-1] = not values[-1]
        elif word in _BINDING:
            last = values.pop() if len(values) > 1 else True
            values[-1] = values[-1] and last if word == "&&" else values[-1] or last
        else:
            values.append(word in tags)
    return values[-1]


@lru_cache(1 << 12)
def is_usual(build: str) -> bool:
    """Whether a file is a part of a program that is built, on some machine, without any tag that is asked for."""
    return not build or any(is_met(build, tags) for tags in _builds(build, ()))


@lru_cache(1 << 14)
def may_meet(*builds: str) -> bool:
    """Whether files with these constraints may be parts of one build; also if there are too many tags to tell."""
    given = [f"({build})" for build in builds if build]
    whole = " && ".join(given)
    asked = sorted(word for word in _tags(whole) if not _is_given(word))
    return len(given) < 2 or len(asked) > _MOST or any(is_met(whole, tags) for tags in _builds(whole, asked))


@lru_cache(1 << 12)
def _in_order(build: str) -> tuple[str, ...]:
    """The words of a constraint, each operator after what it stands between (Dijkstra 1961)."""
    done: list[str] = []
    waiting: list[str] = []
    for word in _WORD.findall(build):
        if word in ("(", "!"):
            waiting.append(word)
        elif word in _BINDING or word == ")":
            while waiting and waiting[-1] != "(" and _BINDING[waiting[-1]] >= _BINDING.get(word, 0):
                done.append(waiting.pop())
            if word in _BINDING:
                waiting.append(word)
            elif waiting:
                waiting.pop()
        else:
            done.append(word)
    return (*done, *(word for word in reversed(waiting) if word != "("))


def _tags(build: str) -> set[str]:
    return {word for word in _in_order(build) if word not in _BINDING}


def _is_given(tag: str) -> bool:
    """Whether nobody has to ask for a tag."""
    return tag in SYSTEMS | PROCESSORS | {"unix", _EITHER} or _ALWAYS.fullmatch(tag) is not None


def _builds(build: str, asked: Iterable[str]) -> Iterator[_Tags]:
    """The tags of all builds that a constraint tells apart, with some of those that are `asked` for."""
    tags = _tags(build)
    always = frozenset(filter(_ALWAYS.fullmatch, tags))
    own = [("", tag) for tag in (*asked, _EITHER)]
    for system, processor, *chosen in product(_told_apart(tags), [*sorted(tags & PROCESSORS), ""], *own):
        unix = "" if system in _NOT_UNIX else "unix"
        yield always.union(filter(None, (system, _ALSO.get(system, ""), unix, processor, *chosen)))


def _told_apart(tags: set[str]) -> list[str]:
    """The systems that tags name, and one of each kind that they do not."""
    named = {system for system in SYSTEMS if not tags.isdisjoint((system, _ALSO.get(system, "")))}
    others = (sorted(kind - named)[:1] for kind in (SYSTEMS - _NOT_UNIX - _ALSO.keys(), _NOT_UNIX))
    return [*sorted(named), *(system for kind in others for system in kind)]
