"""The dungeon as pure values: squares of 10 feet, x to the east, y to the south."""
