"""Words and markup: the jinja2 templates, and the one way to fill them in. No logic."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Environment


@cache
def environment() -> Environment:
    """The jinja2 environment over this package's files: HTML and SVG escape, a missing value is an error."""
    from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

    from templates.compiled import compiled_templates

    return Environment(
        loader=PackageLoader(__name__, ""),
        autoescape=select_autoescape(enabled_extensions=("html", "html.j2", "svg.j2")),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        bytecode_cache=compiled_templates(),
    )


def render(name: str, /, **values: object) -> str:
    """The template `name` filled with `values`; raises jinja2's TemplateNotFound or UndefinedError."""
    return environment().get_template(name).render(values)


@cache
def asset(name: str) -> str:
    """A file of this package as it stands: what is put into a page, not filled in."""
    return (Path(__file__).parent / name).read_text("utf-8")


def fill(name: str, /, **values: object) -> str:
    """The same for a template that holds names alone, without jinja2: a hook has no time to import it.

    Raises KeyError for a value that is missing.
    """
    text = (Path(__file__).parent / name).read_text("utf-8")
    return re.sub(r"{{ (\w+) }}", lambda match: str(values[match[1]]), text)
