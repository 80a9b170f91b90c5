"""What is drawn of a whole graph: the report, the page, and the atlas that both show."""
