"""A drag of the slider: how many of its values are seen.

A mouse does not wait until the page has answered to its last move, and Playwright's does. So the
moves are sent here without waiting, and the browser merges those that it has no time for, as it
does with a real one.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Locator, Page, ViewportSize, async_playwright

from bench.browser import ARGUMENTS, PROBE, Traffic, executable
from bench.servers import Server
from models.scenarios import SCENARIOS

SECONDS = 1.5
MOVES_A_SECOND = 120
# By then, all that a drag leaves to do is done.
REST_MS = 1500


@dataclass(frozen=True)
class Scene:
    """What is shown, and in how large a window."""

    scenario: str
    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.scenario}, {self.width} × {self.height}"


@dataclass(frozen=True)
class Drag:
    """Frames with a new picture per second, and the share of the slider's values among them.

    Messages that the page sent under the hand, and at its rest; the server's CPU for each value.
    """

    fps: float
    share: float
    sent: float
    sent_at_rest: float
    cpu_ms: float


def drag(server: Server, scene: Scene) -> Drag:
    """The thumb of β to the far end and most of the way back, at an even pace, after a trial."""
    return asyncio.run(_dragged(server, scene))


async def _dragged(server: Server, scene: Scene) -> Drag:
    async with _page(scene) as page:
        traffic = Traffic(page)
        await page.goto(server.url)
        await page.evaluate("bench.painted")
        await page.wait_for_timeout(REST_MS)
        menu = page.locator("select").first
        await menu.select_option(index=list(SCENARIOS).index(scene.scenario))
        # The trial; what it needs for the first time is no part of the drag.
        await _recorded(page, server, traffic)
        cpu = server.cpu_ms()
        log, sent = await _recorded(page, server, traffic)
        cpu = server.cpu_ms() - cpu
    asked, shown = log["asked"], log["shown"]
    seconds = (asked[-1] - asked[0]) / 1000
    in_time = [time for time in shown if time <= asked[-1]]
    share = min(1.0, len(shown) / len(asked))
    fps = len(in_time) / seconds
    return Drag(fps, share, sent, traffic.messages - sent, cpu / len(asked))


async def _recorded(
    page: Page, server: Server, traffic: Traffic
) -> tuple[dict[str, list[float]], int]:
    """When values were taken and shown, and how many messages were sent before the rest."""
    slider, track = (page.locator(at).first for at in (server.target.slider, server.target.track))
    await slider.press("Home")
    await page.wait_for_timeout(REST_MS)
    traffic.clear()
    await slider.evaluate("slider => bench.record(slider)")
    await _sweep(page, track)
    sent = traffic.messages
    await page.mouse.up()
    await page.wait_for_timeout(REST_MS)
    log: dict[str, list[float]] = await page.evaluate("bench.stop()")
    return log, sent


@asynccontextmanager
async def _page(scene: Scene) -> AsyncIterator[Page]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        try:
            size: ViewportSize = {"width": scene.width, "height": scene.height}
            page = await browser.new_page(viewport=size)
            await page.add_init_script(path=PROBE)
            yield page
        finally:
            await browser.close()


async def _sweep(page: Page, track: Locator) -> None:
    box = await track.bounding_box()
    assert box is not None
    y, left, reach = box["y"] + box["height"] / 2, box["x"] + 4, box["width"] - 8
    await page.mouse.move(left, y)
    await page.mouse.down()
    client = await page.context.new_cdp_session(page)
    start, sent = time.perf_counter(), []
    while (now := (time.perf_counter() - start) / SECONDS) < 1:
        # Not back to where it was: then there would be nothing to tell at its rest.
        move = _move(left + reach * (1 - abs(1 - 1.8 * now)), y)
        sent.append(asyncio.ensure_future(client.send("Input.dispatchMouseEvent", move)))
        await asyncio.sleep(1 / MOVES_A_SECOND)
    await asyncio.gather(*sent)


def _move(x: float, y: float) -> dict[str, Any]:
    return {"type": "mouseMoved", "x": x, "y": y, "button": "left", "buttons": 1}
