"""Which values can be shown as a picture, and who paints each."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tables.destination import Destination

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.drawing.picture import Picture


def painter_of(value: object) -> Callable[[], Picture] | None:
    """What paints the value of an outcome; None where there is nothing to see.

    The painter is meant for the worker: it loads the painting library when first called.
    """
    if isinstance(value, Destination):
        return partial(_paint_destination, value)
    return None


def _paint_destination(value: Destination) -> Picture:
    from bot.drawing.destination import draw_destination  # noqa: PLC0415 - the terminal never paints

    return draw_destination(value)
