"""What the tests of chambers share: making, rolling and reading them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.campaign import audit
from bot.campaign.chamber import Chamber, Edit, chamber_of, visible
from bot.campaign.chamber_rolls import roll_chambers
from bot.campaign.chambers import (
    add_chambers,
    level_list,
)
from bot.campaign.changes import Told, change, rebuilt, standing
from bot.campaign.entries import Lists
from tables.dice import ScriptedDice

if TYPE_CHECKING:
    from bot.campaign import Store


def room(name: str, rarity: str = "common", **more) -> Chamber:
    return chamber_of(Edit(name, rarity, **more))


def roll(connection, new, wanted, faces):
    """A roll as the shell makes it, with dice that were thrown at the table."""

    def work(changer):
        dice = ScriptedDice(faces)
        rolled = roll_chambers(changer, dice, wanted, new.actor_id, new.at)
        dice.finish()
        return Told(rolled, rolled.outcome.text)

    return change(connection, new, work)


async def listed(store: Store, level: int = 3, *, game_master: bool = True):
    def read(connection):
        return visible(level_list(Lists(connection, 1), level), game_master=game_master)

    return await store.read(read)


async def state(store: Store):
    return await store.read(standing, 1)


async def check(store: Store) -> None:
    """The lists are what the history says, and the history is whole."""
    assert await state(store) == await store.read(rebuilt, 1)
    assert (await store.read(audit, 1)).fault is None


async def begin(store: Store, of, *chambers: Chamber, level: int = 3):
    return await store.write(add_chambers, of(), level, chambers)
