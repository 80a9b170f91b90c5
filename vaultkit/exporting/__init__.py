"""Takes a graph out of its index and puts it where it is wanted, in the formats of `graph.exports`."""
