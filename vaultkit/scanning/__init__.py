"""Which files a root has."""
