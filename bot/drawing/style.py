"""How the maps look: every colour, level of ink, line width and size, in one place.

Pictures are painted as levels of ink, 0 for the blackest line to 255 for a lit
floor, and coloured at the end by ramps that map levels to colours. Lengths are
in squares unless they say pixels.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from tables.destination import Route

if TYPE_CHECKING:
    from bot.atlas.figure import Symbol

# Levels of ink

INK = 0
ACCENT = 96
IRON = 52
QUIET = 112
QUIET_HATCH = 138
STONE = 168
FAINT = 186
BAND = 206
QUIET_BAND = 224
SHADOW = 224
PAPER = 240
FLOOR = 255

# Walls, rock and floors

WALL = 0.13
GOAL_WALL = 0.23
QUIET_WALL = 0.10
BAND_WIDTH = 0.58
HATCH_LATTICE = 0.375
HATCH_LENGTH = 0.44
HATCH_SPACING = 0.115
HATCH_WIDTH = 0.036
HATCH_NEAR = 0.42
HATCH_RAGGED = 0.40
QUIET_REACH = 0.56
HATCH_REACH = HATCH_NEAR + HATCH_RAGGED + HATCH_LENGTH
SHADOW_DEPTH = 0.13
GRID_DOT = 0.036
GRID_STEP = 0.2
OPENING = 0.14
STUB_LENGTH = 0.62
STUB_WIDTH = 0.8
STUB_WALL = 0.09

# Regions

REGION_WALL = 0.17
REGION_BAND = 0.6
REGION_HATCH = 0.045
REGION_HATCH_LEVEL = 36
REGION_NEAR = 0.38
REGION_RAGGED = 0.38
REGION_DOT = 0.05
NUMBERS = (32, 28, 23)
"""Pixels of the type of numbers on a page 1,000 pixels wide: in wide rooms, in others, and at least."""

WIDE_ROOM = 76
"""Pixels across a wide room on such a page."""

LABELS = {"way": 17, "in": 22}
LEGEND_PIXELS = 19
REGION_SHADOW = ((0.26, 236), (0.13, 218))
"""Squares that shadows of two depths reach from the walls in the north and west, and their levels."""

# The way and what it leads to

TRAIL_WIDTH = 0.15
TRAIL_DASH = 0.36
TRAIL_GAP = 0.24
LINK_WIDTH = 0.09
TARGET_RADIUS = 0.32
TARGET_LINE = 0.09

# Type: numbers as parts of their room, words in squares, weights of 100 to 900

START_NUMBER = 0.36
GOAL_NUMBER = 0.54
QUIET_NUMBER = 0.4
MARK_WORDS = 0.72
SIGN_WORDS = 0.5
BADGE_WORDS = 0.6
DIE_FACE = 0.68
TITLE_PIXELS = 42
SMALL_PIXELS = 28
STRONG = 600
BOLD = 700
HEAVY = 800

# Pictures, in pixels

NINE_SQUARE = 48
ALONE_SQUARES = (72, 60, 48)
SUPERSAMPLING = 4
FRAME_INSET = 14
FRAME_GAP = 7
MARGIN = 46
COMPASS_SIZE = 64

HATCH_SEED = 9
"""The figures are the same for everybody, and so is their hatching."""

# Colours

Colour = tuple[int, int, int]
RampName = Literal[
    "plain",
    "left",
    "right",
    "straight",
    "goal",
    "left ink",
    "right ink",
    "straight ink",
    "left fresh",
    "right fresh",
    "straight fresh",
    "water",
]
Look = Literal["ink", "blueprint", "high contrast"]
"""What a whole picture is printed in."""

PLAIN: dict[int, Colour] = {
    INK: (30, 25, 22),
    QUIET: (118, 110, 100),
    BAND: (207, 198, 181),
    PAPER: (244, 238, 225),
    FLOOR: (255, 254, 250),
}
"""The colours of ink on paper; levels between two of them are mixed."""

RED: Colour = (186, 28, 36)
BLUE: Colour = (22, 82, 168)
DARK: Colour = (84, 66, 48)

TINTS: dict[RampName, dict[int, Colour]] = {
    "left": {INK: PLAIN[INK], ACCENT: RED, FLOOR: (250, 212, 204)},
    "right": {INK: PLAIN[INK], ACCENT: BLUE, FLOOR: (206, 225, 246)},
    "straight": {INK: PLAIN[INK], ACCENT: DARK, FLOOR: (255, 254, 250)},
    "goal": {INK: PLAIN[INK], ACCENT: DARK, FLOOR: (250, 231, 184)},
    "left ink": {INK: PLAIN[INK], ACCENT: RED, PAPER: PLAIN[PAPER], FLOOR: PLAIN[FLOOR]},
    "right ink": {INK: PLAIN[INK], ACCENT: BLUE, PAPER: PLAIN[PAPER], FLOOR: PLAIN[FLOOR]},
    "straight ink": {INK: PLAIN[INK], ACCENT: DARK, PAPER: PLAIN[PAPER], FLOOR: PLAIN[FLOOR]},
    "left fresh": {INK: RED, QUIET: (216, 128, 120), FLOOR: (253, 226, 220)},
    "right fresh": {INK: BLUE, QUIET: (112, 156, 208), FLOOR: (219, 233, 249)},
    "straight fresh": {INK: (122, 82, 20), QUIET: (190, 152, 92), FLOOR: (252, 236, 196)},
    "water": {INK: (28, 60, 92), ACCENT: (88, 142, 184), FLOOR: (190, 221, 238)},
}
"""The colours of rolled ways: of their floors, and of coloured ink on paper and white floor; of what
is new on a map; and of water."""

_SKY: Colour = (226, 240, 252)
_DEEP: Colour = (16, 47, 100)
_PRINT: Colour = (36, 86, 158)
_WHITE: Colour = (255, 255, 255)
_BLACK: Colour = (0, 0, 0)

LOOKS: dict[Look, tuple[dict[int, Colour], dict[RampName, dict[int, Colour]]]] = {
    "ink": (PLAIN, TINTS),
    "blueprint": (
        {INK: _SKY, QUIET: (128, 166, 212), BAND: (27, 68, 130), PAPER: _DEEP, FLOOR: _PRINT},
        {
            "left ink": {INK: _SKY, ACCENT: (255, 158, 140), PAPER: _DEEP, FLOOR: _PRINT},
            "right ink": {INK: _SKY, ACCENT: (150, 214, 255), PAPER: _DEEP, FLOOR: _PRINT},
            "straight ink": {INK: _SKY, ACCENT: (252, 222, 150), PAPER: _DEEP, FLOOR: _PRINT},
            "left fresh": {INK: (255, 176, 160), QUIET: (188, 120, 136), FLOOR: (92, 60, 112)},
            "right fresh": {INK: (160, 226, 255), QUIET: (92, 160, 208), FLOOR: (28, 104, 168)},
            "straight fresh": {INK: (255, 230, 160), QUIET: (172, 156, 132), FLOOR: (76, 90, 110)},
            "water": {INK: _SKY, ACCENT: (140, 200, 236), FLOOR: (54, 118, 186)},
        },
    ),
    "high contrast": (
        {INK: _BLACK, QUIET: (84, 84, 84), BAND: (222, 222, 222), PAPER: _WHITE, FLOOR: _WHITE},
        {
            "left ink": {INK: _BLACK, ACCENT: (200, 0, 0), PAPER: _WHITE, FLOOR: _WHITE},
            "right ink": {INK: _BLACK, ACCENT: (0, 60, 190), PAPER: _WHITE, FLOOR: _WHITE},
            "straight ink": {INK: _BLACK, ACCENT: (70, 50, 0), PAPER: _WHITE, FLOOR: _WHITE},
            "left fresh": {INK: (190, 0, 0), QUIET: (220, 100, 100), FLOOR: (255, 224, 220)},
            "right fresh": {INK: (0, 50, 180), QUIET: (100, 140, 220), FLOOR: (216, 230, 255)},
            "straight fresh": {INK: (110, 70, 0), QUIET: (180, 140, 70), FLOOR: (255, 236, 180)},
            "water": {INK: _BLACK, ACCENT: (0, 90, 170), FLOOR: (196, 228, 255)},
        },
    ),
}
"""The colours of each look: those of ink on paper, and those of its ramps."""

PLAIN_LEVELS = (INK, 52, QUIET, QUIET_HATCH, FAINT, BAND, QUIET_BAND, PAPER, FLOOR)
TINT_LEVELS = (INK, 48, ACCENT, 140, 186, SHADOW, FLOOR)
INK_LEVELS = (INK, 48, ACCENT, 150, 200, PAPER, FLOOR)
FRESH_LEVELS = (INK, 60, QUIET, 190, 228, FLOOR)
"""The levels that pictures keep: fewer make a smaller file, more a smoother edge."""

MARK_TINTS: dict[Symbol, RampName] = {"exit": "goal", "trap": "left"}
"""The ramps of marks in colour."""

WAY_TINTS: dict[Route, RampName] = {Route.LEFT: "left", Route.RIGHT: "right", Route.STRAIGHT: "straight"}
FRESH_TINTS: dict[Route, RampName] = {
    Route.LEFT: "left fresh",
    Route.RIGHT: "right fresh",
    Route.STRAIGHT: "straight fresh",
}
GOAL_TINTS: dict[Route, RampName] = {Route.LEFT: "left", Route.RIGHT: "right", Route.STRAIGHT: "goal"}
WAY_INKS: dict[Route, RampName] = {
    Route.LEFT: "left ink",
    Route.RIGHT: "right ink",
    Route.STRAIGHT: "straight ink",
}
