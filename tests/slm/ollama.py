"""A server on the loopback that speaks Ollama's protocol, answers as a script says, and misbehaves as it says too."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

MODEL = "small:3b"
_PART = 50
_SIZE = 2_000_000_000
_FENCED = re.compile(r"<(note-[0-9a-f]+)>\n(.*)\n</\1>", re.DOTALL)


class Reply(NamedTuple):
    """What the server does with one question."""

    content: str = '{"entities": [], "relations": []}'
    status: int = 200
    done_reason: str = "stop"
    cut: int = 0
    """Bytes of the body after which the connection ends, 0 for none."""
    hang: float = 0.0
    """Seconds of silence before the answer."""
    drip: float = 0.0
    """Seconds between two bytes of the head."""
    body: bytes = b""
    """What is sent in the place of an answer."""
    is_endless: bool = False
    """Whether the body is sent again and again, until nobody listens."""
    thinking: str = ""
    """What it thinks before it answers."""
    location: str = ""
    """Where it sends whoever asks, with a status that says so."""


_LISTING = Reply()
Script = Callable[[str, dict[str, Any]], Reply]
"""(section that is asked about, the whole request) to what shall be done."""


class Server(NamedTuple):
    """Where it listens and what it was asked."""

    host: str
    asked: list[str]
    """The sections, one entry a question."""
    requests: list[dict[str, Any]]
    models: dict[str, str]
    paths: list[str]
    """Where it was asked what it has."""
    sizes: dict[str, int]
    """Bytes of those that are not of the usual size."""


@contextmanager
def ollama(script: Script, listing: Reply = _LISTING) -> Iterator[Server]:
    """A server that answers as `script` says; `listing` is how it lists its models."""
    asked: list[str] = []
    requests: list[dict[str, Any]] = []
    models = {MODEL: "c" * 64, "nomic-embed-text:latest": "e" * 64}
    paths: list[str] = []
    sizes: dict[str, int] = {}
    closing = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            """Say nothing."""

        def do_GET(self) -> None:
            paths.append(self.path)
            listed = [
                {"model": name, "name": name, "digest": digest, "size": sizes.get(name, _SIZE)}
                for name, digest in models.items()
            ]
            self.send(listing, {"models": listed})

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if body["model"] not in models:
                self.send(Reply(status=404), {"error": f"model '{body['model']}' not found"})
                return
            section = section_of(body["messages"][-1]["content"])
            asked.append(section)
            requests.append(body)
            reply = script(section, body)
            self.send(reply, *_parts(body["model"], reply))

        def send(self, reply: Reply, *values: dict[str, Any]) -> None:
            lines = values if reply.status == 200 else [{"error": "no luck"}]
            data = reply.body or "\n".join(map(json.dumps, lines)).encode()
            length = "Connection: close" if reply.is_endless else f"Content-Length: {len(data)}"
            elsewhere = f"Location: {reply.location}{self.path}\r\n" if reply.location else ""
            head = f"HTTP/1.1 {reply.status} X\r\nContent-Type: application/json\r\n{elsewhere}{length}\r\n\r\n"
            closing.wait(reply.hang)
            with suppress(OSError):
                for chunk in _chunks(head.encode(), reply.drip):
                    self.wfile.write(chunk)
                    closing.wait(reply.drip)
                self.wfile.write(data[: reply.cut] if reply.cut else data)
                while reply.is_endless and not closing.is_set():
                    self.wfile.write(data)
            self.close_connection = self.close_connection or bool(
                reply.cut or reply.hang or reply.drip or reply.is_endless
            )

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.block_on_close = False
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield Server(f"http://127.0.0.1:{server.server_port}", asked, requests, models, paths, sizes)
    finally:
        closing.set()
        server.shutdown()
        server.server_close()


def _parts(model: str, reply: Reply) -> list[dict[str, Any]]:
    """An answer as it is written, bit by bit."""
    words = [reply.content[at : at + _PART] for at in range(0, len(reply.content), _PART)]
    parts = [{"model": model, "message": {"role": "assistant", "content": each}, "done": False} for each in words]
    end = {"model": model, "message": {"role": "assistant", "content": ""}, "done": True}
    if reply.thinking:
        parts.insert(
            0, {**end, "message": {"role": "assistant", "content": "", "thinking": reply.thinking}, "done": False}
        )
    return [*parts, {**end, "done_reason": reply.done_reason}]


def _chunks(head: bytes, drip: float) -> list[bytes]:
    return [bytes([each]) for each in head] if drip else [head]


def section_of(prompt: str) -> str:
    """The text that a prompt asks about."""
    found = _FENCED.search(prompt)
    assert found is not None
    return found[2]


def said(*relations: tuple[str, str, str, str], entities: tuple[tuple[str, str], ...] = ()) -> str:
    """An answer: (subject, relation, object, evidence), and (name, type)."""
    return json.dumps(
        {
            "entities": [{"name": name, "type": kind, "description": name} for name, kind in entities],
            "relations": [
                dict(zip(("subject", "relation", "object", "evidence"), each, strict=True)) for each in relations
            ],
        }
    )


_STATED = re.compile(r"((?:[A-Z]\w+ )*[A-Z]\w+) (uses|replaces|causes) ([A-Z]\w+)\.")


def literal(section: str, _: object = None) -> Reply:
    """What a model would say that reads `Aa uses Bb.` and nothing else."""
    found = [(match[1], match[2], match[3], match[0]) for match in _STATED.finditer(section)]
    return Reply(said(*found, entities=tuple((each[0], "technology") for each in found)))
