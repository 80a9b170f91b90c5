"""What each role of definitions makes: a kind of symbol, bound or not, with a receiver of its own or without."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from graph.facts import ALIAS, DECLARED, EXTENSION, INLINE, NAMELESS


class Kind(NamedTuple):
    """What a role of definitions makes."""

    kind: str
    declares: bool
    """Whether it binds its name where it stands; otherwise it is a value, named by what it is bound to."""
    receives: bool = True
    """Whether it has a receiver of its own; otherwise it shares that of the definition around it."""
    flag: str = ""


REST: Final = "def.class.rest"
"""The role of what is around all that follows."""
DEFINITIONS: Final[Mapping[str, Kind]] = {
    "def.function": Kind("function", True),
    "def.method": Kind("method", True),
    "def.property": Kind("method", True, flag="property"),
    "def.declared": Kind("method", True, flag=DECLARED),
    "def.member": Kind("method", False),
    "def.constructor": Kind("method", True),
    "def.class": Kind("class", True),
    REST: Kind("class", True),
    "def.interface": Kind("class", True, flag="interface"),
    "def.enum": Kind("class", True, flag="enum"),
    "def.namespace": Kind("class", True, flag="namespace"),
    "def.alias": Kind("class", True, flag=ALIAS),
    "def.variant": Kind("class", True, flag="variant"),
    "def.extension": Kind("class", False, flag=EXTENSION),
    "def.macro": Kind("function", True, flag="macro"),
    "def.variable": Kind("variable", True),
    "def.class.value": Kind("class", False),
    "def.value": Kind("function", False),
    "def.arrow": Kind("function", False, receives=False),
    "def.type": Kind("function", False, receives=False, flag=INLINE),
    "def.signature": Kind("method", False, flag=INLINE),
    "def.lambda": Kind("function", False, receives=False, flag=NAMELESS),
}
