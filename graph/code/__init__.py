"""What code means across files: who is called, read, inherited, imported, implemented, and how surely."""
