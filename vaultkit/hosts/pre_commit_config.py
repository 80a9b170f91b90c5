"""An entry of ours in the configuration of pre-commit (https://pre-commit.com), as the last of its repositories."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import yaml

from vaultkit.errors import VaultkitError
from vaultkit.hosts.part import Edited, Found, cut
from vaultkit.hosts.settings_text import BOM

CONFIG: Final = ".pre-commit-config.yaml"
_ID: Final = "vaultkit-check"
_REPOS: Final = "repos"


class PreCommitConfig(NamedTuple):
    """The configuration of a project (`Part`)."""

    file: Path
    entry: str
    """The command that checks the notes it is given."""
    executable: bool = False

    def put(self, text: str, stretches: Sequence[str]) -> Edited:
        """The configuration with our entry."""
        if (there := self._ours(self._read(text))) == [self._wanted]:
            return Edited(text, tuple(stretches))
        before = self.take(text, stretches) if there else text
        repos = self._repos(before)
        newline = "\r\n" if "\r\n" in before else "\n"
        items = repos.value if isinstance(repos, yaml.SequenceNode) and not repos.flow_style else []
        if repos is not None and not items:
            what = f"{self.file}: repos is not a list with a line for each"
            raise VaultkitError(what, "write it so, or add an entry yourself; nothing was changed")
        indent, at = _behind(before, items[-1]) if items else ("", len(before))
        rows = list(_rows(self._wanted, indent)) if items else [f"{_REPOS}:", *_rows(self._wanted, "")]
        lead = newline if at and before[at - 1] != "\n" else ""
        stretch = lead + newline.join(rows) + newline
        after = before[:at] + stretch + before[at:]
        if self._says(after) != [*self._says(before), self._wanted]:
            raise VaultkitError(f"{self.file} takes no more entries", "add one yourself; nothing was changed")
        return Edited(after, (stretch,))

    def take(self, text: str, stretches: Sequence[str]) -> str:
        """The configuration without our entry."""
        if not self._ours(self._read(text)):
            return text
        wanted = [repo for repo in self._says(text) if not _is_ours(repo)]
        for left in (cut(text, stretches), self._cut_out(text)):
            if left is not None and self._says(left) == wanted:
                return left
        raise VaultkitError(f"{self.file}: {_ID} shares its entry", "take it out by hand; nothing was changed")

    def is_void(self, text: str) -> bool:
        """Never: the file is not made for us."""
        return not text.strip()

    def found(self, text: str) -> Found | None:
        """Our entry, if there is one."""
        there = self._ours(self._read(text))
        if not there:
            return None
        return Found((there[0]["hooks"][0]["entry"].rpartition(" ")[0],), there == [self._wanted], _ID)

    @property
    def _wanted(self) -> dict[str, Any]:
        hook = {"id": _ID, "name": "vaultkit check", "entry": self.entry, "language": "system", "types": ["markdown"]}
        return {"repo": "local", "hooks": [{**hook, "require_serial": True}]}

    def _read(self, text: str) -> dict[str, Any]:
        try:
            given = yaml.safe_load(text.removeprefix(BOM))
        except (yaml.YAMLError, RecursionError, ValueError) as fault:
            raise VaultkitError(f"{self.file} is no YAML ({fault})", "correct it; nothing was changed") from fault
        if not isinstance(given or {}, dict):
            raise VaultkitError(f"{self.file} holds no settings", "correct it; nothing was changed")
        return given or {}

    def _says(self, text: str) -> list[Any]:
        repos = self._read(text).get(_REPOS)
        return repos if isinstance(repos, list) else []

    def _ours(self, settings: dict[str, Any]) -> list[Any]:
        repos = settings.get(_REPOS)
        return [repo for repo in repos if _is_ours(repo)] if isinstance(repos, list) else []

    def _repos(self, text: str) -> yaml.Node | None:
        document = yaml.compose(text.removeprefix(BOM))
        pairs = document.value if isinstance(document, yaml.MappingNode) else []
        return next((value for key, value in pairs if key.value == _REPOS), None)

    def _cut_out(self, text: str) -> str | None:
        repos = self._repos(text)
        for item in repos.value if isinstance(repos, yaml.SequenceNode) else ():
            if _is_ours(yaml.safe_load(yaml.serialize(item))):
                start = text.rfind("\n", 0, item.start_mark.index) + 1
                return text[:start] + text[_behind(text, item)[1] :]
        return None


def _is_ours(repo: Any) -> bool:
    """Whether an entry of `repos` is ours, and only that."""
    hooks = repo.get("hooks") if isinstance(repo, dict) and repo.get("repo") == "local" else None
    only = hooks[0] if isinstance(hooks, list) and len(hooks) == 1 else None
    return isinstance(only, dict) and only.get("id") == _ID and isinstance(only.get("entry"), str)


def _behind(text: str, item: yaml.Node) -> tuple[str, int]:
    """How an entry of a list is indented, and where the line after its last one begins."""
    start = item.start_mark.index
    line = text.rfind("\n", 0, start) + 1
    end = max(leaf.end_mark.index for leaf in _leaves(item))
    after = text.find("\n", end)
    return text[line : text.rfind("-", line, start)], len(text) if after < 0 else after + 1


def _leaves(node: yaml.Node) -> Iterator[yaml.Node]:
    """The scalars and flow collections in a node: a block's own end lies behind the comments after it."""
    if isinstance(node, yaml.ScalarNode) or (isinstance(node, yaml.CollectionNode) and node.flow_style):
        yield node
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from _leaves(item)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield key
            yield from _leaves(value)


def _rows(repo: dict[str, Any], indent: str) -> Iterator[str]:
    """An entry as lines."""
    (hook,) = repo["hooks"]
    yield f"{indent}- repo: {repo['repo']}"
    yield f"{indent}  hooks:"
    for number, (key, value) in enumerate(hook.items()):
        shown = "[markdown]" if key == "types" else "true" if value is True else _scalar(value)
        yield f"{indent}    {'  ' if number else '- '}{key}: {shown}"


def _scalar(value: str) -> str:
    """A text as YAML writes it on one line."""
    return yaml.safe_dump(value, width=10_000, allow_unicode=True).splitlines()[0]
