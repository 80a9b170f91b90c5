"""Where a node starts: a point that its name alone decides."""

from __future__ import annotations

from hashlib import blake2b
from math import sqrt


def scatter(name: str) -> bytes:
    """Eight bytes that are a point in a square, spread evenly over names: two numbers, big end first."""
    return blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest()


def start(name: str) -> tuple[float, float]:
    """A point in the disc of radius 1, spread evenly over names."""
    digest = scatter(name)
    x = int.from_bytes(digest[:4], "big") / 2**31 - 1
    y = int.from_bytes(digest[4:], "big") / 2**31 - 1
    return x * sqrt(1 - y * y / 2), y * sqrt(1 - x * x / 2)


def direction(name: str) -> tuple[float, float]:
    """A point on the circle of radius 1."""
    x, y = start(name)
    length = sqrt(x * x + y * y) or 1.0
    return (x / length, y / length) if x or y else (1.0, 0.0)
