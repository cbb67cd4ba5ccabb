"""A browser with the probe in its pages, and a count of what they send and receive."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.async_api import Page as AsyncPage
from playwright.async_api import WebSocket as AsyncWebSocket
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, ViewportSize, WebSocket, sync_playwright

from bench.servers import Server

PROBE = Path(__file__).with_name("probe.js")
VIEWPORT: ViewportSize = {"width": 1280, "height": 1000}
QUIET = ["background-networking", "component-update", "sync"]
ARGUMENTS = ["--no-sandbox", "--disable-gpu", *(f"--disable-{name}" for name in QUIET)]


class Traffic:
    """Frames on the sockets of a page: their bytes, and how many changes either side sent.

    An acknowledgement of the browser's own message is not such a change; it costs bytes only.
    """

    def __init__(self, page: Page | AsyncPage) -> None:
        self.clear()
        page.on("websocket", self._listen)

    def clear(self) -> None:
        """Start counting anew."""
        self.up = self.down = self.patches = self.messages = 0

    def _listen(self, socket: WebSocket | AsyncWebSocket) -> None:
        socket.on("framesent", self._sent)
        socket.on("framereceived", self._received)

    def _sent(self, frame: str | bytes) -> None:
        self.up += _size(frame)
        self.messages += isinstance(frame, str) and '"msgtype":"PATCH-DOC"' in frame

    def _received(self, frame: str | bytes) -> None:
        self.down += _size(frame)
        self.patches += isinstance(frame, str) and '"msgtype": "PATCH-DOC"' in frame


def _size(frame: str | bytes) -> int:
    return len(frame.encode() if isinstance(frame, str) else frame)


def executable() -> str | None:
    """The browser that CHROMIUM names, or else the one on the path."""
    known = map(shutil.which, ("chromium", "chromium-headless-shell", "google-chrome"))
    return os.environ.get("CHROMIUM") or next(filter(None, known), None)


@contextmanager
def chromium() -> Iterator[Chromium]:
    """Chromium without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def blank_page(browser: Chromium) -> Iterator[Page]:
    """A page with the probe in it, in a context of its own; every fault of a script is raised."""
    context = browser.new_context(viewport=VIEWPORT)
    try:
        page = context.new_page()
        faults: list[Any] = []
        page.on("pageerror", lambda fault: faults.append(fault))
        page.add_init_script(path=PROBE)
        yield page
        if faults:
            raise RuntimeError(f"the page failed: {faults[0]}")
    finally:
        context.close()


def visit(page: Page, server: Server) -> dict[str, float]:
    """Open the app and wait until it works; when its first picture, all of them, the link stood."""
    # The address that is shown already would be reloaded, its scripts checked for being new.
    page.goto("about:blank")
    page.goto(server.url)
    times: dict[str, float] = page.evaluate("bench.painted")
    if server.target.says_linked:
        times["linked"] = page.evaluate("bench.linked")
    # What the page sends about itself once it stands belongs to no event that is measured later.
    page.wait_for_timeout(700)
    return times
