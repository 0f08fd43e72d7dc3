"""How a database of an earlier version becomes one of this version: one line of history for both engines."""
