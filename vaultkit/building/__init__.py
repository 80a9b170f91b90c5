"""The build: what changed is read and resolved, and the artifacts are put in place together."""
