"""A server that speaks enough of Bolt 5.0 for the real driver, on the loopback interface.

It takes what it is sent and writes it down; the statements that contain `refused` fail as the server says they do.
https://neo4j.com/docs/bolt/current/
"""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

HELLO, GOODBYE, RESET, RUN, BEGIN, COMMIT, ROLLBACK, PULL, ROUTE = 0x01, 0x02, 0x0F, 0x10, 0x11, 0x12, 0x13, 0x3F, 0x66
SUCCESS, RECORD, IGNORED, FAILURE = 0x70, 0x71, 0x7E, 0x7F


class Server(NamedTuple):
    """A running server."""

    address: str
    said: list[tuple[int, list[Any]]]
    """(message, fields) in the order in which they came."""

    def statements(self) -> list[tuple[str, dict[str, Any]]]:
        """What was to be run, with its parameters."""
        return [(fields[0], fields[1]) for tag, fields in self.said if tag == RUN]


@contextmanager
def bolt_server(
    *, password: str = "", refused: str = "\0", code: str = "Neo.ClientError.Statement.SyntaxError"
) -> Iterator[Server]:
    """A server that takes this password, and refuses statements with these words in them."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = Server(f"bolt://127.0.0.1:{listening.getsockname()[1]}", [])

        def serve() -> None:
            while True:
                try:
                    connection, _ = listening.accept()
                except OSError:
                    return
                threading.Thread(target=_Session(connection, server, password, refused, code).run, daemon=True).start()

        threading.Thread(target=serve, daemon=True).start()
        yield server
        listening.shutdown(socket.SHUT_RDWR)


class _Session:
    def __init__(self, connection: socket.socket, server: Server, password: str, refused: str, code: str) -> None:
        self.connection, self.server = connection, server
        self.password, self.refused, self.code = password, refused, code
        self.failed = False

    def run(self) -> None:
        with self.connection:
            if self._read(20)[:4] != b"\x60\x60\xb0\x17":
                return
            self.connection.sendall(b"\x00\x00\x00\x05")
            while message := self._message():
                tag, fields = message
                self.server.said.append((tag, fields))
                if tag == GOODBYE:
                    return
                self._answer(tag, fields)

    def _answer(self, tag: int, fields: list[Any]) -> None:
        if tag == RESET:
            self.failed = False
        if self.failed:
            return self._send(IGNORED)
        if tag == HELLO and fields[0].get("credentials", "") != self.password:
            return self._fail("Neo.ClientError.Security.Unauthorized", "the password is wrong")
        if tag == RUN and self.refused in fields[0]:
            return self._fail(self.code, "refused")
        if tag == PULL and self.server.statements()[-1][0].endswith("AS number"):
            self._send(RECORD, [7])
        hello = {"server": "Neo4j/5.0.0", "connection_id": "1"}
        self._send(SUCCESS, hello if tag == HELLO else {"fields": ["number"]} if tag == RUN else {})
        return None

    def _fail(self, code: str, message: str) -> None:
        self.failed = True
        self._send(FAILURE, {"code": code, "message": message})

    def _send(self, tag: int, *fields: Any) -> None:
        data = bytes([0xB0 + len(fields), tag]) + b"".join(map(_packed, fields))
        self.connection.sendall(struct.pack(">H", len(data)) + data + b"\0\0")

    def _message(self) -> tuple[int, list[Any]] | None:
        data = b""
        while True:
            head = self._read(2)
            if len(head) < 2:
                return None
            size = int.from_bytes(head)
            if not size and data:
                return data[1], _Unpacking(data[2:]).values(data[0] & 0x0F)
            data += self._read(size)

    def _read(self, size: int) -> bytes:
        data = b""
        while len(data) < size and (part := self.connection.recv(size - len(data))):
            data += part
        return data


def _packed(value: Any) -> bytes:
    """PackStream of what a server says: short texts, small numbers, lists, maps."""
    if isinstance(value, str):
        encoded = value.encode()
        return bytes([0xD0, len(encoded)]) + encoded
    if isinstance(value, dict):
        return bytes([0xA0 + len(value)]) + b"".join(_packed(key) + _packed(each) for key, each in value.items())
    if isinstance(value, list):
        return bytes([0x90 + len(value)]) + b"".join(map(_packed, value))
    return bytes([value])


class _Unpacking:
    """PackStream of what a driver says."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def values(self, count: int) -> list[Any]:
        return [self.value() for _ in range(count)]

    def value(self) -> Any:
        mark = self._take(1)[0]
        high, low = mark & 0xF0, mark & 0x0F
        if mark < 0x80 or high == 0xF0:
            return mark if mark < 0x80 else mark - 0x100
        if high in (0x80, 0x90, 0xA0):
            return self._sized({0x80: "text", 0x90: "list", 0xA0: "map"}[high], low)
        if mark in (0xC8, 0xC9, 0xCA, 0xCB):
            return int.from_bytes(self._take(1 << (mark - 0xC8)), signed=True)
        sized = {0xD0: ("text", 1), 0xD1: ("text", 2), 0xD2: ("text", 4)}
        sized |= {0xD4: ("list", 1), 0xD5: ("list", 2), 0xD6: ("list", 4)}
        sized |= {0xD8: ("map", 1), 0xD9: ("map", 2), 0xDA: ("map", 4)}
        if mark in sized:
            kind, width = sized[mark]
            return self._sized(kind, int.from_bytes(self._take(width)))
        return {0xC0: lambda: None, 0xC2: lambda: False, 0xC3: lambda: True, 0xC1: self._double}[mark]()

    def _sized(self, kind: str, size: int) -> Any:
        if kind == "text":
            return self._take(size).decode()
        return self.values(size) if kind == "list" else {self.value(): self.value() for _ in range(size)}

    def _double(self) -> float:
        number: float = struct.unpack(">d", self._take(8))[0]
        return number

    def _take(self, size: int) -> bytes:
        self.at += size
        return self.data[self.at - size : self.at]
