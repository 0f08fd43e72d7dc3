"""The one palette of all pictures, and the tables that colour levels of ink with it."""

from __future__ import annotations

from functools import cache

from bot.drawing.style import (
    FRESH_LEVELS,
    INK_LEVELS,
    LOOKS,
    PLAIN_LEVELS,
    TINT_LEVELS,
    Colour,
    Look,
    RampName,
)

MOST_COLOURS = 64
"""Colours that a picture has at most."""


@cache
def palette(look: Look = "ink") -> tuple[Colour, ...]:
    """Every colour a picture can have, at most 64; a pixel is an index into it."""
    colours: dict[Colour, None] = {}
    ramps: tuple[RampName, ...] = ("plain", *LOOKS[look][1])
    for ramp in ramps:
        colours.update(dict.fromkeys(colour for _, colour in _steps(ramp, look)))
    return tuple(colours)


@cache
def colouring(ramp: RampName, look: Look = "ink") -> tuple[int, ...]:
    """For each level of ink, 0 to 255, the index of its colour."""
    index = {colour: place for place, colour in enumerate(palette(look))}
    steps = _steps(ramp, look)
    return tuple(index[min(steps, key=lambda step: abs(step[0] - level))[1]] for level in range(256))


def colour_of(level: int, ramp: RampName = "plain", look: Look = "ink") -> Colour:
    """The colour of a level of ink."""
    return palette(look)[colouring(ramp, look)[level]]


def _steps(ramp: RampName, look: Look) -> tuple[tuple[int, Colour], ...]:
    """The levels that a ramp keeps, with their colours."""
    plain, tints = LOOKS[look]
    if ramp == "plain":
        return tuple((level, _mixed(plain, level)) for level in PLAIN_LEVELS)
    levels = INK_LEVELS if ramp.endswith("ink") else FRESH_LEVELS if ramp.endswith("fresh") else TINT_LEVELS
    return tuple((level, _mixed(tints[ramp], level)) for level in levels)


def _mixed(stops: dict[int, Colour], level: int) -> Colour:
    """The colour of a level between the stops on either side of it."""
    below = max(stop for stop in stops if stop <= level)
    above = min(stop for stop in stops if stop >= level)
    if below == above:
        return stops[level]
    part = (level - below) / (above - below)
    red, green, blue = (
        round(low + (high - low) * part) for low, high in zip(stops[below], stops[above], strict=True)
    )
    return red, green, blue
