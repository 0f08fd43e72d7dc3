"""The rules: tables, dice and procedures as pure values.

Nothing here knows a clock, a network, Discord, SQL or a picture. Chance enters
only through a :class:`~tables.dice.Dice` that the caller hands in.
"""
