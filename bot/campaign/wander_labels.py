"""Six labels as people write them: letters of the level's list, or names, which are entered there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.campaign.errors import NotHere
from bot.campaign.folding import shown_name
from bot.campaign.monster import Listed, Monster
from bot.campaign.monster_list import entered
from bot.campaign.monster_naming import Named, resolve
from tables.errors import OptionError, echo
from tables.wandering_lists import SET

if TYPE_CHECKING:
    from bot.campaign.changes import Changer

LONGEST_SET = 1_000
"""Characters of a set as it is written."""

_LETTER = re.compile(r"(?:M:)?[A-Z]{1,2}", re.IGNORECASE)
_SEPARATED = re.compile(r"[,;\n]")


@dataclass(frozen=True, slots=True)
class ReadSet:
    """A set that was read: its six monsters in order, and those of them that are new on the level's list."""

    lines: tuple[Listed, ...]
    entered: tuple[Listed, ...]


def read_set(changer: Changer, level: int, written: str) -> ReadSet:
    """Read the six labels of a set and enter what the level's list does not have.

    Labels are parted by commas, or by spaces where all six are letters or single words ("A B B q C D").
    The event stands on every monster that it names.

    Raises:
        Refusal: there are not six, or a letter is on no list.
    """
    lines: list[Listed] = []
    new: dict[int, Listed] = {}
    for text in _split(written):
        line = _known(changer, level, text)
        if line is None:
            if _LETTER.fullmatch(text):
                raise NotHere(
                    f"There is no {echo(text)} on the list of level {level} yet. Nothing was saved: "
                    "write a letter that is, or the monster's name, which is then entered."
                )
            line = entered(changer, level, Monster(name=shown_name(text)))
            new[line.number] = line
        lines.append(line)
    return ReadSet(tuple(lines), tuple(new.values()))


def _split(written: str) -> list[str]:
    if len(written) > LONGEST_SET:
        raise OptionError(f"A set is written in {LONGEST_SET:,} characters at most. Nothing was saved.")
    has_signs = _SEPARATED.search(written) is not None
    parts = [part.strip() for part in (_SEPARATED.split(written) if has_signs else written.split())]
    parts = [part for part in parts if part]
    if len(parts) != SET:
        raise OptionError(
            f"A set has {SET} labels, and these are {len(parts)}. Nothing was saved: write letters such as "
            "A B B q C D, or names with commas between them; one may stand several times."
        )
    return parts


def _known(changer: Changer, level: int, text: str) -> Listed | None:
    """The monster of a level's list that a label means, on which the event then stands; None for none."""
    try:
        found = resolve(changer.lists, Named(text, level))
    except NotHere:
        return None
    line = found.listed
    if line.level != level:
        raise OptionError(
            f"“{echo(text)}” is on the list of level {line.level}. Nothing was saved: "
            "copy it with /monster copy."
        )
    if line.monster.retired:
        raise OptionError(
            f"{line.letter} {line.monster.name} is retired. Nothing was saved: bring it back with "
            "/monster retire back, or name another."
        )
    changer.stand_on(found.slot)
    return line
