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

from playwright.async_api import Locator, Page, async_playwright

from bench.browser import ARGUMENTS, PROBE, VIEWPORT, executable
from bench.servers import Server

SECONDS = 1.5
MOVES_A_SECOND = 120


@dataclass(frozen=True)
class Drag:
    """Frames with a new picture per second, and the share of the slider's values among them."""

    fps: float
    share: float


def drag(server: Server) -> Drag:
    """The thumb of β from one end to the other and back, at an even pace, after a trial."""
    log = asyncio.run(_recorded(server))
    asked, shown = log["asked"], log["shown"]
    seconds = (asked[-1] - asked[0]) / 1000
    in_time = [time for time in shown if time <= asked[-1]]
    return Drag(len(in_time) / seconds, min(1.0, len(shown) / len(asked)))


async def _recorded(server: Server) -> dict[str, list[float]]:
    async with _page() as page:
        await page.goto(server.url)
        await page.evaluate("bench.painted")
        slider = page.locator(server.target.slider).first
        track = page.locator(server.target.track).first
        for _ in range(2):
            await slider.press("Home")
            await page.wait_for_timeout(1500)
            await slider.evaluate("slider => bench.record(slider)")
            await _sweep(page, track)
            await page.wait_for_timeout(1500)
            log: dict[str, list[float]] = await page.evaluate("bench.stop()")
        return log


@asynccontextmanager
async def _page() -> AsyncIterator[Page]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        try:
            page = await browser.new_page(viewport=VIEWPORT)
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
        move = _move(left + reach * (1 - abs(1 - 2 * now)), y)
        sent.append(asyncio.ensure_future(client.send("Input.dispatchMouseEvent", move)))
        await asyncio.sleep(1 / MOVES_A_SECOND)
    await asyncio.gather(*sent)
    await page.mouse.up()


def _move(x: float, y: float) -> dict[str, Any]:
    return {"type": "mouseMoved", "x": x, "y": y, "button": "left", "buttons": 1}
