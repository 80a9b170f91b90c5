"""The text of a note: its blocks, what of them is content, the links and tags in it."""
