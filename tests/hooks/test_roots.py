"""Which roots read a file, by whatever path an agent names it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.hooks.world import World
from vaultkit.config import user_vault
from vaultkit.hooks.roots import absolute, places_of


def found(world: World, path: str | Path) -> list[tuple[str, str, str]]:
    return [
        (place.root.removeprefix(f"{world.folder}/"), place.kind, place.path)
        for place in places_of(str(world.folder / path))
    ]


def test_a_folder_that_is_a_link(world: World) -> None:
    (world.folder / "project" / "docs").symlink_to(world.vault / "notes")
    assert found(world, "project/docs/Beta.md") == [("vault", "vault", "notes/Beta.md")]
    (world.folder / "short").symlink_to(world.vault)
    assert found(world, "short/new/New.md") == [("vault", "vault", "new/New.md")]


def test_a_file_that_is_a_link(world: World) -> None:
    """It is a note of the vault it stands in, and what is written into it goes where it leads."""
    (world.vault / "Link.md").symlink_to(world.folder / "mapped" / "README.md")
    assert found(world, "vault/Link.md") == [("vault", "vault", "Link.md"), ("mapped", "project", "README.md")]
    (world.vault / "Inner.md").symlink_to("notes/Beta.md")
    assert found(world, "vault/Inner.md") == [("vault", "vault", "Inner.md"), ("vault", "vault", "notes/Beta.md")]
    (world.vault / "loop.md").symlink_to("loop.md")
    assert found(world, "vault/loop.md") == [("vault", "vault", "loop.md")]


def test_roots_in_one_another(world: World) -> None:
    """A project around a vault does not read it; a vault reads all that is in it, and so does a project."""
    world.write({"mapped/v/.obsidian/app.json": "{}", "mapped/v/p/graphify-out/graph.json": "{}"})
    assert found(world, "mapped/v/p/a.md") == [("mapped/v/p", "project", "a.md"), ("mapped/v", "vault", "p/a.md")]
    assert found(world, "mapped/v/a.md") == [("mapped/v", "vault", "a.md")]
    world.write({"mapped/sub/graphify-out/graph.json": "{}"})
    assert found(world, "mapped/sub/a.py") == [("mapped/sub", "project", "a.py"), ("mapped", "project", "sub/a.py")]


def test_a_vault_with_a_table(world: World) -> None:
    world.write({"plain/.vaultkit.toml": "[vault]\n", "tabled/.vaultkit.toml": "[project]\n"})
    assert found(world, "plain/a/b.md") == [("plain", "vault", "a/b.md")]
    assert found(world, "tabled/a/b.md") == []
    assert found(world, "plain/.vaultkit.toml") == [("plain", "vault", ".vaultkit.toml")]


@pytest.mark.parametrize("name", ["vault", "vault/", "./vault", "link", "~/vault", "vault/../vault"])
def test_a_vault_that_is_named(world: World, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By any path; nothing else is taken for it."""
    bare = world.folder / "named" / "vault"
    bare.mkdir(parents=True)
    (bare.parent / "link").symlink_to(bare)
    monkeypatch.setenv("HOME", str(bare.parent))
    monkeypatch.setenv("VAULTKIT_VAULT", name)
    monkeypatch.chdir(bare.parent)
    assert found(world, "named/vault/x.md") == ([] if name == "link" else [("named/vault", "vault", "x.md")])
    assert found(world, "named/link/x.md") == [("named/vault", "vault", "x.md")]
    assert found(world, "named/vaults/x.md") == []


@pytest.mark.parametrize(
    "text",
    [
        '[vault]\npath = "PLACE"\n',
        "# mine\n[memory]\n\n[vault]  \n# here\n\npath='PLACE'  # there\n",
        '[vault]\r\npath = "PLACE"\r\n',
        'vault.path = "PLACE"\n',
        'vault = { path = "PLACE" }\n',
        '[vault]\n"path" = """PLACE"""\n',
        '[ vault ]\npath = "PLACE\\u002f"\n',
        "",
        "[vault]\n",
        '[vault]\npath = ""\n',
        '[vault]\n# path = "PLACE"\n',
    ],
)
def test_a_vault_that_is_configured(world: World, text: str) -> None:
    """However the configuration says it; what is read of a plain one is what a parser reads."""
    (world.folder / "bare").mkdir()
    world.write(
        {"config/vaultkit/config.toml": text.replace("PLACE", str(world.folder / "bare")).replace("[memory]", "")}
    )
    named = user_vault()
    assert found(world, "bare/x.md") == ([("bare", "vault", "x.md")] if named else [])
    assert bool(named) == ("PLACE" in text and "# path" not in text)


def test_paths_as_agents_give_them(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/somebody")
    monkeypatch.chdir(world.folder)
    assert absolute("a/../b.md", "/x") == "/x/b.md"
    assert absolute("/a/./b.md", "/x") == "/a/b.md"
    assert absolute("~/b.md", "/x") == "/home/somebody/b.md"
    assert absolute("b.md", "") == str(world.folder / "b.md")
    assert absolute("b.md", "sub") == str(world.folder / "sub" / "b.md")


def test_a_vault_at_the_top(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VAULTKIT_VAULT", os.sep)
    assert [(place.root, place.path) for place in places_of("/no/such/note.md")] == [("/", "no/such/note.md")]
