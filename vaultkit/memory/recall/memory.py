"""A memory as a Markdown file: its name, its frontmatter, its text. Pure."""

from __future__ import annotations

import json
import re
import unicodedata
from datetime import UTC, datetime
from typing import Final, NamedTuple

_LONGEST: Final = 60
"""Characters of a slug or a brief."""
_PLAIN: Final = re.compile(r"[^\W\d_][\w ./+-]*(?<! )")
"""What YAML reads as the same text without quotes."""
_WORDS: Final = ("true", "false", "yes", "no", "on", "off", "null", "none", "y", "n")
_ITEM: Final = re.compile(r"""\s*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,]*)\s*(?:,|$)""")
_FIELD: Final = re.compile(r"(key|timestamp|tags):[ \t]*(.*)")


class Memory(NamedTuple):
    """What is remembered under a key at a time."""

    key: str
    at: datetime
    tags: tuple[str, ...]
    text: str


def slug_of(key: str) -> str:
    """A key as a part of a file's name: lower case, letters and digits, hyphens for all else."""
    letters = "".join(letter if letter.isalnum() else "-" for letter in unicodedata.normalize("NFC", key.lower()))
    return re.sub("-+", "-", letters).strip("-")[:_LONGEST].strip("-") or "memory"


def file_name(memory: Memory, number: int = 1) -> str:
    """`2026-03-17T14-30-00_auth-decision.md`; `number` tells several of one second apart."""
    ordinal = f"-{number}" if number > 1 else ""
    return f"{memory.at.astimezone(UTC):%Y-%m-%dT%H-%M-%S}_{slug_of(memory.key)}{ordinal}.md"


def is_name_of(name: str, key: str) -> bool:
    """Whether a file may hold a memory of a key, by its name."""
    return re.fullmatch(rf"[^_]*_{re.escape(slug_of(key))}(?:-\d+)?\.md", name) is not None


def brief_of(text: str) -> str:
    """The first sentence of a text, shortened, in one line."""
    line = next((line.strip("# ") for line in text.splitlines() if line.strip("# ")), "")
    sentence = re.split(r"(?<=[.!?])\s|(?<=[。！？])", line, maxsplit=1)[0]
    return sentence if len(sentence) <= _LONGEST else sentence[: _LONGEST - 1].rstrip() + "…"


def write_memory(memory: Memory) -> str:
    """The file of a memory: frontmatter, a title, the text as it was given."""
    tags = ", ".join(map(_scalar, memory.tags))
    stamp = f"{memory.at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
    head = f"---\nkey: {_scalar(memory.key)}\ntimestamp: {stamp}\ntags: [{tags}]\n---\n"
    return f"{head}\n# {title_of(memory.key)}\n\n{memory.text}\n"


def read_memory(data: bytes, name: str) -> Memory:
    """The memory in a file, ours or made by hand: what its frontmatter does not say, its name does."""
    text = data.decode("utf-8", "replace")
    head, body = _split(text)
    fields = {match[1]: match[2].strip() for line in head.split("\n") if (match := _FIELD.match(line))}
    stamp, _, slug = name.removesuffix(".md").partition("_")
    key = _plain(fields["key"]) if fields.get("key") else slug or stamp
    return Memory(key, _time(fields.get("timestamp", ""), stamp), _tags(fields.get("tags", "")), _untitled(body, key))


def title_of(key: str) -> str:
    """A key as the title of its file."""
    words = re.sub(r"[\s_-]+", " ", key).strip()
    return " ".join(word[:1].upper() + word[1:] for word in words.split(" ")) or key.strip()


def head_lines(text: str) -> int:
    """How many lines of a file are frontmatter."""
    head, _ = _split(text)
    return head.count("\n") + 2 if head else 0


def _split(text: str) -> tuple[str, str]:
    """(frontmatter, rest)."""
    if not text.startswith("---\n"):
        return "", text
    head, end, body = text[4:].partition("\n---\n")
    return (head + "\n", body) if end else ("", text)


def _untitled(body: str, key: str) -> str:
    """The text below the title that a file is given."""
    body = body.removeprefix("\n")
    title, _, rest = body.partition("\n")
    if title == f"# {title_of(key)}":
        body = rest.removeprefix("\n")
    return body.removesuffix("\n")


def _scalar(text: str) -> str:
    is_plain = _PLAIN.fullmatch(text) and text.casefold() not in _WORDS
    return text if is_plain else json.dumps(text, ensure_ascii=False)


def _plain(value: str) -> str:
    if value[:1] == '"':
        try:
            return str(json.loads(value))
        except ValueError:
            return value.strip('"')
    return value[1:-1].replace("''", "'") if len(value) > 1 and value[0] == value[-1] == "'" else value


def _tags(value: str) -> tuple[str, ...]:
    inner = value.removeprefix("[").removesuffix("]").strip()
    return tuple(_plain(item.strip()) for item in _ITEM.findall(inner) if item.strip())


def _time(written: str, stamp: str) -> datetime:
    """What a time stamp says, else what the file is called, else the beginning of time."""
    named = re.sub(r"T(\d\d)-(\d\d)-(\d\d)", r"T\1:\2:\3", stamp)
    for text in (_plain(written), named):
        try:
            found = datetime.fromisoformat(text)
        except ValueError:
            continue
        return found if found.tzinfo else found.replace(tzinfo=UTC)
    return datetime.fromtimestamp(0, UTC)
