"""The one worker that paints."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from bot.drawing import PainterBusy, Picture, Renderer, painter_of
from bot.drawing.renderer import QUEUE
from tables.destination import Destination, Wall
from tables.errors import Refusal

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

PICTURE = Picture(b"png", "a picture", 1, 1)


class Gate:
    """A painter that waits in the worker until it is let go."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.open = threading.Event()
        self.painted = 0

    def paint(self) -> Picture:
        self.begun.set()
        assert self.open.wait(30)
        self.painted += 1
        return PICTURE

    async def reached(self) -> None:
        await asyncio.to_thread(self.begun.wait, 30)


@pytest.fixture
def gate() -> Gate:
    return Gate()


@pytest.fixture
async def renderer(gate: Gate) -> AsyncIterator[Renderer]:
    renderer = Renderer()
    yield renderer
    gate.open.set()
    await renderer.close()


async def test_a_picture_is_painted_in_the_worker(renderer: Renderer) -> None:
    """C54, C55: the event loop goes on meanwhile."""
    threads: list[str] = []

    def paint() -> Picture:
        threads.append(threading.current_thread().name)
        return PICTURE

    assert await renderer.render(paint) is PICTURE
    assert await renderer.render(paint) is PICTURE
    assert len(set(threads)) == 1
    assert threads[0] != threading.current_thread().name


async def test_pictures_are_painted_in_the_order_asked_for(renderer: Renderer) -> None:
    order: list[int] = []

    def painter(number: int) -> Callable[[], Picture]:
        def paint() -> Picture:
            order.append(number)
            return PICTURE

        return paint

    await asyncio.gather(*(renderer.render(painter(number)) for number in range(8)))

    assert order == list(range(8))


async def test_beyond_the_queue_the_answer_comes_at_once(renderer: Renderer, gate: Gate) -> None:
    waiting = [asyncio.create_task(renderer.render(gate.paint)) for _ in range(QUEUE)]
    await gate.reached()

    with pytest.raises(PainterBusy) as refused:
        await renderer.render(gate.paint)
    gate.open.set()

    assert isinstance(refused.value, Refusal)
    assert await asyncio.gather(*waiting) == [PICTURE] * QUEUE
    assert await renderer.render(gate.paint) is PICTURE
    assert gate.painted == QUEUE + 1


async def test_a_picture_that_takes_too_long_is_given_up(gate: Gate) -> None:
    """C55."""
    renderer = Renderer(timeout=0.01)

    with pytest.raises(PainterBusy, match="too long"):
        await renderer.render(gate.paint)
    gate.open.set()
    await renderer.close()

    assert gate.painted <= 1


async def test_a_caller_who_leaves_the_queue_takes_his_picture_with_him(
    renderer: Renderer, gate: Gate
) -> None:
    begun = asyncio.create_task(renderer.render(gate.paint))
    await gate.reached()
    leaving = asyncio.create_task(renderer.render(gate.paint))
    staying = asyncio.create_task(renderer.render(gate.paint))
    await asyncio.sleep(0)

    leaving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await leaving
    gate.open.set()

    assert await asyncio.gather(begun, staying) == [PICTURE, PICTURE]
    assert gate.painted == 2


async def test_a_caller_who_leaves_a_picture_in_work_frees_its_place(renderer: Renderer, gate: Gate) -> None:
    leaving = asyncio.create_task(renderer.render(gate.paint))
    await gate.reached()
    leaving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await leaving
    gate.open.set()

    pictures = await asyncio.gather(*(renderer.render(gate.paint) for _ in range(7)))

    assert pictures == [PICTURE] * 7


async def test_an_accident_in_a_painter_reaches_its_caller_alone(renderer: Renderer) -> None:
    def broken() -> Picture:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await renderer.render(broken)

    assert await renderer.render(lambda: PICTURE) is PICTURE


async def test_closing_drops_what_waits_and_finishes_what_was_begun(gate: Gate) -> None:
    renderer = Renderer()
    begun = asyncio.create_task(renderer.render(gate.paint))
    await gate.reached()
    waiting = asyncio.create_task(renderer.render(gate.paint))
    await asyncio.sleep(0)

    closing = asyncio.create_task(renderer.close())
    with pytest.raises(PainterBusy):
        await waiting
    gate.open.set()
    await closing

    assert await begun is PICTURE
    assert gate.painted == 1
    with pytest.raises(PainterBusy):
        await renderer.render(lambda: PICTURE)


async def test_closing_twice_does_no_harm() -> None:
    renderer = Renderer()

    await renderer.close()
    await renderer.close()


def test_it_works_under_uvloop() -> None:
    uvloop = pytest.importorskip("uvloop")

    async def two() -> tuple[Picture, Picture]:
        renderer = Renderer()
        try:
            return await renderer.render(lambda: PICTURE), await renderer.render(lambda: PICTURE)
        finally:
            await renderer.close()

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        assert runner.run(two()) == (PICTURE, PICTURE)


async def test_a_destination_has_a_painter_and_other_values_have_none(renderer: Renderer) -> None:
    paint = painter_of(Destination("trap", Wall.N, "2d6"))

    assert paint is not None
    assert (await renderer.render(paint)).png.startswith(b"\x89PNG")
    assert painter_of(object()) is None
    assert painter_of({"kind": "trap"}) is None
    assert painter_of(None) is None


def test_the_painting_library_is_loaded_with_the_first_picture() -> None:
    program = (
        "import sys, bot.drawing as d; from tables.destination import Destination, Wall\n"
        "paint = d.painter_of(Destination('trap', Wall.N, '2d6'))\n"
        "assert 'PIL' not in sys.modules\n"
        "assert paint().width and 'PIL' in sys.modules\n"
        "assert not {'shapely', 'numpy'} & set(sys.modules)\n"
    )

    subprocess.run([sys.executable, "-c", program], check=True)
