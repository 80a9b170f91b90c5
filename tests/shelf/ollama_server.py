"""A server on the loopback that speaks Ollama's protocol: vectors by letters, chat answers that a test chooses."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Ollama(NamedTuple):
    """Where it listens, what it was asked, and how it answers."""

    host: str
    asked: list[tuple[str, dict[str, Any]]]
    models: dict[str, str]
    """Digests by name."""
    chat: dict[str, Any]
    """`content` and `done_reason` of every chat answer."""


@contextmanager
def ollama_server() -> Iterator[Ollama]:
    asked: list[tuple[str, dict[str, Any]]] = []
    models = {"letters:latest": "a" * 64, "small:latest": "b" * 64}
    chat: dict[str, Any] = {"content": '{"name": "a talk", "summary": "They talked."}', "done_reason": "stop"}

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Say nothing."""

        def do_GET(self) -> None:
            asked.append((self.path, {}))
            self.answer(
                {"models": [{"model": name, "name": name, "digest": digest} for name, digest in models.items()]}
            )

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append((self.path, body))
            if body["model"] not in models and f"{body['model']}:latest" not in models:
                self.answer({"error": f"model '{body['model']}' not found"}, 404)
            elif self.path == "/api/embed":
                self.answer({"model": body["model"], "embeddings": [vector(text) for text in body["input"]]})
            else:
                message = {"role": "assistant", "content": chat["content"]}
                self.answer(
                    {"model": body["model"], "message": message, "done": True, "done_reason": chat["done_reason"]}
                )

        def answer(self, value: dict[str, Any], code: int = 200) -> None:
            data = json.dumps(value).encode()
            self.send_response(code)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield Ollama(f"127.0.0.1:{server.server_port}", asked, models, chat)
    finally:
        server.shutdown()
        server.server_close()


def vector(text: str) -> list[float]:
    return [text.casefold().count(letter) + 0.01 for letter in LETTERS]
