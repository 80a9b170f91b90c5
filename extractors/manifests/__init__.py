"""Configuration files of projects: how imports of code are resolved, and where programs begin."""
