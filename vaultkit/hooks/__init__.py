"""What an agent's host calls: one file per event, one per host. The standard library and yaml, nothing else."""
