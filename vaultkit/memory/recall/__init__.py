"""Memories as Markdown files on an orphan branch, found by text and fading with time."""
