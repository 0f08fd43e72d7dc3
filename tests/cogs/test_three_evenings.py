"""Three evenings of a campaign, as they are played: two game masters, five players, both engines."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bot.campaign import audit, census
from bot.campaign.changes import rebuilt, standing
from bot.verifying import read_session, verify
from tests.scenes import bare, words

if TYPE_CHECKING:
    from pathlib import Path

    from simcord import InteractionResult, MemberActor

    from tests.scenes import Scene

REFERENCE = re.compile(r"#([a-z0-9]{4,16})\b")


@dataclass
class Company:
    """Who plays."""

    scene: Scene
    mora: MemberActor
    odo: MemberActor
    players: list[MemberActor]

    async def do(self, by: MemberActor, command: str, /, **options: Any) -> InteractionResult:
        result = await by.slash(self.scene.channel, command, **options)
        assert not re.search("Something went wrong|Nothing was (saved|changed)(?! yet)", words(result)), (
            words(result)
        )
        return result

    async def history(self, who: MemberActor) -> str:
        return words(await self.do(who, "history show"))


async def gathered(scene: Scene) -> Company:
    """Mora makes the campaign and names Odo and herself; five players sit down."""
    more = [scene.guild.add_member(scene.env.create_user(name)) for name in ("cora", "dirk", "elsa")]
    odo = scene.guild.add_member(scene.env.create_user("odo"))
    company = Company(scene, scene.master, odo, [scene.ann, scene.bert, *more])
    await company.do(company.mora, "campaign create", name="The Lantern Bearers")
    await company.do(company.mora, "campaign masters", action="add", who=company.mora)
    await company.do(company.mora, "campaign masters", action="add", who=odo)
    return company


async def first_evening(company: Company) -> None:
    """Lists begin, parties set out, doors are opened, and something is kept from the players."""
    mora, odo, (ann, bert, *rest) = company.mora, company.odo, company.players
    await company.do(ann, "session open", words="the lamp is lit")
    await company.do(mora, "monster add", level=1, name="hoard crawler", notes="guards the well")
    await company.do(odo, "monster add", level=1, name="Ägir's shade", extraordinary=True)
    await company.do(odo, "chamber add", level=1, name="Guardroom", players="three stools", known=True)
    await company.do(odo, "chamber add", level=1, name="Bone chapel", rarity="rare", text="the altar opens")
    await company.do(mora, "party create", name="The Bearers")
    for player in company.players:
        await company.do(player, "roll", dice="3d6", note="a character")
    told = await company.do(ann, "corridor wall", faces="2,1")
    assert "secret" not in words(told)
    await company.do(bert, "roll", dice="d1000", faces="777", seen="masters", note="listening at the door")
    await company.do(rest[0], "door destination", wall="N")
    assert "777" not in bare(await company.history(ann))
    assert "777" in await company.history(odo)
    assert "secret door" in await company.history(mora)
    assert "guards the well" not in await company.history(bert)


async def second_evening(company: Company) -> None:
    """A mistake is taken back, by whom it may be; a chamber is drawn and placed."""
    mora, odo, players = company.mora, company.odo, company.players
    wrong = await company.do(odo, "monster add", level=1, name="hoard crawlr")
    reference = REFERENCE.findall(words(wrong))[-1]
    await company.do(mora, "monster edit", level=1, monster="C", notes="a slip of the pen")
    assert "game master" in words(await company.do(players[0], "undo", event=reference))
    offered = await company.do(mora, "undo", event=reference)
    assert "a slip" in words(offered) or "stand" in words(offered)
    assert offered.response is not None
    await mora.click(offered.response.message, label="Take back all together")
    listed = words(await company.do(odo, "monster list", level=1))
    assert "crawlr" not in listed
    assert "hoard crawler" in listed
    added = words(await company.do(odo, "monster add", level=1, name="grey ooze"))
    assert "D" in added  # the letter C was given out once and stays so
    await company.do(mora, "chamber roll", level=1, where="LEXI-1/4")
    shown = words(await company.do(players[1], "chamber list", level=1))
    assert "Guardroom" in shown
    assert "Bone chapel" not in shown
    assert "altar" not in shown


async def third_evening(company: Company, folder: Path) -> bytes:
    """After a restart everything is there; the session closes, and its file proves the open dice."""
    mora, players = company.mora, company.players
    await company.scene.restart()
    await company.do(players[2], "roll", dice="2d20", note="after the winter")
    closed = await company.do(mora, "session close")
    assert closed.response is not None
    (attachment,) = closed.response.attachments
    file = folder / "session.json"
    file.write_bytes(await attachment.read())
    proven = verify(read_session(file))
    assert proven.rolls >= len(players) + 2
    assert proven.hidden > 0
    for secret in (b"d1000", b"listening", b"altar", b"guards the well", b"secret door"):
        assert secret not in file.read_bytes()
    exported = await company.do(mora, "campaign export")
    assert exported.response is not None
    return await exported.response.attachments[0].read()


async def test_three_evenings(scene_on_each: Scene, tmp_path: Path) -> None:
    company = await gathered(scene_on_each)
    await first_evening(company)
    await second_evening(company)
    file = await third_evening(company, tmp_path)
    before = {who.id: await company.history(who) for who in (company.mora, *company.players)}
    kit = scene_on_each.kit
    held = await kit.store.read(census)
    assert await kit.store.read(standing, 1) == await kit.store.read(rebuilt, 1)
    assert (await kit.store.read(audit, 1)).sound == held.events

    asked = await company.do(company.mora, "campaign delete")
    assert asked.response is not None
    again = await company.mora.click(asked.response.message, label="Delete it")
    assert again.response is not None
    await company.mora.click(again.response.message, label="Yes, delete it for good")
    assert (await kit.store.read(census)).events == 0

    shown = await company.do(company.mora, "campaign import", file=("campaign.jsonl", file))
    assert shown.response is not None
    await company.mora.click(shown.response.message, label="Bring it in")
    assert await kit.store.read(census) == replace(held, guilds=1)
    assert {who.id: await company.history(who) for who in (company.mora, *company.players)} == before
    exported = await company.do(company.mora, "campaign export")
    assert exported.response is not None
    assert await exported.response.attachments[0].read() == file
    assert "Guardroom" in words(await company.do(company.players[0], "chamber list", level=1))
