"""The layers of memory as one question sees them: a module each, `find(question) -> list[Hit]`, best first."""
