"""Sessions as messages: what they promised, what they came to, and their files."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

from bot.replies.answer import Attachment, Reply
from bot.replies.layout import INK, SECRET_INK, file, sheet, text
from bot.replies.rolls import opened_line, reference, unposted_line
from bot.replies.words import MAX_NAME, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.campaign.events import Recorded
    from bot.campaign.overviews import Digest, Overview
    from bot.campaign.publishing import Published
    from bot.campaign.sessions import Session
    from bot.replies.layout import Part

MAX_PEOPLE = 12
"""People whom a message names; the others are so many more."""

MAX_CHANGE = 200
"""Characters of a change in a digest."""

MAX_WORDS = 410
"""Characters that the players' words take, escapes and all."""

HOW = "Anybody can check the dice with it: undercroft verify, or docs/fair-dice.md."
NO_FILE = "its file is larger than Discord takes here"
MAY_NOT = "with the permission Attach Files I could send its file"

SECRETS_ASKED = (
    "**Publishing the secrets of session {number} cannot be taken back.** Everybody then learns its hidden "
    "seed and every roll of it, whole: private and blind ones with their notes, whoever made them, and what "
    "was behind the screen in the open ones. What the game masters wrote stays theirs."
)


def opened_reply(session: Session, recorded: Recorded) -> Reply:
    """A session that was opened by hand, with its promises."""
    words = session.seeds.words
    lines = [f"**Session {session.number} is open.**"]
    if words:
        lines.append(f"> {one_line(words, MAX_WORDS)}")
        lines.append("These words are mixed into every roll of it.")
    lines.append(f"-# {opened_line(session)}")
    lines += _small(recorded)
    return Reply(sheet([text("\n".join(lines))], ink=INK))


def closed_reply(
    published: Published, recorded: Recorded, attachment: Attachment | None, missing: str
) -> Reply:
    """A session that was closed: its open seed, its last hash and its file; or why the file is missing."""
    session = published.session
    lines = [
        f"**Session {session.number} is closed.**",
        f"Its open seed: `{session.seeds.open.hex()}`",
        f"Its last hash: `{published.last_hash}`",
        *_file_lines(missing),
        *_small(recorded),
    ]
    return _with_file(lines, attachment, private=False)


def session_reply(
    overview: Overview, published: Published | None, attachment: Attachment | None, missing: str
) -> Reply:
    """What anybody may know of a session, for one reader; closed, with its seed and its file."""
    lines = [*_overview_lines(overview)]
    public, secret = overview.session.seeds.promises
    lines.append(f"Promised: open `{public}`, hidden `{secret}`")
    if published is not None:
        lines.append(f"Open seed: `{published.session.seeds.open.hex()}`")
        lines.append(f"Last hash: `{published.last_hash}`")
        lines += _file_lines(missing)
    return _with_file(lines, attachment, private=True)


def digest_reply(digest: Digest, *, buttons: Iterable[Part] = ()) -> Reply:
    """What changed in a session, for one reader."""
    changes = [f"#{told} {one_line(words, MAX_CHANGE)}" for told, words in digest.changes]
    lines = [*_overview_lines(digest.overview), "", *(changes or ["Nothing that you may see changed in it."])]
    return Reply(sheet([text("\n".join(lines))], buttons=buttons, ink=SECRET_INK))


def ask_secrets_reply(number: int, *, buttons: Iterable[Part]) -> Reply:
    """What publishing a session's secrets tells, before it is done."""
    return Reply(sheet([text(SECRETS_ASKED.format(number=number))], buttons=buttons, ink=SECRET_INK))


def secrets_reply(
    published: Published, recorded: Recorded, attachment: Attachment | None, missing: str
) -> Reply:
    """A session's secrets, told to everybody."""
    session = published.session
    lines = [
        f"**The secrets of session {session.number} are out.**",
        f"Its hidden seed: `{session.seeds.secret.hex()}`",
        *_file_lines(missing),
        *_small(recorded),
    ]
    return _with_file(lines, attachment, private=False)


def session_file(published: Published, limit: int, *, secrets: bool = False) -> Attachment | None:
    """A session's file, packed where it is too large, or nothing where that is too large still.

    ``limit`` is what Discord takes here, in bytes.
    """
    name = f"session-{published.session.number}{'-with-secrets' if secrets else ''}.json"
    if len(published.content) <= limit:
        return Attachment(name, published.content)
    packed = gzip.compress(published.content, mtime=0)
    return Attachment(f"{name}.gz", packed) if len(packed) <= limit else None


def _overview_lines(overview: Overview) -> list[str]:
    session = overview.session
    times = f"opened <t:{overview.opened_at // 1000}:f>"
    times += "" if overview.closed_at is None else f", closed <t:{overview.closed_at // 1000}:f>"
    lines = [f"**Session {session.number}** · {times}"]
    if session.seeds.words:
        lines.append(f"> {one_line(session.seeds.words, MAX_WORDS)}")
    rolls = "1 roll" if overview.rolls == 1 else f"{overview.rolls:,} rolls"
    names = [one_line(name or "somebody", MAX_NAME) for name in overview.people[:MAX_PEOPLE]]
    more = len(overview.people) - len(names)
    who = ", ".join(names) + (f" and {more} more" if more else "")
    lines.append(f"{rolls} in the open; there were {who}")
    return lines


def _file_lines(missing: str) -> list[str]:
    return [f"-# {missing}" if missing else f"-# {HOW}"]


def _small(recorded: Recorded) -> list[str]:
    small = [reference(recorded.event)]
    if recorded.unposted:
        small.append(unposted_line(recorded.unposted))
    return [f"-# {line}" for line in small]


def _with_file(lines: list[str], attachment: Attachment | None, *, private: bool) -> Reply:
    parts = [text("\n".join(lines))]
    if attachment is not None:
        parts.append(file(attachment))
    ink = SECRET_INK if private else INK
    return Reply(sheet(parts, ink=ink), () if attachment is None else (attachment,))
