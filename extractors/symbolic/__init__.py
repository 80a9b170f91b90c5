"""Runs a file of code once, symbolically: what its names hold, what it uses, what it gives to others."""
