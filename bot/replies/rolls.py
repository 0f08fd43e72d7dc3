"""A roll as a message: what came first, the picture, then the dice, small and in one line."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from bot.campaign.schema import Audience
from bot.replies.answer import Attachment, Reply
from bot.replies.layout import INK, SECRET_INK, file, picture, sheet, text
from bot.replies.words import MAX_ALT_TEXT, cut, escape, fit, one_line, ordinal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from bot.campaign.reading import Event
    from bot.campaign.sessions import Session
    from bot.drawing import Picture
    from bot.play import Played
    from bot.replies.layout import Part
    from tables.dice import Die
    from tables.outcome import Outcome

# All lengths but that of a note count what is sent, escapes and all: with every part at its longest,
# a message stays below the MAX_TEXT that Discord takes.

MAX_ANSWER = 1_200
"""Characters of the answer itself; a longer one stands whole in a file."""

MAX_NOTE = 200
"""Characters of the roller's note, before escaping: it is shown whole."""

MAX_DICE_LINE = 600
"""Characters of the line of dice; a longer one becomes a file."""

MAX_ROW = 90
"""Characters of a row's words within the line of dice."""

MAX_FIRST = 240
"""Characters of an earlier roll that a message repeats."""

MAX_UNPOSTED = 120
"""Characters of each earlier roll that was not posted in its time; the memory hands out five at once."""

MAX_EXCUSE = 300
"""Characters that say why there is no picture."""

AUDIENCE_LINES = {
    Audience.EVERYONE: "",
    Audience.SHARED: "In the history, you and the game masters see it.",
    Audience.MASTERS: "In the history, only the game masters see it.",
}

UNSEEN = "behind the screen"
"""Stands for a face that the reader may not know, whether there is anything to hide or not."""

MASTERS_HEAD = "-# For you alone, as a game master:"

SECRETLY = "For the game masters alone:"
"""Stands before what an outcome's own text leaves out."""

NOT_KEPT = "Rolled by the system's generator, outside a campaign: not kept."
NOT_KEPT_BY_HAND = "Outside a campaign: not kept."


def roll_reply(
    played: Played,
    painted: Picture | None = None,
    *,
    buttons: Iterable[Part] = (),
    may_attach: bool = True,
    picture_missing: str = "",
) -> Reply:
    """The message that tells a roll, with everything that its outcome holds.

    Without ``may_attach`` Discord would refuse a file, so there is none. ``picture_missing``
    says why there is no picture although there should be one.
    """
    parts = [text(_answer(played))]
    attachments: list[Attachment] = []
    if painted is not None:
        attachments.append(Attachment("roll.png", painted.png, cut(painted.alt, MAX_ALT_TEXT)))
        parts.append(picture(attachments[-1]))
    dice, whole = _dice(played.outcome, may_attach=may_attach)
    attachments += whole
    parts += map(file, whole)
    parts.append(text(_small_print(played, dice, picture_missing)))
    ink = INK if played.seen is Audience.EVERYONE else SECRET_INK
    return Reply(sheet(parts, buttons=buttons, ink=ink), tuple(attachments))


def dice_line(outcome: Outcome[Any]) -> str:
    """Every die of the outcome in the order thrown, with the rows they hit, in one line of markdown.

    What the same dice hit again is told the first time only: a dozen junctions would be a wall of words.
    """
    told: set[str] = set()
    parts: list[str] = []
    for dice, row in _dice_parts(outcome):
        part = f"{dice} → {row}" if row else dice
        parts.append(dice if part in told else part)
        told.add(part)
    return " · ".join(parts)


def secrets_of(outcome: Outcome[Any]) -> Iterator[str]:
    """What an outcome's own text leaves out because players read it too: nothing where they are told it."""
    for child in outcome.children:
        if not child.secret:
            yield from secrets_of(child)
        elif child.text not in outcome.text:
            yield child.text


def reference(event: Event) -> str:
    """An event's name in messages."""
    return f"#{event.reference}"


def unposted_line(events: Sequence[Event]) -> str:
    """What earlier replies would have told, had they reached the channel.

    "Perhaps", because a program that was killed never heard which of its last replies did.
    """
    told = "; ".join(f"{reference(event)} {one_line(event.text, MAX_UNPOSTED)}" for event in events)
    return f"Kept, but perhaps not shown before: {told}"


def opened_line(session: Session) -> str:
    """What is promised when a session opens: the SHA-256 of what its dice are made of.

    And what was promised of the one before, where that closed itself just now.
    """
    public, secret = session.seeds.promises
    promised = f"Session {session.number} is open. Its dice are promised: open `{public}`, hidden `{secret}`"
    closed = session.succeeds
    if closed is None:
        return promised
    seed = f"its open seed is `{closed.seeds.open.hex()}`"
    return (
        f"Session {closed.number} closed itself after a week: {seed}, its file /session show\n-# {promised}"
    )


def masters_reply(
    played: Played, *, buttons: Iterable[Part] = (), may_attach: bool = True, foot: str = ""
) -> Reply:
    """What a roll in the open gave that only game masters may read: the whole, with every die.

    ``foot`` is one more small line, in markdown.
    """
    dice, whole = _dice(played.outcome, may_attach=may_attach)
    small = f"-# {dice} · {reference(played.event)}" if played.event else f"-# {dice}"
    parts = [text(f"{MASTERS_HEAD}\n{_told(played.outcome)}"), *map(file, whole)]
    parts.append(text(f"{small}\n{foot}" if foot else small))
    return Reply(sheet(parts, buttons=buttons, ink=SECRET_INK), whole)


def channel_reply(played: Played, painted: Picture | None, where: str, *, may_attach: bool = True) -> Reply:
    """A roll as the game masters' channel is told of it: the whole, who rolled it and ``where``."""
    parts = [text(f"-# {where}\n{_answer(played)}")]
    attachments: list[Attachment] = []
    if painted is not None:
        attachments.append(Attachment("roll.png", painted.png, cut(painted.alt, MAX_ALT_TEXT)))
        parts.append(picture(attachments[-1]))
    dice, whole = _dice(played.outcome, may_attach=may_attach)
    attachments += whole
    parts += map(file, whole)
    small = [dice, "thrown at the table" if played.ask.faces is not None else ""]
    small.append(reference(played.event) if played.event else "")
    parts.append(text(f"-# {' · '.join(part for part in small if part)}"))
    return Reply(sheet(parts, ink=SECRET_INK), tuple(attachments))


def blind_reply(played: Played, *, channel: int | None = None) -> Reply:
    """The message for a roller who is told only that the roll was made.

    ``channel`` is where a game master who rolled finds what came, by the campaign's choice.
    """
    words = "Rolled. Only the game masters can read what came."
    if channel is not None:
        words = f"Rolled. What came is told in <#{channel}>."
    lines = [AUDIENCE_LINES[Audience.MASTERS]]
    if played.event is not None:
        lines[0] += f" · {reference(played.event)}"
    if played.opened is not None:
        lines.append(opened_line(played.opened))
    if played.unposted:
        lines.append(unposted_line(played.unposted))
    small = "\n".join(f"-# {line}" for line in lines)
    return Reply(sheet([text(f"**{words}**\n{small}")], ink=SECRET_INK))


def _answer(played: Played) -> str:
    lines = [_told(played.outcome)]
    if played.ask.note:
        lines.append(f"> {one_line(played.ask.note, 2 * MAX_NOTE)}")
    if played.ordinal > 1:
        first = one_line(played.first_text, MAX_FIRST)
        lines.append(f"-# {ordinal(played.ordinal).capitalize()} roll; the first was: {first}")
    return "\n".join(lines)


def _told(outcome: Outcome[Any]) -> str:
    """What came, and below it what only game masters know of it."""
    secrets = fit(" ".join(secrets_of(outcome)), MAX_ANSWER // 2)
    told = f"**{fit(outcome.text, MAX_ANSWER - len(secrets))}**"
    return f"{told}\n{SECRETLY} **{secrets}**" if secrets else told


def _dice(outcome: Outcome[Any], *, may_attach: bool) -> tuple[str, tuple[Attachment, ...]]:
    """The line of dice; where it, or what came, is too long for a message, a file with everything."""
    line = dice_line(outcome)
    told = len(escape(outcome.text)) + 2 * len(escape(" ".join(secrets_of(outcome))))
    if len(line) <= MAX_DICE_LINE and told <= MAX_ANSWER:
        return line, ()
    many = f"{len(outcome.every_die()):,} dice"
    if may_attach:
        return f"{many}, each in the file", (Attachment("dice.txt", _dice_file(outcome).encode()),)
    return f"{many}, more than fit here: with the permission Attach Files I could send them as a file", ()


def _small_print(played: Played, dice: str, picture_missing: str) -> str:
    parts = [dice]
    if played.ask.faces is not None:
        parts.append("thrown at the table")
    if played.event is not None:
        parts.append(reference(played.event))
    lines = [" · ".join(part for part in parts if part)]
    not_kept = NOT_KEPT if played.ask.faces is None else NOT_KEPT_BY_HAND
    lines.append(AUDIENCE_LINES[played.seen] if played.event else not_kept)
    if picture_missing:
        lines.append(fit(picture_missing, MAX_EXCUSE))
    if played.opened is not None:
        lines.append(opened_line(played.opened))
    if played.unposted:
        lines.append(unposted_line(played.unposted))
    return "\n".join(f"-# {line}" for line in lines if line)


def _dice_parts(outcome: Outcome[Any]) -> Iterator[tuple[str, str]]:
    """Dice that belong together and the row that they hit, if any."""
    for rolled in outcome.walk():
        rows = [escape(cut(row.text, MAX_ROW)) for row in rolled.rows]
        for thrown in _thrown_together(rolled):
            if any(die.hidden for die in thrown):
                yield f"{_kind(thrown)} {UNSEEN}", ""
            elif rolled.rows:
                yield f"{_kind(thrown)} {_faces(thrown, '+')}", rows.pop(0) if rows else ""
            else:
                purpose = thrown[0].purpose
                shown = _fudge if "dF" in purpose else str
                yield f"{escape(purpose) or _kind(thrown)}: {_faces(thrown, ' ', shown)}", ""


def _thrown_together(rolled: Outcome[Any]) -> Iterator[list[Die]]:
    """Dice for one purpose; each by itself where each hit a row of its own."""
    if len(rolled.dice) == len(rolled.rows):
        yield from ([die] for die in rolled.dice)
        return
    for _purpose, group in groupby(rolled.dice, key=lambda die: die.purpose):
        yield list(group)


def _kind(dice: Sequence[Die]) -> str:
    """The dice as notation, "2d6", or "d8+d12" where they differ."""
    kinds = [f"d{die.sides}" for die in dice]
    if len(set(kinds)) > 1:
        return "+".join(kinds)
    return kinds[0] if len(kinds) == 1 else f"{len(kinds)}{kinds[0]}"


def _faces(dice: Sequence[Die], between: str, shown: Callable[[int], str] = str) -> str:
    """Kept faces bold, the others in brackets: a 1 that is struck out can hardly be read on a phone."""
    return between.join(f"**{shown(die.face)}**" if die.kept else f"({shown(die.face)})" for die in dice)


def _fudge(face: int) -> str:
    """What a Fudge die shows: its three faces are a minus, a blank and a plus."""
    return escape("−0+"[face - 1])


def _dice_file(outcome: Outcome[Any]) -> str:
    lines = [outcome.text, *(f"{SECRETLY} {secret}" for secret in secrets_of(outcome)), ""]
    for rolled in outcome.walk():
        for die in rolled.dice:
            kept = "" if die.kept else " (dropped)"
            face = UNSEEN if die.hidden else die.face
            lines.append(f"{die.purpose or rolled.title}: d{die.sides} {face}{kept}")
    return "\n".join(lines) + "\n"
