"""Forms that are open at once, and forms that cannot be taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.scenes import words

if TYPE_CHECKING:
    from simcord import InteractionResult

    from tests.scenes import Scene


async def submitted(scene: Scene, shown: InteractionResult, custom_id: str) -> InteractionResult:
    """Submit an open form as one of another id, as forged and outdated clients do."""
    shown._interaction.modal["custom_id"] = custom_id
    return await scene.master.submit_modal(shown, {"lines": "Crypt"})


FORMS = [("chamber add", "lines", "Crypt", "Level"), ("monster import", "cells", "name,HTK\nogre,19", "evel")]


@pytest.mark.parametrize(("command", "field", "written", "told"), FORMS)
async def test_two_forms_open_at_once_do_not_mix(
    scene: Scene, command: str, field: str, written: str, told: str
) -> None:
    """The library finds an open form by its id alone, whoever opened it."""
    first = await scene.master.slash(scene.channel, command, level=1)
    second = await scene.master.slash(scene.channel, command, level=2)

    assert f"{told} 1" in words(await scene.master.submit_modal(first, {field: written}))
    assert f"{told} 2" in words(await scene.master.submit_modal(second, {field: written}))


@pytest.mark.parametrize(("command", "field", "written", "told"), FORMS)
async def test_whoever_is_no_game_master_any_more_is_told_so(
    scene: Scene, command: str, field: str, written: str, told: str
) -> None:
    shown = await scene.master.slash(scene.channel, command, level=1)
    await scene.master.slash(scene.channel, "campaign create", name="The Forge")
    await scene.master.slash(scene.channel, "campaign masters", action="add", who=scene.ann)

    refused = await scene.master.submit_modal(shown, {field: written})

    assert refused.ephemeral
    assert "Only the campaign's game masters" in words(refused)
    assert told not in words(refused)


@pytest.mark.parametrize(("command", "field", "written", "told"), FORMS)
async def test_a_form_that_was_open_over_a_restart_is_taken(
    scene: Scene, command: str, field: str, written: str, told: str
) -> None:
    shown = await scene.master.slash(scene.channel, command, level=2)
    await scene.restart()

    done = await scene.master.submit_modal(shown, {field: written})

    assert f"{told} 2" in words(done)


@pytest.mark.parametrize("custom_id", ["undercroft:form:riddles:1", "undercroft:form:", "strange"])
async def test_a_form_that_nothing_knows_is_answered_kindly(scene: Scene, custom_id: str) -> None:
    shown = await scene.master.slash(scene.channel, "chamber add", level=2)
    refused = await submitted(scene, shown, custom_id)

    assert refused.ephemeral
    assert "older version" in words(refused)


@pytest.mark.parametrize(
    "state", ["0:common", "x:common", "101:common", "²:rare", "1", "1:odd", "", "9" * 60]
)
async def test_a_forged_state_is_refused_in_words(scene: Scene, state: str) -> None:
    shown = await scene.master.slash(scene.channel, "chamber add", level=2)
    refused = await submitted(scene, shown, f"undercroft:form:chambers:{state}")

    assert refused.ephemeral
    assert "Traceback" not in words(refused)
    assert words(refused)
