"""What events tell of monsters, in plain words."""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from bot.campaign.monster import Monster, letter_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.campaign.monster import Listed
    from tables.figures import Figures

_TEXTS = {"notes": "notes", "told": "the players' text"}
_VALUES = {"cr": "stated CR", "price": "price", "appearing": "number appearing", "origin": "origin"}
_FLAGS = {
    "extraordinary": ("now extraordinary", "now ordinary"),
    "known": ("now known to the players", "no longer known to the players"),
    "never_wanders": ("never wanders", "may wander"),
}
NAMED = 3
"""Monsters that an event names of many."""


def called(listed: Listed) -> str:
    """An entry in plain words: "Q of level 1, orc"."""
    return f"{listed.letter} of level {listed.level}, {listed.monster.name}"


def came(level: int, many: Sequence[Listed], *, how: str = "") -> str:
    """What is told of new entries: one, a few with their letters, or many."""
    if not many:
        return f"Nothing came onto the list of level {level}."
    names = [f"{each.letter} {each.monster.name}" for each in many[:NAMED]]
    if len(many) == 1:
        [one] = many
        rating = rating_words(one.monster)
        return f"{one.monster.name} is {one.letter} of level {level}{how}{f': {rating}' if rating else ''}."
    if len(many) > NAMED:
        names.append(f"{len(many) - NAMED:,} more")
        span = f", {many[0].letter} to {many[-1].letter}"
        return f"{len(many):,} monsters came onto the list of level {level}{how}{span}: {_all_of(names)}."
    return f"New on the list of level {level}{how}: {_all_of(names)}."


def rating_words(monster: Monster) -> str:
    """Its challenge rating and where that is from, and its price where it has one."""
    parts: list[str] = []
    if monster.cr:
        by_formula = monster.figures.rating
        other = f", where the formula gives {by_formula}" if by_formula not in {"", monster.cr} else ""
        parts.append(f"CR {monster.cr} as stated{other}")
    elif monster.figures.rating:
        parts.append(f"CR {monster.figures.rating} by the formula, from {figures_words(monster.figures)}")
    if monster.price:
        parts.append(f"price {monster.price}")
    return "; ".join(parts)


def figures_words(figures: Figures) -> str:
    """What a rating is computed from: "3+3 HD, 1 special and 2 extraordinary abilities"."""
    dice = f"{figures.hp} hp" if figures.hp else f"{figures.hd} HD" if figures.hd else ""
    kinds = ((figures.sa, "special"), (figures.ea, "extraordinary"))
    counts = [f"{count} {kind}" for count, kind in kinds if count]
    some = " and ".join(counts)
    if some:
        some += " ability" if figures.sa + figures.ea == 1 else " abilities"
    return ", ".join(part for part in (dice, some) if part)


def differences(before: Monster, after: Monster, *, number: int) -> str:
    """What changed, in plain words; nothing where nothing did."""
    parts: list[str] = []
    for field in fields(Monster):
        old, new = getattr(before, field.name), getattr(after, field.name)
        if old != new:
            parts += _difference(field.name, old, new, letter_of(number, after))
    if before.figures != after.figures and after.cr:
        parts.append(f"CR stays {after.cr} as stated")
    return "; ".join(parts)


def _difference(name: str, old: Any, new: Any, letter: str) -> list[str]:  # noqa: ANN401 - each field has its kind
    if name == "name":
        return [f"called {old} before"]
    if name == "figures":
        return [
            f"CR by the formula {old.rating or 'none'} to {new.rating or 'none'}, from {figures_words(new)}"
        ]
    if name in _TEXTS:
        return [f"{_TEXTS[name]} {'changed' if old and new else 'written' if new else 'taken away'}"]
    if name in _VALUES:
        return [f"{_VALUES[name]} {old or 'none'} to {new or 'none'}"]
    if name in _FLAGS:
        words = _FLAGS[name][0 if new else 1]
        return [f"{words}, with the letter {letter}" if name == "extraordinary" else words]
    if name == "lair":
        return [f"lair {_chance(old)} to {_chance(new)}"]
    if name == "left":
        return [f"{_count(old)} to {_count(new)} left"]
    return ["a variant of another" if new else "no variant any more"] if name == "variant_of" else []


def _chance(chance: int | None) -> str:
    return "none" if chance is None else f"{chance} %"


def _count(left: int | None) -> str:
    return "endless" if left is None else f"{left:,}"


def _all_of(names: Sequence[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
