"""What text a file of code holds, in which language, or why it is not read."""
