"""References: what people call an event by. They are random, so they tell neither a number nor a gap."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, select

from bot.campaign import schema

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

ALPHABET = "23456789bcdfghjkmnpqrstvwxyz"
"""Nothing that is mistaken for something else, and no vowels, so that no words come up."""

LENGTH = 4
"""Characters of a reference, while there is room."""

MOST = 12
"""Characters of the longest reference that the tables take."""

_TRIES = 3

TAKEN = select(schema.event.c.seq).where(
    schema.event.c.campaign_id == bindparam("campaign"), schema.event.c.reference == bindparam("reference")
)
"""Finds something where the campaign ``campaign`` has given out the reference ``reference``."""


def draw(length: int) -> str:
    """So many random characters."""
    number, signs = secrets.randbelow(len(ALPHABET) ** length), ""
    for _ in range(length):
        number, sign = divmod(number, len(ALPHABET))
        signs += ALPHABET[sign]
    return signs


def new_reference(connection: Connection, campaign_id: int, draw: Callable[[int], str] = draw) -> str:
    """A reference that the campaign has not given out: a longer one where the short ones are taken."""
    length, tries = LENGTH, 0
    while True:
        reference = draw(length)
        if connection.scalar(TAKEN, {"campaign": campaign_id, "reference": reference}) is None:
            return reference
        tries += 1
        length = LENGTH + tries // _TRIES


def clean_reference(text: str) -> str:
    """A reference as somebody typed it: without its mark, in small letters; empty where it cannot be one."""
    reference = text.strip().removeprefix("#").lower()
    return reference if set(reference) <= set(ALPHABET) and len(reference) <= MOST else ""
