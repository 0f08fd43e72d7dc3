"""Growing a region in play: a door is opened, a destination rolled, and a way to it is dug."""
