"""A region made by hand that has one of everything that can be drawn."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, get_args

from bot.atlas.outlines import fitted
from bot.atlas.region import Door, Mark, MarkKind, Passage, Place, Region, StairKind, Stub
from bot.atlas.shapes import Spot
from tables.destination import Compass
from tables.door_kinds import Material, State
from tables.room_plan import Shape

if TYPE_CHECKING:
    from collections.abc import Iterator

COLUMNS = 6


def room(  # noqa: PLR0917 - in the order in which they are read
    number: int, shape: Shape, west: float, north: float, width: int, length: int
) -> Place:
    middle = Spot(west + width / 2, north + length / 2)
    outline = tuple(Spot(spot.x + middle.x, spot.y + middle.y) for spot in fitted(shape, width, length))
    return Place(number, "room", middle, str(number), outline, shape)


def _rooms() -> Iterator[Place]:
    for index, shape in enumerate(get_args(Shape)):
        yield room(1 + index, shape, 2 + 7 * (index % COLUMNS), 2 + 7 * (index // COLUMNS), 4, 4)


def _doors(passage: int) -> Iterator[Door]:
    kinds = [*product(get_args(State), get_args(Material)), (None, None)]
    for index, (state, material) in enumerate(kinds):
        facing = Compass.N if index % 2 else Compass.S
        spot = Spot(2.5 + index // 2 * 2.5, 18.0 if index % 2 else 19.0)
        yield Door(100 + index, spot, facing, passage, state=state, material=material)
    yield Door(150, Spot(42.5, 18.0), Compass.N, passage, state="unlocked", material="wood", secret=True)
    yield Door(151, Spot(42.5, 19.0), Compass.S, passage, state="trapped", material="iron", secret=True)
    yield Door(152, Spot(44.5, 18.0), Compass.N, passage, state="unlocked", material="wood", one_way=True)
    yield Door(153, Spot(0.9, 18.5), Compass.W, passage, state=None, material=None)


def _niches(passage: int) -> Iterator[Place | Passage | Mark | Stub]:
    for index, kind in enumerate(get_args(StairKind)):
        place, niche, x = 200 + index, 220 + index, 3.5 + 5 * index
        levels = {"stairs up": -1, "stairs down": 1, "chimney": -2, "trapdoor": 3, "both": 1}[kind]
        yield Place(place, "stair", Spot(x, 27.5), stair=kind, levels=levels)
        yield Passage(niche, "alcove", (Spot(x, 25.5), Spot(x, 28.0)), (passage, place))
    yield Place(206, "stair", Spot(28.5, 27.5), stair="stairs up", levels=-1)
    yield Passage(226, "alcove", (Spot(28.5, 25.5), Spot(28.5, 28.0)), (passage, 206))
    yield Mark(227, "entrance", Spot(28.5, 27.5), 206)
    for index, kind in enumerate(kind for kind in get_args(MarkKind) if kind != "entrance"):
        yield Mark(240 + index, kind, Spot(2.5 + 4 * index, 25.5), passage, 1.0)
    yield Passage(250, "side", (Spot(40.5, 25.5), Spot(40.5, 30.0)), (passage, 0))
    yield Stub(251, "passage", Spot(40.5, 30.0), Compass.S, 250)
    yield Stub(252, "passage", Spot(36.5, 26.0), Compass.S, passage)


def sampler() -> Region:
    """Rooms of every shape, doors of every kind in every direction, stairs, marks, and what lies below."""
    long = Passage(50, "letter", (Spot(1.0, 18.5), Spot(46.0, 18.5)), (0, 0))
    second = Passage(51, "letter", (Spot(1.0, 25.5), Spot(46.0, 25.5)), (0, 0))
    slant = Passage(
        52, "letter", (Spot(6.5, 34.5), Spot(10.5, 38.5), Spot(16.5, 38.5), Spot(20.5, 34.5)), (0, 0)
    )
    bent = Passage(
        53, "side", (Spot(24.5, 38.5), Spot(24.5, 34.5), Spot(30.5, 34.5), Spot(30.5, 38.5)), (0, 0)
    )
    below = Passage(54, "side", (Spot(34.5, 34.5), Spot(42.5, 34.5), Spot(42.5, 22.5)), (0, 0), floor=-1)
    cellar = replace(room(40, "square", 33, 36, 4, 3), floor=-1)
    off = 0.5**0.5 / 2
    slanted = (
        Door(160, Spot(8.5 + off, 36.5 - off), Compass.NE, 52, state="unlocked", material="wood"),
        Door(161, Spot(8.5 - off, 36.5 + off), Compass.SW, 52, state="stuck", material="iron"),
        Door(162, Spot(18.5 - off, 36.5 - off), Compass.NW, 52, state="locked", material="stone"),
        Door(163, Spot(18.5 + off, 36.5 + off), Compass.SE, 52, state="barred", material="portcullis"),
        Door(164, Spot(30.0, 36.5), Compass.W, 53, state="trapped", material="wood"),
        Door(165, Spot(31.0, 36.5), Compass.E, 53, state="unlocked", material="curtain"),
    )
    niches = tuple(_niches(51))
    return Region(
        code="ALL-1",
        level=1,
        sectors=(),
        curved=False,
        width=47,
        height=41,
        places=(*_rooms(), cellar, *(each for each in niches if isinstance(each, Place))),
        passages=(long, second, slant, bent, below, *(each for each in niches if isinstance(each, Passage))),
        doors=(*_doors(50), *slanted),
        stubs=tuple(each for each in niches if isinstance(each, Stub)),
        marks=tuple(each for each in niches if isinstance(each, Mark)),
    )
