"""One tag in the place of another, and what that makes of the tags below it (help: Tags, Nested tags)."""

from __future__ import annotations

from typing import NamedTuple

from extractors.markdown.tags import is_tag
from graph.text import fold
from vaultkit.contract.contract import Contract
from vaultkit.contract.draft import Draft
from vaultkit.errors import UsageError
from vaultkit.rulebook import RULEBOOK
from vaultkit.rules import facets


class Retag(NamedTuple):
    """One tag in the place of another, both without `#`."""

    old: str
    new: str

    def fits(self, name: str) -> bool:
        """Whether a tag is the old one or lies below it, whatever its case."""
        return (fold(name) + "/").startswith(fold(self.old) + "/")

    def written(self, name: str) -> str:
        """The part of a fitting tag that is replaced."""
        return "/".join(name.split("/")[: self.old.count("/") + 1])

    def renamed(self, name: str) -> str:
        """A fitting tag as it is from now on."""
        return self.new + name[len(self.written(name)) :]


def read_retag(old: str, new: str) -> Retag:
    """The two tags as written, with or without `#`; raises UsageError if one cannot be a tag."""
    names = [name.strip().removeprefix("#").rstrip("/") for name in (old, new)]
    for name in names:
        if not is_tag(name):
            raise UsageError(f"{name!r} is no tag", "use letters, digits, - and _, with / between levels")
    if names[0] == names[1]:
        raise UsageError(f"both tags are {names[0]!r}", "give another one")
    return Retag(*names)


def breaks(retag: Retag, contract: Contract) -> list[str]:
    """What the contract has against the new tag, a line each; nothing where it had something against the old one."""
    return [] if _faults(retag.old, contract) else _faults(retag.new, contract)


def _faults(tag: str, contract: Contract) -> list[str]:
    problems = (finding.problem for finding in facets.check(Draft("", f'---\ntags: ["{tag}"]\n---\n'), contract, None))
    return [
        f"{tag} does not keep the contract: {each.rule}: {each.message}"
        for each in problems
        if contract.levels.get(each.rule, RULEBOOK[each.rule]) != "off"
    ]
