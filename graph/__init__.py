"""Fragments in, graph and answers out. Pure: no disk, no clock, no network."""
