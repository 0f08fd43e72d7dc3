"""A closed session's file: what a stranger needs to recompute its open rolls and its chain, and no secret.

Of an event that everybody may read it holds the open part, the half of the salt that seals it, and the seal
of the whole. Of any other it holds the two seals and the hash alone. Where a game master publishes the
secrets as well, the hidden seed stands in it, and every roll of the session is whole; what else the game
masters wrote stays sealed. ``docs/fair-dice.md`` tells it for strangers, ``docs/session-file.schema.json``
for programs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from bot.campaign import schema
from bot.campaign.chain import halves, open_part, seals, whole_part
from bot.campaign.changes import CHANGES
from bot.campaign.documents import canonical, gate_doc
from bot.campaign.errors import SessionOpen
from bot.campaign.events import NewEvent, Recorded, begin, finish
from bot.campaign.schema import Audience
from bot.campaign.sessions import Session, session

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sqlalchemy import Connection

FORMAT = "undercroft session 1"
"""What the file says that it is."""

PUBLISHED = "session.secrets"
"""The kind of event that publishes a session's secrets."""

ROLL = "roll"
"""The kind of event that is a roll and nothing else."""

_STRETCH = 200


@dataclass(frozen=True, slots=True)
class Published:
    """A closed session's file.

    Attributes:
        session: whose it is.
        content: the file, JSON in UTF-8.
        last_hash: the hash of the session's last event, in hexadecimal: told in the channel, it holds the
            whole chain.
    """

    session: Session
    content: bytes
    last_hash: str


def publish(
    connection: Connection, campaign_id: int, number: int | None = None, *, secrets: bool = False
) -> Published:
    """The file of a closed session, by its number or the last one; with its secrets where asked for.

    Raises:
        NotHere: there is no such session.
        SessionOpen: it is not closed yet.
    """
    played = session(connection, campaign_id, number)
    previous, last = b"", b""
    rows: list[str] = []
    for row in _rows(connection, campaign_id, played):
        previous, last = previous or row["previous"], row["hash"]
        rows.append(canonical(_public_row(row, secrets=secrets)))
    public, secret = played.seeds.promises
    seeds = {"open": played.seeds.open.hex()}
    if secrets:
        seeds["secret"] = played.seeds.secret.hex()
    head = {
        "format": FORMAT,
        "session": played.number,
        "words": played.seeds.words,
        "promises": {"open": public, "secret": secret},
        "seeds": seeds,
        "previous": previous.hex(),
    }
    lines = ",\n".join(rows)
    content = f'{canonical(head)[:-1]},"events":[\n{lines}\n]}}\n'
    return Published(played, content.encode(), last.hex())


def publish_secrets(connection: Connection, new: NewEvent, number: int) -> Recorded:
    """Keep in the history that a closed session's secrets are told to everybody, with its hidden seed.

    Raises:
        NotHere: there is no such session.
        SessionOpen: it is not closed yet.
    """
    new = replace(new, kind=PUBLISHED, audience=Audience.EVERYONE)
    begun = begin(connection, new)
    if isinstance(begun, Recorded):
        return begun
    played = session(connection, begun.id.campaign_id, number)
    _refuse_open(played)
    document = gate_doc({"session": number, "secret_seed": played.seeds.secret.hex()})
    text = f"The secrets of session {number} are out: its hidden seed and every roll of it, whole."
    return finish(connection, replace(new, text=text, document=document), begun)


def _refuse_open(played: Session) -> int:
    if played.closed_by is None:
        raise SessionOpen(
            f"Session {played.number} is open: its seed is told, and its file made, when it is closed."
        )
    return played.closed_by


def _rows(connection: Connection, campaign_id: int, played: Session) -> Iterator[Mapping[str, Any]]:
    """Every event of a closed session, in order."""
    event, after, last = schema.event.c, played.opened_by - 1, _refuse_open(played)
    while after < last:
        asked = (
            select(schema.event)
            .where(event.campaign_id == campaign_id, event.seq > after, event.seq <= last)
            .order_by(event.seq)
            .limit(_STRETCH)
        )
        rows = [dict(row) for row in connection.execute(asked).mappings()]
        yield from rows
        after = rows[-1]["seq"] if rows else last


def _public_row(row: Mapping[str, Any], *, secrets: bool) -> dict[str, str]:
    """What the file says of an event."""
    open_seal, whole_seal = seals(row)
    open_half, whole_half = halves(row)
    if secrets and row["kind"] == ROLL and CHANGES not in row["doc"]:
        shown = {
            "row": "whole",
            "open": open_part(row),
            "open_salt": open_half.hex(),
            "whole": whole_part(row),
            "whole_salt": whole_half.hex(),
        }
    elif row["audience"] == Audience.EVERYONE.value:
        shown = {
            "row": "open",
            "open": open_part(row),
            "open_salt": open_half.hex(),
            "whole_seal": whole_seal.hex(),
        }
    else:
        shown = {"row": "hidden", "open_seal": open_seal.hex(), "whole_seal": whole_seal.hex()}
    return {**shown, "hash": row["hash"].hex()}
