"""Files, databases, locks and processes of this machine."""
