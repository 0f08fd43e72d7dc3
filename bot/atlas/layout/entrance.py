"""Where a party comes into a region."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.atlas.layout.crossings import cell_of, way_out
from bot.atlas.layout.fitting import beside
from bot.atlas.layout.ground import ROCK
from bot.atlas.layout.lines import length_of, point_along
from bot.atlas.layout.opening import niche, opening
from bot.atlas.region import Mark, Passage, Place
from bot.atlas.shapes import STEPS, Spot
from tables.destination import Wall

if TYPE_CHECKING:
    from bot.atlas.layout.laying import Laying

STEPS_OUT = 2
"""Squares of the stairs that lead in."""


def entrance_end(laying: Laying) -> Place | None:
    """The end of a letter that the way in is laid to: the most southern, and of those the most western."""
    ends = [place for place in laying.places.values() if place.kind == "end"]
    passages = laying.passages.values()
    straight = [
        place
        for place in ends
        if any(place.id in each.between and _is_straight(each, place) for each in passages)
    ]
    return max(straight, key=lambda place: (place.spot.y, -place.spot.x), default=None)


def _is_straight(passage: Passage, place: Place) -> bool:
    last = passage.points[:2] if passage.between[0] == place.id else passage.points[-2:]
    return last[0].x == last[1].x or last[0].y == last[1].y


def lay_entrance(laying: Laying, spare: Place | None) -> int:
    """Stairs from above: at the end that was spared, else in a wall; the number of their place."""
    if spare is not None:
        passage = next(each for each in laying.passages.values() if spare.id in each.between)
        facing = way_out(passage, spare)
        cells = [beside(cell_of(spare.spot), facing, far) for far in range(1, STEPS_OUT + 1)]
        clear = all(laying.ground.inside(cell) and laying.ground.at(cell) == ROCK for cell in cells)
        across, down = STEPS[facing]
        x, y = cells[-1]
        sides = [(cx + down * s, cy + across * s) for cx, cy in cells for s in (1, -1)]
        clear = clear and all(laying.ground.at(cell) == ROCK for cell in (*sides, (x + across, y + down)))
        if clear:
            end = spare.spot.moved(facing, STEPS_OUT + 0.5)
            way = laying.put(Passage(laying.next_id(), "alcove", (spare.spot, end), (spare.id, 0)))
            laying.ground.dig(cells, way)
            return _put_stairs(laying, way, spare.spot.moved(facing, STEPS_OUT))
        laying.places[spare.id] = replace(spare, stair="stairs up", levels=-1, kind="stair")
        laying.put(Mark(laying.next_id(), "entrance", spare.spot, spare.id))
        return spare.id
    return _in_a_wall(laying)


def _in_a_wall(laying: Laying) -> int:
    """Stairs in the wall of the most southern straight passage that has room for them."""
    passages = sorted(
        (each for each in laying.passages.values() if each.kind != "neck"),
        key=lambda each: (-max(spot.y for spot in each.points), each.id),
    )
    for passage in passages:
        length = length_of(passage.points)
        for along in range(1, int(length)):
            spot, step = point_along(passage.points, along)
            for facing in (Wall.S, Wall.W, Wall.E, Wall.N):
                if STEPS[facing][0] * step[0] + STEPS[facing][1] * step[1]:
                    continue
                way = opening(laying, passage.id, cell_of(spot), facing)
                found = niche(laying, way) if way is not None else None
                if found is not None:
                    return _put_stairs(laying, *found)
    raise AssertionError("no wall has room for the way in")


def _put_stairs(laying: Laying, passage: int, spot: Spot) -> int:
    place = laying.put(Place(laying.next_id(), "stair", spot, stair="stairs up", levels=-1))
    laying.join(passage, place)
    laying.put(Mark(laying.next_id(), "entrance", spot, place))
    return place
