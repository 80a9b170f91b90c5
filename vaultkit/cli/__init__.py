"""One file per command: parse, call one function, print what it returns."""
