"""Tells a failure in one line: what a tool printed, without the stack traces of JS, Python, Rust and native crashes."""

from __future__ import annotations

import re
from typing import Final

from graph.regex import regex

LONGEST: Final = 300
"""Characters of the line."""

_ANSI: Final = regex(r"\x1b\[[0-9;?]*[ -/]*[@-~]")
_NOISE: Final = regex(
    r"""^\s*+(?:
    at\ .+                                        # JS
  | File\ ".*",\ line\ \d+.*                      # Python
  | Traceback\ \(most\ recent\ call\ last\):.*
  | During\ handling\ of\ the\ above\ exception.*|The\ above\ exception\ was\ the\ direct\ cause.*
  | stack\ backtrace:.*|note:\ .*                 # Rust
  | \d++:\s++(?=.*::).*
  | Require\ stack:.*|-\ (?:/|[A-Z]:\\).*         # Node
  | node:internal/.*|throw\ .*|Node\.js\ v\d.*
  | [\^~\s]++|[{}\[\]();,\s]++
  )$""",
    re.VERBOSE,
)
_ADDRESS: Final = regex(r"(?:0x)?[0-9a-f]{4,16}(?:`[0-9a-f]{8})?", re.IGNORECASE)
_SYMBOL: Final = regex(r"\w[\w.+-]*+![\w~<>?@$.`+-]++")
"""`module!symbol+0x1d`."""
_SHORT_ADDRESS: Final = 5
"""Characters of what may as well be a word or a number."""
_LINE: Final = 2000
"""Characters of a line that are looked at."""
_EXCEPTION: Final = regex(
    r"^\s*(?:Uncaught\s+)?(?:[\w$]+[.:]{1,2})*\w*(?:Error|Exception|Interrupt|Exit|Panic)\b(?::|\s*$|\s*\[|\()"
)
_NAMED: Final = regex(r"^\s*(?:error|fatal|failed|failure|panic|E  )\b.*", re.IGNORECASE)
_PANIC: Final = regex(r"^\s*thread '.*' (?:\(\d+\) )?panicked at (.*)$")
_OLD_PANIC: Final = regex(r"^'(.*)', \S+:\d+(?::\d+)?$")
_ANNOUNCED: Final = regex(
    r"exception|crash|fault|violation|overflow|signal|SIG\w+|call ?stack|stack ?(?:trace|dump)|registers?|core dumped|"
    r"address|abort",
    re.IGNORECASE,
)
_CRASHES: Final = (
    (r"access[ _]violation|0xc0000005", "内存访问违例 (access violation)"),
    (r"stack[ _]overflow|0xc00000fd", "栈溢出 (stack overflow)"),
    (r"heap[ _]corruption|0xc0000374", "堆损坏 (heap corruption)"),
    (r"illegal[ _]instruction|SIGILL|0xc000001d", "非法指令 (illegal instruction)"),
    (r"divi(?:de|sion) by zero|SIGFPE|0xc0000094", "除零 (division by zero)"),
    (r"bus error|SIGBUS", "总线错误 (bus error)"),
    (r"segmentation fault|SIGSEGV", "段错误 (segmentation fault)"),
    (r"abort|SIGABRT|0xc0000409", "异常中止 (abort)"),
)


def one_line(output: str) -> str:
    """The line of a failed call's output that says what went wrong, at most `LONGEST` characters; "" for nothing."""
    lines = [line[:_LINE] for line in _ANSI.sub("", output).replace("\r", "\n").split("\n")]
    crash = _crash(output, lines)
    if crash:
        return crash
    found = _telling(output, lines).strip()
    return found if len(found) <= LONGEST else found[: LONGEST - 1] + "…"


def _telling(output: str, lines: list[str]) -> str:
    panic = _panic(lines)
    if panic:
        return panic
    said = [line for line in lines if line.strip() and not _NOISE.match(line)]
    said = [line for line in said if not _is_frame(line)] or said
    exceptions = [line for line in said if _EXCEPTION.match(line)]
    if "Traceback (most recent call last)" in output:
        return exceptions[-1] if exceptions else _after_frames(lines)
    named = exceptions or [line for line in said if _NAMED.match(line)]
    return named[0] if named else (said[-1] if said else "")


def _after_frames(lines: list[str]) -> str:
    """The exception after the last traceback: the first line that is not indented."""
    last = max(number for number, line in enumerate(lines) if "Traceback (most recent call last)" in line)
    return next((line for line in lines[last + 1 :] if line.strip() and not line[0].isspace()), "")


def _panic(lines: list[str]) -> str:
    """What a Rust program said when it panicked, which stands beside or below its place."""
    for number, line in enumerate(lines):
        found = _PANIC.match(line)
        if found:
            old = _OLD_PANIC.match(found[1])
            below = lines[number + 1].strip() if number + 1 < len(lines) else ""
            message = old[1] if old else below
            return f"panicked: {message}" if message and not _NOISE.match(message) else f"panicked at {found[1]}"
    return ""


def _is_frame(line: str) -> bool:
    """Whether a line of a native crash tells nothing but where: addresses, `module!symbol`."""
    parts = [part for part in re.split(r"[\s:|]+", line) if part]
    symbols = [part for part in parts if _SYMBOL.fullmatch(part)]
    addresses = [part for part in parts if len(part) > _SHORT_ADDRESS and _ADDRESS.fullmatch(part)]
    addresses = [part for part in addresses if any(map(str.isdecimal, part))]
    counts = [part for part in parts[:1] if part.lstrip("#").isdecimal() and part not in addresses]
    return bool(symbols or addresses) and len(symbols) + len(addresses) + len(counts) == len(parts)


def _crash(output: str, lines: list[str]) -> str:
    """A brief of a native crash of which nothing readable is left but the kind; "" for any other output."""
    frames = [line for line in lines if _is_frame(line)]
    kind = next((kind for pattern, kind in _CRASHES if re.search(pattern, output, re.IGNORECASE)), "")
    if not frames or not (kind or any("!" in line for line in frames)):
        return ""
    rest = [line for line in lines if line.strip() and not _is_frame(line) and not _NOISE.match(line)]
    if any(not _is_headline(line) for line in rest):
        return ""
    return f"原生崩溃: {kind or '原因不明 (unknown)'}（无有效错误消息，地址与堆栈细节已省略）"


def _is_headline(line: str) -> bool:
    """A line that only announces the crash: `Exception code: 0xc0000005`, `Segmentation fault`, `Call Stack:`."""
    return bool(_ANNOUNCED.search(line)) and len(line) < 200 and not _EXCEPTION.match(line)
