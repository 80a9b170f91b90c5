"""What a session touched: the path of every file it edited, and which of them a journal line told of."""

from __future__ import annotations

from vaultkit.sessions.session_log import append, entries, record


def touch(session: str, path: str) -> None:
    """Note that a session edited the file at an absolute path. Raises OSError."""
    append(session, {"path": path})


class Touched:
    """What a session touched since it was last told."""

    def __init__(self, session: str) -> None:
        """Read the log of a session; one that is missing or torn tells what it can. Raises OSError."""
        self._session = session
        self.paths: list[str] = []
        """Absolute, each once, in the order in which they were first touched."""
        self.all_paths: list[str] = []
        """Those that were told of as well."""
        self.was_told = False
        """Whether a journal line has told of the session before."""
        self._end = 0
        told = 0
        edits: list[tuple[int, str]] = []
        for self._end, line in entries(session):
            match record(line):
                case {"path": str(path)}:
                    edits.append((self._end, path))
                case {"told": int(offset)}:
                    told, self.was_told = max(told, offset), True
        self.paths = list(dict.fromkeys(path for end, path in edits if end > told))
        self.all_paths = list(dict.fromkeys(path for _, path in edits))

    def tell(self) -> None:
        """Note that all of this was told. Raises OSError."""
        append(self._session, {"told": self._end})
