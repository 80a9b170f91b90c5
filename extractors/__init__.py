"""One source in, one Fragment out. Pure: text in, values out."""
