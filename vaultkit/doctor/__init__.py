"""Looks whether everything works together: vault, graph, worker, hooks, programs. It changes nothing."""
