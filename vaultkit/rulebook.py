"""Every rule by name, with how grave its findings are unless the vault says otherwise."""

from __future__ import annotations

from typing import Final

from graph.model import Severity

RULEBOOK: Final[dict[str, Severity]] = {
    # the file
    "encoding": "error",
    "unreadable": "error",
    "conflict-markers": "error",
    "sync-conflict": "warning",
    "unlinkable-name": "warning",
    "case-collision": "warning",
    "unknown-ignore": "warning",
    # the block
    "frontmatter-missing": "error",
    "frontmatter-not-first-line": "error",
    "frontmatter-unclosed": "error",
    "frontmatter-fence": "error",
    "frontmatter-not-a-mapping": "error",
    "double-frontmatter": "error",
    "bom": "warning",
    # its YAML
    "yaml": "error",
    "yaml-duplicate-key": "error",
    "yaml-tab-indentation": "error",
    "yaml-nbsp": "error",
    "yaml-recursive-alias": "error",
    "yaml-too-many-aliases": "error",
    "yaml-template": "warning",
    "yaml-unknown-tag": "warning",
    "value-swallowed-by-anchor": "warning",
    "value-truncated-by-comment": "warning",
    "inline-field-in-frontmatter": "warning",
    "unquoted-hash": "error",
    "unquoted-wikilink": "warning",
    # its keys
    "deprecated-key": "error",
    "key-casing": "warning",
    "aliases-not-list": "warning",
    "alias-not-text": "warning",
    "date-invalid": "warning",
    # the summary
    "summary-missing": "error",
    "summary-empty": "error",
    "summary-not-text": "error",
    "summary-multiline": "error",
    "summary-truncated-by-comment": "warning",
    "summary-swallowed-by-anchor": "warning",
    "summary-too-long": "warning",
    "summary-repeats-title": "warning",
    # the tags
    "tags-missing": "error",
    "tags-not-list": "warning",
    "tags-comma-string": "error",
    "tag-null": "error",
    "tag-not-text": "error",
    "tag-with-hash": "warning",
    "tag-invalid": "error",
    "tag-empty-segment": "error",
    "tag-duplicate": "warning",
    # the facets
    "facet-unknown": "warning",
    "facet-nested": "error",
    "facet-missing": "error",
    "facet-several": "error",
    "facet-casing": "warning",
    "facet-not-first": "warning",
    "facet-near-duplicate": "warning",
    "scope-unknown": "error",
    "scope-without-owner": "warning",
    "subject-missing": "warning",
    # the links
    "unresolved-link": "warning",
    "ambiguous-link": "warning",
    "same-name": "warning",
    "suffix-path": "info",
    "alias-as-target": "info",
    "broken-heading": "warning",
    "broken-block": "warning",
}
"""Findings of the severity `error` or `warning` make `vaultkit check` fail."""

ASKING: Final = frozenset(
    [
        "case-collision",
        "facet-near-duplicate",
        "unresolved-link",
        "ambiguous-link",
        "same-name",
        "suffix-path",
        "alias-as-target",
        "broken-heading",
        "broken-block",
    ]
)
"""Rules that ask about the vault: without a fresh index they are skipped."""

IGNORE_KEY: Final = "vaultkit-ignore"
"""The property that lists the rules a note is not checked for."""
