"""A region drawn: a whole page, a snippet round what changed, or lines for a vector file."""
