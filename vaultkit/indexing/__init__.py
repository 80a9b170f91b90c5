"""The index of a root: what each file says, what came of it, and the terms by which it is found."""
