"""What a reader wants to know of a whole graph: communities, god nodes, hubs, cycles."""
