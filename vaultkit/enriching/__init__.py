"""Has a model read notes, and brings what it found into the graph."""
