"""Puts a graph into a running Neo4j, or another database that speaks Bolt, through its driver."""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import SplitResult, urlsplit

from graph.exports.cypher import CONSTRAINT, LABEL, Place, statements
from graph.exports.network import Network
from vaultkit.errors import UsageError, VaultkitError

if TYPE_CHECKING:
    from neo4j import Driver, ManagedTransaction

_SCHEMES: Final = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
_OTHER_INDEX: Final = f"CREATE INDEX FOR (n:{LABEL}) ON (n.graph, n.id)"
"""For servers that do not know Neo4j's constraints; without either every node would be searched for among all."""
_PATIENCE: Final = 10.0
"""Seconds to wait for a connection."""


class Login(NamedTuple):
    """As whom, and into which of the server's databases."""

    user: str
    password: str
    """"" for a server that wants no login."""
    database: str
    """"" for the one that the server prefers."""


class Pushed(NamedTuple):
    """What the database holds of this graph now."""

    nodes: int
    relationships: int


def check_address(address: str) -> SplitResult:
    """The address of a server, taken apart. Raises UsageError if it is none, or tells a password to all who list
    processes or read the history of the shell."""
    try:
        parts = urlsplit(address)
        has_host, _ = bool(parts.hostname), parts.port
    except ValueError as fault:
        raise UsageError(f"{address!r} is no address ({fault})", "give one like bolt://localhost:7687") from fault
    if parts.scheme not in _SCHEMES or not has_host:
        raise UsageError(f"{address!r} is no address of a graph database", "give one like bolt://localhost:7687")
    if "@" in parts.netloc:
        raise UsageError("a login on the command line can be seen by others", "use $NEO4J_USERNAME and $NEO4J_PASSWORD")
    return parts


def is_open(parts: SplitResult) -> bool:
    """Whether what is sent to the address can be read on its way: it is not encrypted and leaves this machine."""
    host = parts.hostname or ""
    if parts.scheme.endswith(("+s", "+ssc")) or host == "localhost":
        return False
    try:
        return not ipaddress.ip_address(host).is_loopback
    except ValueError:
        return True


def push(address: str, login: Login, network: Network, place: Place) -> Pushed:
    """Leave the database with exactly this graph under its name, in one transaction. Raises VaultkitError."""
    check_address(address)
    with _driver(address, login) as driver, driver.session(database=login.database or None) as session:
        _prepare(driver, login)
        session.execute_write(_write, network, place)
        return session.execute_read(_count, place)


@contextmanager
def _driver(address: str, login: Login) -> Iterator[Driver]:
    """A connection to the server; every fault of it comes out as a VaultkitError."""
    try:
        import neo4j
        from neo4j import exceptions
    except ImportError as fault:
        raise VaultkitError("the driver of Neo4j is not installed", "pip install 'vaultkit[neo4j]'") from fault
    logging.getLogger("neo4j").setLevel(logging.CRITICAL)  # what matters is raised
    try:
        with neo4j.GraphDatabase.driver(
            address,
            auth=(login.user, login.password),
            connection_timeout=_PATIENCE,
            connection_acquisition_timeout=2 * _PATIENCE,
        ) as driver:
            driver.verify_connectivity()
            yield driver
    except exceptions.AuthError as fault:
        remedy = "set $NEO4J_USERNAME and $NEO4J_PASSWORD"
        raise VaultkitError(f"{address} refuses the login ({_first_line(fault)})", remedy) from fault
    except (exceptions.ServiceUnavailable, exceptions.SessionExpired, OSError) as fault:
        remedy = "start it, or correct the address"
        raise VaultkitError(f"no graph database answers at {address} ({_first_line(fault)})", remedy) from fault
    except (exceptions.Neo4jError, exceptions.DriverError) as fault:
        remedy = "the graph there is as it was before"
        raise VaultkitError(f"{address} did not take the graph ({_first_line(fault)})", remedy) from fault


def _first_line(fault: Exception) -> str:
    lines = str(getattr(fault, "message", None) or fault).splitlines()
    return lines[0].strip(" :") if lines else type(fault).__name__


def _prepare(driver: Driver, login: Login) -> None:
    """Have the server find nodes by name and id: as Neo4j spells it, else as its kin do.

    A server that knows neither is slower, but not wrong. That the index is there already is told as an error by some.
    """
    from neo4j.exceptions import Neo4jError

    for text in (CONSTRAINT, _OTHER_INDEX):
        try:
            with driver.session(database=login.database or None) as session:
                session.run(text).consume()
            return
        except Neo4jError:
            continue


def _write(transaction: ManagedTransaction, network: Network, place: Place) -> None:
    for text, parameters in statements(network, place):
        transaction.run(text, dict(parameters)).consume()


def _count(transaction: ManagedTransaction, place: Place) -> Pushed:
    graph = {"graph": place.graph}
    nodes = transaction.run(f"MATCH (n:{LABEL} {{graph: $graph}}) RETURN count(n) AS number", graph).single(strict=True)
    edges = transaction.run(
        f"MATCH (:{LABEL} {{graph: $graph}})-[r]->(:{LABEL}) WHERE r.graph = $graph RETURN count(r) AS number", graph
    ).single(strict=True)
    return Pushed(nodes["number"], edges["number"])
