"""vaultkit install: tie vaultkit to a coding agent."""

from __future__ import annotations

import argparse
from pathlib import Path

from vaultkit.cli.host_place import add_place_arguments, place_of, say_plan
from vaultkit.cli.terminal import print_json
from vaultkit.cli.vault import say_lines
from vaultkit.config import named_vault, user_config
from vaultkit.hosts.hook_program import NAME, HookProgram, Programs, find_hook_program, programs_beside
from vaultkit.hosts.installing import Place, Step, alone, carry_out, plan_install
from vaultkit.hosts.servers import can_serve
from vaultkit.writing.user_vault import name_vault

EXAMPLE = "vaultkit install claude --vault ~/MyVault"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_place_arguments(parser)
    vault = "your vault, for sessions outside of it too; kept in your own configuration"
    parser.add_argument("--vault", type=Path, metavar="DIR", help=vault)


def run(arguments: argparse.Namespace) -> int:
    """Put hooks, skills and the MCP server in place, and say what else is needed."""
    place, program = place_of(arguments), find_hook_program()
    with alone(place):
        plan = plan_install(place, _programs(place, program))
        config = name_vault(arguments.vault) if arguments.vault is not None else None
        if config is not None:
            plan = plan._replace(steps=(*plan.steps, Step(*config)))
        if not arguments.dry_run:
            carry_out(place, plan)
    advice = _advice(place, program, plan.left) if not arguments.dry_run else []
    if arguments.json:
        print_json(
            {
                "host": place.host.name,
                "settings": str(place.settings),
                "changed": [str(step.file) for step in plan.steps],
                "advice": advice,
            }
        )
    else:
        say_plan(place, plan, arguments, f"{place.host.title} calls {_programs(place, program).hook}")
        say_lines(advice)
    return 0


def _programs(place: Place, program: HookProgram) -> Programs:
    """Paths in what stays on this machine; bare names in the settings of a project, which other machines read too."""
    here = programs_beside(program, can_serve())
    return here if place.is_local else Programs(serves=here.serves)


def _advice(place: Place, program: HookProgram, left: tuple[Path, ...]) -> list[str]:
    said = [f"{path} was not written by vaultkit, or was edited: it stays as it is" for path in left]
    if not program.found_by_name:
        means = f"{NAME} on the PATH is {program.on_path}" if program.on_path else f"{NAME} is not on the PATH"
        remedy = (
            f"hooks call {program.path}; if that moves, run this command again"
            if place.is_local
            else f"put {program.path.parent} there, or nothing will run"
        )
        said.append(f"{means}: {remedy}")
    if not can_serve() and place.host.has_server:
        said.append("the MCP server is left out: it needs the extra `mcp`, see `vaultkit graph serve`")
    if not named_vault() and place.host.scopes != ("project",):
        said.append(f"{user_config()} names no vault: only sessions inside one have it; name yours with --vault DIR")
    said += [place.host.next_step] if place.host.next_step else []
    return [*said, "new sessions have it; `vaultkit doctor` tells whether it works"]
