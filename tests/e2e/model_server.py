"""Ollama's API over a real model in a GGUF file, run by llama.cpp: `model_server.py PORT NAME FILE`."""

from __future__ import annotations

import hashlib
import json
import sys
import threading
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
            with one_at_a_time:
                self.answer(_chat(model, body))

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


def _chat(model: Any, body: dict[str, Any]) -> dict[str, Any]:
    options = body.get("options") or {}
    asked = {
        "messages": body["messages"],
        "temperature": options.get("temperature", 0.8),
        "seed": options.get("seed", 0),
        "max_tokens": options.get("num_predict", -1),
        "response_format": {"type": "json_schema", "json_schema": {"name": "answer", "schema": body["format"]}},
    }
    found = model.handle_chat_completions(asked)
    found = json.loads(found) if isinstance(found, str | bytes) else found
    if "choices" not in found:
        return {"model": body["model"], "message": {"role": "assistant", "content": ""}, "done": True}
    choice = found["choices"][0]
    message = {"role": "assistant", "content": choice["message"]["content"]}
    return {"model": body["model"], "message": message, "done": True, "done_reason": choice["finish_reason"]}


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


if __name__ == "__main__":
    main()
