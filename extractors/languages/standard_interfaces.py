"""Interfaces of standard libraries that those of repositories embed: what their methods take and give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Asked = Mapping[str, Mapping[str, tuple[str, ...]]]
"""The shapes of the methods of interfaces, by name: as `graph.facts.Shape.parts`, with `<x>` for the type x."""

_BYTES: Final = ("[ ] uint8", "->", "int", "error")

GO: Final[Asked] = {
    "error": {"Error": ("->", "string")},
    "fmt.Stringer": {"String": ("->", "string")},
    "io.Reader": {"Read": _BYTES},
    "io.Writer": {"Write": _BYTES},
    "io.Closer": {"Close": ("->", "error")},
    "io.Seeker": {"Seek": ("int64", "int", "->", "int64", "error")},
    "io.ReadCloser": {"Read": _BYTES, "Close": ("->", "error")},
    "io.WriteCloser": {"Write": _BYTES, "Close": ("->", "error")},
    "io.ReadWriter": {"Read": _BYTES, "Write": _BYTES},
    "io.ReadWriteCloser": {"Read": _BYTES, "Write": _BYTES, "Close": ("->", "error")},
    "io.ReaderAt": {"ReadAt": ("[ ] uint8", "int64", "->", "int", "error")},
    "io.WriterAt": {"WriteAt": ("[ ] uint8", "int64", "->", "int", "error")},
    "io.ReaderFrom": {"ReadFrom": ("<io.Reader>", "->", "int64", "error")},
    "io.WriterTo": {"WriteTo": ("<io.Writer>", "->", "int64", "error")},
    "io.ByteReader": {"ReadByte": ("->", "uint8", "error")},
    "io.StringWriter": {"WriteString": ("string", "->", "int", "error")},
    "net/http.Handler": {"ServeHTTP": ("<net/http.ResponseWriter>", "* <net/http.Request>", "->")},
    "net/http.RoundTripper": {"RoundTrip": ("* <net/http.Request>", "->", "* <net/http.Response>", "error")},
    "net/http.ResponseWriter": {
        "Header": ("->", "<net/http.Header>"),
        "Write": _BYTES,
        "WriteHeader": ("int", "->"),
    },
    "net/http.Flusher": {"Flush": ("->",)},
    "net/http.Hijacker": {"Hijack": ("->", "<net.Conn>", "* <bufio.ReadWriter>", "error")},
    "net/http.CloseNotifier": {"CloseNotify": ("->", "<- chan bool")},
    "sort.Interface": {"Len": ("->", "int"), "Less": ("int", "int", "->", "bool"), "Swap": ("int", "int", "->")},
    "context.Context": {
        "Deadline": ("->", "<time.Time>", "bool"),
        "Done": ("->", "<- chan struct { }"),
        "Err": ("->", "error"),
        "Value": ("interface { }", "->", "interface { }"),
    },
    "encoding.TextMarshaler": {"MarshalText": ("->", "[ ] uint8", "error")},
    "encoding.TextUnmarshaler": {"UnmarshalText": ("[ ] uint8", "->", "error")},
    "encoding/json.Marshaler": {"MarshalJSON": ("->", "[ ] uint8", "error")},
    "encoding/json.Unmarshaler": {"UnmarshalJSON": ("[ ] uint8", "->", "error")},
}
