"""A new note from a template: in the vault's own words or ours, with frontmatter that keeps the contract."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from pathlib import Path
from posixpath import basename, dirname, join
from typing import TYPE_CHECKING, Final, NamedTuple

from extractors.markdown.tags import is_tag
from extractors.properties.frontmatter import read_frontmatter
from graph.text import fold, well_formed
from vaultkit import clock
from vaultkit.checking.check import check_note
from vaultkit.config import Root, read_settings
from vaultkit.contract.contract import read_contract
from vaultkit.errors import UsageError, VaultkitError
from vaultkit.scanning.scan import scan
from vaultkit.writing.change import Change, write_all
from vaultkit.writing.names import check_name, note_path
from vaultkit.writing.places import folder_on_disk, on_disk

if TYPE_CHECKING:
    from jinja2 import Environment

    from graph.model import Problem

TEMPLATES: Final = "templates/note"
"""Where a vault keeps its own, unless `[vault] templates` says otherwise."""
_SUFFIX: Final = ".md.j2"
DONE: Final = "new note "
"""What a record of an unfinished note says before its path."""
_NO_TYPES: Final = frozenset({"frontmatter", "journal"})
_OWN_FACET: Final = ("client", "project", "tool", "convention")
"""Types of notes that are about one value of the facet of that name."""


class Request(NamedTuple):
    """What a new note is to be."""

    type: str
    title: str
    summary: str = ""
    tags: tuple[str, ...] = ()
    scope: str = ""
    """`global` or `project`; "": project if a client or project is among the tags."""
    folder: str = ""
    """Root-relative; "" for the root."""


class Draft(NamedTuple):
    """A note, not yet written."""

    path: str
    text: str
    namesakes: tuple[str, ...]
    """Notes of the same name in other folders: links to either need a path."""

    @property
    def change(self) -> Change:
        """What is to be written."""
        return Change(self.path, b"", self.text.encode("utf-8"), kind="new")


def make_note(root: Root, request: Request) -> Draft:
    """Write the note that a request comes to. Raises VaultkitError, and writes nothing, if it breaks the contract."""
    draft = draft_note(root, request)
    write_note(root, draft)
    return draft


def write_note(root: Root, draft: Draft) -> None:
    """Write a note whose place is free. Raises VaultkitError."""
    write_all(root.path, [draft.change], DONE + draft.path)


def _remedy(problems: Iterable[Problem]) -> str:
    rules = {problem.rule for problem in problems}
    missing = ["--summary"] if any(rule.startswith("summary") for rule in rules) else []
    missing += ["--tag, such as domain/databases or tool/git"] if "subject-missing" in rules else []
    return f"give {' and '.join(missing)}" if missing else "correct the tags, or the template"


def draft_note(root: Root, request: Request) -> Draft:
    """The note that a request comes to. Raises VaultkitError if it breaks the contract or its place is taken."""
    check_name(request.title, "the title")
    folder = dirname(note_path(f"{request.folder.strip('/')}/{request.title}".lstrip("/")))
    path = join(folder_on_disk(root.path, folder), f"{request.title}.md")
    files = [file for file in scan(root, root.out).files if fold(basename(file)) == fold(basename(path))]
    taken = next((file for file in files if fold(file) == fold(path)), "")
    if taken or os.path.lexists(root.path / path):
        raise VaultkitError(f"{taken or path} exists", "choose another title, or edit that note")
    draft = Draft(path, well_formed(_fill(root, request)), tuple(files))
    problems = [finding.problem for finding in check_note(draft.path, draft.text, read_contract(root.path))]
    broken = [problem for problem in problems if problem.severity != "info"]
    if broken:
        words = "; ".join(dict.fromkeys(f"{problem.rule}: {problem.message}" for problem in broken))
        raise VaultkitError(f"{draft.path} would break the contract and was not written ({words})", _remedy(broken))
    return draft


def template_types(root: Root) -> dict[str, str]:
    """Type to where its template lies, of all types that there are templates for; the vault's own come first."""
    folder = templates_folder(root)
    ours = Path(__file__).parents[2] / "templates" / "notes"
    found = {
        **{_stem(file): "vaultkit" for file in ours.glob("*" + _SUFFIX)},
        **{_stem(file): file.relative_to(root.path).as_posix() for file in folder.glob("*" + _SUFFIX)},
    }
    return {name: place for name, place in sorted(found.items()) if name not in _NO_TYPES}


def templates_folder(root: Root) -> Path:
    """Where the vault keeps its own templates, whether it has some or not: in `Templates/` if that is there.

    Raises VaultkitError.
    """
    folder = root.path
    for part in Path(str(read_settings(root.path).get("vault", {}).get("templates", TEMPLATES))).parts:
        folder /= on_disk(folder, part)
    return folder


def yaml_scalar(text: str) -> str:
    """A text as a YAML value: plain if it is read back as that text, else in double quotes (YAML 1.2.2, 7.3)."""
    front = read_frontmatter(f"---\nx: {text}\n---\n")
    plain = front.data == {"x": text} and not front.problems and text == text.strip()
    return text if plain else json.dumps(text, ensure_ascii=False)


def slug(title: str) -> str:
    """A title as the value of a facet: kebab-case."""
    return re.sub(r"[\W_]+", "-", fold(title)).strip("-")


def _stem(file: Path) -> str:
    return file.name.removesuffix(_SUFFIX)


def _fill(root: Root, request: Request) -> str:
    from jinja2 import TemplateError

    types = template_types(root)
    if request.type not in types:
        place = f"{templates_folder(root)}/{request.type}{_SUFFIX}"
        own = f"or write your own, a Jinja file: {place} (templates of Obsidian are not read)"
        raise UsageError(f"there is no template for {request.type!r}", f"known are: {', '.join(types)}; {own}")
    now = clock.now()
    try:
        return (
            _environment(root)
            .get_template(request.type + _SUFFIX)
            .render(
                type=request.type,
                title=request.title,
                summary=" ".join(request.summary.split()),
                tags=tags_of(request),
                date=now.date().isoformat(),
                time=f"{now:%H:%M}",
            )
        )
    except TemplateError as fault:
        where = types[request.type]
        raise VaultkitError(f"the template {where} cannot be filled in ({fault})", "correct it") from fault


def tags_of(request: Request) -> list[str]:
    """The tags of a new note: its type first, its scope last. Raises UsageError for what is no tag."""
    given = list(dict.fromkeys(tag.strip().removeprefix("#") for tag in request.tags))
    for tag in given:
        if not is_tag(tag):
            raise UsageError(f"{tag!r} is no tag", "use letters, digits, - and _, with one / after the facet")
    namespaces = {tag.partition("/")[0] for tag in given}
    if request.type in _OWN_FACET and request.type not in namespaces and slug(request.title):
        given.insert(0, f"{request.type}/{slug(request.title)}")
        namespaces.add(request.type)
    scope = request.scope or ("project" if namespaces & {"client", "project"} else "global")
    tags = [f"type/{request.type}", *given, *([] if "scope" in namespaces else [f"scope/{scope}"])]
    return list(dict.fromkeys(tags))


def _environment(root: Root) -> Environment:
    """Templates of the vault before ours. They are text from a vault: they run in jinja2's sandbox."""
    from jinja2 import ChoiceLoader, FileSystemLoader, PackageLoader, StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    environment = ImmutableSandboxedEnvironment(
        loader=ChoiceLoader([FileSystemLoader(templates_folder(root)), PackageLoader("templates", "notes")]),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    environment.filters["yaml"] = yaml_scalar
    return environment
