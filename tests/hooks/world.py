"""A vault, a project and a home of their own, and the hook as a process that is called as a host calls it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from vaultkit.disk.lock import lock
from vaultkit.disk.logbook import last_entry
from vaultkit.disk.root_state import RootState, known_roots, root_state

T = TypeVar("T")
HOOK = [sys.executable, "-c", "from vaultkit.hooks.main import main; main()"]
NOW = "2026-12-01T09:30:00"
NOTE = "---\nsummary: What {0} is for.\ntags:\n  - type/reference\n  - domain/tests\n  - scope/global\n---\n\n# {0}\n"
FILES = {
    "vault/.obsidian/app.json": "{}",
    "vault/.vaultkit.toml": '[vault]\nname = "Memory"\n',
    "vault/Alpha.md": NOTE.format("Alpha") + "See [[Beta]].\n",
    "vault/notes/Beta.md": NOTE.format("Beta"),
    "vault/API style.md": "---\nsummary: REST, snake_case, problem details.\ntags:\n  - type/convention\n"
    "  - convention/api-style\n  - scope/global\n---\nAnswers are JSON.\n",
    "vault/journal/2026-11-30.md": "---\nsummary: Monday.\ntags:\n  - type/journal\n  - scope/global\n---\n\n"
    "- 10:00 one\n- 11:00 two\n",
    "project/CLAUDE.md": "Follow #convention/api-style and convention/unheard-of.\n",
    "project/src/app.py": "print('hello')\n",
    "mapped/README.md": "# Mapped\n\nA project with a graph.\n",
    "mapped/graphify-out/graph.json": '{"directed":true,"graph":{"tool":"vaultkit"},"nodes":[],"links":[]}',
}
"""What is in a world, by path."""


class World:
    """A folder with all of it; nothing else of the machine is read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.home, self.vault = self.folder / "home", self.folder / "vault"
        self.environment = {
            **{key: value for key, value in os.environ.items() if not key.startswith(("VAULTKIT_", "PYTHONDONT"))},
            "PYTHONPYCACHEPREFIX": str(folder.parent.parent / "compiled"),
            "VAULTKIT_HOME": str(self.home),
            "VAULTKIT_NOW": NOW,
            "XDG_CONFIG_HOME": str(self.folder / "config"),
        }
        self.write(FILES)

    def write(self, files: dict[str, str | None]) -> None:
        """Write files as they are, or remove them."""
        for name, text in files.items():
            file = self.folder / name
            if text is None:
                file.unlink()
                continue
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text.encode())

    def say(self, event: object, **more: Any) -> Any:
        """What the hook answers. It says nothing else, and never fails."""
        data = event if isinstance(event, bytes) else json.dumps(event).encode()
        environment = {**self.environment, **more.pop("env", {})}
        done = subprocess.run(
            HOOK, input=data, env=environment, cwd=self.folder, capture_output=True, timeout=60, check=False, **more
        )
        assert (done.returncode, done.stderr) == (0, b"")
        return json.loads(done.stdout)

    def start(self, event: Path, answer: Path) -> subprocess.Popen[bytes]:
        """The hook as a process that reads and writes files."""
        with event.open("rb") as given, answer.open("wb") as said:
            return subprocess.Popen(
                HOOK, stdin=given, stdout=said, stderr=subprocess.PIPE, env=self.environment, cwd=self.folder
            )

    def state(self, root: str) -> RootState:
        """The state of a root of this world."""
        return root_state(self.folder / root)

    @contextmanager
    def busy(self, *roots: str) -> Iterator[None]:
        """Be the worker of these roots, so that no other one starts."""
        for root in roots[:1]:
            with lock(self.state(root).lock, patience=0), self.busy(*roots[1:]):
                yield
            return
        yield

    def worker(self, root: str) -> int:
        """The process that works for a root, waited for."""
        return self.wait(lambda: self._worker(self.state(root)))

    def settle(self, root: str) -> None:
        """Wait until nothing is left to do for a root."""
        self.wait(lambda: not self.state(root).marks())

    def end(self) -> None:
        """End what was started here and still waits for more to do."""
        for state in known_roots():
            if worker := self._worker(state):
                os.kill(worker, signal.SIGKILL)
        self.wait(lambda: not any(state.is_worked_on() for state in known_roots()))

    def _worker(self, state: RootState) -> int:
        """The process that works for a root, 0 if there is none."""
        return int(last_entry(state.log).split()[1]) if state.is_worked_on() and state.log.exists() else 0

    def wait(self, done: Callable[[], T]) -> T:
        for _ in range(600):
            if found := done():
                return found
            time.sleep(0.1)
        raise AssertionError("nothing came of it in a minute")
