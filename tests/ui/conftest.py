"""A real browser on a real server. A page that complains or asks another host for anything fails.

Needs Chromium: the one that CHROMIUM names, or else one on the path.
"""

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    BrowserContext,
    BrowserType,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

sys.path.insert(0, str(Path(__file__).parent))
pytest.register_assert_rewrite("tilt_page", "estimate_page", "wire", "marks")

from hosts import hosting  # noqa: E402
from tilt_page import TiltPage  # noqa: E402

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
expect.set_options(timeout=10_000)  # for a busy machine; nothing waits longer than it must

WIDE = ViewportSize(width=1440, height=900)

OpenPage = Callable[..., TiltPage]


@pytest.fixture(scope="session")
def chromium() -> str:
    known = ("chromium-headless-shell", "chromium", "google-chrome")
    found = [os.environ.get("CHROMIUM"), *map(shutil.which, known)]
    for path in found:
        if path:
            return path
    hint = "apt-get install chromium-headless-shell, or set CHROMIUM=path"
    pytest.fail(f"needs Chromium: {hint}", pytrace=False)


@pytest.fixture(scope="session")
def launcher() -> Iterator[BrowserType]:
    with sync_playwright() as playwright:
        yield playwright.chromium


class Watch:
    """What a page complains of, and whom it asks."""

    def __init__(self, page: Page) -> None:
        self.complaints: list[str] = []
        self.strangers: list[str] = []
        page.on("console", lambda message: self._hear(message.type, message.text))
        page.on("pageerror", lambda error: self._hear("error", str(error)))
        page.on("request", lambda request: self._note(request.url))
        page.on("websocket", lambda socket: self._note(socket.url))

    def _hear(self, kind: str, text: str) -> None:
        if kind == "error":
            self.complaints.append(text)

    def _note(self, url: str) -> None:
        address = urlsplit(url)
        if address.scheme not in ("data", "blob", "file") and address.hostname != "localhost":
            self.strangers.append(url)


class Contexts:
    """One browser context for each set of options: its caches make the next page load cheaper.

    Most pages are opened in the plain one. It has a profile, for only there Chromium also keeps the
    compiled scripts, which are a third of the work of a page load.
    """

    def __init__(self, launcher: BrowserType, chromium: str, profile: Path) -> None:
        self._browser = launcher.launch(executable_path=chromium, args=FLAGS)
        plain = launcher.launch_persistent_context(
            profile, executable_path=chromium, args=FLAGS, viewport=WIDE
        )
        self._open: dict[str, BrowserContext] = {self._key({"viewport": WIDE}): plain}

    @staticmethod
    def _key(options: dict[str, Any]) -> str:
        return repr(sorted(options.items()))

    def page(self, options: dict[str, Any]) -> Page:
        key = self._key(options)
        if key not in self._open:
            self._open[key] = self._browser.new_context(**options)
        return self._open[key].new_page()

    def close(self) -> None:
        for context in self._open.values():
            context.close()
        self._browser.close()


@pytest.fixture(scope="session")
def contexts(
    launcher: BrowserType, chromium: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Contexts]:
    contexts = Contexts(launcher, chromium, tmp_path_factory.mktemp("profile"))
    yield contexts
    contexts.close()


@pytest.fixture
def open_page(contexts: Contexts) -> Iterator[OpenPage]:
    """Open an address in a page of its own; at the end nothing may have been complained of."""
    opened: list[tuple[Page, Watch, bool]] = []

    def open_(url: str, may_complain: bool = False, **options: Any) -> TiltPage:
        page = contexts.page({"viewport": WIDE, **options})
        page.set_default_timeout(15_000)
        page.set_default_navigation_timeout(60_000)
        opened.append((page, Watch(page), may_complain))
        page.goto(url)
        return TiltPage(page)

    yield open_
    for page, _, _ in opened:
        # The next page of this context starts as if nobody had been here.
        page.evaluate("() => { try { localStorage.clear(); } catch { /* withheld by a test */ } }")
        page.close()
    for _, watch, may_complain in opened:
        assert watch.strangers == []
        assert may_complain or watch.complaints == []


@pytest.fixture
def tilt(open_page: OpenPage, server: Any) -> TiltPage:
    """The explorer as it opens: wide, light, and drawn."""
    return open_page(server.url).drawn()


@pytest.fixture(scope="module")
def address(serve_app: Any) -> Iterator[str]:
    """Somebody's Panel app, with components in it."""
    app = Path(__file__).with_name("panel_app") / "app.py"
    with serve_app(app) as server:
        yield server.url
        complaints = server.complaints()
    assert not complaints, complaints


@pytest.fixture
def host(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A folder, and the address at which another server has it."""
    with hosting(tmp_path) as origin:
        yield tmp_path, origin
