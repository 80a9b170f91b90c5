"""The programming languages: a row each."""
