"""vaultkit uninstall: take vaultkit out of a coding agent."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from vaultkit.cli.host_place import add_place_arguments, place_of, say_plan
from vaultkit.cli.terminal import print_json
from vaultkit.cli.vault import say_lines
from vaultkit.config import user_config
from vaultkit.disk.state import state_place
from vaultkit.hosts.installing import alone, carry_out, plan_uninstall

EXAMPLE = "vaultkit uninstall claude"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_place_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Take out hooks, skills and the MCP server; notes, graphs and the rest of the settings stay."""
    place = place_of(arguments)
    with alone(place):
        plan = plan_uninstall(place)
        if not arguments.dry_run:
            carry_out(place, plan)
    if arguments.json:
        changed, left = ([str(file) for file in files] for files in ([step.file for step in plan.steps], plan.left))
        print_json(
            {
                "host": place.host.name,
                "settings": str(place.settings),
                "changed": changed,
                "left": left,
                "stays": _kept(),
            }
        )
        return 0
    say_plan(place, plan, arguments, f"{place.host.title} no longer calls vaultkit")
    say_lines(f"{path} was edited: it stays" for path in plan.left)
    if not arguments.dry_run:
        say_lines(_stays())
    enabled = place.host.plugin(place.project)
    if enabled is not None:
        say_lines([f"the plugin is still switched on in {enabled.settings}: claude plugin uninstall vaultkit@vaultkit"])
    return 0


def _stays() -> Iterator[str]:
    """What is not taken out, and how to."""
    kept = _kept()
    yield f"your notes and the graphs stay{''.join(f', and {file}' for file in kept)}"
    if str(state_place()[0]) in kept:
        yield (
            f"{state_place()[0]} holds what is remembered on this machine: conversations, their summaries, "
            "statements and knowledge, the index of episodes, what is known of sessions and vaults"
        )
        yield "nothing of it is sent anywhere; to forget it, once no agent calls vaultkit, remove that folder"


def _kept() -> list[str]:
    """The user's own configuration and the folder of the state, as far as there are such."""
    return [str(place) for place in (user_config(), state_place()[0]) if place.exists()]
