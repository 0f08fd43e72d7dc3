"""Forms: what somebody fills in where a line of options would be too narrow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, cast

import discord

from bot.tree import explain
from tables.errors import OptionError
from tables.procedure import MOST_LEVEL

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from bot.replies.answer import Interaction

MAX_TITLE = 45
"""Characters of a form's title."""

PREFIX = "undercroft:form:"


def level_of(state: str) -> int:
    """The dungeon level in a form's state.

    Raises:
        OptionError: there is none; people may send anything.
    """
    if not (state.isdecimal() and state.isascii() and 1 <= int(state[:4]) <= MOST_LEVEL):
        raise OptionError(f"A dungeon has levels 1 to {MOST_LEVEL}: open the form again with its command.")
    return int(state)


class LastingForm(discord.ui.Modal):
    """A form whose custom id is "undercroft:form:kind:state": it may be open over a restart, and for hours.

    A subclass names its ``kind`` and says in :meth:`submitted` what happens with what was written. It is
    registered in ``bot/app.py``.
    """

    kind: ClassVar[str]

    def __init__(self, state: str, title: str) -> None:
        """A form that acts on ``state``."""
        super().__init__(title=title[:MAX_TITLE], custom_id=f"{PREFIX}{self.kind}:{state}")
        self.stop()  # the library need not remember it: what it is stands in its id

    def ask(self, question: str, hint: str, field: discord.ui.TextInput[Any]) -> None:
        """Put a field on the form, with its question and a small hint below it."""
        self.add_item(discord.ui.Label(text=question, description=hint, component=field))

    @classmethod
    async def submitted(cls, interaction: Interaction, state: str, written: Mapping[str, str]) -> None:
        """Do what the form is for.

        Args:
            interaction: the submission.
            state: what the form acts on; people may send anything.
            written: the text of each field by its custom id.
        """
        raise NotImplementedError


async def take_form(interaction: Interaction, forms: Iterable[type[LastingForm]]) -> bool:
    """Hand a submission to the form that it is of; False where it is of none of them."""
    data = cast("dict[str, Any]", interaction.data or {})
    custom_id = str(data.get("custom_id", ""))
    kind, _, state = custom_id.removeprefix(PREFIX).partition(":")
    form = next((each for each in forms if each.kind == kind), None)
    if form is None or not custom_id.startswith(PREFIX):
        return False
    try:
        await form.submitted(interaction, state, dict(_written(data.get("components", ()))))
    except Exception as problem:  # whatever it was, the person is told
        await explain(interaction, problem)
    return True


def _written(components: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - as Discord sends it
    """The text of each field in what was submitted, however deep it stands."""
    for component in components:
        if "value" in component:
            yield str(component.get("custom_id", "")), str(component["value"])
        yield from _written(component.get("components", ()))
        if "component" in component:
            yield from _written((component["component"],))
