"""What the commands of the summary cascade have in common: how much the model in use can hold."""

from __future__ import annotations

import argparse

from vaultkit.cli.graph_file import at_least_one
from vaultkit.config import current_folder
from vaultkit.memory.shelf.cascade import Limits
from vaultkit.memory.shelf.settings import read_shelving


def add_limit_arguments(parser: argparse.ArgumentParser) -> None:
    """Add `--model` and `--context-tokens`."""
    model = "the model in use, of which [shelf] in the configuration says how much it can hold"
    parser.add_argument("--model", default="", metavar="NAME", help=model)
    context = "how much of its context is in use: from nine tenths on, a summary is due whatever waits"
    parser.add_argument("--context-tokens", type=at_least_one, default=0, metavar="N", help=context)


def limits_of(arguments: argparse.Namespace) -> Limits:
    """What the model can hold. Raises VaultkitError on a faulty configuration."""
    return Limits(read_shelving(current_folder(), arguments.model).max_tokens, arguments.context_tokens)
