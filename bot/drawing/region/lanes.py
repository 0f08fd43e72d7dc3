"""Passages as the shapes that are painted for them: straight blocks, with discs where they bend."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import shapely

from bot.atlas.shapes import Spot
from bot.drawing.region.blocks import Block, far_between
from tables.destination import Compass

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from bot.atlas.region import Door, Passage, Region

WAYS: Mapping[Compass, tuple[float, float]] = {
    Compass.N: (0.0, -1.0),
    Compass.NE: (0.5**0.5, -(0.5**0.5)),
    Compass.E: (1.0, 0.0),
    Compass.SE: (0.5**0.5, 0.5**0.5),
    Compass.S: (0.0, 1.0),
    Compass.SW: (-(0.5**0.5), 0.5**0.5),
    Compass.W: (-1.0, 0.0),
    Compass.NW: (-(0.5**0.5), -(0.5**0.5)),
}
"""One square in each direction."""

STANDS_OFF, FARTHEST_OFF = 0.06, 3.0
"""Squares between a wall and a door for which a neck is drawn."""

FARTHEST_CUT = 2.0
"""Squares along a passage within which it has left the wall that it comes out of."""

OVERLAP = 0.25
"""Squares that a passage begins inside of a slanting wall."""

GENTLE = 0.64
"""The cosine of the sharpest bend within a piece: a little more than an eighth of a turn."""

NEAR = 0.01
"""Squares within which two points count as one."""


@dataclass(frozen=True, slots=True)
class Lane:
    """The floor of a passage.

    Attributes:
        id: the passage's number; 0 for the mouth of a way on.
        blocks: its pieces, from one sharp bend to the next.
        joints: where it meets others at a slant, or bends sharply at one.
        blind: its pieces with an end that nothing follows.
        floor: its height within the level.
        width: of its floor.
    """

    id: int
    blocks: tuple[Block, ...]
    joints: tuple[Spot, ...]
    blind: tuple[Block, ...]
    floor: int
    width: float

    def line(self) -> tuple[Spot, ...]:
        """Its middle line, from end to end."""
        first, last = self.blocks[0], self.blocks[-1]
        spots = [spot for block in self.blocks for spot in block.points]
        return (
            _ahead(first.points[1], first.start, first.before),
            *dict.fromkeys(spots[1:-1]),
            _ahead(last.points[-2], last.end, last.after),
        )


@dataclass(frozen=True, slots=True)
class Mouth:
    """Where a passage leads on into what has not been laid.

    Attributes:
        spot: the middle of its last edge.
        ahead: a point one square farther on.
    """

    spot: Spot
    ahead: Spot


def lanes_of(region: Region, mouths: Collection[Mouth]) -> tuple[Lane, ...]:
    """The floors of all passages of a region."""
    meeting = _meetings(region)
    known = {passage.id: passage for passage in region.passages if _reaches(passage)}
    shapes: dict[int, shapely.Polygon] = {}
    found: list[Lane] = []
    for passage in known.values():
        lane = _lane(passage, meeting, mouths)
        host = known.get(passage.between[0])
        if host is not None and not all(_straight(*piece) for piece in pairwise(host.points)):
            lane = _cut(lane, _shape_once(host, shapes))
        found.append(lane)
    return tuple(found)


def _cut(lane: Lane, host: shapely.Polygon) -> Lane:
    """A lane whose first piece begins just inside the slanting wall that it leaves, on either side."""
    first = lane.blocks[0]
    ahead = first.points[1]
    length = far_between(first.start, ahead)
    x, y = (ahead.x - first.start.x) / length, (ahead.y - first.start.y) / length
    cut: list[float] = []
    for side in (-first.half, first.half):
        start = (first.start.x - y * side, first.start.y + x * side)
        reach = min(length, FARTHEST_CUT)
        line = shapely.LineString([start, (start[0] + x * reach, start[1] + y * reach)])
        within = line.intersection(host)
        last = 0.0 if within.is_empty else within.hausdorff_distance(shapely.Point(start))
        cut.append(max(0.0, last - OVERLAP))
    return replace(lane, blocks=(replace(first, cut=(cut[0], cut[1])), *lane.blocks[1:]))


def mouth_lane(mouth: Mouth, back: float, on: float) -> Lane:
    """A short piece of floor through a wall, open at its far end."""
    start, far = _ahead(mouth.ahead, mouth.spot, back), _ahead(mouth.spot, mouth.ahead, on - 1.0)
    block = Block((start, far), 0.5, open_after=True)
    return Lane(0, (block,), (), (block,), 0, 1.0)


def lane_mouth(lane: Lane) -> Mouth:
    """The open far end of a short piece of floor."""
    last = lane.blocks[-1]
    return Mouth(last.end, _ahead(last.start, last.end, 1.0))


def _reaches(passage: Passage) -> bool:
    return len(passage.points) > 1 and passage.points[0] != passage.points[-1]


@dataclass(frozen=True, slots=True)
class _Meeting:
    """What meets in the middle of a place: how many passages, and whether all run along rows and columns."""

    count: int
    straight: bool


def _meetings(region: Region) -> Mapping[tuple[int, Spot], _Meeting]:
    """What meets in the middle of each place that is no room."""
    rooms = {room.id for room in region.rooms()}
    found: dict[tuple[int, Spot], _Meeting] = {}
    for passage in region.passages:
        for place, points in zip(passage.between, (passage.points, passage.points[::-1]), strict=True):
            if place and place not in rooms and len(points) > 1:
                before = found.get((place, points[0]), _Meeting(0, straight=True))
                straight = before.straight and _straight(points[0], points[1])
                found[place, points[0]] = _Meeting(before.count + 1, straight)
    return found


def _lane(passage: Passage, meetings: Mapping[tuple[int, Spot], _Meeting], mouths: Collection[Mouth]) -> Lane:
    points, half = _apart(passage.points), passage.width / 2
    ends = (points[0], points[-1])
    met = [meetings.get((place, end)) for place, end in zip(passage.between, ends, strict=True)]
    square = [meeting is not None and meeting.straight for meeting in met]
    joints = [end for end, at in zip(ends, met, strict=True) if at is not None and not at.straight]
    closed = [
        not place or (at is not None and (at.count == 1 or at.straight))
        for place, at in zip(passage.between, met, strict=True)
    ]
    mouth_spots = {mouth.spot for mouth in mouths}
    runs = _runs(points)
    blocks: list[Block] = []
    for index, run in enumerate(runs):
        first, last = index == 0, index == len(runs) - 1
        before = square[0] if first else _bends_square(runs[index - 1][-2], run[0], run[1])
        after = square[1] if last else _bends_square(run[-2], run[-1], runs[index + 1][1])
        if not last and not after:
            joints.append(run[-1])
        open_before = first and (not closed[0] or _any_near(run[0], mouth_spots))
        open_after = last and (not closed[1] or _any_near(run[-1], mouth_spots))
        blocks.append(Block(run, half, half * before, half * after, open_before, open_after))
    blind = tuple(
        block
        for block, place, at in zip((blocks[0], blocks[-1]), passage.between, met, strict=True)
        if not place or (at is not None and at.count == 1)
    )
    return Lane(passage.id, tuple(blocks), tuple(joints), blind, passage.floor, passage.width)


def _runs(points: Sequence[Spot]) -> list[tuple[Spot, ...]]:
    """A line in pieces from one sharp bend to the next."""
    runs = [[points[0]]]
    for index, spot in enumerate(points[1:], 1):
        runs[-1].append(spot)
        if index < len(points) - 1 and _bends_sharply(points[index - 1], spot, points[index + 1]):
            runs.append([spot])
    return [tuple(run) for run in runs]


def _bends_sharply(one: Spot, two: Spot, three: Spot) -> bool:
    along = (two.x - one.x) * (three.x - two.x) + (two.y - one.y) * (three.y - two.y)
    return along < GENTLE * far_between(one, two) * far_between(two, three)


def neck_to(region: Region, door: Door) -> Lane | None:
    """The floor between a door behind which nothing is laid and the slanting wall that it stands before."""
    shape = _shape_of(region, door.at)
    if shape is None or shape.distance(shapely.Point(door.spot.x, door.spot.y)) < STANDS_OFF:
        return None
    x, y = WAYS[door.facing]
    far: list[float] = []
    for side in (-0.45, 0.0, 0.45):
        start = (door.spot.x - y * side, door.spot.y + x * side)
        line = shapely.LineString([start, (start[0] - x * FARTHEST_OFF, start[1] - y * FARTHEST_OFF)])
        met = line.intersection(shape)
        if not met.is_empty:
            far.append(met.distance(shapely.Point(start)))
    if not far:
        return None
    back = min(max(far), far[len(far) // 2] + 0.4) + 0.1
    start = Spot(door.spot.x - x * back, door.spot.y - y * back)
    block = Block((start, door.spot), 0.5, open_before=True)
    return Lane(door.at, (block,), (), (block,), 0, 1.0)


def _shape_of(region: Region, number: int) -> shapely.Polygon | None:
    """The floor of a room or a passage."""
    for room in region.rooms():
        if room.id == number:
            return shapely.Polygon([(spot.x, spot.y) for spot in room.outline])
    for passage in region.passages:
        if passage.id == number and _reaches(passage):
            return _shape_of_passage(passage)
    return None


def _shape_once(passage: Passage, shapes: dict[int, shapely.Polygon]) -> shapely.Polygon:
    if passage.id not in shapes:
        shapes[passage.id] = _shape_of_passage(passage)
    return shapes[passage.id]


def _shape_of_passage(passage: Passage) -> shapely.Polygon:
    line = shapely.LineString([(spot.x, spot.y) for spot in passage.points])
    return line.buffer(passage.width / 2, cap_style="square", quad_segs=4)


def _apart(points: Sequence[Spot]) -> list[Spot]:
    """Points without those that say nothing new."""
    found = [points[0]]
    found += [spot for before, spot in pairwise(points) if far_between(before, spot) > NEAR]
    return found


def _bends_square(one: Spot, two: Spot, three: Spot) -> bool:
    """Whether a line bends by a right angle between a row and a column."""
    return _straight(one, two) and _straight(two, three) and (one.x == two.x) != (two.x == three.x)


def _straight(one: Spot, two: Spot) -> bool:
    return abs(one.x - two.x) < NEAR or abs(one.y - two.y) < NEAR


def _any_near(spot: Spot, others: Iterable[Spot]) -> bool:
    return any(far_between(spot, other) < NEAR for other in others)


def _ahead(start: Spot, end: Spot, far: float) -> Spot:
    """The point ``far`` squares beyond the end of a line."""
    length = far_between(start, end) or 1.0
    part = 1.0 + far / length
    return Spot(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part)
