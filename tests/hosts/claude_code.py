"""Runs Claude Code in a home of its own, against a model that only reads out a script: no account, no network."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

Call = tuple[str, dict[str, Any]]
"""A tool, and what it is called with."""

QUIET = {
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_TELEMETRY": "1",
    "DISABLE_ERROR_REPORTING": "1",
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
}
RECORDER = """#!{python}
import json, os, sys, time
record = json.load(sys.stdin)
place = os.path.join({folder!r}, "%020d-%d" % (time.time_ns(), os.getpid()))
open(place + ".new", "w").write(json.dumps(record))
os.rename(place + ".new", place + ".json")
answer = {answers!r}.get(record["hook_event_name"])
if answer:
    print(json.dumps(answer))
"""


class Session(NamedTuple):
    """What came of a scripted session."""

    requests: list[dict[str, Any]]
    """What the model was told, turn by turn."""
    debug: str


class Claude(NamedTuple):
    """Claude Code in a home of its own."""

    program: tuple[str, ...]
    home: Path

    def environment(self, more: dict[str, str]) -> dict[str, str]:
        return {**QUIET, "HOME": str(self.home), "PATH": os.environ["PATH"], **more}

    def __call__(self, *arguments: object, **more: str) -> subprocess.CompletedProcess[str]:
        """One command, such as `plugin list`; must succeed."""
        command = [*self.program, *map(str, arguments)]
        done = subprocess.run(
            command, env=self.environment(more), capture_output=True, text=True, timeout=60, check=False, cwd=self.home
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done

    def session(
        self, project: Path, calls: Sequence[Call], *arguments: str, prompt: str = "go", **more: str
    ) -> Session:
        """A session in which the model calls these tools, one a turn; or a command such as `/compact`."""
        log = self.home / "debug.log"
        with _scripted_model(calls) as (address, requests):
            environment = self.environment({"ANTHROPIC_BASE_URL": address, "ANTHROPIC_API_KEY": "none", **more})
            options = ["--permission-mode", "acceptEdits", "--debug-file", str(log), *arguments]
            command = [*self.program, "-p", prompt, *options]
            quiet: dict[str, Any] = {"stdin": subprocess.DEVNULL, "capture_output": True, "text": True, "timeout": 120}
            done = subprocess.run(command, env=environment, cwd=project, check=False, **quiet)
        assert done.returncode == 0 and (prompt != "go" or "the script ends" in done.stdout), done.stdout + done.stderr
        return Session(requests, log.read_text("utf-8"))


def record_hooks(folder: Path, python: str, answers: dict[str, Any] | None = None) -> Path:
    """A `vaultkit-hook` that writes down what it is called with, and answers what the test says."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "vaultkit-hook"
    program.write_text(RECORDER.format(python=python, folder=str(folder), answers=answers or {}))
    program.chmod(0o755)
    return program


def recorded(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(file.read_text("utf-8")) for file in sorted(folder.glob("*.json"))]


@contextmanager
def _scripted_model(calls: Sequence[Call]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A server that speaks the Messages API (https://docs.claude.com/en/api/messages-streaming) by the script."""
    requests: list[dict[str, Any]] = []

    class Model(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            """Nothing: pytest's output is for failures."""

        def do_HEAD(self) -> None:
            self._send(200, b"")

        def do_GET(self) -> None:
            self._send(404, b"")

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            requests.append(asked)
            self._send(200, b"".join(_event(each) for each in _turn(asked, calls)))

        def _send(self, status: int, data: bytes) -> None:
            self.send_response(status)
            self.send_header("content-type", "text/event-stream")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", requests
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _event(event: dict[str, Any]) -> bytes:
    return f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()


def _turn(asked: dict[str, Any], calls: Sequence[Call]) -> Iterator[dict[str, Any]]:
    """The next call of the script, or its end. Requests without tools are for titles and the like."""
    done = sum(part.get("type") == "tool_result" for part in parts_of(asked))
    if asked.get("tools") and done < len(calls):
        name, given = calls[done]
        block: dict[str, Any] = {"type": "tool_use", "id": f"toolu_{done:04}", "name": name, "input": {}}
        delta, why = {"type": "input_json_delta", "partial_json": json.dumps(given)}, "tool_use"
    else:
        block = {"type": "text", "text": ""}
        delta, why = {"type": "text_delta", "text": "the script ends"}, "end_turn"
    usage = {"input_tokens": 1, "output_tokens": 1}
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": asked["model"], "content": []}
    yield {"type": "message_start", "message": {**message, "stop_reason": None, "stop_sequence": None, "usage": usage}}
    yield {"type": "content_block_start", "index": 0, "content_block": block}
    yield {"type": "content_block_delta", "index": 0, "delta": delta}
    yield {"type": "content_block_stop", "index": 0}
    yield {"type": "message_delta", "delta": {"stop_reason": why, "stop_sequence": None}, "usage": {"output_tokens": 1}}
    yield {"type": "message_stop"}


def parts_of(asked: dict[str, Any]) -> list[dict[str, Any]]:
    """The parts of all messages of a request."""
    contents = (message["content"] for message in asked["messages"])
    return [part for content in contents if isinstance(content, list) for part in content]


def told(session: Session) -> str:
    """All that the model was told in words: prompts, results of tools, what hooks had to say."""
    return json.dumps([session.requests[-1]["messages"], session.requests[-1].get("system")], ensure_ascii=False)
