"""The shelf: knowledge and statements, the log of every conversation, and the summaries above it."""
