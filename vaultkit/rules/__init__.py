"""What a note must be like: one rule a file, or one close family; all of them in one visible table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from vaultkit.contract.contract import Contract
from vaultkit.contract.draft import Draft
from vaultkit.contract.findings import Finding
from vaultkit.contract.view import View
from vaultkit.rules import (
    aliases,
    conflict_markers,
    dates,
    double_frontmatter,
    facet_counts,
    facet_near_duplicate,
    facet_order,
    facets,
    file_name,
    frontmatter_missing,
    keys,
    links,
    reader,
    scope,
    summary,
    sync_conflict,
    tag_duplicate,
    tag_names,
    tags,
    unknown_ignore,
)

Rule = Callable[[Draft, Contract, View | None], Iterable[Finding]]

RULES: Final[tuple[Rule, ...]] = (
    sync_conflict.check,
    file_name.check,
    conflict_markers.check,
    reader.check,
    frontmatter_missing.check,
    double_frontmatter.check,
    unknown_ignore.check,
    keys.check,
    aliases.check,
    dates.check,
    summary.check,
    tags.check,
    tag_names.check,
    tag_duplicate.check,
    facets.check,
    facet_counts.check,
    facet_order.check,
    scope.check,
    facet_near_duplicate.check,
    links.check,
)
"""Every rule. Those that ask about the vault find nothing without a view of it."""
