"""What changes notes: by minimal edits, all of a change or none of it."""
