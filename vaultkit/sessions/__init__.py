"""What a session of a coding agent is told and leaves behind."""
