"""What a campaign has chosen, and what that makes of a roll that leaves it open.

Several kinds of rolls have two editions: rooms, doors, corridors, treasure; the first word of a
roll's key says which kind it is. Stocking has a scheme, the wandering check a set of rules. Whatever the
roller does not say is as the campaign has chosen, and else as the program has it; either way
the roll's event says what was used, so that rolling again does the same.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from bot.campaign.campaigns import campaign_of
from bot.campaign.changes import Changed, Changer, Told, change
from bot.campaign.errors import NotHere
from bot.campaign.here import SETTINGS, Settings, changed_settings, settings_document, settings_in
from bot.campaign.schema import Audience
from tables import procedures, several
from tables.errors import OptionError, Refusal, UnknownTable
from tables.procedure import EDITION
from tables.wandering import KEY as CHECKS_KEY

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Connection

    from bot.campaign.events import NewEvent
    from tables.procedure import Option, OptionValue

CHOSEN = "campaign.settings"
"""The kind of event that chooses settings."""

SECRETS = {
    "both": "to the game master who rolled and in the game masters' channel",
    "roller": "to the game master who rolled alone",
    "channel": "in the game masters' channel alone",
}
"""Where the secret part of a roll may go, in words."""

SCHEMES_KEY = "room.contents"
"""The roll whose schemes a campaign chooses from; others take the same one where they have it."""

UNCHANGED = "That is chosen already, so nothing was changed: /campaign settings shows what is."
PLAYED_IN = (
    "That channel is where this campaign is played, so players read it. "
    "Nothing was changed: choose a channel that only the game masters see."
)


@cache
def edition_kinds() -> tuple[str, ...]:
    """The kinds of rolls that have editions, in order of the alphabet."""
    found = {
        procedure.key.partition(".")[0]
        for procedure in procedures.PROCEDURES.values()
        if procedure.key != several.KEY and any(option.name == EDITION.name for option in procedure.options)
    }
    return tuple(sorted(found))


@cache
def titles_of(setting: str) -> Mapping[str, str]:
    """What can be chosen for "edition", "scheme" or "checks": each value with its title."""
    if setting == "edition":
        option = EDITION
    else:
        key, name = (SCHEMES_KEY, "scheme") if setting == "scheme" else (CHECKS_KEY, "rules")
        option = next(each for each in procedures.find(key).options if each.name == name)
    return {choice.value: choice.title for choice in option.choices}


def is_open(key: str, options: Mapping[str, OptionValue]) -> bool:
    """Whether a roll leaves something open that a campaign may have chosen."""
    return bool(_left_open(key, options))


def completed(key: str, options: Mapping[str, OptionValue], settings: Settings) -> dict[str, OptionValue]:
    """A roll's options with what was left open: as the campaign has chosen it, where the roll has that.

    What no table or procedure has for its key, such as a roll on one of the campaign's lists, stays as it is.
    """
    found = dict(options)
    key = _rolled(key, options)
    for option in _left_open(key, options):
        chosen = _chosen(key, option.name, settings)
        has_it = any(choice.value == chosen for choice in option.choices)
        value = chosen if has_it else option.default
        if value is not None:
            found[option.name] = value
    return found


def _left_open(key: str, options: Mapping[str, OptionValue]) -> list[Option]:
    """The options of a roll that a campaign may choose and nobody has said."""
    try:
        procedure = procedures.find(_rolled(key, options))
    except UnknownTable:
        return []
    names = {EDITION.name, "scheme"} | ({"rules"} if key == CHECKS_KEY else set[str]())
    return [
        option for option in procedure.options if option.name in names and options.get(option.name) is None
    ]


def _rolled(key: str, options: Mapping[str, OptionValue]) -> str:
    """The key of what is rolled, several times or once."""
    return str(options.get("name", "")) if key == several.KEY else key


def _chosen(key: str, name: str, settings: Settings) -> str:
    if name == EDITION.name:
        return settings.editions.get(key.partition(".")[0], "")
    return settings.scheme if name == "scheme" else settings.checks


def choose(
    connection: Connection,
    new: NewEvent,
    chosen: Mapping[str, Any],
    text: str,
    read_in: int | None = None,
) -> Changed[Settings]:
    """Choose some of a campaign's settings.

    Args:
        connection: of the store.
        new: who chooses and where.
        chosen: the settings by their names in :class:`Settings`; ``editions`` are those that change, and
            an empty one is as the program has it again.
        text: what the event tells.
        read_in: the channel whose readers read the game masters' channel: a thread's parent, or itself.

    Raises:
        OptionError: there is no such choice.
        Refusal: the channel is one that players read, or nothing would change.
    """
    check(chosen)

    def work(changer: Changer) -> Told[Settings]:
        before = settings_in(changer.lists)
        wanted = dict(chosen)
        if "editions" in wanted:
            merged = {**before.editions, **wanted["editions"]}
            wanted["editions"] = {kind: edition for kind, edition in merged.items() if edition}
        after = changed_settings(before, **wanted)
        if after == before:
            raise Refusal(UNCHANGED)
        if chosen.get("masters_channel") is not None:
            _refuse_played_in(changer, read_in or after.masters_channel)
        document = settings_document(after)
        if document:
            changer.put(SETTINGS, document)
        else:
            changer.drop(SETTINGS)
        return Told(after, text)

    return change(connection, new, work)


def check(chosen: Mapping[str, Any]) -> None:
    """See that every setting that is chosen can be that; Discord lets programs send anything.

    Raises:
        OptionError: one cannot.
    """
    known = {
        "seen": set(Audience),
        "secrets": set(SECRETS),
        "scheme": {"", *titles_of("scheme")},
        "checks": {"", *titles_of("checks")},
    }
    for name, choices in known.items():
        if name in chosen and chosen[name] not in choices:
            raise OptionError(f"Pick one of the choices of {name}. Nothing was changed.")
    for kind, edition in chosen.get("editions", {}).items():
        if kind not in edition_kinds() or edition not in {"", *titles_of("edition")}:
            raise OptionError("Pick one of the choices of the edition. Nothing was changed.")


def _refuse_played_in(changer: Changer, channel: int | None) -> None:
    if channel is not None and campaign_of(changer.connection, channel) == changer.campaign_id:
        raise NotHere(PLAYED_IN)
