"""The broad row of languages: definitions, calls and imports, resolved as far as scopes and imports tell."""

from __future__ import annotations

from typing import Final

from extractors.language import Language

BROAD_LANGUAGES: Final[tuple[Language, ...]] = ()
