"""vaultkit shelf scope: the scopes in use, or whether one is."""

from __future__ import annotations

import argparse

from vaultkit.cli.shelf.vocabulary import add_label_arguments, run_labels

EXAMPLE = "hypatia scope list --count"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    add_label_arguments(parser, "scope")


def run(arguments: argparse.Namespace) -> int:
    """Print the scopes, or answer by the exit code: 0 if it is in use, 1 if not."""
    return run_labels(arguments, "scopes")
