"""How late the event loop gets while pictures are drawn: what somebody waits who asked for no picture.

A task sleeps a millisecond at a time on the bot's loop, and notes how much later than that it woke. In
the meantime the bot's own painter draws :data:`PICTURES` pictures back to back in its worker. Beside it the
same task while a thread only computes, in Python, for as long: what the interpreter makes everybody wait.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import TYPE_CHECKING, Any

import uvloop

from benchmarks.report import Goal, Measurement
from bot.drawing import Renderer, painter_of
from tables import procedures
from tables.dice import FairDice

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from bot.drawing import Picture

PICTURES = 30
ROUNDS = 3
TICK = 0.001
KINDS = ("door.destination", "door.drop", "door.exits", "leximorph.letters", "room.cave")
"""What is drawn in turns."""


def measure(*, quick: bool) -> list[Measurement]:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(_measure(rounds=1 if quick else ROUNDS, pictures=6 if quick else PICTURES))


async def _measure(*, rounds: int, pictures: int) -> list[Measurement]:
    lags: dict[str, list[float]] = {"drawing": [], "computing": [], "idle": []}
    renderer = Renderer()
    await _draw(renderer, _paintings(2))
    for _ in range(rounds):
        paintings = _paintings(pictures)
        began = perf_counter()
        lags["drawing"].append(await _p99_while(_draw(renderer, paintings)))
        took = perf_counter() - began
        lags["computing"].append(await _p99_while(_compute(took)))
        lags["idle"].append(await _p99_while(asyncio.sleep(took)))
    await renderer.close()
    p99 = {name: 1000 * min(found) for name, found in lags.items()}
    subject = f"loop lag p99 while {pictures} pictures are drawn"
    return [
        Measurement(
            subject,
            p99["drawing"],
            "ms",
            beside="a computing thread",
            beside_figure=p99["computing"],
            goal=Goal(20),
        ),
        Measurement("  the same, nothing drawn", p99["idle"], "ms"),
    ]


def _paintings(count: int) -> list[Callable[[], Picture]]:
    """What paints so many outcomes, each rolled anew."""
    dice = FairDice(b"benchmark", "loop lag")
    outcomes = (procedures.perform(key, {}, dice) for key in itertools.islice(itertools.cycle(KINDS), count))
    paintings = [painter_of(outcome.value) for outcome in outcomes]
    return [paint for paint in paintings if paint is not None]


async def _draw(renderer: Renderer, paintings: list[Callable[[], Picture]]) -> None:
    """Draw them one right after the other, in the bot's own worker."""
    await asyncio.gather(*(renderer.render(paint) for paint in paintings))


async def _compute(seconds: float) -> None:
    """Keep the interpreter busy in a thread for so long."""
    end = perf_counter() + seconds

    def count() -> None:
        number = 0
        while perf_counter() < end:
            number += 1

    with ThreadPoolExecutor(1) as worker:
        await asyncio.get_running_loop().run_in_executor(worker, count)


async def _p99_while(work: Coroutine[Any, Any, None]) -> float:
    """Seconds by which the loop was late in the hundredth worst case, while ``work`` went on."""
    lags: list[float] = []

    async def tick() -> None:
        while True:
            due = perf_counter() + TICK
            await asyncio.sleep(TICK)
            lags.append(perf_counter() - due)

    ticking = asyncio.create_task(tick())
    await work
    ticking.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await ticking
    return sorted(lags)[len(lags) * 99 // 100]
