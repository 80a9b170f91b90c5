"""JSE, the query language of the shelf: JSON S-expressions, read into a tree and compiled to SQL. Pure."""
