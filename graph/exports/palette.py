"""The colours of communities: eight that colour-blind eyes tell apart for the largest, grey for the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final, NamedTuple


class Colour(NamedTuple):
    """A colour on paper, and the same on a dark ground."""

    light: str
    dark: str


COLOURS: Final = (
    Colour("#0072b2", "#4ba7dd"),
    Colour("#d08c00", "#eab54d"),
    Colour("#008a64", "#2fbf95"),
    Colour("#b8618f", "#dc97bb"),
    Colour("#3a9bd6", "#7cc6f2"),
    Colour("#c9540a", "#ee8848"),
    Colour("#7a6bb8", "#a99ae0"),
    Colour("#7d8c1f", "#b5c452"),
)
"""Okabe and Ito's palette (Color Universal Design, 2008), its black and yellow, which paper or night would swallow,
replaced by violet and olive."""
GREY: Final = Colour("#8d8a83", "#85827b")


def by_size(communities: Mapping[str, str]) -> dict[str, int]:
    """Hub id to number of nodes, the largest community first."""
    sizes = Counter(filter(None, communities.values()))
    return dict(sorted(sizes.items(), key=lambda item: (-item[1], item[0])))


class Palette:
    """Gives each community its colour."""

    def __init__(self, communities: Mapping[str, str]) -> None:
        """Colour the communities that these nodes belong to."""
        self._colours = dict(zip(by_size(communities), COLOURS, strict=False))

    def colour(self, hub: str) -> Colour:
        """The colour of the community of this hub; grey for small ones and for "", none."""
        return self._colours.get(hub, GREY)

    def rgb(self, hub: str) -> tuple[int, int, int]:
        """Its colour on paper as numbers from 0 to 255."""
        red, green, blue = bytes.fromhex(self.colour(hub).light[1:])
        return red, green, blue
