"""What notes mean: who is named by a link, a mention, a concept."""
