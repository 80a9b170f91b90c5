"""A setup.py in, a Fragment out: what it says as code, and what it says of its project."""

from __future__ import annotations

from extractors import code
from extractors.manifests.manifest import with_project
from extractors.manifests.setup_script import of_script
from extractors.source import Source, decode
from extractors.texts.plain_text import plain_text
from graph.model import Fragment


def extract(source: Source) -> Fragment:
    """What `code.extract` says of it, with source roots and entry points that it gives as plain values. Never fails."""
    text = decode(plain_text(source.data) or b"") or ""
    return with_project(code.extract(source), of_script(text), text)
