"""What every cog is given: the memory, the painter, the dice and the clock."""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from tables.dice import Dice, FairDice

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.campaign import Store
    from bot.drawing import Renderer


def fresh_dice(label: str) -> Dice:
    """Fair dice for the roll named ``label``, from a seed of the system's generator that nobody keeps."""
    return FairDice(secrets.token_bytes(32), label)


def now() -> int:
    """The time in milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Kit:
    """What a command works with.

    Attributes:
        store: the campaigns' memory.
        renderer: draws pictures beside the event loop.
        dice: the dice for a roll, by the roll's label.
        clock: the time in milliseconds since 1970, UTC.
    """

    store: Store
    renderer: Renderer
    dice: Callable[[str], Dice] = fresh_dice
    clock: Callable[[], int] = now


class Keeper(Protocol):
    """Whoever holds the kit: the client, as buttons see it."""

    @property
    def kit(self) -> Kit:
        """What its commands work with."""
        ...
