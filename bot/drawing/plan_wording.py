"""Titles of pictures of rolled rooms, and their descriptions for those who cannot see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.drawing.exit_wording import counted, listed
from bot.drawing.picture import LONGEST_ALT
from tables.destination import COMPASS_NAMES, WALL_NAMES, Compass, Wall
from tables.room_words import CAVERN

if TYPE_CHECKING:
    from bot.atlas.plans import PlanFigure, PlanWay
    from tables.room_plan import RoomPlan, Shape

SHAPES: dict[Shape, str] = {
    "circle": "circular",
    "triangle": "triangular",
    "trapezoid": "trapezoidal",
    "odd": "oddly shaped",
    "oval": "oval",
    "hexagon": "six-sided",
    "octagon": "eight-sided",
}


def plan_title(plan: RoomPlan) -> tuple[str, str]:
    """The title of a room in two parts: what it is, and how large."""
    kind = _kind(plan)
    if plan.length is None:
        return kind, f"{plan.area:,} square feet"
    size = f"{plan.width} by {plan.length} feet"
    if plan.fore is None:
        return kind, size
    length, width = plan.fore
    return kind, f"{width} by {length}, then {size}"


def _kind(plan: RoomPlan) -> str:
    if plan.fore is not None:
        return "Double cave"
    if plan.kind == "cave" or plan.shape == "cave":
        return "Cavern" if plan.area >= CAVERN else "Cave"
    shape = SHAPES.get(plan.shape, "")
    return f"{shape} {plan.kind}".strip().capitalize()


def plan_alt(plan: RoomPlan, figure: PlanFigure) -> str:
    """What is to be seen of a room, in words; at most 1024 characters."""
    across, along = figure.size
    kind = _kind(plan)
    article = "An" if kind[0] in "AEIO" else "A"
    extent = f"{across} feet from west to east and {along} from south to north"
    seen = [f"{article} {kind.lower()} on a grid of 10-foot squares, {extent}, in hatched rock."]
    if plan.fore is not None:
        seen.append("A smaller cave lies to the south, and a short way leads from it into the larger one.")
    if plan.feature is not None:
        seen.append(f"In its middle is a {plan.feature}.")
    seen.append("An arrow marks the way in, in the south wall.")
    ways = [way for way in figure.ways if not way.inward]
    alike = dict.fromkeys(map(_way, ways), 0)
    for way in ways:
        alike[_way(way)] += 1
    if ways:
        words = [
            counted(count, one, several, told=True) + where for (one, several, where), count in alike.items()
        ]
        seen.append(f"Ways out: {listed(words)}.")
    else:
        seen.append("No other way out is drawn.")
    return " ".join(seen)[:LONGEST_ALT]


def _way(way: PlanWay) -> tuple[str, str, str]:
    """A way out for one and for several, and where it is."""
    state = {"open": "", "secret": "secret ", "one-way": "one-way "}[way.state]
    mark = {"open": "", "secret": ", marked S,", "one-way": ", marked with an arrow,"}[way.state]
    turned = ""
    if way.lead != "straight":
        eighths = 2 * tuple(Wall).index(way.wall) + (1 if way.lead == "right" else -1)
        turned = f", turning {COMPASS_NAMES[tuple(Compass)[eighths % 8]]}"
    kind = "open passage" if way.kind == "passage" and way.state == "open" else way.kind
    name = f"{state}{kind}"
    return name, f"{name}s", f"{mark} in the {WALL_NAMES[way.wall]} wall{turned}"
