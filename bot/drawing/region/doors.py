"""Doors as symbols: a leaf or gate in its jambs, how it is shut, and what is secret or one-way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.drawing.region.signs import EIGHTHS, Sign

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bot.atlas.region import Door, Region
    from tables.door_kinds import Material, State

LEAVES: Mapping[Material, str] = {
    "wood": "wood door",
    "iron-bound": "iron-bound door",
    "stone": "stone door",
    "iron": "iron door",
    "portcullis": "portcullis",
    "curtain": "curtain",
}
"""The symbol of what a door is made of."""

STATES: Mapping[State, str] = {
    "stuck": "stuck",
    "locked": "locked",
    "barred": "barred",
    "trapped": "trapped door",
}
"""The symbol of how a door is shut; nothing where it is not."""

SECRET = 1.25
"""Squares across the S of a secret door, with the bare disc round it."""


def door_signs(region: Region) -> Iterator[Sign]:
    """The symbols of all doors of a region."""
    for door in region.doors:
        yield from _signs(door)


def _signs(door: Door) -> Iterator[Sign]:
    turn = EIGHTHS[door.facing]
    for symbol in _symbols(door):
        upright = symbol == "secret"
        yield Sign(symbol, door.spot, SECRET if upright else 1.0, 0 if upright else turn, door.id)


def _symbols(door: Door) -> Iterator[str]:
    if door.secret:
        yield "secret wall"
        yield "secret"
    else:
        yield LEAVES[door.material] if door.material else "archway"
    if door.state is not None and door.state in STATES and (not door.secret or door.state == "trapped"):
        yield STATES[door.state]
    if door.one_way:
        yield "one-way"
