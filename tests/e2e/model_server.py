"""Ollama's API over a real model in a GGUF file, run by llama.cpp: `model_server.py PORT NAME FILE`."""

from __future__ import annotations

import hashlib
import json
import sys
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import xllamacpp

WINDOW = 4096


def main() -> None:
    port, name, file = int(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    model, one_at_a_time = _loaded(file), threading.Lock()
    listed = {"model": name, "name": name, "size": file.stat().st_size, "digest": _digest(file)}

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self.answer({"models": [listed]})

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if self.path != "/api/chat" or body["model"] != name:
                self.answer({"error": f"model '{body.get('model')}' not found"}, 404)
                return
            self.send_response(200)
            self.send_header("Content-Type", "application/x-ndjson")
            self.send_header("Connection", "close")
            self.end_headers()
            with one_at_a_time:
                _chat(model, body, self.write)

        def write(self, part: dict[str, Any]) -> bool:
            """Send a part of an answer, and say whether somebody still listens."""
            try:
                self.wfile.write(json.dumps(part).encode() + b"\n")
            except OSError:
                return False
            return True

        def answer(self, value: dict[str, Any], status: int = 200) -> None:
            data = json.dumps(value).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    ThreadingHTTPServer(("127.0.0.1", port), Handler).serve_forever()


def _loaded(file: Path) -> Any:
    settings = xllamacpp.CommonParams()
    settings.model.path = str(file)
    settings.n_ctx, settings.n_parallel = WINDOW, 1
    settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = 1
    return xllamacpp.Server(settings)


def _chat(model: Any, body: dict[str, Any], write: Callable[[dict[str, Any]], bool]) -> None:
    """Write an answer bit by bit, as long as `write` says that it is wanted; Ollama stops then as well."""
    options = body.get("options") or {}
    asked = {
        "messages": body["messages"],
        "temperature": options.get("temperature", 0.8),
        "seed": options.get("seed", 0),
        "max_tokens": options.get("num_predict", -1),
        "response_format": {"type": "json_schema", "json_schema": {"name": "answer", "schema": body["format"]}},
        "stream": True,
    }

    def is_enough(found: dict[str, Any]) -> bool:
        if "choices" not in found:
            return not write({"error": json.dumps(found)})
        choice = found["choices"][0]
        end = choice["finish_reason"]
        message = {"role": "assistant", "content": choice["delta"].get("content") or ""}
        part = {"model": body["model"], "message": message, "done": end is not None}
        return not write({**part, "done_reason": end} if end else part)

    model.handle_chat_completions(asked, is_enough)


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


if __name__ == "__main__":
    main()
