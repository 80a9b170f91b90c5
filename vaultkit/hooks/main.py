"""vaultkit-hook: one event in on stdin, one answer out on stdout. It never fails its host: exit code 0, and in time."""

from __future__ import annotations

import _thread
import gc
import json
import os
import sys
import time
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NoReturn

if TYPE_CHECKING:
    from vaultkit.hooks.event import Event, Handler

CLIENTS: Final = ("claude", "codex", "cursor", "gemini", "opencode")
"""The hosts: modules of this package with `read(record) -> Event | None` and `write(event, answer) -> dict`."""
_GIT: Final = "git"
"""Calls its hooks without an event to read and listens to no answer."""
HANDLERS: Final = {
    "before-edit": "before_edit",
    "after-edit": "after_edit",
    "tool-used": "tool_used",
    "prompt": "prompt",
    "reply": "reply",
    "condensed": "condensed",
    "session-start": "session_start",
    "session-end": "session_end",
    "compaction": "session_end",
}
"""The modules of this package with `answers`, a `Handler`."""

_SECONDS: Final = {
    "before-edit": 3.0,
    "after-edit": 8.0,
    "tool-used": 2.0,
    "prompt": 4.0,
    "reply": 4.0,
    "condensed": 4.0,
    "session-start": 2.0,
    "session-end": 1.0,
    "compaction": 2.0,
}
"""How long an answer may take. Hosts wait 10 s for most, for the end of a session 1.5 s, all hooks together."""
_READING: Final = 8.0
"""Seconds for the host to hand over the event."""
_GRACE: Final = 0.5

_HELP: Final = """usage: vaultkit-hook [--client {clients}] < EVENT

Called by an agent's host: reads one event as JSON, answers with one JSON object, always ends with 0.
`vaultkit install HOST` sets it up.

example:
  echo '{{"hook_event_name": "SessionStart", "source": "startup", "cwd": "."}}' | vaultkit-hook

`vaultkit-hook --client git` says that the work tree around the current folder has changed.
"""


def main() -> NoReturn:
    """Answer one event and end the process."""
    gc.disable()  # a hook is over before there is any garbage worth a look
    arguments = sys.argv[1:]
    if {"-h", "--help"} & set(arguments) or (not arguments and os.isatty(0)):
        sys.stdout.write(_HELP.format(clients="|".join(CLIENTS)))
        raise SystemExit(0)
    reply = _Reply()
    reply.within(_READING)
    try:
        if arguments[:2] == ["--client", _GIT]:
            import_module("vaultkit.hooks.work_tree").changed(os.getcwd())
        else:
            _answer(reply, _client(arguments), _read())
    except (Exception, KeyboardInterrupt) as fault:
        _report(_told(fault))
    reply.send()


class _Reply:
    """The best answer so far; sent once, by the handler or at the deadline. Sending ends the process."""

    def __init__(self) -> None:
        self._best: dict[str, Any] = {}
        self._end = 0.0
        self._sent = _thread.allocate_lock()
        self._news = _thread.allocate_lock()
        """Held; released for the watch to look at the time anew."""
        self._watch = 0

    def within(self, seconds: float) -> None:
        """The answer goes out in so many seconds, whatever the handler does: it may hang on a disk that is gone."""
        self._end = time.monotonic() + seconds
        if not self._watch:
            self._news.acquire()
            self._watch = _thread.start_new_thread(self._wait, ())
        elif self._news.locked():
            self._news.release()

    def improve(self, answer: dict[str, Any]) -> None:
        """A better answer than the one before."""
        self._best = answer

    def send(self, *, late: bool = False) -> NoReturn:
        """Write the answer and end. Nothing is left to clean up, and a thread that hangs is left behind."""
        if not self._sent.acquire(blocking=False):
            time.sleep(_GRACE)  # the other one is sending, and ends the process
            os._exit(0)
        data = json.dumps(self._best).encode() + b"\n"
        try:
            while data:
                data = data[os.write(1, data) :]
        except OSError:  # the host no longer listens
            pass
        if late:
            _report("the deadline passed, so what was known by then was answered")
        os._exit(0)

    def _wait(self) -> None:
        while (left := self._end - time.monotonic()) > 0:
            self._news.acquire(timeout=left)
        self.send(late=True)


def _client(arguments: list[str]) -> Any:
    name = arguments[1] if arguments[:1] == ["--client"] and len(arguments) > 1 else "claude"
    if name not in CLIENTS:
        raise ValueError(f"there is no client {name!r}; known are {', '.join(CLIENTS)}")
    return import_module(f"vaultkit.hooks.{name}")


def _read() -> bytes:
    parts = []
    while part := os.read(0, 1 << 20):
        parts.append(part)
    return b"".join(parts)


def _parsed(data: bytes) -> object:
    try:
        return json.loads(data or b"null")
    except (ValueError, RecursionError) as fault:
        from vaultkit.errors import VaultkitError

        raise VaultkitError(f"the event is no JSON ({fault})", "is it the host that calls vaultkit-hook?") from fault


def _answer(reply: _Reply, client: Any, data: bytes) -> None:
    event: Event | None = client.read(_parsed(data))
    if event is None or _is_repeated(event, data):
        return
    from vaultkit.clock import now
    from vaultkit.errors import VaultkitError
    from vaultkit.hooks.event import NOTHING

    reply.within(_SECONDS[event.kind])
    handler: Handler = import_module(f"vaultkit.hooks.{HANDLERS[event.kind]}").answers
    answer = NOTHING
    try:
        for answer in handler(event, now()):
            reply.improve(client.write(event, answer))
    except VaultkitError as fault:
        _report(str(fault))
        reply.improve(client.write(event, answer._replace(notice=f"vaultkit: {fault}")))


def _is_repeated(event: Event, data: bytes) -> bool:
    """Whether another hook answers this event. What only judges an edit changes nothing, and is asked each time."""
    if not event.session or event.kind == "before-edit":
        return False
    from vaultkit.hooks.once import is_first

    try:
        return not is_first(event.session, data)
    except OSError:  # state that cannot be kept; whoever has to will say so
        return False


def _told(fault: BaseException) -> str:
    """What is expected in a line, a bug with its trace."""
    import traceback

    from vaultkit.errors import VaultkitError

    return str(fault) if isinstance(fault, VaultkitError) else "".join(traceback.format_exception(fault))


def _report(why: str) -> None:
    """Leave a word where `vaultkit doctor` finds it; a hook that cannot even do that is silent."""
    from vaultkit.disk.logbook import hook_log, log
    from vaultkit.memory.redact import redact

    with suppress(Exception):
        log(hook_log(), redact(why))
