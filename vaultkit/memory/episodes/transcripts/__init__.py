"""The conversations that coding agents keep, one module for each format: `read(text) -> Conversation`."""
