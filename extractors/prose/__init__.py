"""What a model is asked of the prose of a note, and what of its answer the prose proves."""
