"""Which files of a project are not read although a reader exists: vendored, generated, minified, secret, too large."""

from __future__ import annotations

from functools import lru_cache
from posixpath import basename
from typing import Final, Literal, NamedTuple

from extractors.texts.clutter import OUTPUT_FOLDERS, VENDORED_FOLDERS

Reason = Literal["vendored", "build-output", "generated", "minified", "secret", "too-large", "own-root"]

WHY: Final[dict[str, str]] = {
    "vendored": "the code of others, kept here",
    "build-output": "made by a build or an installation",
    "generated": "written by a program",
    "minified": "minified",
    "secret": "a name under which secrets are kept",
    "too-large": "larger than any code somebody wrote by hand",
    "own-root": "a vault or a repository of its own, which gets a graph of its own",
}
"""In words, by reason; the reasons are also the rules of the problems that tell of them."""

MAX_CODE_BYTES: Final = 4 * 1024 * 1024
"""More than the largest files that are written by hand (a compiler's type checker has 3 MB)."""


class _Names(NamedTuple):
    """Names of files, lower-case."""

    exact: tuple[str, ...] = ()
    starts: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()

    def have(self, name: str) -> bool:
        """Whether a lower-case name is one of these."""
        if name in self.exact or name.startswith(self.starts) or name.endswith(self.ends):
            return True
        return any(part in name for part in self.holds)


_DATA: Final = (".json", ".yml", ".yaml", ".toml", ".ini")
_KEYS: Final = (".pem", ".key", ".p12", ".pfx", ".jks", ".keystore", ".kdbx", ".ppk")
_PROTOBUF: Final = ("_pb2.py", "_pb2.pyi", "_pb2_grpc.py", "_pb.js", "_pb.d.ts", ".pb.go", ".pb.cc", ".pb.h")
_BY_NAME: Final[dict[Reason, _Names]] = {
    "secret": _Names(
        # `credentials.py` is code about secrets, `credentials.json` is one
        exact=(
            *(".env", ".netrc", ".npmrc", ".pypirc", ".htpasswd", ".pgpass", "secrets", "credentials"),
            *(f"{name}{suffix}" for name in ("secrets", "credentials") for suffix in _DATA),
        ),
        starts=(".env.", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519"),
        ends=_KEYS,
    ),
    "minified": _Names(ends=(".min.js", ".min.mjs", ".min.cjs", "-min.js", ".min.css")),
    "generated": _Names(
        ends=(*_PROTOBUF, ".g.dart", ".freezed.dart", ".designer.cs", ".g.cs", ".bundle.js"),
        holds=(".generated.", "_generated."),
    ),
    "vendored": _Names(exact=(".pnp.cjs", ".pnp.loader.mjs", "jquery.js"), starts=("jquery-", "jquery.")),
}
_ANY: Final = _Names(
    *(tuple(name for each in names for name in each) for names in zip(*_BY_NAME.values(), strict=True))
)
"""Nearly every name is none of these: one look tells."""

_MINIFIED_SUFFIXES: Final = (".js", ".mjs", ".cjs", ".css")
_MINIFIED_BYTES: Final = 1_000
_MINIFIED_AVERAGE: Final = 110
"""Bytes a line above which a script is minified, as Linguist holds it (generated.rb, `minified_files?`)."""


def folder_reason(path: str, tracked: bool) -> Reason | None:
    """Why nothing below the folder is read; None if it is. `tracked`: whether git keeps what is in it."""
    name = basename(path)
    if name in VENDORED_FOLDERS:
        return "vendored"
    return "build-output" if not tracked and (name in OUTPUT_FOLDERS or name.endswith(".egg-info")) else None


def name_reason(path: str) -> Reason | None:
    """Why the file is not read, by its name alone."""
    return _reason_of_name(path.rpartition("/")[2])


@lru_cache(1 << 14)
def _reason_of_name(name: str) -> Reason | None:
    """The same, by the last part of the path: many files of a project share theirs."""
    name = name.lower()
    return next((reason for reason, names in _BY_NAME.items() if names.have(name)), None) if _ANY.have(name) else None


def is_minified(path: str, data: bytes) -> bool:
    """Whether a script is minified, by the length of its lines."""
    if not path.lower().endswith(_MINIFIED_SUFFIXES) or len(data) < _MINIFIED_BYTES:
        return False
    return len(data) > _MINIFIED_AVERAGE * (data.count(b"\n") + 1)
