"""A finished graph in the formats of other programs: each a function from a `Network` to text, in pieces."""
