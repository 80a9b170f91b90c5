"""What a file says, made ready for the index: encoded, with the names and the terms by which it is found."""

from __future__ import annotations

from typing import NamedTuple

from extractors import formats
from extractors.source import note_label
from graph.asking.documents import Document, document
from graph.code.wholes import is_part
from graph.codec import decode_fragment, decode_interface, encode_fragment, encode_interface, encode_value
from graph.facts import Interface
from graph.model import Fragment
from graph.notes.mentions import is_telling
from graph.text import fold_prose
from graph.tokens import DEFAULT_LANGUAGE


class Intake(NamedTuple):
    """What the index takes in of one file. Whoever reads files makes it, so that nobody encodes anything twice."""

    path: str
    fragment: bytes
    """What it says beside its interface, and beside its texts but those of parts of classes."""
    interface: bytes | None
    """What a file of code tells others; None of any other file."""
    manifest: bytes | None
    """What a configuration file says of the imports of code; None of any other file."""
    prose: str
    language: str
    packages: tuple[str, ...]
    aliases: tuple[str, ...]
    titles: tuple[str, ...]
    """The folded names by which prose may mention a note."""
    documents: dict[str, Document]
    """What is searched: a note by its text, code by each of its symbols, by their ids."""

    def said(self) -> Fragment:
        """What the file says, without its texts."""
        return decoded(self.fragment, self.interface)


def intake(fragment: Fragment) -> Intake:
    """What the index takes in of a file that says this."""
    facts = fragment.facts
    slim = fragment._replace(
        prose="", body="", texts=_parts(fragment), facts=facts._replace(interface=Interface()) if facts else None
    )
    return Intake(
        path=fragment.source_file,
        fragment=encode_fragment(slim),
        interface=encode_interface(facts.interface) if facts and facts.interface.language else None,
        manifest=encode_value(facts.manifest) if facts and facts.manifest else None,
        prose=fragment.prose,
        language=fragment.language,
        packages=facts.interface.packages if facts else (),
        aliases=fragment.aliases,
        titles=tuple(sorted(_titles(fragment))),
        documents=_documents(fragment),
    )


def decoded(fragment: bytes, interface: bytes | None) -> Fragment:
    """What a file says, without its texts, of the parts of its `Intake`."""
    found = decode_fragment(fragment)
    if found.facts is None or not interface:
        return found
    return found._replace(facts=found.facts._replace(interface=decode_interface(interface)))


def _titles(fragment: Fragment) -> set[str]:
    if formats.suffix(fragment.source_file) != ".md":
        return set()
    names = {fold_prose(name) for name in (note_label(fragment.source_file), *fragment.aliases)}
    return set(filter(is_telling, names))


def _documents(fragment: Fragment) -> dict[str, Document]:
    if fragment.facts is None and fragment.nodes:
        own = fragment.nodes[0]
        return {own.id: document(own, fragment.body, fragment.language or DEFAULT_LANGUAGE)}
    texts, whole = dict(fragment.texts), (node for node in fragment.nodes if not is_part(node))
    return {node.id: document(node, texts.get(node.id, "")) for node in whole}


def _parts(fragment: Fragment) -> tuple[tuple[str, str], ...]:
    """The texts of parts of classes: they are made documents of when all parts are known."""
    parts = {node.id for node in fragment.nodes if is_part(node)}
    return tuple(each for each in fragment.texts if each[0] in parts)
