"""Forms that are open at once, and forms that cannot be taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.scenes import words

if TYPE_CHECKING:
    from tests.scenes import Scene

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
