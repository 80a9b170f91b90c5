"""Holds notes to the contract: one as it is written, or all of a vault."""
