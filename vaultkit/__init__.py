"""The shell around the graph: disk, terminal, configuration, the index."""

__version__ = "0.1.0"
