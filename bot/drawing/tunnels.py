"""The picture of a leximorph: its letters as tunnels, with the joins between them in colour.

The tunnels are narrow on the page, so the hatching is drawn coarser than that of rooms.
"""

from __future__ import annotations

from functools import partial
from math import ceil
from typing import TYPE_CHECKING

from PIL import ImageDraw

from bot.atlas.shapes import Spot
from bot.atlas.tunnels import plan_of
from bot.drawing import style
from bot.drawing.canvas import Canvas, Page, Tint, coloured, encoded, patch_of
from bot.drawing.fonts import typeface
from bot.drawing.ground import Scale, bare_ground
from bot.drawing.hatching import cluster
from bot.drawing.lettering import Lettering
from bot.drawing.picture import WIDTH, Picture
from bot.drawing.tunnel_wording import alt_of, title_of
from tables.tunnels import dig

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL import Image

    from bot.atlas.tunnels import Leg, LegKind, TunnelPlan
    from bot.drawing.hatching import Stroke
    from tables.leximorphs import Leximorph

HATCH_PIXELS = 15.5
"""Pixels from one cluster of the hatching to the next, however large the squares are."""

HATCH_PEN = 1.4
"""Pixels across a stroke of it."""

REACH = 0.95
"""Squares that the clusters lie from a wall at most."""

BAND = 0.62
"""Squares of grey on either side."""

AROUND = 1.75
"""Squares round the middle lines for walls and rock."""

LARGEST_SQUARE = 36
"""Pixels of a square, however few letters there are."""

THINNEST_WALL = 2.7
"""Pixels of a wall, however small the squares are."""

HEADING, FOOT = 117, 84
"""Pixels at the top and the bottom of a page, for its title and its scale."""

SCALE = Scale(parts=5, part=2.0, feet=100)

MARKS = {"corner": 0.13, "bend": 0.0, "junction": 0.25, "end": 0.0}
"""Squares from the middle to the rim of what marks a place; nothing for what has no mark."""

LEGEND: dict[LegKind, str] = {"join": "between letters", "extra": "for a loop"}
"""What the coloured tunnels are."""

SWATCH = 46
"""Pixels across a piece of colour in the legend."""

TINTS: dict[LegKind, style.RampName] = {"join": "goal", "extra": "left"}
"""The ramps of what joins the letters."""


def draw_tunnels(value: Leximorph) -> Picture:
    """The picture of letters as tunnels, with its description."""
    tunnels = dig(value.sectors, curved=value.curved)
    plan = plan_of(tunnels)
    page = page_of(plan)
    ink, tints = shapes(plan, page)
    words = Lettering(ink, page)
    words.legend(SCALE)
    title = words.title(*title_of(value))
    legend = _paint_legend(ink, plan)
    picture = coloured(ink, (*tints, *legend, Tint("straight ink", title)))
    return Picture(encoded(picture), alt_of(value, tunnels), *page.size)


def page_of(plan: TunnelPlan) -> Page:
    """The part of the map that shows all tunnels, as large as the width allows."""
    west, north, east, south = plan.box
    across = east - west + 2 * AROUND
    square = min(LARGEST_SQUARE, int((WIDTH - 2 * style.MARGIN + 24) / across))
    middle, half = (west + east) / 2, WIDTH / square / 2
    heading = ceil(HEADING / square)  # whole squares, so that the tunnels' part begins where it ends
    height = heading * square + FOOT + ceil((south - north + 2 * AROUND) * square)
    top = north - AROUND - heading
    return Page((middle - half, top, middle + half, top + height / square), square)


def shapes(plan: TunnelPlan, page: Page) -> tuple[Image.Image, tuple[Tint, ...]]:
    """Levels of ink of all tunnels without words, and the parts that are coloured."""
    west, north, east, south = plan.box
    patch = patch_of(page, (west - AROUND, north - AROUND, east + AROUND, south + AROUND))
    canvas = Canvas(patch, style.PAPER)
    _paint_rock(canvas, plan)
    _paint_floor(canvas, plan)
    _paint_marks(canvas, plan)
    ink = bare_ground(page, SCALE).copy()
    ink.paste(canvas.reduced(), page.pixels(patch.box))
    return ink, tuple(_tints(plan, page))


def _paint_rock(canvas: Canvas, plan: TunnelPlan) -> None:
    """The grey band and the hatching."""
    half = 0.5 + BAND
    for leg in plan.legs:
        canvas.fill(leg.quad(half), style.BAND)
    for spot in dict.fromkeys(spot for leg in plan.legs for spot in (leg.start, leg.end)):
        canvas.disc(spot.x, spot.y, half, style.BAND)
    square = canvas.page.square
    canvas.strokes(_hatching(plan, square), HATCH_PEN / square, style.INK)


def _hatching(plan: TunnelPlan, square: int) -> Iterator[Stroke]:
    """The strokes near all tunnels, each once; about as large on every page."""
    coarse = HATCH_PIXELS / (style.HATCH_LATTICE * square)
    lattice, reach = HATCH_PIXELS / square, REACH / (style.HATCH_NEAR + style.HATCH_RAGGED) / coarse
    for (column, row), legs in plan.near(lattice, 0.5 + REACH).items():
        distance = partial(_to_wall, legs, coarse)
        for (x, y), (to_x, to_y) in cluster(style.HATCH_SEED, column, row, distance, reach):
            yield (x * coarse, y * coarse), (to_x * coarse, to_y * coarse)


def _to_wall(legs: list[Leg], coarse: float, x: float, y: float) -> float:
    """How far a point lies from the nearest wall; both in units of ``coarse`` squares."""
    x, y = x * coarse, y * coarse
    return (min([leg.distance(x, y) for leg in legs]) - 0.5) / coarse


def _paint_floor(canvas: Canvas, plan: TunnelPlan) -> None:
    """Walls and floor, with a soft shadow along the north and the west."""
    wall = max(style.WALL, THINNEST_WALL / canvas.page.square) / 2
    depth = style.SHADOW_DEPTH
    for spots in plan.floor(0.5 + wall):
        canvas.fill(spots, style.INK)
    for spots in plan.floor(0.5 - wall):
        canvas.fill(spots, style.SHADOW)
    for spots in plan.floor(0.5 - wall - depth / 2):
        canvas.fill((Spot(spot.x + depth / 2, spot.y + depth / 2) for spot in spots), style.FLOOR)


def _paint_marks(canvas: Canvas, plan: TunnelPlan) -> None:
    """A ring where tunnels meet, a dot where they turn."""
    for mark in plan.marks:
        radius = MARKS[mark.kind]
        if radius:
            canvas.disc(mark.spot.x, mark.spot.y, radius, style.QUIET)
        if mark.kind == "junction":
            canvas.disc(mark.spot.x, mark.spot.y, radius - 0.1, style.FLOOR)


def _tints(plan: TunnelPlan, page: Page) -> Iterator[Tint]:
    """The floors of the tunnels between letters, as far as they are no letter's too."""
    joins = [leg for leg in plan.legs if leg.kind in TINTS]
    touched = {spot for leg in joins for spot in (leg.start, leg.end)}
    for leg in joins:
        yield _tint(TINTS[leg.kind], leg.quad(0.5), page)
    for leg in plan.legs:
        if leg.kind == "letter" and not touched.isdisjoint((leg.start, leg.end)):
            yield _tint("plain", leg.quad(0.5, -0.5, -0.5), page)


def _tint(ramp: style.RampName, spots: tuple[Spot, ...], page: Page) -> Tint:
    across, down = [spot.x for spot in spots], [spot.y for spot in spots]
    box = page.pixels((min(across), min(down), max(across), max(down)))
    return Tint(ramp, box, tuple(page.pixel(spot.x, spot.y) for spot in spots))


def _paint_legend(ink: Image.Image, plan: TunnelPlan) -> tuple[Tint, ...]:
    """What the colours mean, at the bottom on the right; the swatches that are coloured."""
    draw, font = ImageDraw.Draw(ink), typeface(style.SMALL_PIXELS, style.STRONG)
    right, middle = ink.width - style.MARGIN, ink.height - style.MARGIN - 6
    kinds = {leg.kind for leg in plan.legs}
    tints: list[Tint] = []
    for kind, words in reversed(LEGEND.items()):
        if kind in kinds:
            draw.text((right, middle), words, fill=style.INK, font=font, anchor="rm")
            right -= round(font.getlength(words)) + 14
            box = (right - SWATCH, middle - 11, right, middle + 11)
            draw.rectangle(box, fill=style.FLOOR, outline=style.INK, width=3)
            tints.append(Tint(TINTS[kind], box))
            right -= SWATCH + 30
    return tuple(tints)
