"""A small vault that changes at random: the words and names are few, so that everything touches everything."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

from graph.notes.mentions import COMMON_FLOOR

FOLDERS = ("", "a/", "b/", "b/c/", "templates/")
NAMES = ("Alpha", "alpha", "Beta Note", "Gamma Ray", "日本語", "Café", "2026-01-02", "README")
ALIASES = ("Gamma", "AL", "Beta", "日本", "Delta Force")
HEADINGS = ("One", "Two", "wifi 2.4")
OTHERS = ("pic.png", "doc.pdf", "data.csv", "Board.canvas")

BODIES = (
    "",
    "plain words about Beta Note and gamma ray, 日本語です",
    "[[Alpha]] [[alpha#One]] [[Beta Note#^b1|shown]] text ^b1",
    "# One\n## Two\n![[Gamma Ray#Two]] ![[pic.png|100]] #domain/x #Domain/X",
    "[m](Beta%20Note.md) [r](../Alpha.md) [[a/Alpha]] [[Gamma]] [[nowhere]] [[data.csv]]",
    "`[[Alpha]]` %%[[Alpha]]%% \n```\n[[Alpha]]\n```\nDelta Force and README here",
    "Delta Force, Gamma Ray, Beta, café, alpha",
    "[[README]] [[b/README]] [[日本語]] [[Café]] [[c/Alpha]] [[AL]] [[data.csv]]",
)
FRONTMATTER = (
    "",
    '---\nsummary: "s"\ntags: [type/x, domain/y]\nup: "[[Alpha]]"\nday: 2026-01-02\n---\n',
    "---\naliases: [Gamma, AL]\ntags: [client/a, project/p]\n---\n",
    "---\naliases: [Beta, 日本]\ntags: [client/b]\n---\n",
    "---\naliases: [Delta Force, Gamma]\nsummary: Re: broken\n---\n",
    "---\nunclosed: yes\n",
    "---\nsummary: s\ntags: [type/x, tool/sem-rush, scope/global]\n---\n",
    "---\nsummary: s\ntags: [type/x, tool/semrush, scope/global]\naliases: [nowhere, AL]\nday: 2026-01-02\n---\n",
    "---\ntags: [Tool/SEMrush]\nup: '[[AL]]'\n---\n#tool/sem-rush\n",
)
CANVAS = (
    "",
    "{broken",
    '{"nodes":[{"type":"text","text":"[[AL]] #tool/sem-rush"}]}',
    '{"nodes":[{"type":"file","file":"a/Alpha.md","subpath":"#One"},{"type":"text","text":"[[Beta Note]] #t"}]}',
)

ACCIDENTS = ("change_case", "touch", "rewrite_unseen", "corrupt", "restore")
CHANGES = ("write_note", "write_other", "rewrite", "append", "move", "rename", "copy", "swap", "delete", *ACCIDENTS)


class Vault:
    """A folder with a vault in it, and the changes that can befall it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.exists():
            (path / ".obsidian").mkdir(parents=True)
            (path / ".obsidian" / "app.json").write_text('{"userIgnoreFilters": ["templates/"]}')

    def files(self) -> list[Path]:
        """The files that may change: those that are seen, the crowd apart."""
        found = []
        for folder, folders, names in os.walk(self.path):
            folders[:] = [name for name in folders if not name.startswith((".", "graphify-out")) and name != "crowd"]
            found += [Path(folder, name) for name in names if not name.startswith(".")]
        return sorted(found)

    def write_note(self, folder: str, name: str, frontmatter: str, body: str) -> None:
        self._write(self.path / folder / f"{name}.md", (frontmatter + body).encode())

    def write_crowd(self) -> None:
        """Notes that ask for everything, and so many that mention one title that one more makes it a common word."""
        wanted = "[[Alpha#One]] [[Beta Note#^b1]] [[Gamma]] [[a/README]] [[b/Gamma Ray#One#Two]] Delta Force, Gamma Ray"
        self.write_note("", "Home", "", wanted)
        self.write_note("b/", "Wanted", "", wanted)
        for folder, name in (("", "Alpha"), ("", "Beta Note"), ("a/", "README"), ("b/", "Gamma Ray")):
            self.write_note(folder, name, "", "")
        self.write_note("b/", "Aliased", FRONTMATTER[2], "")
        for number in range(COMMON_FLOOR - 1):
            self.write_note("crowd/", f"n{number}", "", "Beta Note")

    def rewrite(self, index: int, text: str) -> None:
        if path := self.pick(index):
            self._write(path, text.encode())

    def write_other(self, folder: str, name: str, data: str) -> None:
        self._write(self.path / folder / name, data.encode())

    def pick(self, index: int) -> Path | None:
        files = self.files()
        return files[index % len(files)] if files else None

    def delete(self, index: int) -> None:
        if path := self.pick(index):
            path.unlink()

    def append(self, index: int, text: str) -> None:
        if path := self.pick(index):
            self._write(path, path.read_bytes() + text.encode())

    def move(self, index: int, folder: str) -> None:
        if path := self.pick(index):
            target = self.path / folder / path.name
            target.parent.mkdir(parents=True, exist_ok=True)
            os.replace(path, target)

    def rename(self, index: int, name: str) -> None:
        if path := self.pick(index):
            os.replace(path, path.with_name(name + path.suffix))

    def change_case(self, index: int) -> None:
        if path := self.pick(index):
            os.replace(path, path.with_name(path.stem.swapcase() + path.suffix))

    def swap(self, one: int, other: int) -> None:
        first, second = self.pick(one), self.pick(other)
        if first and second and first != second:
            aside = self.path / ".aside"
            os.replace(first, aside)
            os.replace(second, first)
            os.replace(aside, second)

    def touch(self, index: int) -> None:
        if path := self.pick(index):
            os.utime(path)

    def rewrite_unseen(self, index: int) -> None:
        """Other bytes, same size and time."""
        path = self.pick(index)
        if path and path.stat().st_size:
            stat = path.stat()
            path.write_bytes(bytes(reversed(path.read_bytes())))
            os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))

    def corrupt(self, index: int) -> None:
        if path := self.pick(index):
            self._write(path, path.read_bytes() + b"\xff\x00\xfe")

    def restore(self, index: int) -> None:
        """Take the corruption away again."""
        if path := self.pick(index):
            self._write(path, path.read_bytes().replace(b"\xff\x00\xfe", b""))

    def copy(self, index: int, folder: str) -> None:
        if (path := self.pick(index)) and path.parent != (self.path / folder):
            (self.path / folder).mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, self.path / folder / path.name)

    def befall(self, dice: random.Random) -> str:
        """One change at random; what it was."""
        which, folder, front = dice.randrange(1 << 30), dice.choice(FOLDERS), dice.choice(FRONTMATTER)
        body, name = dice.choice(BODIES), dice.choice(NAMES + ALIASES)
        what = dice.choice(CHANGES)
        match what:
            case "write_note":
                self.write_note(folder, name, front, body)
            case "write_other":
                self.write_other(folder, dice.choice(OTHERS), dice.choice(CANVAS))
            case "rewrite":
                self.rewrite(which, front + body)
            case "append":
                self.append(which, "\n" + body)
            case "rename":
                self.rename(which, name)
            case "swap":
                self.swap(which, dice.randrange(1 << 30))
            case "move" | "copy":
                getattr(self, what)(which, folder)
            case _:
                getattr(self, what)(which)
        return what

    def _write(self, path: Path, data: bytes) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
