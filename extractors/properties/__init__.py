"""The properties of a note: YAML as Obsidian reads it, what it loses, what can be saved of a broken block."""
