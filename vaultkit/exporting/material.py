"""The graph that is exported, brought up to date first, read from its index as it is gone through."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from graph.exports.network import Network
from graph.model import Edge, Node
from vaultkit.asking.current import bring_up_to_date
from vaultkit.building.pipeline import NOBODY, Watcher
from vaultkit.building.standing import root_of
from vaultkit.config import OUT_NAME, Root, read_root
from vaultkit.disk.database import IndexUnusable
from vaultkit.errors import VaultkitError
from vaultkit.indexing.index import NAME, Index, open_for_reading
from vaultkit.indexing.reader import Reader


class Material(NamedTuple):
    """An open graph."""

    network: Network
    reader: Reader
    root: Root
    out: Path
    build_id: str


@contextmanager
def material(out: Path, watcher: Watcher = NOBODY) -> Iterator[Material]:
    """The graph in `out` as its files are now: updated before it is read, where that can be. Raises VaultkitError."""
    root = read_root(_root_folder(out))
    bring_up_to_date(root, out, watcher, older=True)
    with open_for_reading(out / NAME) as index:
        yield Material(_network(index, root), Reader(index.connection), root, out, index.meta("build_id"))


def _root_folder(out: Path) -> Path:
    """The folder of the notes or the code. Raises VaultkitError if nobody knows it, or it is gone."""
    try:
        with open_for_reading(out / NAME) as index:
            folder = root_of(index, out)
    except IndexUnusable:
        if out.name != OUT_NAME:
            raise
        folder = out.parent
    if not folder.is_dir():
        raise VaultkitError(f"{folder} is gone, of which this graph was built", "build a graph where its files are now")
    return folder


class _Nodes:
    """The nodes of an index, read anew each time they are gone through."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def __iter__(self) -> Iterator[Node]:
        return self._index.graph.nodes()


class _Edges:
    """The edges of an index, read anew each time they are gone through."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def __iter__(self) -> Iterator[Edge]:
        return self._index.graph.edges()


def _network(index: Index, root: Root) -> Network:
    places = index.graph.places()
    communities = {identity: hub for identity, hub, _ in places if hub}
    return Network(
        name=root.name,
        kind=root.kind,
        nodes=_Nodes(index),
        edges=_Edges(index),
        communities=communities,
        names=index.graph.community_names(),
        degrees={identity: degree for identity, _, degree in places},
    )
