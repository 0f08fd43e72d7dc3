"""Ways that pass on another floor: along rows and columns, and never back over themselves."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import shapely

from tests.bot.atlas.growth.test_grow import every_growth

if TYPE_CHECKING:
    from bot.atlas.region import Passage


def ways_below() -> list[Passage]:
    found: dict[tuple[object, ...], Passage] = {}
    for _, _, grown in every_growth():
        for passage in grown.region.passages:
            if passage.floor:
                found[passage.points] = passage
    return list(found.values())


def test_they_run_along_rows_and_columns() -> None:
    ways = ways_below()

    assert len(ways) > 20
    for way in ways:
        # The first piece may leave a slanting wall, whose doorway lies between rows and columns.
        for one, other in pairwise(way.points[1:]):
            assert one.x == other.x or one.y == other.y, way


def test_none_runs_back_over_itself() -> None:
    for way in ways_below():
        assert shapely.LineString([(spot.x, spot.y) for spot in way.points]).is_simple, way
