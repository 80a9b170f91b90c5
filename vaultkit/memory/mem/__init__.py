"""Memories as git notes on the root commit, a set for each branch."""
