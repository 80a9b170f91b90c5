"""Memories of agents: rooms that know nothing of one another, and what stands in front of every write."""
