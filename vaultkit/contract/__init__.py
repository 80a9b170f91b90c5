"""The contract that notes keep, and all that its rules speak of. Pure but for reading it."""
