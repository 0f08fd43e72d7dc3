"""The pictures of rolled rooms: their bytes, their size, and what their descriptions say."""

from __future__ import annotations

import hashlib
from io import BytesIO
from itertools import product

import pytest
from PIL import Image

from bot.atlas.plans import plan_figure
from bot.drawing import painter_of
from bot.drawing.canvas import coloured
from bot.drawing.fonts import drawable
from bot.drawing.picture import LONGEST_ALT
from bot.drawing.plan_wording import plan_title
from bot.drawing.room_plan import draw_room_plan, plan_page, plan_shapes
from bot.drawing.style import FLOOR, INK
from tables.room_plan import Feature, RoomExit, RoomPlan, Shape

MOST_BYTES = 80_000

WAYS = (
    RoomExit("opposite", "passage", "left"),
    RoomExit("opposite", "passage", "right"),
    RoomExit("left", "door"),
    RoomExit("right", "passage", "right"),
)
CLOSET = RoomPlan("room", "square", 10, 10, 100)
ROOM = RoomPlan(
    "room", "rectangle", 30, 20, 600, None, (RoomExit("opposite", "door"), RoomExit("left", "door"))
)
ROTUNDA = RoomPlan("chamber", "circle", None, None, 2000, "pool", WAYS)
CAVERN = RoomPlan("cave", "cave", 400, 300, 120_000, "lake", WAYS)
DOUBLE = RoomPlan("cave", "cave", 60, 60, 4200, None, WAYS, (30, 20))


def every_room() -> list[RoomPlan]:
    """Every shape with and without ways out, the smallest and the largest of each."""
    shapes: list[Shape] = ["circle", "triangle", "trapezoid", "odd", "oval", "hexagon", "octagon"]
    exits: list[tuple[RoomExit, ...]] = [
        (),
        WAYS,
        tuple(RoomExit("same", "door", state="one-way") for _ in range(4)),
        tuple(RoomExit("left", "passage", "left", "one-way") for _ in range(4)),
        tuple(RoomExit("right", "door", state="secret") for _ in range(4)),
    ]
    sizes = ((10, 10), (10, 20), (20, 40), (40, 60))
    features: tuple[Feature | None, ...] = (None, "pool", "well", "shaft")
    found = [RoomPlan("room", "square", 30, 30, 900, None, each) for each in exits]
    found += [RoomPlan("room", "rectangle", length, width, 1, None, WAYS) for width, length in sizes]
    found += [
        RoomPlan("room", shape, None, None, area, None, WAYS)
        for shape, area in product(shapes, (500, 43_400))
    ]
    found += [
        RoomPlan("room", "circle", None, None, 900, feature, each)
        for feature, each in product(features, exits)
    ]
    found += [RoomPlan("cave", "cave", 60, 40, 2400, None, each) for each in exits]
    return [*found, CLOSET, ROTUNDA, CAVERN, DOUBLE]


def test_every_picture_is_small_opaque_and_told_in_words() -> None:
    for plan in every_room():
        picture = draw_room_plan(plan)
        with Image.open(BytesIO(picture.png)) as image:
            assert image.mode == "P"
            assert image.size == (picture.width, picture.height)
            assert image.info == {}
            assert len(image.getcolors() or range(99)) <= 64
        assert picture.width == 960
        assert 480 <= picture.height <= 1200, plan
        assert len(picture.png) < MOST_BYTES, plan
        assert 60 < len(picture.alt) <= LONGEST_ALT
        assert drawable(" ".join(plan_title(plan))) == " ".join(plan_title(plan))


def test_it_has_a_painter() -> None:
    paint = painter_of(ROOM)

    assert paint is not None
    assert paint() == draw_room_plan(ROOM)


@pytest.mark.parametrize("plan", every_room())
def test_nothing_runs_over_the_frame(plan: RoomPlan) -> None:
    """A page is alike all along the inner line of its frame, whatever it shows."""
    picture = draw_room_plan(plan)
    with Image.open(BytesIO(picture.png)) as image:
        paper = image.convert("RGB")
    width, height = paper.size
    inset = 25
    rim = [
        *(paper.crop((inset, inset, width - inset, inset + 1)).getcolors() or []),
        *(paper.crop((inset, height - inset, width - inset, height - inset + 1)).getcolors() or []),
        *(paper.crop((inset, inset, inset + 1, height - inset)).getcolors() or []),
        *(paper.crop((width - inset, inset, width - inset + 1, height - inset)).getcolors() or []),
    ]

    assert {colour for _, colour in rim} == {(244, 238, 225)}


@pytest.mark.parametrize(
    ("plan", "digest"),
    [(ROOM, "08ba62b17efd78cb"), (ROTUNDA, "71759b3a4ea07af7"), (DOUBLE, "27837ed4c69421a1")],
    ids=["room", "rotunda", "double cave"],
)
def test_the_shapes_are_the_same_on_every_machine(plan: RoomPlan, digest: str) -> None:
    """Pixels of everything but the words, which follow the version of the type library."""
    figure = plan_figure(plan)

    picture = coloured(*plan_shapes(figure, plan_page(figure)))

    assert hashlib.sha256(picture.tobytes()).hexdigest()[:16] == digest


def test_a_picture_does_not_depend_on_what_was_drawn_before() -> None:
    first = draw_room_plan(ROOM).png

    draw_room_plan(CAVERN)
    draw_room_plan(ROTUNDA)

    assert draw_room_plan(ROOM).png == first


def test_a_wall_is_black_and_opens_at_a_passage_only() -> None:
    """Through the north wall: a passage is open, a secret door leaves the wall whole."""
    levels: dict[str, int] = {}
    for state in ("open", "secret"):
        figure = plan_figure(
            RoomPlan("chamber", "square", 30, 30, 900, None, (RoomExit("opposite", "passage", state=state),))
        )
        page = plan_page(figure)
        ink, _ = plan_shapes(figure, page)
        x, y = page.pixel(figure.ways[1].door.x, figure.ways[1].door.y)
        level = ink.getpixel((round(x) + 14, round(y)))
        assert isinstance(level, int)
        levels[state] = level

    assert levels == {"open": FLOOR, "secret": INK}


def test_a_secret_door_is_shown_only_where_the_value_has_one() -> None:
    plain = RoomPlan("room", "square", 30, 30, 900, None, (RoomExit("left", "door"),))
    told = RoomPlan(
        "room", "square", 30, 30, 900, None, (*plain.exits, RoomExit("same", "door", state="secret"))
    )

    assert "secret" not in draw_room_plan(plain).alt
    assert "a secret door, marked S, in the south wall" in draw_room_plan(told).alt


@pytest.mark.parametrize(
    ("plan", "title"),
    [
        (ROOM, ("Room", "20 by 30 feet")),
        (ROTUNDA, ("Circular chamber", "2,000 square feet")),
        (CAVERN, ("Cavern", "300 by 400 feet")),
        (DOUBLE, ("Double cave", "20 by 30, then 60 by 60 feet")),
        (RoomPlan("room", "odd", None, None, 900), ("Oddly shaped room", "900 square feet")),
        (RoomPlan("room", "cave", 60, 40, 2400), ("Cave", "40 by 60 feet")),
    ],
)
def test_the_title_says_what_and_how_large(plan: RoomPlan, title: tuple[str, str]) -> None:
    assert plan_title(plan) == title


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (ROOM, "A room on a grid of 10-foot squares, 20 feet from west to east and 30 from south to north"),
        (ROOM, "Ways out: a door in the north wall and a door in the west wall."),
        (CLOSET, "No other way out is drawn."),
        (ROTUNDA, "In its middle is a pool."),
        (ROTUNDA, "an open passage in the north wall, turning north-west,"),
        (ROTUNDA, "an open passage in the east wall, turning south-east."),
        (CAVERN, "In its middle is a lake."),
        (DOUBLE, "A smaller cave lies to the south"),
        (
            RoomPlan("room", "square", 20, 20, 400, None, (RoomExit("right", "door", state="one-way"),) * 2),
            "two one-way doors, marked with an arrow, in the east wall",
        ),
        (RoomPlan("room", "octagon", None, None, 500), "An eight-sided room"),
    ],
)
def test_the_description_says_what_is_to_be_seen(plan: RoomPlan, words: str) -> None:
    assert words in draw_room_plan(plan).alt
