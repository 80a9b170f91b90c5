"""vaultkit shelf work-unit: keep what a stretch of work taught."""

from __future__ import annotations

import argparse
import json
from typing import Any

from graph.text import well_formed
from vaultkit.cli.shelf.opening import (
    add_json_argument,
    add_scope_argument,
    add_shelf_argument,
    embed_new,
    opened,
    say,
    scope_of,
    text_of,
    warn,
)
from vaultkit.cli.terminal import print_json
from vaultkit.clock import now
from vaultkit.errors import UsageError
from vaultkit.memory.shelf.asking import alike
from vaultkit.memory.shelf.entry import parse_list
from vaultkit.memory.shelf.names import slug
from vaultkit.memory.shelf.units import LINKS, TEMPLATES, TRIVIAL, extract, read_units
from vaultkit.memory.shelf.wording import extracted, may_repeat

EXAMPLE = (
    'hypatia work-unit one-shot --title "Sort by key" --context "Sorting records." \\\n'
    '    --solution "Use sort(key=..)." --key-detail "It is stable." --tags python --derived-from msg-4f2a-041'
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    options = {kind: " ".join(f"--{slug(section)}" for section in sections) for kind, sections in TEMPLATES.items()}
    kinds = "; ".join(f"{kind} with {needed}" for kind, needed in options.items())
    text = f"{kinds}; {TRIVIAL}: nothing to keep; or `-` for JSON on stdin, a unit or a list of them"
    parser.add_argument("kind", choices=(*TEMPLATES, TRIVIAL, "-"), metavar="KIND", help=text)
    parser.add_argument("--title", type=well_formed, default="", metavar="TEXT", help="the lesson in a few words")
    parser.add_argument("--slug", type=well_formed, default="", metavar="NAME", help="its name (default: of the title)")
    parser.add_argument("--tags", type=well_formed, default="", metavar="LIST", help="beside memory and work-unit")
    for section in dict.fromkeys(each for sections in TEMPLATES.values() for each in sections):
        parser.add_argument(f"--{slug(section)}", type=well_formed, metavar="TEXT", help=argparse.SUPPRESS)
    for link in LINKS:
        option = "--" + "".join(f"-{sign.lower()}" if sign.isupper() else sign for sign in link)
        text = f"what it {link}, by name; may be given again"
        parser.add_argument(option, dest=link, type=well_formed, action="append", metavar="ENTRY", help=text)
    add_scope_argument(parser)
    add_json_argument(parser)
    add_shelf_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Keep what is new of it."""
    units = read_units(_from_stdin() if arguments.kind == "-" else _from_arguments(arguments))
    with opened(arguments) as store:
        done = extract(store, units, scope_of(arguments), now())
        for _, entry in done.stored:
            embed_new(store, entry)
        near = {entry.name: alike(store, entry) for _, entry in done.stored}
    if arguments.json:
        names = [{"kind": kind, "name": entry.name, "tags": list(entry.content.tags)} for kind, entry in done.stored]
        print_json({"stored": names, "duplicates": list(done.duplicates), "trivial": done.trivial})
    else:
        say(extracted(done))
    warn([may_repeat(name, names) for name, names in near.items() if names])
    return 0


def _from_stdin() -> Any:
    try:
        return json.loads(text_of("-"))
    except (ValueError, RecursionError) as fault:
        raise UsageError(f"stdin is no JSON ({fault})", 'write {"kind": .., "title": .., "sections": {..}}') from fault


def _from_arguments(arguments: argparse.Namespace) -> dict[str, Any]:
    titles = dict.fromkeys(slug(each) for sections in TEMPLATES.values() for each in sections)
    given = {title: getattr(arguments, title.replace("-", "_")) for title in titles}
    links = {link: getattr(arguments, link) for link in LINKS if getattr(arguments, link)}
    return {
        "kind": arguments.kind,
        "title": arguments.title,
        "slug": arguments.slug,
        "tags": list(parse_list(arguments.tags)),
        "sections": {title: text for title, text in given.items() if text is not None},
        **links,
    }
