"""The shell around the graph: disk, terminal, configuration, the index."""
