"""HTTP that ends in time: a call has so many seconds as a whole, can be stopped, and brings no more than it may."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import httpcore
import httpx

_SLICE: Final = 0.2
"""Seconds until somebody who waits for bytes looks whether it shall go on."""
_MOST: Final = 8 * 1024 * 1024
"""Bytes of an answer."""


class Stopped(Exception):
    """Somebody said that the call shall end."""


class TooLate(Exception):
    """The call was not done in time."""


class TooMuch(Exception):
    """The answer had no end."""


class _Limits(threading.local):
    """Those of the call that this thread is in."""

    end = float("inf")
    left = _MOST
    stop: Callable[[], bool] = staticmethod(lambda: False)


_limits = _Limits()


@contextmanager
def within(seconds: float, stop: Callable[[], bool]) -> Iterator[None]:
    """Calls of this thread end after so many seconds, or when `stop` says so. Raises TooLate, Stopped, TooMuch."""
    _limits.end, _limits.left, _limits.stop = time.monotonic() + seconds, _MOST, stop
    try:
        yield
    finally:
        _limits.end, _limits.left, _limits.stop = float("inf"), _MOST, lambda: False


class Transport(httpx.BaseTransport):
    """What httpx sends requests with; only the time that a server takes is limited otherwise than by httpx."""

    def __init__(self, fits: Callable[[str], bool] | None = None) -> None:
        """Connect when the first request comes, and only to an IP address that `fits`, whatever a name resolves to."""
        self._pool = httpcore.ConnectionPool(network_backend=_Backend(fits), max_connections=64)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send one request. Raises httpx.TransportError, and what `within` names."""
        url = request.url
        target = httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path)
        assert isinstance(request.stream, httpx.SyncByteStream)
        sent = httpcore.Request(
            request.method, target, headers=request.headers.raw, content=request.stream, extensions=request.extensions
        )
        with _translated():
            answer = self._pool.handle_request(sent)
        assert isinstance(answer.stream, Iterable)
        return httpx.Response(answer.status, headers=answer.headers, stream=_Body(answer), extensions=answer.extensions)

    def close(self) -> None:
        """Let go of every connection."""
        self._pool.close()


class _Body(httpx.SyncByteStream):
    def __init__(self, answer: httpcore.Response) -> None:
        self._answer = answer

    def __iter__(self) -> Iterator[bytes]:
        with _translated():
            yield from self._answer.iter_stream()

    def close(self) -> None:
        self._answer.close()


class _Backend(httpcore.NetworkBackend):
    """Connects as httpcore does."""

    def __init__(self, fits: Callable[[str], bool] | None) -> None:
        self._plain = httpcore.SyncBackend()
        self._fits = fits

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        stream = self._plain.connect_tcp(host, port, _remaining(timeout), local_address, socket_options)
        if self._fits is not None and not self._fits(reached := _reached(stream)):
            stream.close()
            raise httpcore.ConnectError(f"{host} is {reached}, another machine" if reached else "it hung up")
        return _Stream(stream)


class _Stream(httpcore.NetworkStream):
    """Waits in slices, so that neither a server that is silent nor one that drips holds anybody."""

    def __init__(self, stream: httpcore.NetworkStream) -> None:
        self._stream = stream

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        while True:
            try:
                data = self._stream.read(max_bytes, _remaining(_SLICE))
            except httpcore.ReadTimeout:
                continue
            _limits.left -= len(data)
            if _limits.left < 0:
                raise TooMuch
            return data

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, _remaining(timeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: Any, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        return _Stream(self._stream.start_tls(ssl_context, server_hostname, _remaining(timeout)))

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def _reached(stream: httpcore.NetworkStream) -> str:
    """The IP address at the other end, "" if it has hung up already."""
    try:
        return str(stream.get_extra_info("server_addr")[0])
    except OSError:
        return ""


def _remaining(timeout: float | None) -> float | None:
    """The time that is left, at most `timeout`."""
    if _limits.stop():
        raise Stopped
    left = _limits.end - time.monotonic()
    if left <= 0:
        raise TooLate
    return left if timeout is None else min(timeout, left)


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException) as fault:
        raise httpx.TransportError(f"{fault or type(fault).__name__}") from fault
