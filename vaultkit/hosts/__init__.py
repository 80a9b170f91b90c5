"""The coding agents that vaultkit ties itself to, and how their settings are read and edited."""
