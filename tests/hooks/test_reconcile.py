"""When a session starts: an update for what changed by hand, a rebuild if the last one was long ago."""

from __future__ import annotations

import json
from datetime import datetime

import pytest

from tests.hooks.world import World
from vaultkit.hooks.reconcile import reconcile

NOW = datetime.fromisoformat("2026-12-01T12:00:00+00:00")


@pytest.mark.parametrize(
    ("rebuilt", "settings", "mark"),
    [
        ("2026-12-01T11:00:00+00:00", "", "dirty"),
        ("2026-11-24T13:00:00+00:00", "", "dirty"),
        ("2026-11-24T11:00:00+00:00", "", "rebuild"),
        ("2026-11-24T14:00:00+02:00", "", "dirty"),
        ("2026-11-24T11:00:00+00:00", "[hooks]\nrebuild_days = 30\n", "dirty"),
        ("2026-11-29T11:00:00+00:00", "[hooks]\nrebuild_days = 2\n", "rebuild"),
        ("2026-12-01T11:59:59+00:00", "[hooks]\nrebuild_days = 0\n", "rebuild"),
        ("2027-12-01T11:00:00+00:00", "", "rebuild"),
        ("2026-12-01T20:00:00+00:00", "", "dirty"),
        ("soon", "", "rebuild"),
        (7, "", "rebuild"),
        (None, "", "rebuild"),
    ],
)
def test_a_rebuild_is_due(world: World, rebuilt: object, settings: str, mark: str) -> None:
    record = json.dumps({"rebuilt_at": rebuilt})
    world.write({"vault/graphify-out/graph.json": "{}", "vault/graphify-out/build.json": record})
    world.write({"vault/.vaultkit.toml": "[vault]\n" + settings})
    with world.busy("vault"):
        reconcile(str(world.vault), NOW)
    assert world.state("vault").marks() == (mark,)


@pytest.mark.parametrize("record", [None, "", "[]", "{", "null"])
def test_a_stamp_that_is_lost(world: World, record: str | None) -> None:
    world.write({"vault/graphify-out/graph.json": "{}"})
    if record is not None:
        world.write({"vault/graphify-out/build.json": record})
    with world.busy("vault"):
        reconcile(str(world.vault), NOW)
    assert world.state("vault").marks() == ("rebuild",)


def test_without_a_graph_any_build_is_one_from_nothing(world: World) -> None:
    with world.busy("vault"):
        reconcile(str(world.vault), NOW)
    assert world.state("vault").marks() == ("dirty",)
