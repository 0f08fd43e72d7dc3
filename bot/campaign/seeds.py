"""The seeds of a session's dice: one for what is rolled in the open, one for what is secret.

Face *n* (from 0) of an interaction's dice is drawn from HMAC-SHA256(seed, "label:n"), as
:class:`tables.dice.FairDice` does it, where the label is Discord's interaction id; a session opened with
words has the label "id words". Dice in the open and dice behind the screen are counted apart. What
is promised at the opening is the SHA-256 of each seed, so that neither can be changed later.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from hashlib import sha256

from sqlalchemy import bindparam, select

from bot.campaign import schema

LENGTH = 32
"""Bytes of a seed."""

OPEN_NUMBER = select(schema.session.c.number).where(
    schema.session.c.campaign_id == bindparam("campaign"), schema.session.c.closed_by.is_(None)
)
"""The number of the open session of the campaign ``campaign``."""


@dataclass(frozen=True, slots=True)
class Seeds:
    """What the dice of a session are made of; as secret as the rolls themselves.

    Attributes:
        open: for what is rolled in the open; published when the session closes.
        secret: for what players may not learn; the game masters' to publish.
        words: what the players said at the opening, mixed into every label.
    """

    open: bytes
    secret: bytes
    words: str = ""

    def label(self, interaction_id: int) -> str:
        """The label of an interaction's dice."""
        return f"{interaction_id} {self.words}" if self.words else str(interaction_id)

    @property
    def promises(self) -> tuple[str, str]:
        """The SHA-256 of both seeds, open and secret, in hexadecimal: told when the session opens."""
        return sha256(self.open).hexdigest(), sha256(self.secret).hexdigest()


def new_seeds(words: str = "") -> Seeds:
    """Seeds of the system's generator."""
    return Seeds(secrets.token_bytes(LENGTH), secrets.token_bytes(LENGTH), words)
