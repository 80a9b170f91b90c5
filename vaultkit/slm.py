"""The only door to Ollama: found by its port first, imported only when it answers."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from vaultkit.errors import VaultkitError

if TYPE_CHECKING:
    import ollama

_PORT: Final = 11434
_KNOCK: Final = 0.5
"""Seconds until a host that does not answer is taken for absent."""
_PATIENCE: Final = 300.0
"""Seconds a model may think."""
_LONGEST: Final = 4096
"""Tokens of an answer; one that is cut off there is no answer."""

Complete = Callable[[str, dict[str, Any]], dict[str, Any]]
"""Answers a prompt with JSON of a schema."""


def client(host: str = "") -> ollama.Client:
    """The client of the Ollama at `host`, else `$OLLAMA_HOST`, else on this machine. Raises VaultkitError."""
    address = host or os.environ.get("OLLAMA_HOST", "") or f"127.0.0.1:{_PORT}"
    try:
        parts = urlsplit(address if "//" in address else f"http://{address}")
        name, port = parts.hostname or "127.0.0.1", parts.port or _PORT
        name = "127.0.0.1" if name == "0.0.0.0" else name  # where a server listens is no place to call
        socket.create_connection((name, port), _KNOCK).close()
    except (OSError, ValueError) as fault:
        raise VaultkitError(
            f"Ollama does not answer at {address} ({fault})", "start it, or set $OLLAMA_HOST"
        ) from fault
    try:
        import ollama  # 0.6 s, so only when somebody answers
    except ImportError as fault:
        raise VaultkitError("the Ollama client is not installed", "pip install 'vaultkit[models]'") from fault
    shown = f"[{name}]" if ":" in name else name
    return ollama.Client(host=f"{parts.scheme}://{shown}:{port}", timeout=_PATIENCE)


def completer(model: str, host: str = "") -> Complete:
    """A function that asks a model. Raises VaultkitError, then and when it is called."""
    door = client(host)

    def complete(prompt: str, schema: dict[str, Any]) -> dict[str, Any]:
        answer = called(
            model,
            lambda: door.chat(
                model=model,
                messages=[{"role": "user", "content": prompt}],
                format=schema,
                options={"temperature": 0, "num_predict": _LONGEST},
            ),
        )
        if answer.done_reason == "length":
            raise VaultkitError(f"{model} did not come to an end", "try again, or take another model")
        try:
            value = json.loads(answer.message.content or "")
        except (ValueError, RecursionError) as fault:
            raise VaultkitError(f"{model} did not answer with JSON", "try again, or take another model") from fault
        if not isinstance(value, dict):
            raise VaultkitError(f"{model} did not answer with an object", "try again, or take another model")
        return value

    return complete


def called(model: str, call: Callable[[], Any]) -> Any:
    """What a call of the client returns; its faults as VaultkitError."""
    import httpx
    import ollama

    try:
        return call()
    except (ollama.ResponseError, ConnectionError, httpx.HTTPError) as fault:
        raise VaultkitError(f"Ollama cannot use {model!r} ({fault})", f"ollama pull {model}") from fault
