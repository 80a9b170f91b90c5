"""The door of the command line: picks the command, imports only that one, catches what goes wrong."""

from __future__ import annotations

import argparse
import gc
import importlib
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Final

from vaultkit import __version__
from vaultkit.cli.terminal import columns, printable, streams
from vaultkit.errors import UsageError, VaultkitError
from vaultkit.nearest import did_you_mean, nearest

GRAPHIFY: Final = {
    "build": "build the graph of a vault or project, or bring it up to date",
    "query": "answer a question in words, about notes or code, within a token budget",
    "search": "the nodes in which words stand, ranked",
    "path": "the best way from one node to another",
    "explain": "what a note or symbol is and what it is connected with",
    "affected": "what depends on a note or symbol, and may break if it changes",
    "gods": "the entry points of the map: what most notes refer to, where most code meets",
    "status": "what the graph holds and how far it is behind, without building",
    "watch": "keep the graph up to date while files change",
    "export": "the graph for other programs: tables, drawings, databases, notes",
    "serve": "answer agents over MCP: the graph, the notes, the memories",
}
"""The commands of `graphify`: modules of this package with `EXAMPLE`, `add_arguments(parser)`, `run(args) -> int`."""

_GRAPH: Final = "graph"

VAULTKIT: Final = {
    "init": "set a vault up: configuration, templates, what is never synced",
    "new": "a note from a template, with frontmatter that keeps the contract",
    "check": "check notes against the frontmatter contract, and repair what is certain",
    "facets": "what the notes are tagged with, and which tags look alike",
    "notes": "the notes with certain tags, told by their summaries",
    "conventions": "the conventions that a project declares, told by their summaries",
    "rename": "move a note, and every link to it",
    "retag": "rename a tag and those below it",
    "promote": "which notes of one project belong to all, and make them so after a review",
    "consolidate": "a plan of what recurs, what could become a note, which notes to merge",
    "journal": "write down what happened, or read the last days",
    "config": "what is in force, and from where",
    "mem": "memories of a project in git notes, a set for each branch",
    "ask": "one question to all layers of memory, one ranked answer",
    "episodes": "what happened and when: search journal, notes and transcripts",
    "recall": "memories of a project as Markdown files on a branch of their own",
    "shelf": "knowledge and statements, the log of conversations, the summaries above it",
    "install": "tie vaultkit to a coding agent: hooks and skills",
    "uninstall": "take vaultkit out of a coding agent",
    "doctor": "whether vault, graph, worker, hooks and programs work together, and what to do",
    _GRAPH: "ask and build the graph: the commands of `graphify`, where another program has that name",
}
"""The commands of `vaultkit`: the same kind of modules, or packages with a table `COMMANDS` of their own."""

_PACKAGE: Final = "vaultkit.cli"
_HOME: Final = "the project's issue tracker"


def graphify() -> int:
    """Run `graphify`. The exit code: 0 fine, 1 findings or expected failure, 2 usage, 3 a bug, 130 interrupted."""
    return _leaving(run("graphify", GRAPHIFY, "build", sys.argv[1:]))


def vaultkit() -> int:
    """Run `vaultkit`. The exit codes are those of `graphify`."""
    return _leaving(run("vaultkit", VAULTKIT, "check", sys.argv[1:]))


def hypatia() -> int:
    """Run `hypatia`, another name for `vaultkit shelf`. The exit codes are those of `graphify`."""
    return _leaving(run_group("hypatia", "shelf", sys.argv[1:]))


def _leaving(code: int) -> int:
    """The exit code. At its end Python looks for cycles in all that is left: longer than it takes to check a note."""
    gc.freeze()
    return code


def run(program: str, commands: dict[str, str], default: str, arguments: Sequence[str]) -> int:
    """Run one command of a program. What is no command is the argument of the default one: `graphify ~/MyVault`."""
    return _caught(program, lambda: _run(program, commands, default, arguments))


def run_group(program: str, name: str, arguments: Sequence[str]) -> int:
    """Run one command of a group, `vaultkit shelf query ..`, under the name of a program."""
    return _caught(program, lambda: _group(program, importlib.import_module(f"{_PACKAGE}.{name}"), arguments))


def _caught(program: str, call: Callable[[], int]) -> int:
    try:
        with streams():
            return call()
    except UsageError as fault:
        return _fail(program, str(fault), 2)
    except VaultkitError as fault:
        return _fail(program, str(fault), 1)
    except BrokenPipeError:  # the reader has seen enough: `graphify gods | head`
        return 0
    except OSError as fault:  # the system's word, which no room foresaw
        place = f"{fault.filename}: " if fault.filename else ""
        return _fail(program, f"{place}{fault.strerror or fault}", 1)
    except KeyboardInterrupt:
        return _fail(program, "interrupted", 130)
    except Exception as fault:
        _report_bug(program, fault)
        return 3


def _run(program: str, commands: dict[str, str], default: str, arguments: Sequence[str]) -> int:
    name, rest = _choose(commands, default, arguments)
    if name is None:
        _print_overview(program, commands, default)
        return 0
    if name == _GRAPH:
        return _run(f"{program} {name}", GRAPHIFY, "build", rest)
    module = importlib.import_module(f"{_PACKAGE}.{name}")
    if hasattr(module, "COMMANDS"):
        return _group(f"{program} {name}", module, rest)
    return _command(program, name, module, commands[name], rest)


def _group(program: str, package: ModuleType, arguments: Sequence[str]) -> int:
    """Run a command of a group. Options of all its commands may stand before the name, some names have a short one."""
    commands: dict[str, str] = package.COMMANDS
    aliases: dict[str, str] = getattr(package, "ALIASES", {})
    options, words = _split(arguments, getattr(package, "OPTIONS", {}))
    words = words or [getattr(package, "DEFAULT", "help")]
    name, rest = _choose(commands, "", [aliases.get(words[0], words[0]), *words[1:]])
    if name is None:
        short = {name: f"{name} ({alias})" for alias, name in aliases.items()}
        _print_overview(program, {short.get(name, name): text for name, text in commands.items()}, "")
        print(f"\nexample:\n  {program} {package.EXAMPLE}")
        return 0
    module = importlib.import_module(f"{package.__name__}.{name.replace('-', '_')}")
    return _command(program, name, module, commands[name], [*options, *rest])


def _split(arguments: Sequence[str], options: Mapping[str, bool]) -> tuple[Sequence[str], Sequence[str]]:
    """(options before the command, the rest); `options` says which of them a value follows."""
    at = 0
    while at < len(arguments) and arguments[at].partition("=")[0] in options:
        at += 2 if options.get(arguments[at]) else 1
    return arguments[:at], arguments[at:]


def _fail(program: str, why: str, code: int) -> int:
    print(f"{program}: {printable(why)}", file=sys.stderr)
    return code


def _choose(commands: dict[str, str], default: str, arguments: Sequence[str]) -> tuple[str | None, Sequence[str]]:
    first = arguments[0] if arguments else ""
    if first in commands:
        return first, arguments[1:]
    if first in ("-h", "--help", "help") or not arguments:
        return None, ()
    if first == "--version":
        print(__version__)
        raise SystemExit(0)
    if not first:
        raise UsageError("an empty path names nothing", f"give a folder, or see {default} --help")
    if not default:
        remedy = did_you_mean(first, commands, cutoff=0.6)
        raise UsageError(f"there is no command {first!r}", remedy)
    _refuse_options(first, arguments[1:], commands)
    _refuse_misspelt(first, commands)
    return default, arguments


def _refuse_options(first: str, rest: Sequence[str], commands: dict[str, str]) -> None:
    """An option before a command would be one of the default command, to which the command is a folder."""
    name = next((each for each in rest if each in commands), None) if first.startswith("-") else None
    if name is not None and not os.path.lexists(name):
        raise UsageError(f"{first} stands before the command {name!r}", f"write options behind it: {name} {first} ..")


def _refuse_misspelt(first: str, commands: dict[str, str]) -> None:
    """A word that is nearly a command and no path is a slip, not a folder to build."""
    if os.path.lexists(first):
        return
    if commands is VAULTKIT and first in GRAPHIFY:
        what = f"{first!r} is a command of the graph"
        raise UsageError(what, f"vaultkit {_GRAPH} {first} .., or graphify {first} ..")
    near = nearest(first, commands, 0.6)
    if near:
        raise UsageError(f"there is no command {first!r}", f"did you mean {near!r}?")
    if first.isalpha():
        what = f"{first!r} is neither a command nor a file"
        raise UsageError(what, f"the commands are {', '.join(commands)}")


def _command(program: str, name: str, module: ModuleType, help_text: str, arguments: Sequence[str]) -> int:
    parser = _parser(program, name, module, help_text)
    code: int = module.run(parser.parse_args(arguments))
    return code


def _parser(program: str, name: str, module: ModuleType, help_text: str) -> argparse.ArgumentParser:
    """The parser of a command. The first word of its example stands for what calls it."""
    parser = argparse.ArgumentParser(
        prog=f"{program} {name}",
        description=help_text[0].upper() + help_text[1:] + ".",
        epilog=f"example:\n  {program} {module.EXAMPLE.partition(' ')[2]}",
        formatter_class=_Help,
        allow_abbrev=False,
    )
    module.add_arguments(parser)
    return parser


class _Help(argparse.RawDescriptionHelpFormatter):
    """As wide as the terminal, told without what argparse loads for that at every call."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=columns() - 2)


def _print_overview(program: str, commands: dict[str, str], default: str) -> None:
    print(f"usage: {program} COMMAND ..   (`{program} COMMAND --help` tells more)\n")
    width = max(map(len, commands))
    for name, help_text in commands.items():
        print(f"  {name:<{width}}  {help_text}")
    if default:
        print(f"\n`{program} PATH` is `{program} {default} PATH`.\n\nexample:\n  {program} ~/MyVault")


def _report_bug(program: str, fault: Exception) -> None:
    import platform
    import traceback

    traceback.print_exception(fault)
    print(
        f"{program}: this is a bug in {program} {__version__} (Python {platform.python_version()}, {sys.platform}); "
        f"please report the lines above in {_HOME}",
        file=sys.stderr,
    )
