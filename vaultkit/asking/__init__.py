"""What one can ask a graph or a vault, as functions that every entry point calls."""
