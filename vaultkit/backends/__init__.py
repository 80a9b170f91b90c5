"""Memories that can be asked the same question: one module each, with `ask(question) -> Answer`."""
