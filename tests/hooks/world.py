"""A vault, a project and a home of their own, and the hook as a process that is called as a host calls it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from vaultkit.lock import lock
from vaultkit.root_state import RootState, root_state

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
            **{key: value for key, value in os.environ.items() if not key.startswith("VAULTKIT_")},
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
