"""Which values can be shown as a picture, and who paints each."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from tables.destination import Destination
from tables.exits import Drops, Exits
from tables.leximorphs import Leximorph
from tables.room_plan import RoomPlan

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.drawing.picture import Picture


def painter_of(value: object) -> Callable[[], Picture] | None:
    """What paints the value of an outcome; None where there is nothing to see.

    The painter is meant for the worker: it loads the painting library when first called.
    """
    if isinstance(value, Destination):
        return partial(_paint_destination, value)
    if isinstance(value, Drops):
        return partial(_paint_drops, value)
    if isinstance(value, Exits):
        return partial(_paint_exits, value)
    if isinstance(value, RoomPlan):
        return partial(_paint_room_plan, value)
    if isinstance(value, Leximorph):
        return partial(_paint_tunnels, value)
    return None


def _paint_destination(value: Destination) -> Picture:
    from bot.drawing.destination import draw_destination  # noqa: PLC0415 - the terminal never paints

    return draw_destination(value)


def _paint_drops(value: Drops) -> Picture:
    from bot.drawing.dropped import draw_drops  # noqa: PLC0415 - the terminal never paints

    return draw_drops(value)


def _paint_exits(value: Exits) -> Picture:
    from bot.drawing.exits import draw_exits  # noqa: PLC0415 - the terminal never paints

    return draw_exits(value)


def _paint_tunnels(value: Leximorph) -> Picture:
    from bot.drawing.tunnels import draw_tunnels  # noqa: PLC0415 - the terminal never paints

    return draw_tunnels(value)


def _paint_room_plan(value: RoomPlan) -> Picture:
    from bot.drawing.room_plan import draw_room_plan  # noqa: PLC0415 - the terminal never paints

    return draw_room_plan(value)
