"""A region at the terminal: laid out by dice, told in words, drawn into files."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING

from bot.atlas.layout.beginning import letters_of_word
from bot.atlas.layout.checking import loops_of
from bot.atlas.layout.lay import lay_region
from bot.atlas.layout.rolls import Throws
from bot.atlas.naming import stub_names
from bot.settings import StartRefused
from tables.dice import FairDice
from tables.procedures import RULES
from tables.region_codes import parse_region

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from bot.atlas.layout.lay import Laid
    from bot.atlas.region import Place, Region


def lay(code: str, seed: str | None, *, curved: bool = False) -> Laid:
    """Lay a region out.

    Args:
        code: a word and its level, such as LEXI-1.
        seed: any text; the same one gives the same region everywhere. None for the system's dice.
        curved: whether round letters are drawn with curves.

    Raises:
        OptionError: the code is none.
    """
    region = parse_region(code)
    key = secrets.token_bytes(32) if seed is None else _key(seed)
    throws = Throws(FairDice(key, region.code), RULES, level=region.level)
    return lay_region(letters_of_word(throws, region.letters, curved=curved), throws)


def _key(seed: str) -> bytes:
    """A terminal may hand over bytes that are no text; any of them are a seed."""
    return hashlib.sha256(seed.encode(errors="surrogateescape")).digest()


def draw(region: Region, *, png: Path | None = None, svg: Path | None = None) -> None:
    """Draw a region into files.

    Raises:
        StartRefused: a file cannot be written.
    """
    if png is None and svg is None:
        return
    from bot.drawing.region.draw import draw_region  # noqa: PLC0415 - words alone need no pictures
    from bot.drawing.region.vector import svg_of  # noqa: PLC0415 - as above

    try:
        if png is not None:
            png.write_bytes(draw_region(region).png)
        if svg is not None:
            svg.write_text(svg_of(region), encoding="utf-8")
    except OSError as problem:
        raise StartRefused(f"{problem.filename} cannot be written: {problem.strerror}.") from problem


def told(region: Region) -> Iterator[str]:
    """A region in words, line by line: what it is, its rooms by their numbers, its ways on."""
    rooms = sorted(region.rooms(), key=lambda room: _by_number(room.number))
    loops, ways = loops_of(region), stub_names(region)
    yield f"{region.code}: {len(rooms)} rooms, {_count(loops, 'way')} round, {_count(len(ways), 'way')} on."
    for room in rooms:
        yield f"{room.number:>4}  {_size(room)}{_leads(region, room)}"
    yield f"Ways on: {'; '.join(sorted(ways.values(), key=_by_number))}."


def _by_number(text: str) -> tuple[int, str]:
    digits = text[: next((place for place, sign in enumerate(text) if not sign.isdigit()), len(text))]
    return int(digits or 10_000), text


def _size(room: Place) -> str:
    across, down = [spot.x for spot in room.outline], [spot.y for spot in room.outline]
    width, length = (round((max(side) - min(side)) * 10) for side in (across, down))
    shape = "" if room.shape in (None, "square", "rectangle") else f", {room.shape}"
    return f"{width} by {length} feet{shape}"


def _leads(region: Region, room: Place) -> str:
    """How many ways lead out of a room, secret ones by themselves."""
    hidden = {door.passage for door in region.doors if door.secret}
    ways = [passage for passage in region.passages if room.id in passage.between]
    secret = sum(passage.id in hidden for passage in ways)
    words = f": {_count(len(ways) - secret, 'way')}" if len(ways) > secret else ":"
    if secret:
        words += f"{',' if len(ways) > secret else ''} {_count(secret, 'secret way')}"
    return words


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
