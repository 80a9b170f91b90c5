"""What --help says can be typed: each example is a command line of its own program, and faults are told in words."""

from __future__ import annotations

import argparse
import importlib
import re
import shlex
from collections.abc import Iterator
from itertools import takewhile
from types import ModuleType

import pytest

from vaultkit.cli import main

PROGRAMS = {"graphify": (main.GRAPHIFY, "build"), "vaultkit": (main.VAULTKIT, "check")}
_REDIRECTED = ("<", ">", "|")


def called(words: list[str]) -> int:
    """Call the program that a command line names."""
    program, *arguments = words
    if program == "hypatia":
        return main.run_group(program, "shelf", arguments)
    return main.run(program, *PROGRAMS[program], arguments)


def module_named(name: str) -> ModuleType:
    return importlib.import_module(f"vaultkit.cli.{name}".replace("-", "_"))


def commands() -> Iterator[tuple[str, ModuleType]]:
    """Every command as it is typed, and its module; commands of groups too."""
    for program, (table, _) in PROGRAMS.items():
        for name in (each for each in table if each != "graph"):
            module = module_named(name)
            yield f"{program} {name}", module
            for inner in getattr(module, "COMMANDS", ()):
                yield f"{program} {name} {inner}", module_named(f"{name}.{inner}")
    yield "hypatia", module_named("shelf")
    for name in module_named("shelf").COMMANDS:
        yield f"hypatia {name}", module_named(f"shelf.{name}")
    for name in main.GRAPHIFY:
        yield f"vaultkit graph {name}", module_named(name)


COMMANDS = dict(commands())


def example_of(command: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The words of the example that the help of a command shows, as a shell would hand them over."""
    try:
        called([*command.split(), "--help"])
    except SystemExit as leaving:
        assert not leaving.code
    (line,) = re.findall(r"^example:\n  ((?:.*\\\n)*.*)$", capsys.readouterr().out, re.MULTILINE)
    return list(takewhile(lambda word: word not in _REDIRECTED, shlex.split(line.replace("\\\n", " "))))


@pytest.mark.parametrize("command", COMMANDS)
def test_an_example_is_understood(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = example_of(command, capsys)
    ran: list[str] = []
    module = COMMANDS[command]
    for each in (module_named(f"{module.__name__[13:]}.{name}") for name in getattr(module, "COMMANDS", ())):
        monkeypatch.setattr(each, "run", lambda _: ran.append("inner") or 0)
    monkeypatch.setattr(module, "run", lambda _: ran.append("own") or 0, raising=False)
    assert words[: len(command.split())] == command.split()
    assert called(words) == 0 and len(ran) == 1


@pytest.mark.parametrize("command", [name for name, module in COMMANDS.items() if not hasattr(module, "COMMANDS")])
def test_no_fault_of_an_argument_is_told_by_a_name_of_the_program(command: str) -> None:
    parser = main._parser("x", "y", COMMANDS[command], "z")
    for action in parser._actions:
        try:
            parser._get_value(action, "foo")
        except argparse.ArgumentError as fault:
            assert not re.search(r"invalid \w*_\w* value", str(fault)), fault


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("graphify serve --http foo", "'foo' is no port; give 0 to 65535"),
        ("graphify serve --http 65536", "'65536' is no port"),
        ("graphify --graph x.json gods", "--graph stands before the command 'gods'; write options behind it"),
        ("vaultkit --vault x notes", "--vault stands before the command 'notes'"),
        ("vaultkit query foo", "'query' is a command of the graph; vaultkit graph query .., or graphify query .."),
        ("vaultkit gods", "'gods' is a command of the graph; vaultkit graph gods"),
    ],
)
def test_a_slip_is_told_with_its_remedy(line: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code: object = called(line.split())
    except SystemExit as leaving:
        code = leaving.code
    assert code == 2 and said in capsys.readouterr().err
