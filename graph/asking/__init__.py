"""Questions to a graph and their answers in words."""
